"""Making the cards ready at the practice table: told in a line or two, with the player's cut."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from houserules.cli.card_calls import card_calls
from houserules.cli.prompts import Prompts
from houserules.core.refusal import Refusal
from houserules.floor.house import cut_limits
from houserules.table import commands as c
from houserules.table.cards.commands import CutCards, DeclineCut
from houserules.table.cards.events import CardsShuffled
from houserules.table.events import Event

_NO: Final = ("d", "decline", "n", "no")


def make_ready(prompts: Prompts) -> None:
    """See to everything that is due before the next card; the player is offered the cut."""
    practice = prompts.practice
    done: list[Event] = []
    while not practice.is_ready:
        if practice.is_offered_cut:
            tell_ready(prompts, done)
            done = list(_cut(prompts))
            continue
        events = practice.house_step()
        assert events is not None, practice.table.source
        done += events
    tell_ready(prompts, done)


def tell_ready(prompts: Prompts, events: Sequence[Event]) -> None:
    """Say what was done with the cards; the commitment has a line of its own, to be copied."""
    felt = prompts.felt
    tell_over(prompts)
    said = " ".join(card_calls(felt.rules, events))
    if said:
        felt.say(said)
    for event in events:
        if isinstance(event, CardsShuffled) and event.commitment:
            felt.say(f"Commitment {event.commitment}")


def tell_over(prompts: Prompts) -> None:
    """Reveal the shoes that are over: to a file, or by a line that says how."""
    for record in prompts.practice.house.revealed():
        prompts.felt.say(prompts.shoes.keep(record))


def _cut(prompts: Prompts) -> tuple[Event, ...]:
    """Let the player cut or decline; a cut that is too near an end is refused and asked again."""
    while True:
        command = _asked(prompts) if prompts.practice.house.is_virtual else _asked_live(prompts)
        outcome = prompts.practice.do(command)
        if not isinstance(outcome, Refusal):
            return outcome
        prompts.felt.refused(outcome)


def _asked(prompts: Prompts) -> c.Command:
    """Ask how many cards lie in front of the cut; Enter is somewhere in the middle."""
    practice = prompts.practice
    limits = cut_limits(practice.rules, practice.table)
    span = f"{limits.least} to {limits.most}"
    choices = {"Enter": "in the middle", span: "cards from the front", "d": "do not cut"}
    prompt = Text(f"Cut the cards?  {span} from the front, d decline, in the middle [Enter]")
    while True:
        text = prompts.ask(prompt, choices)
        if text in _NO:
            return DeclineCut(practice.player)
        if not text:
            return CutCards(practice.player, practice.house.somewhere(practice.table))
        if text.isdecimal() and text.isascii() and len(text) < 10:
            return CutCards(practice.player, int(text))
        prompts.felt.say(
            f"{text!r} is no number of cards; choose {span}, d to decline, or Enter alone.",
            style="yellow",
        )


def _asked_live(prompts: Prompts) -> c.Command:
    """Ask whether the player cuts; nobody counts the cards of a real cut."""
    player, choices = prompts.practice.player, {"y": "cut", "d": "decline"}
    letter, _ = prompts.pick("Cut the cards?", choices, default="y")
    return CutCards(player) if letter == "y" else DeclineCut(player)
