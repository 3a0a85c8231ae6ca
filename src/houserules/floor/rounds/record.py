"""Write a finished round as a round record that `houserules settle` pays the same way."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from houserules.core.money import Cents, dollars, format_money
from houserules.core.record_keys import MalformedRecord
from houserules.core.refusal import Clause
from houserules.floor.rounds.find import Round, RoundStep
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import OptionError, choose, options
from houserules.table.cards.events import BetsReopened
from houserules.table.events import (
    BetsClosed,
    CardDealt,
    ControllerChanged,
    DealerTurnBegan,
    PlayerAbsent,
    RoundEnded,
    RoundVoided,
    TableCleared,
    WagerSettled,
)
from houserules.table.irregularities import events as mishaps
from houserules.table.irregularities.absence import report_begins
from houserules.table.irregularities.rollback import ROUND_EVENTS
from houserules.table.people.events import PlayerReturned, WagersFoundInvalid, WinningsTakenBack
from houserules.table.records.from_events import dealt_cards, read_back, wagers_on
from houserules.table.records.read import read_record
from houserules.table.records.record import (
    Correction,
    CorrectionKind,
    Record,
    WrittenDecision,
)
from houserules.table.records.replay import Violation, replay
from houserules.table.records.write import to_dict
from houserules.table.session.events import FormPlays
from houserules.table.sign.events import BoxUncontrolled, WagerFoundInPlay
from houserules.table.staff.events import GameInvalidated, WagerForfeited, WagerReturned
from houserules.table.state import Box, Result, Table

# What went wrong in a round and was put right: the final events, and corrections for its record.


_OTHERS: Final[dict[type, tuple[CorrectionKind, str]]] = {
    mishaps.PaymentTakenBack: ("payment taken back", "{player}: {amount} of {wager} taken back"),
    WinningsTakenBack: ("winnings taken back", "{player}: {amount} of {wager} taken back"),
    WagersFoundInvalid: ("wager invalid", "{player}'s wagers were found invalid: {reason}"),
    WagerReturned: ("wager handed back", "{player}: {amount} of {wager} handed back"),
    WagerForfeited: ("wager forfeited", "{player}: {amount} of {wager} forfeited for fraud"),
    ControllerChanged: ("control passed", "{player} decides for box {box} from then on"),
    PlayerReturned: ("player back", "{player} came back to box {box}"),
    mishaps.AbsenceTakenBack: (
        "player back",
        "{player} was wrongly reported away from box {box}; the report was taken back",
    ),
    BoxUncontrolled: ("nobody in control", "nobody was entitled to decide for box {box}"),
    WagerFoundInPlay: ("wager found", "{player}'s wager on box {box} was found to be {amount}"),
    mishaps.CardOffered: ("card offered", "{card} was drawn in error and offered round"),
    mishaps.LateOfferOpened: ("late offer", "{offer} was offered late"),
}
"""What happens to a round that a record's other keys have no words for."""


@dataclass
class CorrectedRound:
    """A round as it finally stands."""

    events: list[Any] = field(default_factory=list)  # without those that were taken back
    corrections: list[Correction] = field(default_factory=list)
    payments: list[WagerSettled] = field(default_factory=list)


def read_corrections(steps: Iterable[RoundStep]) -> CorrectedRound:
    """Read a round to its end: drop what was taken back, and list the corrections instead."""
    so, reported, ground = CorrectedRound(), None, "The round was declared void."
    closed = False  # what was put right before bets were closed is of the round before
    cleared: int | None = None  # the corrections until the cards were cleared
    for step in steps:
        event = step.event
        closed = isinstance(event, BetsClosed) or (closed and not isinstance(event, BetsReopened))
        if not closed:
            so.events.append(event)
            continue
        if isinstance(event, mishaps.MisdealReported):
            reported, ground = event, event.what
        elif isinstance(event, mishaps.IrregularityReported):
            ground = f"Declared void: {event.kind}."
        elif isinstance(event, GameInvalidated):
            ground = f"Declared void: {event.ground}."
        if isinstance(event, mishaps.RoundTakenBack):
            del so.corrections[len(so.corrections) if cleared is None else cleared :]
            cleared = None
            so.corrections.append(_dealt_again(event, reported, so.events))
            _take_back(so.events, event)
            continue
        if isinstance(event, mishaps.AbsenceTakenBack):
            _take_back_absence(so.events, event)
        so.events.append(event)
        if isinstance(event, TableCleared) and cleared is None:
            cleared = len(so.corrections)
        if isinstance(event, mishaps.HandsVoided):
            so.corrections.append(_hands_void(event, reported))
        elif isinstance(event, RoundVoided):
            by, notified = step.actor or None, reported.by if reported else None
            so.corrections.append(Correction("round void", ground, by, notified, event.clause))
        elif type(event) in _OTHERS:
            so.corrections.append(_other(event))
    so.corrections += _tokens(so.events)
    so.payments = _payments(so.events)
    return so


def _take_back(events: list[Any], event: mishaps.RoundTakenBack) -> None:
    """Keep the events up to the close of betting, or up to the dealer's turn.

    Betting may have closed for the next round, before its first card (reading 76).
    """
    last = max([n for n, earlier in enumerate(events) if isinstance(earlier, CardDealt)], default=0)
    marks = [n for n, earlier in enumerate(events[:last]) if isinstance(earlier, BetsClosed)][-1:]
    if event.to > 1:
        marks += [n for n, earlier in enumerate(events) if isinstance(earlier, DealerTurnBegan)][:1]
    at = marks[-1]
    del events[at + 1 :]


def _take_back_absence(events: list[Any], event: mishaps.AbsenceTakenBack) -> None:
    """Drop a wrong report that a player was away, and what was decided because of it."""
    away = [
        at
        for at, earlier in enumerate(events)
        if isinstance(earlier, PlayerAbsent)
        and (earlier.box, earlier.player) == (event.box, event.player)
    ]
    begins = report_begins(events, away[-1])
    events[begins:] = [later for later in events[begins:] if not isinstance(later, ROUND_EVENTS)]


def _dealt_again(
    event: mishaps.RoundTakenBack, reported: mishaps.MisdealReported | None, events: Iterable[Any]
) -> Correction:
    dealt = tuple([earlier.card for earlier in events if isinstance(earlier, CardDealt)])
    if reported is None:
        what = "The round was dealt wrongly."
        return Correction("dealt again", what, event.by, None, event.clause, dealt)
    changes = [
        f"{move.card} from {move.taken_from or 'the shoe'} to {move.put_to or 'the shoe'}"
        for move in reported.moves
    ]
    changes += [f"no longer counts: {fallen}" for fallen in reported.falls_away]
    if reported.leftover:
        changes.append(f"left over: {' '.join(map(str, reported.leftover))}")
    what, by = reported.what, reported.by
    return Correction("dealt again", what, event.by, by, event.clause, dealt, tuple(changes))


def _hands_void(event: mishaps.HandsVoided, reported: mishaps.MisdealReported | None) -> Correction:
    what = reported.what if reported else "Hands were declared void."
    by = reported.by if reported else None
    if not event.hands:
        return Correction("round void", what, event.by, by, event.clause)
    hands = tuple([f"box {box}, hand {hand} is void" for box, hand in event.hands])
    return Correction("hands void", what, event.by, by, event.clause, changes=hands)


def _other(event: Any) -> Correction:
    kind, words = _OTHERS[type(event)]
    said = {name: getattr(event, name, "") for name in event.__slots__}
    if "amount" in said:
        said["amount"] = format_money(event.amount + getattr(event, "outstanding", 0))
    what = words.format(**said)
    by, clause = said.get("by"), said.get("clause")
    return Correction(kind, what, by or None, clause=Clause(clause) if clause else None)


def _tokens(events: Iterable[Any]) -> list[Correction]:
    """Return the corrections that name wagers in promotional tokens, which count at their value."""
    rows = [event for event in events if isinstance(event, WagerSettled) and event.token_stake]
    lines = [
        f"{row.player}, {row.wager}, box {row.box}: {format_money(row.token_stake)} in tokens"
        for row in rows
    ]
    what = "promotional tokens were wagered"
    return [Correction("tokens", what, changes=tuple(lines))] if lines else []


def _payments(events: Iterable[Any]) -> list[WagerSettled]:
    """Return the final payment of every wager, after corrections."""
    rows = list[WagerSettled]()
    for event in events:
        if isinstance(event, WagerSettled):
            rows.append(event)
        elif isinstance(event, _AFTERWARDS):
            key = (event.box, event.hand, event.player, event.wager)
            places = [
                n for n, row in enumerate(rows) if (row.box, row.hand, row.player, row.wager) == key
            ]
            for place in places[-1:]:
                rows[place] = _correct(rows[place], event)
    return [replace(row, token_stake=0, tokens=0) for row in rows]  # of which `_tokens` tells


_AFTERWARDS: Final = (WagerReturned, mishaps.PaymentTakenBack, WinningsTakenBack, WagerForfeited)


def _correct(row: WagerSettled, event: Any) -> WagerSettled:
    """Return a payment after a wager was handed back, or money went back to the house."""
    gone = event.amount + getattr(event, "outstanding", 0)
    returned = row.returned + (gone if isinstance(event, WagerReturned) else -gone)
    result: Result = "forfeited" if isinstance(event, WagerForfeited) else "void"
    return replace(row, result=result, odds=None, returned=returned, clause=event.clause)


# The record of a round.


@dataclass(frozen=True, slots=True)
class Unwritten:
    """Why a round cannot be written as a round record."""

    why: str


def record_of(played: Round, steps: Iterable[RoundStep]) -> Record | Unwritten:
    """Return the round record; settling it pays what was finally paid."""
    so = read_corrections(steps)
    if not any(isinstance(event, RoundEnded | RoundVoided) for event in so.events):
        return Unwritten("it is not over")
    if any(isinstance(event, FormPlays) for event in so.events):
        return _FORM
    laid, decisions = read_back(played.setting.rules, so.events)
    paid, corrections = _count_settlements(so.payments), tuple(so.corrections)
    for amounts in ("placed", "plays"):
        record = _record(played, laid, amounts, dealt_cards(so.events), decisions)
        if record is not None:
            record = replace(record, corrections=corrections)
            if _settles(record) == paid:
                return record
    record = _as_paid(played, laid, so, decisions)
    return record if _settles(record) == paid else _UNTOLD


_FORM: Final = Unwritten(
    "a box played for an undisclosed wager; the record of its session has the round"
)
_UNTOLD: Final = Unwritten("it has limits or an irregularity that a record cannot express")


def _as_paid(
    played: Round, laid: Table, so: CorrectedRound, decisions: tuple[WrittenDecision, ...]
) -> Record:
    """Return a record with its payments, which do not follow from cards and decisions."""
    said = "what was paid does not follow from the wagers, cards and decisions alone"
    paid = Correction("as paid", said, payments=tuple(so.payments))
    wagers, sides = wagers_on(laid, "placed")
    setting, cards = played.setting, dealt_cards(so.events)
    corrections = (*so.corrections, paid)
    options = setting.options
    return Record(setting.rules, options, cards, wagers, sides, decisions, corrections)


def _record(
    played: Round, laid: Table, amounts: str, cards: tuple[Any, ...], decisions: tuple[Any, ...]
) -> Record | None:
    wagers, sides = wagers_on(laid, amounts)
    chosen = dict(_options(played, laid.boxes, amounts))
    try:
        rules = choose(rulebook(played.setting.rulebook), chosen)
    except OptionError:
        return None
    return Record(rules, tuple(chosen.items()), cards, wagers, sides, decisions)


def _options(
    played: Round, boxes: tuple[Box, ...], amounts: str
) -> Iterator[tuple[str, str | int | bool]]:
    """Return the table's options, overridden by the sign where it affects payments."""
    yield from played.setting.options
    may = options(played.setting.rules)
    if played.resplit is not None:
        yield "resplit", played.resplit
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
        most = max(sum(bettor.plays for bettor in box.bettors) for box in boxes)
        yield "maximum", max(most, played.setting.rules.limits.maximum.value)
    elif stated is not None:
        yield "maximum", stated.maximum
    for side in (side for box in boxes for side in box.sides):
        yield side.kind.replace("-", "_"), side.amount


def _settles(record: Record) -> Counter[tuple[Any, ...]] | None:
    """Settle a record; None: it is not accepted."""
    try:
        outcome = replay(read_record(to_dict(record)))
    except MalformedRecord:
        return None
    return None if isinstance(outcome, Violation) else _count_settlements(outcome.events)


def _count_settlements(events: Iterable[Any]) -> Counter[tuple[Any, ...]]:
    """Count payments and collections in any order: approval to pay late moves both."""
    return Counter(
        (
            event.box,
            event.hand,
            event.player,
            event.wager,
            event.stake,
            event.result,
            event.returned,
        )
        for event in events
        if isinstance(event, WagerSettled)
    )
