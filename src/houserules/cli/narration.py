"""What is said of the cards, in words: checked, shuffled, cut, burned, and the cutting card."""

from collections.abc import Iterable, Iterator
from typing import Final, Protocol

from houserules.core.money import Cents, dollars, format_money
from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table import events
from houserules.table.cards import events as e
from houserules.table.events import Event
from houserules.table.people.events import PlayerReturned
from houserules.table.sign.events import BoxUncontrolled
from houserules.table.state import Table

_HOW: Final = {
    "hand": "by hand",
    "multishuffler": "in the multishuffler",
    "automatic shuffler": "in the automatic shuffler",
    "shuffling device": "in the shuffling device",
    "software": "by the software",
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
        case e.CutDeclined() | e.CutPassedOn():
            return f"{event.player} does not cut."
        case e.CardsCut():
            many = "" if event.depth is None else f" {_card_names(event.depth)} from the front"
            by = "The house" if event.by == "house" else _staff(event.by)
            return f"{by} cuts{many} ({event.clause})."
        case e.CuttingCardPlaced():
            return _placed(event)
        case e.CardBurned(card, clause) if card is not None and clause in _beside_the_first(rules):
            return f"{card} is burned ({clause})."
        case e.CardBurned():
            return f"The first card is burned ({event.clause}{_seen(rules)})."
        case e.CuttingCardCameOut():
            return _came_out(event)
        case e.BetsReopened():
            return f"Bets are open again until the first card ({event.clause})."
        case e.DiscardsIntoDevice():
            rack = _card_names(len(event.cards) + event.unseen)
            return f"From the discard rack into the device: {rack} ({event.clause})."
    return None


def _beside_the_first(rules: Rulebook) -> tuple[Clause, ...]:
    """Return the clauses by which a card is burned that is not the first of a shoe."""
    part = rules.irregularities
    return (
        part.faced_card_is_burned,
        part.finished_hand_card_burned,
        part.round_without_wagers.clause,
        rules.misdeal.misdeal_leftovers.clause,
    )


def _shuffled(event: e.CardsShuffled) -> str:
    empty = "No card is left: the other " if event.cause == "ran out" else ""
    return f"{empty}{event.left} cards are shuffled {_HOW[event.how]} ({event.clause})."


def _placed(event: e.CuttingCardPlaced) -> str:
    behind = "" if event.behind is None else f", {_card_names(event.behind)} behind it"
    second = ", and a second one at the very back" if event.second else ""
    return f"The cutting card goes in{behind}{second} ({event.clause})."


def _seen(rules: Rulebook) -> str:
    """Where a player may see the burned card, say how to ask (NZ 8.1)."""
    return "; type burned to see it" if rules.burn.burned_card_may_be_seen.value else ""


def _came_out(event: e.CuttingCardCameOut) -> str:
    if event.cause == "cutting card first":
        return f"The cutting card comes out first: the cards are shuffled now ({event.clause})."
    return f"The cutting card comes out: the cards are shuffled after this round ({event.clause})."


def _card_names(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


# What is called at a table, in words: amounts, places, events.


class Seen(Protocol):
    """A table that somebody looks at: one that is played at, or a round that is shown again."""

    @property
    def rules(self) -> Rulebook:
        """The rulebook that it is played by."""
        ...

    @property
    def table(self) -> Table:
        """The table as it stands."""
        ...

    @property
    def spot(self) -> tuple[int, int] | None:
        """The box and the hand that a decision or an answer is asked for."""
        ...

    @property
    def foot(self) -> str:
        """What stands at the foot of the felt about whoever looks."""
        ...


def signed_money(amount: Cents) -> str:
    """Print what somebody is up or down, to the cent."""
    return f"{'+' if amount > 0 else '-' if amount < 0 else ''}${dollars(abs(amount))}"


def place(table: Table, box: int | None, hand: int | None = None) -> str:
    """Name a box, or a hand of a split box as a round record does: Box 1.2."""
    if box is None:
        return "Table"
    found = table.box(box)
    return f"Box {box}.{hand}" if hand and found and found.is_split else f"Box {box}"


def shoe_and_rack(table: Table) -> str:
    """Count the cards left to deal and those in the discard rack; say if the cutting card is out."""
    source = table.source
    if source is None:
        return ""
    device = source.kind == "shuffling device"
    out = ", cutting card out" if source.out else ""
    rack = len(table.discards) + source.burned
    return f"{'device' if device else 'shoe'} {source.left}{out}  rack {rack}"


def call(seen: Seen, event: events.Event) -> str | None:
    """Put an event into words; None: nothing to call."""
    name = place(seen.table, getattr(event, "box", None), getattr(event, "hand", None))
    match event:
        case events.BetsClosed():
            return "No more bets."
        case events.OffersOpened():
            return " ".join(f"{what}? ({clause})" for what, clause in offers(seen))
        case events.InsurancePlaced():
            return f"{name} is insured for {format_money(event.amount)}."
        case events.WagerSurrendered():
            return f"{name} surrenders."
        case events.HandStood():
            hand = seen.table.hand(event.box, event.hand)
            clause = f" ({event.clause})" if event.clause else ""
            return f"{name} stands on {hand.total}{clause}." if hand else None
        case events.HandDoubled():
            return f"{name} doubles for {format_money(event.amount)} on {event.total}."
        case events.HandSplit():
            return f"Box {event.box} splits, with {format_money(event.amount)} on the new hand."
        case events.PlayerAbsent():
            return f"{name} plays on without {event.player} ({event.clause})."
        case events.DecisionsPassed():
            return f"{event.player} decides for box {event.box} ({event.clause})."
        case PlayerReturned():
            return f"{event.player} is back at box {event.box} ({event.clause})."
        case BoxUncontrolled():
            return f"Nobody may decide for box {event.box} ({event.clause})."
    return card_call(seen.rules, event)


def offers(seen: Seen) -> Iterator[tuple[str, Clause]]:
    """Yield what the dealer's first card opens, and by which clause."""
    first = seen.table.dealer[0].rank
    insurance, surrender = seen.rules.insurance, seen.rules.surrender
    if not isinstance(insurance, NotOffered) and first in insurance.insurance_against.value:
        yield "Insurance", insurance.insurance_against.clause
    if not isinstance(surrender, NotOffered) and first in surrender.surrender_against.value:
        yield "Surrender", surrender.surrender_against.clause
