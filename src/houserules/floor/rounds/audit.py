"""Decide stored rounds again under their own rulebook, command by command.

A difference at one command does not affect the next: each is decided on the table as the stored events
have left it.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby, zip_longest
from typing import Any, Final

from houserules.core.cards import Card
from houserules.core.record_keys import MalformedRecord
from houserules.core.refusal import Refusal
from houserules.floor.events import FLOOR_EVENTS, FloatMoved, ShoeRevealed, TableSetUp
from houserules.floor.rounds.differences import (
    EventDifference,
    RecordedDecision,
    decide_again,
    differences,
    impossible,
)
from houserules.floor.rounds.event_causes import cause, is_order
from houserules.floor.rounds.session_causes import FOLLOWS, session_cause
from houserules.floor.stored_events import event_of
from houserules.journal.chain import RecordRow
from houserules.rulebook.schema import Rulebook
from houserules.shoe.proof import verify
from houserules.shoe.record import CardOut, ShoeRecord
from houserules.shoe.record_format import read_shoe
from houserules.table.cards.census import round_has_begun
from houserules.table.cards.events import (
    BetsReopened,
    CardBurned,
    CardDamaged,
    CardExposed,
    CardKeptUnderShoe,
    CardsDropped,
    CardsShuffled,
    StepMissed,
)
from houserules.table.cards.next_step import is_next
from houserules.table.commands import CloseBets, Command
from houserules.table.events import CardDealt, Event, SideWagerWithdrawn, WagerWithdrawn
from houserules.table.evolve import evolve
from houserules.table.irregularities.events import (
    CardsSetReady,
    IrregularityReported,
    MisdealReported,
    RoundTakenBack,
    WrongCardsFound,
)
from houserules.table.irregularities.state import WrongDeal
from houserules.table.records.from_events import ROUND_RECORD_EVENTS
from houserules.table.session.events import SessionBegun, SessionResultAnnounced
from houserules.table.sign.events import WagersKept
from houserules.table.state import Table, changed
from houserules.tournament.play.at_table import session_results
from houserules.tournament.state import PlayerResult

# Check shoes against their own proof, the cards of the rounds, and what staff recorded.


_REPORTS: Final = (
    *(IrregularityReported, MisdealReported, RoundTakenBack, WrongCardsFound, CardKeptUnderShoe),
    *(StepMissed, CardExposed, CardsDropped, CardDamaged),
)


def why_not_said(table: Table, event: Any) -> str | None:
    """Say why staff cannot have given this order about a table's cards (reading 75)."""
    if table.source is None:
        return None
    burned = isinstance(event, CardBurned) and not is_next(table, "burn")
    if table.source.virtual and (burned or isinstance(event, _REPORTS)):
        return "the software deals this shoe in the order of its stack, so it cannot happen"
    if not isinstance(event, RoundTakenBack) or not isinstance(table.irregularity, WrongDeal):
        return None
    if event.clause == table.irregularity.clause and event.by == table.irregularity.by:
        return f"{event.by} had reported the error; somebody else must confirm it"
    return None


@dataclass(slots=True)
class _AuditedShoe:
    """What the stream says of a shoe."""

    dealt: list[Card] = field(default_factory=list)
    redealt: bool = False  # cards were taken back or lay ready: they left the shoe in another order
    stands_in: bool = False  # for a device that failed, with that device's cards


@dataclass(slots=True)
class Shoes:
    """The shoes of a table that are not revealed yet, by commitment."""

    by_commitment: dict[str, _AuditedShoe] = field(default_factory=dict)
    present: _AuditedShoe = field(default_factory=_AuditedShoe)

    def follow(self, event: Any) -> None:
        """Follow the cards of the stream."""
        if isinstance(event, CardsShuffled) and event.commitment:
            if event.new_shoe or event.cause == "malfunction":
                self.present = _AuditedShoe(stands_in=not event.new_shoe)
            self.by_commitment[event.commitment] = self.present
        elif isinstance(event, CardDealt):
            self.present.dealt.append(event.card)
        self.present.redealt |= isinstance(event, CardsSetReady | RoundTakenBack)

    def check_revealed(self, event: ShoeRevealed) -> Iterator[str]:
        """Return what is wrong with a finished shoe."""
        shoes = [self.by_commitment.pop(commitment, None) for commitment in event.commitments]
        shoe = shoes[0] if shoes else None
        if shoe is None:
            yield "a shoe was revealed that was never committed to"
            return
        if shoe.stands_in:
            return  # its stack is what the device held, which no record has
        try:
            record = read_shoe(json.loads(event.record))
        except (MalformedRecord, ValueError) as error:
            yield f"the record of a revealed shoe cannot be read: {error}"
            return
        if [segment.commitment for segment in record.segments] != list(event.commitments):
            yield "the record of a revealed shoe has other commitments than were published"
        yield from _against(record, shoe)


def _against(record: ShoeRecord, shoe: _AuditedShoe) -> Iterator[str]:
    for check in verify(record):
        if check.passed is False:
            yield f"a revealed shoe fails its check {check.name!r}: {check.detail}"
    if shoe.redealt:
        return
    outs = [out for segment in record.segments for out in segment.out if isinstance(out, CardOut)]
    played = [out.card for out in outs if out.to.kind in ("box", "dealer")]
    if played != shoe.dealt:
        pairs = zip_longest(played, shoe.dealt)
        first, (told, came) = next((n, both) for n, both in enumerate(pairs, 1) if len({*both}) > 1)
        yield (
            f"card {first} dealt from a revealed shoe is {came or 'none'} in the rounds and "
            f"{told or 'none'} in its record"
        )


_BROUGHT_ABOUT: Final = frozenset(ROUND_RECORD_EVENTS) - {
    WagerWithdrawn,
    SideWagerWithdrawn,
    WagersKept,
}
"""What only follows from a command of the round, or from an order of staff."""


@dataclass(slots=True)
class Auditor:
    """Goes through the stream of one table; `found` has every difference so far."""

    table: str
    since: int = 0  # milliseconds: earlier records are only followed
    rules: Rulebook | None = None  # None: those that the table was set up with
    state: Table = field(default_factory=Table)
    rounds: int = 0  # decided again
    commands: Counter[str] = field(default_factory=Counter)  # decided again, by name
    passed: int = 0  # events that no command of the round brought about
    found: list[EventDifference] = field(default_factory=list)
    shoes: Shoes = field(default_factory=Shoes)
    results: dict[str, tuple[PlayerResult, ...]] = field(default_factory=dict)  # of its sessions

    @property
    def wrong(self) -> list[EventDifference]:
        """The differences that no earlier reading accounts for."""
        return [difference for difference in self.found if not difference.earlier]

    def follow(self, rows: Iterable[RecordRow]) -> Iterator[int]:
        """Follow further records; yields the position reached."""
        for _, together in groupby(rows, key=lambda row: row.batch):
            batch = list(together)
            try:
                self._take(batch)
            except Exception as error:  # a forged event may break the table in any way
                detail = f"it cannot be replayed from here: {error!r}"
                self._find(batch[0].position, batch[0].time, EventDifference(detail=detail))
                return
            yield batch[-1].position

    def _take(self, batch: list[RecordRow]) -> None:
        events = [event_of(row) for row in batch]
        at, ordered = 0, batch[0].time < self.since
        while at < len(events):
            event, row = events[at], batch[at]
            order = None if ordered or self.rules is None else self._session_order(event)
            ordered = ordered or (order is None and is_order(event)) or self._is_irregular
            command = None if ordered or self.rules is None else order or self._cause(events[at:])
            if command is None:
                if not ordered and self._is_stray(event, is_first=at == 0):
                    stray = differences([event], ())
                    self._find(row.position, row.time, next(stray)[1])
                self._pass(event, row)
                at += 1
            else:
                at += self._decide(command, events[at:], batch[at:])

    def _cause(self, events: list[Any]) -> Command | None:
        if type(events[0]) in FLOOR_EVENTS:
            return None
        assert self.rules is not None
        return cause(self.rules, self.state, events)

    @property
    def _is_irregular(self) -> bool:
        return self.state.irregularity is not None

    def _session_order(self, event: Any) -> Command | None:
        """Return the order of a session that an event tells of, unless an irregularity is open."""
        assert self.rules is not None
        if self._is_irregular or (
            self.state.session is None and not isinstance(event, SessionBegun)
        ):
            return None
        order: Command | None = session_cause(self.rules, event)
        return order

    def _is_stray(self, event: Any, *, is_first: bool) -> bool:
        """Whether nothing before the event can have brought it about."""
        if is_first and isinstance(event, FOLLOWS):
            return True
        if not isinstance(event, BetsReopened):
            return type(event) in _BROUGHT_ABOUT
        table = self.state  # the cutting card came out before the first card
        first = table.phase == "dealing" and not round_has_begun(table)
        return not first or table.source is None or not table.source.out

    def _pass(self, event: Any, row: RecordRow) -> None:
        """Accept an event as stored; check a revealed shoe."""
        self.passed += row.time >= self.since
        if isinstance(event, TableSetUp):
            self.rules = self.rules or event.setting.rules
        elif isinstance(event, ShoeRevealed) and row.time >= self.since:
            for detail in self.shoes.check_revealed(event):
                self._find(row.position, row.time, EventDifference(detail=detail))
        if row.time >= self.since and (why := why_not_said(self.state, event)):
            self._find(row.position, row.time, impossible(event, why, reading=75))
        self._step(event)

    def _step(self, event: Any) -> None:
        if isinstance(event, FloatMoved):
            self.state = changed(self.state, float_tray=self.state.float_tray + event.amount)
        elif type(event) not in FLOOR_EVENTS:
            if isinstance(event, BetsReopened) and self.rounds:
                self.rounds -= 1
            self.shoes.follow(event)
            self.state = evolve(self.state, event)
            if isinstance(event, SessionResultAnnounced):
                assert self.state.session is not None
                self.results[self.state.session.name] = session_results(self.state.session)

    def _decide(self, command: Command, events: list[Any], rows: list[RecordRow]) -> int:
        """Decide a command again; return how many of the stored events it accounts for."""
        assert self.rules is not None
        self.commands[type(command).__name__] += 1
        self.rounds += isinstance(command, CloseBets)
        before, decided = self.state, decide_again(self.rules, self.state, command)
        count = len(decided) if not isinstance(decided, Refusal) else 0
        if not isinstance(decided, Refusal) and list(decided) == events[:count]:
            for event in events[:count]:
                self._step(event)
            return count
        number = before.rounds + (before.phase == "betting")
        stored = self._segment(command, events, () if isinstance(decided, Refusal) else decided)
        decision = RecordedDecision(self.rules, before, command, stored, decided)
        for place, difference in decision.compare():
            row = rows[min(place, len(stored) - 1)]
            self._find(row.position, row.time, difference, number)
        return len(stored)

    def _segment(
        self, command: Command, events: list[Any], decided: tuple[Event, ...]
    ) -> list[Any]:
        """Return the stored events of the first command, up to where another begins."""
        kinds = {*ROUND_RECORD_EVENTS, *map(type, decided)}
        for count, event in enumerate(events):
            other = is_order(event) or type(event) not in kinds
            if count and (other or self._begins(command, events[count:])):
                return events[:count]
            self._step(event)
        return events

    def _begins(self, command: Command, events: list[Any]) -> bool:
        """Whether another command begins here; bets are closed once, whatever comes before it."""
        cause = self._cause(events)
        return cause is not None and not (
            isinstance(cause, CloseBets) and isinstance(command, CloseBets)
        )

    def _find(
        self, position: int, at: int, difference: EventDifference, number: int | None = None
    ) -> None:
        place = {"table": self.table, "position": position, "at": at}
        number = number or self.state.rounds or None
        self.found.append(replace(difference, **place, round=number))  # type: ignore[arg-type]
