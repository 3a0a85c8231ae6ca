"""A session read back from the events of its table: entries, cards and decisions of every round."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from houserules.core.money import Cents
from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.table.events import BetsClosed, CardAsked, CardDealt, HandStood, TableCleared
from houserules.table.evolve import evolve
from houserules.table.irregularities.events import AbsenceTakenBack, HandsVoided, RoundTakenBack
from houserules.table.people.events import PlayerRenamed
from houserules.table.people.evolve import with_new_name
from houserules.table.records.from_events import ROUND_RECORD_EVENTS, decision_of
from houserules.table.records.record import WrittenDecision
from houserules.table.session.events import (
    PlayerDisqualified,
    SessionBegun,
    SessionEnded,
    SessionRoundBegan,
    SessionRoundCounted,
    SessionRoundTakenBack,
)
from houserules.table.session.order import from_marker
from houserules.table.session.state import Entry, Session
from houserules.table.staff.events import PaymentAnnulled, PaymentRectified
from houserules.table.state import Table
from houserules.tournament.records.record import PlayerEntry, RoundEntry
from houserules.tournament.records.report import printed_clause

Trail = tuple[tuple[Any, WrittenDecision | None], ...]
"""The events of a round with the decisions behind them, in step with the table's own log."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round as it was played: what a record writes, and the chips after it."""

    entry: RoundEntry
    chips: dict[str, Cents] | None  # after it; None: it was void
    resplit: bool | None  # as permitted at the table; None: as the option has it
    perfect_pairs: frozenset[Cents]  # the amounts of its Perfect Pairs wagers
    trail: Trail = ()


@dataclass(frozen=True, slots=True)
class PlayedSession:
    """A session as its table played it."""

    session: Session  # as it stood at its end
    rounds: tuple[PlayedRound, ...]
    left_after: tuple[PlayerEntry, ...]  # disqualified after the last round that is written
    put_right: bool  # a payment, which moved chips between two rounds


@dataclass(slots=True)
class SessionRecorder:
    """Follows a table from its first event, and hands out each session when it has ended."""

    rules: Rulebook
    table: Table = field(default_factory=Table)
    _rounds: list[PlayedRound] = field(default_factory=list)
    _entries: tuple[PlayerEntry, ...] = ()
    _pairs: frozenset[Cents] = frozenset()
    _trail: Trail = ()
    _out: list[PlayerDisqualified] = field(default_factory=list)  # since the last round written
    _marker: int | None = None
    _put_right: bool = False

    def follow(self, event: Any) -> PlayedSession | None:
        """Follow an event; return the session that it has ended."""
        before, self.table = self.table, evolve(self.table, event)
        if isinstance(event, SessionBegun):
            self._rounds, self._out, self._put_right, self._trail = [], [], False, ()
        if before.session is None:
            return None
        self._take(event, before, before.session)
        return self._played_session(before.session) if isinstance(event, SessionEnded) else None

    @property
    def now(self) -> PlayedSession | None:
        """The session at the table, once it is over."""
        session = self.table.session
        return self._played_session(session) if session is not None and session.is_over else None

    def _take(self, event: Any, before: Table, session: Session) -> None:
        if isinstance(event, RoundTakenBack | AbsenceTakenBack):
            self._trail = self._trail[: event.to]
        if self.table.before_round is not None:
            made = _decision(self.rules, before, event)
            self._trail = (*self._trail, (event, made))
        match event:
            case BetsClosed():
                self._begin_round(before, session)
                self._trail = ((event, None),)
            case SessionRoundCounted(dealt=dealt, chips=chips):
                if not dealt:
                    self._begin_round(before, session)
                    self._trail = ()
                self._end_round(dict(chips))
            case TableCleared() if session.void:
                self._end_round(None)
            case HandsVoided(hands=()) if before.phase == "betting":
                self._end_round(None)
            case SessionRoundTakenBack() if self._rounds:
                last = self._rounds.pop()
                self._entries, self._trail, self._out = last.entry.entries, last.trail, []
                self._pairs = last.perfect_pairs
            case SessionRoundBegan(marker=marker):
                self._marker = marker
            case PlayerDisqualified():
                self._out.append(event)
            case PaymentRectified() | PaymentAnnulled():
                self._put_right = True
            case PlayerRenamed(player=old, to=new):
                self._rounds = list(with_new_name(tuple(self._rounds), old, new))
                self._out = list(with_new_name(tuple(self._out), old, new))
                self._entries = with_new_name(self._entries, old, new)

    def _begin_round(self, table: Table, session: Session) -> None:
        self._entries = _entries(table, session, self._out)
        self._pairs = frozenset([side.amount for box in table.boxes for side in box.sides])
        self._out = []

    def _end_round(self, chips: dict[str, Cents] | None) -> None:
        entry = RoundEntry(
            "",
            self._entries,
            tuple([event.card for event, _ in self._trail if isinstance(event, CardDealt)]),
            tuple([made for _, made in self._trail if made is not None]),
            void=chips is None,
        )
        resplit = self.table.sign.orders.resplit if self.table.sign else None
        self._rounds.append(PlayedRound(entry, chips, resplit, self._pairs, self._trail))

    def _played_session(self, session: Session) -> PlayedSession:
        out = sorted(self._out, key=lambda event: (event.box < (self._marker or 0), event.box))
        left_after = tuple(map(_disqualification, out))
        return PlayedSession(session, tuple(self._rounds), left_after, self._put_right)


def _entries(
    table: Table, session: Session, out: Iterable[PlayerDisqualified]
) -> tuple[PlayerEntry, ...]:
    """Return what everybody did before the cards, in the order of wagering if there is one."""
    entries = [_disqualification(event) for event in out]
    gone = {entry.player for entry in entries}
    boxes = {player.name: player.box for player in session.players}
    entries += [
        _entry(table, session, entry, boxes[entry.player])
        for entry in session.entries
        if entry.player not in gone
    ]
    if session.conditions.order_of_wagering:
        entries.sort(key=lambda entry: from_marker(session, boxes[entry.player]))
    return tuple(entries)


def _disqualification(event: PlayerDisqualified) -> PlayerEntry:
    if event.ground == "absent":
        return PlayerEntry(event.player, absent="disqualify")
    clause = Clause(printed_clause(event.clause))
    return PlayerEntry(event.player, disqualified_under=clause)


def _entry(table: Table, session: Session, entry: Entry, number: int) -> PlayerEntry:
    box = table.box(number)
    bettor = box.bettor(entry.player) if box and entry.wager else None
    return PlayerEntry(
        entry.player,
        amount=bettor.placed if bettor else None,
        late=bettor is not None and entry.player in session.late,
        perfect_pairs=box is not None and any(side.player == entry.player for side in box.sides),
        form=entry.form,
        pass_card=entry.pass_card,
        absent="deduct" if entry.absent else None,
    )


def _decision(rules: Rulebook, table: Table, event: Any) -> WrittenDecision | None:
    """Return the decision behind an event; what the rules do for an absent player is written too."""
    box = table.box(getattr(event, "box", None) or 0)
    hand = getattr(event, "hand", None) if box is not None and box.is_split else None
    if box is not None and box.absent:
        if isinstance(event, HandStood) and event.clause == rules.play.absent_player.clause:
            return WrittenDecision(box.number, "stand", hand)
        if isinstance(event, CardAsked):
            return WrittenDecision(box.number, "hit", hand)
    if type(event) not in ROUND_RECORD_EVENTS:
        return None
    made = decision_of(rules, table, event)
    return None if made is not None and made.action == "absent" else made
