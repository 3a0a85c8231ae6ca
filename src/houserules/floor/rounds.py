"""The rounds of a table, found in its stream; only what tells rounds apart is read.

A round has everything from where the one before it was cleared up to its own clearing: the shuffle
that came before it, wagers, cards, decisions, payments. Until the bets of the next one are closed it
can still be put right: taken back, it goes on; declared void, what is handed back stands behind it.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from houserules.floor.encoding import Data, from_data
from houserules.floor.loading import table_stream
from houserules.floor.setting import Setting
from houserules.floor.stored import read
from houserules.journal.chain import Row
from houserules.journal.protocol import Journal, Snapshot
from houserules.journal.records import Record
from houserules.table.sign.state import Stated

_PLACED: Final = ("wager.placed", "side-wager.placed")
_GONE: Final = ("wager.withdrawn", "side-wager.withdrawn", "side-wager.displaced")
_SIGN: Final = ("sign.put-up", "limits.changed")
_REACH_BACK: Final = (
    *("round.taken-back", "hands.voided", "payment.taken-back", "winnings.taken-back"),
    "wager.returned",
)
"""What puts right a round that was cleared already."""


@dataclass(frozen=True, slots=True)
class Round:
    """Where a round stands in its table's stream, when it was, and who had a wager in it."""

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

    @property
    def name(self) -> str:
        """How people write it: `t1/17`."""
        return f"{self.table}/{self.number}"


@dataclass(frozen=True, slots=True)
class Step:
    """An event of a round with its place in the stream, its hour and whose command brought it."""

    position: int
    at: int  # milliseconds
    actor: str
    event: Any


@dataclass(slots=True)
class _Current:
    """The last round so far; what follows may still belong to it."""

    number: int
    first: int
    last: int
    began: int
    players: tuple[str, ...]
    stated: Stated | None
    ended: int | None = None
    cleared: bool = False
    afterwards: list[int] = field(default_factory=list)


@dataclass(slots=True)
class TableRounds:
    """The rounds of one table as far as its stream was followed."""

    table: str
    position: int = 0
    setting: Setting | None = None  # None: there is no such table
    _done: list[Round] = field(default_factory=list)
    _current: _Current | None = None
    _first: int = 1  # where the next round begins
    _placed: dict[tuple[str, ...], str] = field(default_factory=dict)
    _stated: Stated | None = None

    def follow(self, rows: Iterable[Row | Record]) -> None:
        """Go on with the records behind those that were followed before."""
        for row in rows:
            self._take(row)
            self.position = row.position
            if self._current is not None and not self._current.cleared:
                self._current.last = row.position

    def all(self) -> tuple[Round, ...]:
        """Give every round in order; the last may be under way."""
        return (*self._done, *([] if self._current is None else [self._as_round(self._current)]))

    def numbered(self, number: int) -> Round | None:
        """Give one round."""
        return next((each for each in self.all() if each.number == number), None)

    def _take(self, row: Row | Record) -> None:
        name, current = row.name, self._current
        if name in _PLACED or name in _GONE:
            self._wager(row)
        elif name == "bets.closed":
            self._close_bets(row)
        elif name in ("round.ended", "round.voided") and current is not None:
            current.ended = row.time
        elif name == "table.cleared":
            self._clear(row)
        elif name in _REACH_BACK:
            self._put_right(row)
        elif name in _SIGN:
            self._stated = from_data(Stated, _payload(row)["stated"], name)
        elif name == "table.set-up":
            self.setting = read(name, row.version, _payload(row)).setting

    def _wager(self, row: Row | Record) -> None:
        payload = _payload(row)
        wager = (str(payload["box"]), payload["player"], payload.get("kind", "original"))
        if row.name in _PLACED:
            self._placed[wager] = payload["player"]
        else:
            self._placed.pop(wager, None)

    def _close_bets(self, row: Row | Record) -> None:
        if self._current is not None:
            self._done.append(self._as_round(self._current))
        players = tuple(dict.fromkeys(self._placed.values()))
        number = len(self._done) + 1
        self._current = _Current(number, self._first, row.position, row.time, players, self._stated)

    def _clear(self, row: Row | Record) -> None:
        """End the round here, and let the next one begin behind it."""
        self._placed.clear()
        if self._current is not None:
            self._current.cleared, self._current.last = True, row.position
            self._first = row.position + 1

    def _put_right(self, row: Row | Record) -> None:
        current = self._current
        if current is None or not current.cleared:
            return
        if row.name == "round.taken-back":
            current.cleared, current.ended = False, None
            current.afterwards.clear()  # they lie within it now
        else:
            current.afterwards.append(row.position)

    def _as_round(self, found: _Current) -> Round:
        assert self.setting is not None
        return Round(
            self.table,
            found.number,
            found.first,
            found.last,
            found.began,
            found.ended,
            found.players,
            self.setting,
            found.stated,
            tuple(found.afterwards),
        )


def _payload(row: Row | Record) -> Data:
    payload: Data = json.loads(row.payload) if isinstance(row.payload, str) else row.payload
    return payload


def tables_of(journal: Journal) -> tuple[str, ...]:
    """Name the tables of a journal."""
    prefix = table_stream("")
    return tuple(stream.removeprefix(prefix) for stream in journal.streams(prefix))


def rounds_of(journal: Journal, table: str) -> TableRounds:
    """Find the rounds of a table; its `setting` is None where there is no such table."""
    with journal.snapshot() as snapshot:
        return rounds_in(snapshot, table)


def rounds_in(snapshot: Snapshot, table: str) -> TableRounds:
    """Find the rounds of a table in a journal that is held still."""
    found = TableRounds(table)
    found.follow(snapshot.stream(table_stream(table)))
    return found


def steps_of(journal: Journal, played: Round) -> tuple[Step, ...]:
    """Read the events of a round; raises StoredError or DataError for one that cannot be read."""
    return tuple(map(step_of, records_of(journal, played)))


def records_of(journal: Journal, played: Round) -> Iterator[Record]:
    """Give the records of a round, and those behind it that put it right."""
    stream, before = table_stream(played.table), played.first_position - 1
    yield from journal.read(stream, after=before, limit=played.last_position - before)
    for position in played.afterwards:
        yield from journal.read(stream, after=position - 1, limit=1)


def step_of(record: Record) -> Step:
    """Read a record of a table's stream; raises StoredError or DataError."""
    event = read(record.name, record.version, record.payload)
    return Step(record.position, record.time, record.actor, event)
