"""What went wrong in a round and was put right: the final events, and corrections for its record."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from houserules.core.cards import Card
from houserules.core.money import dollars
from houserules.core.refusal import Clause
from houserules.floor.rounds.find import Step
from houserules.table.cards.events import BetsReopened
from houserules.table.events import (
    BetsClosed,
    CardDealt,
    ControllerChanged,
    DealerTurnBegan,
    PlayerAbsent,
    RoundVoided,
    TableCleared,
    WagerSettled,
)
from houserules.table.irregularities import events as misdeal
from houserules.table.irregularities import events as mishaps
from houserules.table.irregularities.absence import report_begins
from houserules.table.irregularities.rollback import ROUND_EVENTS
from houserules.table.people.events import PlayerReturned, WagersFoundInvalid, WinningsTakenBack
from houserules.table.records.record import Correction, CorrectionKind
from houserules.table.sign.events import BoxUncontrolled, WagerFoundInPlay
from houserules.table.staff.events import GameInvalidated, WagerForfeited, WagerReturned

_OTHERS: Final[dict[type, tuple[CorrectionKind, str]]] = {
    misdeal.PaymentTakenBack: ("payment taken back", "{player}: {amount} of {wager} taken back"),
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


def read_corrections(steps: Iterable[Step]) -> CorrectedRound:
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
        if isinstance(event, misdeal.MisdealReported):
            reported, ground = event, event.what
        elif isinstance(event, mishaps.IrregularityReported):
            ground = f"Declared void: {event.kind}."
        elif isinstance(event, GameInvalidated):
            ground = f"Declared void: {event.ground}."
        if isinstance(event, misdeal.RoundTakenBack):
            del so.corrections[len(so.corrections) if cleared is None else cleared :]
            cleared = None
            so.corrections.append(_dealt_again(event, reported, _cards(so.events)))
            _take_back(so.events, event)
            continue
        if isinstance(event, mishaps.AbsenceTakenBack):
            _take_back_absence(so.events, event)
        so.events.append(event)
        if isinstance(event, TableCleared) and cleared is None:
            cleared = len(so.corrections)
        if isinstance(event, misdeal.HandsVoided):
            so.corrections.append(_hands_void(event, reported))
        elif isinstance(event, RoundVoided):
            so.corrections.append(_round_void(event, step.actor, reported, ground))
        elif type(event) in _OTHERS:
            so.corrections.append(_other(event))
    so.corrections += _tokens(so.events)
    so.payments = _payments(so.events)
    return so


def _cards(events: Iterable[Any]) -> tuple[Card, ...]:
    return tuple([event.card for event in events if isinstance(event, CardDealt)])


def _take_back(events: list[Any], event: misdeal.RoundTakenBack) -> None:
    """Keep the events up to the close of betting, or up to the dealer's turn.

    Betting may have closed for the next round, before its first card (reading 76).
    """
    last = max([n for n, each in enumerate(events) if isinstance(each, CardDealt)], default=0)
    marks = [n for n, each in enumerate(events[:last]) if isinstance(each, BetsClosed)][-1:]
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
    event: misdeal.RoundTakenBack, reported: misdeal.MisdealReported | None, dealt: tuple[Card, ...]
) -> Correction:
    what = reported.what if reported else "The round was dealt wrongly."
    by = reported.by if reported else None
    changes = tuple(_changes(reported)) if reported else ()
    return Correction("dealt again", what, event.by, by, event.clause, dealt, changes)


def _changes(reported: misdeal.MisdealReported) -> Iterator[str]:
    for move in reported.moves:
        yield f"{move.card} from {move.taken_from or 'the shoe'} to {move.put_to or 'the shoe'}"
    for event in reported.falls_away:
        yield f"falls away: {event}"
    if reported.leftover:
        yield f"left over: {' '.join(map(str, reported.leftover))}"


def _round_void(
    event: RoundVoided, by: str, reported: misdeal.MisdealReported | None, ground: str
) -> Correction:
    notified = reported.by if reported else None
    return Correction("round void", ground, by or None, notified, event.clause)


def _hands_void(event: misdeal.HandsVoided, reported: misdeal.MisdealReported | None) -> Correction:
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
        said["amount"] = f"${dollars(event.amount + getattr(event, 'outstanding', 0))}"
    what = words.format(**said)
    by, clause = said.get("by"), said.get("clause")
    return Correction(kind, what, by or None, clause=Clause(clause) if clause else None)


def _tokens(events: Iterable[Any]) -> list[Correction]:
    """Return the corrections that name wagers in promotional tokens, which count at their value."""
    rows = [event for event in events if isinstance(event, WagerSettled) and event.token_stake]
    lines = tuple(
        [
            f"{row.player}, {row.wager}, box {row.box}: ${dollars(row.token_stake)} in tokens"
            for row in rows
        ]
    )
    if not lines:
        return []
    return [Correction("tokens", "promotional tokens were wagered", changes=lines)]


def _payments(events: Iterable[Any]) -> list[WagerSettled]:
    """Return the final payment of every wager, after corrections."""
    rows = list[WagerSettled]()
    for event in events:
        if isinstance(event, WagerSettled):
            rows.append(event)
        elif change := _AFTERWARDS.get(type(event)):
            key = (event.box, event.hand, event.player, event.wager)
            indexes = [
                n for n, row in enumerate(rows) if (row.box, row.hand, row.player, row.wager) == key
            ]
            if indexes:
                row = rows[indexes[-1]]
                rows[indexes[-1]] = change(row, event)
    return [replace(row, token_stake=0, tokens=0) for row in rows]  # of which `_tokens` tells


def _void(row: WagerSettled, returned: int, clause: Clause) -> WagerSettled:
    return replace(row, result="void", odds=None, returned=returned, clause=clause)


def _back(row: WagerSettled, event: Any) -> WagerSettled:
    return _void(row, row.returned + event.amount, event.clause)


def _reduce(row: WagerSettled, event: Any) -> WagerSettled:
    return _void(row, row.returned - event.amount - event.outstanding, event.clause)


def _forfeit(row: WagerSettled, event: Any) -> WagerSettled:
    return replace(_reduce(row, event), result="forfeited")


_AFTERWARDS: Final[dict[type, Callable[[WagerSettled, Any], WagerSettled]]] = {
    WagerReturned: _back,
    misdeal.PaymentTakenBack: _reduce,
    WinningsTakenBack: _reduce,
    WagerForfeited: _forfeit,
}
