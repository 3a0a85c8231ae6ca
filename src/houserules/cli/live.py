"""Live dealing: the dealer in the room says which card has left a real shoe."""

from collections.abc import Callable

from rich.text import Text

from houserules.cli.calls import place
from houserules.cli.felt import Felt
from houserules.cli.lines import Choices
from houserules.cli.practice import Practice
from houserules.core.cards import Card, CardError, card
from houserules.core.refusal import Refusal
from houserules.table import commands as c
from houserules.table.cards.commands import DrawCuttingCard, ShowBurnedCard
from houserules.table.cards.readiness import DEALER, NOW
from houserules.table.dealing import next_place
from houserules.table.events import Event

Ask = Callable[[Text, Choices], str]
"""Reads an answer; help, clauses and leaving are seen to there."""


def from_dealer(ask: Ask, felt: Felt, practice: Practice) -> tuple[Event, ...]:
    """Ask which card came out, until it is one that can have: the census is kept (S24 18.16)."""
    choices = {"7s, Kd, 10h": "the card that left the shoe"}
    if practice.card_due:
        choices["c"] = "the cutting card came out"
    more = ", c cutting card" if practice.card_due else ""
    prompt = Text(f"{_where(practice)}:  which card, as 7s{more}")
    while True:
        text = ask(prompt, choices)
        try:
            outcome = practice.do(_command(text, practice))
        except CardError:
            felt.say(f"{text!r} is no card; type rank and suit, as 7s, Kd, 10h.", style="yellow")
            continue
        if not isinstance(outcome, Refusal):
            return outcome
        felt.refused(outcome)


def _where(practice: Practice) -> str:
    """Name the place that the next card goes to."""
    found = next_place(practice.table)
    if found is None:
        return "The burned card"
    return "Dealer" if found.box is None else place(practice.table, found.box, found.hand)


def _command(text: str, practice: Practice) -> c.Command:
    """Give the command for what was typed; raises CardError."""
    if not practice.card_due:
        return ShowBurnedCard(DEALER, NOW, typed_card(text))
    if text == "c":
        return DrawCuttingCard(DEALER, NOW)
    return c.DealCard(typed_card(text))


def typed_card(text: str) -> Card:
    """Read a card as people type it: 7s, kd, 10h, in any case; raises CardError."""
    word = text.lower().replace("10", "t")
    return card(word[:1].upper() + word[1:])
