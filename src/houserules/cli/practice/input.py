"""Typed answers: from the player, and from the dealer who says which card has left a real shoe."""

import sys
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from houserules.cli.practice.table import Practice
from houserules.cli.render.felt import Felt, place
from houserules.core.cards import Card, CardError, card
from houserules.core.refusal import Refusal
from houserules.table import commands as c
from houserules.table.cards.commands import DrawCuttingCard, ShowBurnedCard
from houserules.table.cards.open_steps import DEALER, NOW
from houserules.table.events import Event
from houserules.table.round.deal import next_place

Choices = dict[str, str]
"""What may be answered: a letter or a number, and what it means."""


class PlayerLeftError(Exception):
    """The player gets up: by q, by the end of the input or by Ctrl-C."""


def at_terminal() -> bool:
    """Whether a person types the input, and nothing is piped in."""
    return bool(sys.stdin) and sys.stdin.isatty()


def read_line(console: Console, prompt: Text) -> str:
    """Read one answer in plain small letters."""
    console.print(prompt, end="")
    console.print(" > ", end="")  # by itself: at the end of a full line Rich would crop it
    try:
        line = input()
    except UnicodeDecodeError:
        line = "(unreadable)"
    except (EOFError, KeyboardInterrupt, RuntimeError):  # the last: there is no input at all
        console.print()
        raise PlayerLeftError from None
    line = line.strip().lower().encode("ascii", "backslashreplace").decode()
    if not at_terminal():  # what was piped in stands in the transcript as if it were typed
        console.print(line, markup=False)
    return line


def choices_text(choices: Choices, default: str = "") -> Text:
    """Show the choices with their letters, and which of them Enter takes."""
    return Text("  ").join(
        Text.assemble((letter, "bold cyan"), f" {word}", " [Enter]" if letter == default else "")
        for letter, word in choices.items()
    )


Ask = Callable[[Text, Choices], str]
"""Reads an answer; help, clauses and leaving are seen to there."""


def ask_dealer(ask: Ask, felt: Felt, practice: Practice) -> tuple[Event, ...]:
    """Ask which card came out, until it is one that can have: the census is kept (S24 18.16)."""
    choices = {"7s, Kd, 10h": "the card that left the shoe"}
    if practice.card_due:
        choices["c"] = "the cutting card came out"
    more = ", c cutting card" if practice.card_due else ""
    goes_to = next_place(practice.table)
    if goes_to is None:
        where = "The burned card"
    else:
        box = goes_to.box
        where = "Dealer" if box is None else place(practice.table, box, goes_to.hand)
    prompt = Text(f"{where}:  which card, such as 7s{more}")
    while True:
        text = ask(prompt, choices)
        try:
            outcome = practice.do(_command(text, practice))
        except CardError:
            felt.say(
                f"{text!r} is not a card; type rank and suit, such as 7s, Kd or 10h.",
                style="yellow",
            )
            continue
        if not isinstance(outcome, Refusal):
            return outcome
        felt.show_refusal(outcome)


def _command(text: str, practice: Practice) -> c.Command:
    """Return the command for what was typed; raises CardError."""
    if not practice.card_due:
        return ShowBurnedCard(DEALER, NOW, typed_card(text))
    if text == "c":
        return DrawCuttingCard(DEALER, NOW)
    return c.DealCard(typed_card(text))


def typed_card(text: str) -> Card:
    """Read a card as people type it: 7s, kd, 10h, in any case; raises CardError."""
    word = text.lower().replace("10", "t")
    return card(word[:1].upper() + word[1:])
