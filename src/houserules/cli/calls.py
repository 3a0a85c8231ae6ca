"""What is called at a table, in words: amounts, places, events."""

from collections.abc import Iterator
from typing import Protocol

from houserules.cli.card_calls import card_call
from houserules.core.money import Cents, dollars
from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table import events as e
from houserules.table.state import Table


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


def money(amount: Cents) -> str:
    """Print an amount as people say it: $25, $12.50."""
    return f"${dollars(amount)}".removesuffix(".00")


def signed(amount: Cents) -> str:
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


def call(seen: Seen, event: e.Event) -> str | None:
    """Put an event into words; None: nothing to call."""
    name = place(seen.table, getattr(event, "box", None), getattr(event, "hand", None))
    match event:
        case e.BetsClosed():
            return "No more bets."
        case e.OffersOpened():
            return " ".join(f"{what}? ({clause})" for what, clause in offers(seen))
        case e.InsurancePlaced():
            return f"{name} is insured for {money(event.amount)}."
        case e.WagerSurrendered():
            return f"{name} surrenders."
        case e.HandStood():
            hand = seen.table.hand(event.box, event.hand)
            clause = f" ({event.clause})" if event.clause else ""
            return f"{name} stays at {hand.total}{clause}." if hand else None
        case e.HandDoubled():
            return f"{name} doubles for {money(event.amount)} on {event.total}."
        case e.HandSplit():
            return f"Box {event.box} splits, with {money(event.amount)} on the new hand."
        case e.PlayerAbsent():
            return f"{name} plays on without {event.player} ({event.clause})."
    return card_call(seen.rules, event)


def offers(seen: Seen) -> Iterator[tuple[str, Clause]]:
    """Give what the dealer's first card opens, and by which clause."""
    first = seen.table.dealer[0].rank
    insurance, surrender = seen.rules.insurance, seen.rules.surrender
    if not isinstance(insurance, NotOffered) and first in insurance.insurance_against.value:
        yield "Insurance", insurance.insurance_against.clause
    if not isinstance(surrender, NotOffered) and first in surrender.surrender_against.value:
        yield "Surrender", surrender.surrender_against.clause
