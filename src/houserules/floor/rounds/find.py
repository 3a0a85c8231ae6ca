"""Find the rounds of a table in its stream, reading only the events that delimit rounds.

A round spans everything from the clearing of the round before it to its own clearing: a shuffle,
wagers, cards, decisions, payments. Until the first card of the next round it can still be corrected:
if it is taken back, it continues; if it is declared void, the refunds follow after its end.
"""

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any, Final

from houserules.core.codec import Data, from_data
from houserules.core.people import handle_key
from houserules.floor.stored_events import event_of
from houserules.floor.tables.settings import Setting, table_stream
from houserules.journal.chain import RecordRow
from houserules.journal.protocol import Journal, Snapshot
from houserules.journal.records import JournalRecord
from houserules.table.people.events import PlayerRenamed
from houserules.table.people.evolve import with_new_name
from houserules.table.sign.state import Stated

_PLACED: Final = ("wager.placed", "side-wager.placed")
_GONE: Final = (
    *("wager.withdrawn", "wager.displaced"),
    *("side-wager.withdrawn", "side-wager.displaced"),
)
_SIGN: Final = ("sign.put-up", "limits.changed")
_FACING: Final = ("facing.chosen", "face-down.taken-back")
_REACH_BACK: Final = (
    *("round.taken-back", "hands.voided", "payment.taken-back", "winnings.taken-back"),
    *("wager.returned", "wager.forfeited", "payment.annulled"),
)
"""What puts right a round that was cleared already."""


@dataclass(frozen=True, slots=True)
class Round:
    """Where a round is in its table's stream, when it was, and who had a wager in it."""

    table: str
    number: int
    first_position: int
    last_position: int
    began: int  # milliseconds: bets were closed
    ended: int | None  # every wager is settled; None: it is under way
    players: tuple[str, ...]
    setting: Setting
    stated: Stated | None  # the limits on the sign when bets were closed
    afterwards: tuple[int, ...] = ()  # positions behind it at which it was put right
    resplit: bool | None = None  # as permitted when bets were closed; None: as the option has it
    names: tuple[tuple[str, str], ...] = ()  # whose name was changed since: from, to
    face_down: bool = False  # the first cards were dealt so

    @property
    def name(self) -> str:
        """How people write it: `t1/17`."""
        return f"{self.table}/{self.number}"


@dataclass(frozen=True, slots=True)
class RoundStep:
    """An event of a round with its position, its time and the actor whose command caused it."""

    position: int
    at: int  # milliseconds
    actor: str
    event: Any


@dataclass(slots=True)
class _LastRound:
    """One of the last two rounds; what follows may still belong to it."""

    round: Round
    cleared: bool = False
    dealt: bool = False  # a card has left the shoe for it

    def change(self, **changes: Any) -> None:
        self.round = replace(self.round, **changes)


@dataclass(slots=True)
class TableRounds:
    """The rounds of one table, up to the position followed so far."""

    table: str
    position: int = 0
    setting: Setting | None = None  # None: there is no such table
    _done: list[Round] = field(default_factory=list)
    _current: _LastRound | None = None
    _before: _LastRound | None = None  # the round before the current one
    _first: int = 1  # where the next round begins
    _placed: dict[tuple[str, ...], str] = field(default_factory=dict)
    _stated: Stated | None = None
    _resplit: bool | None = None
    _face_down: bool = False
    _put_right_last: int = 0

    @property
    def number(self) -> int:
        """The number of the last round so far; 0 before the first."""
        return 0 if self._current is None else self._current.round.number

    @property
    def put_right(self) -> int:
        """The number of the round that was put right last."""
        return self._put_right_last

    def follow(self, rows: Iterable[RecordRow | JournalRecord]) -> None:
        """Follow further records."""
        for row in rows:
            self._take(row)
            self.position = row.position

    def all(self) -> tuple[Round, ...]:
        """Return every round in order, unless forgotten; the last may be under way."""
        return (*self._done, *self._last())

    def _last(self) -> tuple[Round, ...]:
        """Return the last round, if any; until it is cleared, everything belongs to it."""
        if self._current is None:
            return ()
        last = self._current.round
        return (last if self._current.cleared else replace(last, last_position=self.position),)

    def find(self, number: int) -> Round | None:
        """Return one round."""
        return next((played for played in self.all() if played.number == number), None)

    def forget_finished(self) -> None:
        """Forget the rounds that no further record can change, except by a new name."""
        del self._done[:-1]

    def _take(self, row: RecordRow | JournalRecord) -> None:
        name, current = row.name, self._current
        if name in _PLACED or name in _GONE:
            self._wager(row)
        elif name == "bets.closed":
            self._close_bets(row)
        elif name == "bets.reopened":
            self._reopen_bets()
        elif name == "card.dealt" and current is not None:
            current.dealt = True
        elif name in ("round.ended", "round.voided") and current is not None:
            current.change(ended=row.time)
        elif name == "table.cleared":
            self._clear(row)
        elif name in _REACH_BACK:
            self._put_right(row)
        elif name in _SIGN:
            self._stated = from_data(Stated, _payload(row)["stated"], name)
        elif name == "wager.found-in-play" and current is not None:
            player = _payload(row)["player"]  # perhaps of a wager that nobody had entered
            current.change(players=tuple(dict.fromkeys((*current.round.players, player))))
        elif name == "resplit.permitted":
            self._resplit = _payload(row)["permitted"]
        elif name in _FACING:
            self._face_down = _payload(row).get("facing") == "down"
        elif name == "player.renamed":
            self._rename(_payload(row)["player"], _payload(row)["to"])
        elif name == "table.set-up":
            self.setting = event_of(row).setting

    def _rename(self, old: str, new: str) -> None:
        """List a person's rounds under their new name."""

        def rename(played: Round) -> Round:
            if old not in played.players:
                return played
            players = with_new_name(played.players, old, new)
            return replace(played, players=players, names=(*played.names, (old, new)))

        self._placed = with_new_name(self._placed, old, new)
        for last in (self._current, self._before):
            if last is not None:
                last.round = rename(last.round)
        self._done = [rename(played) for played in self._done]

    def _wager(self, row: RecordRow | JournalRecord) -> None:
        payload = _payload(row)
        wager = (str(payload["box"]), payload["player"], payload.get("kind", "original"))
        if row.name in _PLACED:
            self._placed[wager] = payload["player"]
        else:
            self._placed.pop(wager, None)

    def _close_bets(self, row: RecordRow | JournalRecord) -> None:
        assert self.setting is not None
        number = self.number + 1
        self._done += self._last()
        self._before = self._current
        self._current = _LastRound(
            Round(
                self.table,
                number,
                first_position=self._first,
                last_position=row.position,
                began=row.time,
                ended=None,
                players=tuple(dict.fromkeys(self._placed.values())),
                setting=self.setting,
                stated=self._stated,
                resplit=self._resplit,
                face_down=self._face_down,
            )
        )

    def _reopen_bets(self) -> None:
        """Drop the round that was about to begin; the next one gets its number."""
        if self._before is not None:
            self._done.pop()
        self._current, self._before = self._before, None

    def _clear(self, row: RecordRow | JournalRecord) -> None:
        """End the round here; the next one begins after it."""
        self._placed.clear()
        if self._current is not None:
            self._current.cleared = True
            self._current.change(last_position=row.position)
            self._first = row.position + 1

    def _put_right(self, row: RecordRow | JournalRecord) -> None:
        current, before = self._current, self._before
        self._put_right_last = self.number
        if current is None or not current.cleared:
            return
        if before is not None and before.cleared and not current.dealt:
            self._put_right_last = before.round.number
            if row.name != "round.taken-back":
                before.change(afterwards=(*before.round.afterwards, row.position))
                self._done[-1] = before.round
                return
            self._done.pop()  # bets were closed, but no round followed: it goes on with the one before
            self._current = current = before
            self._before = None
        if row.name == "round.taken-back":
            current.cleared = False
            current.change(ended=None, afterwards=())  # they are part of it now
        else:
            current.change(afterwards=(*current.round.afterwards, row.position))


def _payload(row: RecordRow | JournalRecord) -> Data:
    payload: Data = json.loads(row.payload) if isinstance(row.payload, str) else row.payload
    return payload


def tables_of(journal: Journal) -> tuple[str, ...]:
    """Return the tables of a journal."""
    prefix = table_stream("")
    return tuple(stream.removeprefix(prefix) for stream in journal.streams(prefix))


def rounds_of(journal: Journal, table: str) -> TableRounds:
    """Find the rounds of a table; `setting` is None if there is no such table."""
    with journal.snapshot() as snapshot:
        return rounds_in(snapshot, table)


def rounds_in(snapshot: Snapshot, table: str) -> TableRounds:
    """Find the rounds of a table in a journal snapshot."""
    rounds = TableRounds(table)
    rounds.follow(snapshot.stream(table_stream(table)))
    return rounds


def steps_of(journal: Journal, played: Round) -> tuple[RoundStep, ...]:
    """Read the events of a round under people's current names.

    Raises StoredError or DataError for an event that cannot be read.
    """
    steps = [step_of(record) for record in records_of(journal, played)]
    for old, new in played.names:
        steps = [
            replace(step, event=with_new_name(step.event, old, new))
            for step in steps
            if not isinstance(step.event, PlayerRenamed)
        ]
    return tuple(steps)


def records_of(journal: Journal, played: Round) -> Iterator[JournalRecord]:
    """Yield the records of a round, and later records that corrected it."""
    stream, before = table_stream(played.table), played.first_position - 1
    yield from journal.read(stream, after=before, limit=played.last_position - before)
    for position in played.afterwards:
        yield from journal.read(stream, after=position - 1, limit=1)


def step_of(record: JournalRecord) -> RoundStep:
    """Read a record of a table's stream; raises StoredError or DataError."""
    event = event_of(record)
    return RoundStep(record.position, record.time, record.actor, event)


# Searching rounds by table, player and time.


@dataclass(frozen=True, slots=True)
class Wanted:
    """A search for rounds; fields that are None match everything."""

    tables: tuple[str, ...] | None = None
    player: str | None = None
    hours: tuple[int, int] | None = None  # milliseconds: from, and before which, bets were closed

    def has(self, played: Round) -> bool:
        """Whether a round matches."""
        if self.hours is not None and not self.hours[0] <= played.began < self.hours[1]:
            return False
        if self.player is None:
            return True
        return handle_key(self.player) in map(handle_key, played.players)


def find(journal: Journal, wanted: Wanted) -> Iterator[Round]:
    """Yield the rounds that match, table by table."""
    for table in tables_of(journal) if wanted.tables is None else wanted.tables:
        yield from filter(wanted.has, rounds_of(journal, table).all())


def hours_of(day: date, zone: tzinfo = UTC) -> tuple[int, int]:
    """Return the start of a day and of the next, in milliseconds; raises ValueError."""
    try:
        days = (day, day + timedelta(1))
        begins, ends = (datetime.combine(day, datetime.min.time(), zone) for day in days)
        return round(begins.timestamp()) * 1000, round(ends.timestamp()) * 1000
    except OverflowError:
        raise ValueError("a day at the end of the calendar has no next one") from None


# In which round a record of a table stands.


class Places:
    """Rounds by position in their tables' streams."""

    def __init__(self, rounds: Iterable[Round]) -> None:
        self._rounds: dict[str, list[Round]] = {}
        self._afterwards: dict[tuple[str, int], Round] = {}
        for played in rounds:
            stream = table_stream(played.table)
            self._rounds.setdefault(stream, []).append(played)
            self._afterwards |= {(stream, place): played for place in played.afterwards}

    def at(self, stream: str, position: int) -> Round | None:
        """Return the round of a record, including records that correct a cleared round."""
        if played := self._afterwards.get((stream, position)):
            return played
        rounds = self._rounds.get(stream, [])
        place = bisect_right(rounds, position, key=lambda played: played.first_position) - 1
        if place >= 0 and position <= rounds[place].last_position:
            return rounds[place]
        return None
