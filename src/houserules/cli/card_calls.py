"""What is said of the cards, in words: checked, shuffled, cut, burned, and the cutting card."""

from collections.abc import Iterable, Iterator
from typing import Final

from houserules.rulebook.schema import Rulebook
from houserules.table.cards import events as e
from houserules.table.events import Event

_HOW: Final = {
    "hand": "by hand",
    "multishuffler": "in the multishuffler",
    "automatic shuffler": "in the automatic shuffler",
    "shuffling device": "in the shuffling device",
}
_DOES: Final = {"wash": "washes"}
_STAFF: Final = {"house": "The dealer", "supervisor": "The supervisor"}


def card_calls(rules: Rulebook, events: Iterable[Event]) -> Iterator[str]:
    """Put what was done with the cards into sentences; the opening of a table is one."""
    opening: list[e.CardsChecked | e.CardsPrepared] = []
    for event in events:
        if isinstance(event, e.CardsChecked | e.CardsPrepared):
            opening.append(event)
            continue
        if opening:
            yield _opened(opening)
            opening = []
        if said := card_call(rules, event):
            yield said


def _opened(steps: list[e.CardsChecked | e.CardsPrepared]) -> str:
    """Say who checked the cards and what was done with them, each thing once."""
    checks = [step for step in steps if isinstance(step, e.CardsChecked)]
    who = list(dict.fromkeys(_staff(check.by).lower() for check in checks))
    said = f"{_and(who)} {'check' if len(who) > 1 else 'checks'} the cards ({checks[0].clause})"
    done = {step.step: step.clause for step in steps if isinstance(step, e.CardsPrepared)}
    acts = [f"{_DOES.get(step, f'{step}s')} ({clause})" for step, clause in done.items()]
    more = f"; the dealer {_and(acts)} them" if acts else ""
    return f"{said[0].upper()}{said[1:]}{more}."


def _and(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _staff(name: str) -> str:
    return _STAFF.get(name, name)


def card_call(rules: Rulebook, event: Event) -> str | None:
    """Put one event of the cards into words; None: nothing to call."""
    match event:
        case e.CardsShuffled():
            return _shuffled(event)
        case e.CutDeclined():
            return f"{event.player} does not cut."
        case e.CardsCut():
            many = "" if event.depth is None else f" {_cards(event.depth)} from the front"
            return f"{_staff(event.by)} cuts{many} ({event.clause})."
        case e.CuttingCardPlaced():
            return _placed(event)
        case e.CardBurned():
            return f"The first card is burned ({event.clause}{_seen(rules)})."
        case e.CuttingCardCameOut():
            return _came_out(event)
        case e.DiscardsIntoDevice():
            rack = _cards(len(event.cards) + event.unseen)
            return f"From the discard rack into the device: {rack} ({event.clause})."
    return None


def _shuffled(event: e.CardsShuffled) -> str:
    empty = "No card is left: the other " if event.cause == "ran out" else ""
    return f"{empty}{event.left} cards are shuffled {_HOW[event.how]} ({event.clause})."


def _placed(event: e.CuttingCardPlaced) -> str:
    behind = "" if event.behind is None else f", {_cards(event.behind)} behind it"
    second = ", and a second one at the very back" if event.second else ""
    return f"The cutting card goes in{behind}{second} ({event.clause})."


def _seen(rules: Rulebook) -> str:
    """Where a player may see the burned card, say how to ask (NZ 8.1)."""
    return "; type burned to see it" if rules.burn.burned_card_may_be_seen.value else ""


def _came_out(event: e.CuttingCardCameOut) -> str:
    if event.cause == "cutting card first":
        return f"The cutting card comes out first: the cards are shuffled now ({event.clause})."
    return f"The cutting card comes out: the cards are shuffled after this round ({event.clause})."


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
