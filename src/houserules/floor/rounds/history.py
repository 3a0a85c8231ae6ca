"""The past of the tables: rounds, shoes and registers, up to now.

A finished round is shown to the players who had a wager in it and to staff. Cards that were never
turned up stay hidden from everybody except the player who controlled the box.
"""

import logging
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import accumulate, takewhile
from pathlib import Path
from typing import Any, Final, TypeVar

from houserules.core.codec import Data
from houserules.floor.events import FLOOR_EVENTS, FloatMoved
from houserules.floor.registers import RegisterEntry, register_entry, stream_of
from houserules.floor.rounds.event_causes import is_order
from houserules.floor.rounds.find import Round, RoundStep, Wanted, steps_of
from houserules.floor.rounds.index import HistoryIndex, PastRound, PastShoe, WantedEntries
from houserules.floor.snapshots import hash_at
from houserules.floor.store import Store
from houserules.floor.stored_events import event_of
from houserules.floor.tables.settings import is_private, table_stream
from houserules.journal.protocol import Journal
from houserules.table.evolve import evolve
from houserules.table.people.evolve import with_new_name
from houserules.table.records.from_events import ROUND_RECORD_EVENTS
from houserules.table.state import Table, changed

Answer = TypeVar("Answer")
_CHUNK: Final = 2000  # records read at a time
_log: Final = logging.getLogger(__name__)
_PRIVATE: Final = 100  # private tables whose past stays in the index


class History:
    """The past of all tables, read from the journal on request."""

    def __init__(self, store: Store, file: Path | None = None) -> None:
        self._store = store
        self._index = HistoryIndex(file, store.journal.id)
        self._private: dict[str, None] = {}  # those in the index, least recently used first
        self._in_use: Counter[str] = Counter()

    def close(self) -> None:
        """Close the index."""
        self._index.close()

    async def _ask(
        self, tables: tuple[str, ...], question: Callable[[HistoryIndex], Answer]
    ) -> Answer:
        """Bring the index up to date about these tables, and ask it."""
        index = self._index
        try:
            return await self._ask_index(tables, question)
        except sqlite3.DatabaseError as error:
            _log.warning("the index of the past is built again: %s", error)
            if index is self._index:
                self._index = HistoryIndex()
                index.discard()
        return await self._ask_index(tables, question)

    async def _ask_index(
        self, tables: tuple[str, ...], question: Callable[[HistoryIndex], Answer]
    ) -> Answer:
        self._in_use.update(tables)
        try:
            for table in tables:
                await self._follow(table)
            return await self._store.call(lambda: question(self._index))
        finally:
            self._in_use -= Counter(tables)
            unused = [table for table in self._private if table not in self._in_use]
            for table in unused[: max(0, len(self._private) - _PRIVATE)]:
                del self._private[table]
                self._index.forget(table)

    async def _follow(self, table: str) -> None:
        if is_private(table):
            self._private.pop(table, None)
            self._private[table] = None
        stream, index, journal = stream_of(table), self._index, self._store.journal
        if not index.position(table):
            find_hash = partial(hash_at, journal, stream)
            await self._store.call(partial(index.take_up, table, find_hash))
        while records := await self._store.read(stream, index.position(table), _CHUNK):
            await self._store.call(partial(index.follow, table, records))

    async def rounds(
        self, wanted: Wanted, *, limit: int, below: int | None = None
    ) -> list[PastRound]:
        """Return the newest rounds of some tables, newest first; `below`: with smaller numbers."""
        tables = wanted.tables or ()
        return await self._ask(tables, lambda index: index.rounds(wanted, limit=limit, below=below))

    async def count_rounds(self, wanted: Wanted) -> int:
        return await self._ask(wanted.tables or (), lambda index: index.count_rounds(wanted))

    async def round(self, table: str, number: int) -> PastRound | None:
        return await self._ask((table,), lambda index: index.round(table, number))

    async def last_number(self, table: str) -> int:
        """Return the number of a table's last round; 0 before the first."""
        return await self._ask((table,), lambda index: index.last_number(table))

    async def steps(self, played: Round) -> tuple[RoundStep, ...]:
        """Return the events of a round."""
        return await self._store.call(lambda: steps_of(self._store.journal, played))

    async def tables(self, played: Round, steps: tuple[RoundStep, ...]) -> tuple[Table, ...]:
        """Return the table before a round, and after each of its events."""
        return await self._store.call(lambda: replay_tables(self._store.journal, played, steps))

    async def shoes(self, table: str) -> list[PastShoe]:
        """Return the shoes of a table, the newest first."""
        return await self._ask((table,), lambda index: index.shoes(table))

    async def shoe(self, table: str, commitment: str) -> PastShoe | None:
        return await self._ask((table,), lambda index: index.shoe(table, commitment))

    async def shoe_of(self, table: str, number: int) -> PastShoe | None:
        """Return the shoe that a round was dealt from."""
        return await self._ask((table,), lambda index: index.shoe_of(table, number))

    async def shoe_record(self, table: str, shoe: PastShoe) -> str | None:
        """Return the record of a finished shoe, for `houserules verify shoe`."""
        if shoe.revealed is None:
            return None
        (record,) = await self._store.read(table_stream(table), shoe.revealed - 1, 1)
        text: str = record.payload["record"]
        return text

    async def entries(self, wanted: WantedEntries, *, limit: int) -> list[RegisterEntry]:
        """Return the newest entries of the registers, newest first."""
        places = await self._ask(wanted.tables, lambda index: index.entries(wanted, limit=limit))
        return await self._store.call(
            lambda: [
                register_entry(table, record)
                for table, position in places
                for record in self._store.journal.read(stream_of(table), position - 1, 1)
            ]
        )

    async def count_entries(self, wanted: WantedEntries) -> int:
        return await self._ask(wanted.tables, lambda index: index.count_entries(wanted))


# Replay a stored round: the table before it, and after each event.


_ON_A_BARE_TABLE: Final = frozenset(ROUND_RECORD_EVENTS)


def replay_event(table: Table, event: Any) -> Table:
    """Return the table after an event; a bare table applies only what is on it.

    The first round of a table is never bare: its events begin with the opening of the table.
    """
    if isinstance(event, FloatMoved):
        return changed(table, float_tray=table.float_tray + event.amount)
    bare = table.source is None and table.rounds > 0
    if type(event) in FLOOR_EVENTS or (bare and type(event) not in _ON_A_BARE_TABLE):
        return table
    return evolve(table, event)


def replay_tables(
    journal: Journal, played: Round, steps: tuple[RoundStep, ...]
) -> tuple[Table, ...]:
    """Return the table before a round, and after each event."""
    before = table_before(journal, played, steps)
    return tuple(accumulate((step.event for step in steps), replay_event, initial=before))


def table_before(journal: Journal, played: Round, steps: tuple[RoundStep, ...]) -> Table:
    """Return the table before a round; a bare one is enough unless the round was corrected."""
    if not any(is_order(step.event) for step in steps):
        return Table(rounds=played.number - 1)
    table = Table()
    with journal.snapshot() as snapshot:
        rows = snapshot.stream(table_stream(played.table))
        for row in takewhile(lambda row: row.position < played.first_position, rows):
            event = event_of(row)
            table = table if type(event) in FLOOR_EVENTS else evolve(table, event)
    for old, new in played.names:
        table = with_new_name(table, old, new)
    return table


# Cards that were never turned up.


def hidden_boxes(played: Round, steps: Iterable[RoundStep]) -> dict[int, str]:
    """Return the boxes whose cards were never turned up, with their controlling players."""
    controllers: dict[int, str] = {}
    for step in steps if played.face_down else ():
        if step.event.name == "bets.closed":
            controllers = dict(step.event.controllers)
        elif step.event.name == "cards.exposed":
            controllers.pop(step.event.box, None)
    return controllers


def hide(told: list[Data], hidden: dict[int, str], person: str) -> list[Data]:
    """Blank the cards of hidden boxes in the events shown to a person."""
    blank = {"card": None, "total": None, "soft": None}
    return [
        event | blank
        if event["name"] == "card.dealt" and hidden.get(event["box"], person) != person
        else event
        for event in told
    ]
