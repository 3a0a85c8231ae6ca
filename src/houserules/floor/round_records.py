"""A finished round of a table as a round record, which `houserules settle` pays the same way."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from houserules.core.money import Cents, dollars
from houserules.floor.round_decisions import decision_of
from houserules.floor.rounds import Round, Step
from houserules.rulebook.loading import rulebook
from houserules.rulebook.options import OptionError, choose, options
from houserules.rulebook.schema import Rulebook
from houserules.table import events as e
from houserules.table.evolve import evolve
from houserules.table.mishaps import events as mishaps
from houserules.table.mishaps import misdeal_events as misdeal
from houserules.table.mishaps.taking_back import ROUND_EVENTS
from houserules.table.office.events import WagerReturned
from houserules.table.people.events import WagersFoundInvalid, WinningsTakenBack
from houserules.table.records.printing import to_dict
from houserules.table.records.reading import read_record
from houserules.table.records.record import Decision, MalformedRecord, Record, Side, Wager
from houserules.table.records.replay import Violation, replay
from houserules.table.sign import events as sign
from houserules.table.state import Box, Table

OF_A_ROUND: Final[tuple[type, ...]] = (
    *ROUND_EVENTS,
    *(e.WagerPlaced, e.WagerWithdrawn, e.SideWagerPlaced, e.SideWagerWithdrawn, e.WagerCutBack),
    *(sign.WagerRaised, sign.WagersArranged, sign.SideWagerDisplaced, sign.WagersKept),
)
_BEYOND: Final[dict[type, str]] = {
    e.RoundVoided: "it was declared void",
    misdeal.RoundTakenBack: "it was dealt wrongly and put right",
    misdeal.HandsVoided: "hands of it were declared void",
    misdeal.PaymentTakenBack: "a payment was taken back",
    WinningsTakenBack: "winnings were taken back",
    WagersFoundInvalid: "wagers were found invalid",
    WagerReturned: "a wager was handed back",
    e.ControllerChanged: "who decided for a box went out of it",
    mishaps.CardOffered: "a card drawn in error was offered round",
    mishaps.LateOfferOpened: "insurance or surrender was offered late",
}
"""What a record has no words for."""


@dataclass(frozen=True, slots=True)
class Unwritten:
    """Why a round is no round record."""

    why: str


def record_of(played: Round, steps: Iterable[Step]) -> Record | Unwritten:
    """Write a round down; the record has been settled, and pays what was paid."""
    events = [step.event for step in steps]
    begun = next(n for n, each in enumerate(events) if isinstance(each, e.BetsClosed))
    if no := _beyond(events[begun:]):
        return no
    laid, decisions = _played(played.setting.rules, events)
    if laid.layout_tokens():
        return _WITH_TOKENS
    paid = _payments(events)
    for amounts in ("placed", "plays"):
        record = _record(played, laid, amounts, _cards(events), decisions)
        if record is not None and _settles(record) == paid:
            return record
    return Unwritten("it has limits or an irregularity that a record cannot tell")


_WITH_TOKENS: Final = Unwritten("promotional tokens were wagered")


def _beyond(events: list[Any]) -> Unwritten | None:
    """Say what has happened since bets were closed that a record does not have."""
    for event in events:
        if why := _BEYOND.get(type(event)):
            return Unwritten(why)
        if getattr(event, "tokens", 0):
            return _WITH_TOKENS
    if not any(isinstance(event, e.RoundEnded) for event in events):
        return Unwritten("it is not over")
    return None


def _played(rules: Rulebook, events: list[Any]) -> tuple[Table, tuple[Decision, ...]]:
    """Give the layout when bets were closed, and what was decided after that."""
    table, decisions = Table(), list[Decision]()
    laid = table
    for event in events:
        if isinstance(event, e.BetsClosed):
            laid = table
        if type(event) in OF_A_ROUND:
            if decision := decision_of(rules, table, event):
                decisions.append(decision)
            table = evolve(table, event)
    return laid, tuple(decisions)


def _cards(events: list[Any]) -> tuple[Any, ...]:
    return tuple(event.card for event in events if isinstance(event, e.CardDealt))


def _record(
    played: Round, laid: Table, amounts: str, cards: tuple[Any, ...], decisions: tuple[Any, ...]
) -> Record | None:
    wagers = tuple(
        Wager(box.number, each.player, getattr(each, amounts), each.seated)
        for box in laid.boxes
        for each in box.bettors
        if getattr(each, amounts)
    )
    sides = tuple(
        Side(each.kind, box.number, each.player, each.amount, each.suit)
        for box in laid.boxes
        for each in box.sides
    )
    chosen = dict(_options(played, laid.boxes, amounts))
    try:
        rules = choose(rulebook(played.setting.rulebook), chosen)
    except OptionError:
        return None
    return Record(rules, tuple(chosen.items()), cards, wagers, sides, decisions)


def _options(
    played: Round, boxes: tuple[Box, ...], amounts: str
) -> Iterator[tuple[str, str | int | bool]]:
    """Give the table's options, and over them the limits of the sign as far as money hangs on them."""
    yield from played.setting.options
    may = options(played.setting.rules)
    for name, amount in _limits(played, boxes, amounts):
        if amount is not None and name in may and may[name].value != amount:
            yield name, dollars(amount)


def _limits(
    played: Round, boxes: tuple[Box, ...], amounts: str
) -> Iterator[tuple[str, Cents | None]]:
    stated = played.stated
    if stated is not None:
        yield "minimum", stated.minimum
        yield "unit", stated.unit
    if amounts == "plays":
        most = max(sum(each.plays for each in box.bettors) for box in boxes)
        yield "maximum", max(most, played.setting.rules.limits.maximum.value)
    elif stated is not None:
        yield "maximum", stated.maximum
    for side in (side for box in boxes for side in box.sides):
        yield side.kind.replace("-", "_"), side.amount


def _settles(record: Record) -> Counter[tuple[Any, ...]] | None:
    """Settle what would be written; None: it would not be accepted."""
    try:
        outcome = replay(read_record(to_dict(record)))
    except MalformedRecord:
        return None
    return None if isinstance(outcome, Violation) else _payments(outcome.events)


def _payments(events: Iterable[Any]) -> Counter[tuple[Any, ...]]:
    """Count what was paid and collected, in any order and at any stage: leave to pay late moves both."""
    return Counter(
        (each.box, each.hand, each.player, each.wager, each.stake, each.result, each.returned)
        for each in events
        if isinstance(each, e.WagerSettled)
    )
