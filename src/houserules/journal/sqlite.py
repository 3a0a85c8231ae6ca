"""A journal in a SQLite file: the embedded default, for one process."""

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from houserules.journal.chain import (
    BATCH_COLUMNS,
    ROW_COLUMNS,
    End,
    Place,
    Row,
    stream_start,
)
from houserules.journal.planning import (
    Command,
    Known,
    Planned,
    commands_of,
    leases_of,
    plan,
    streams_of,
)
from houserules.journal.records import Batch
from houserules.journal.sql import SqlJournal
from houserules.journal.sqlite_database import SqliteDatabase

_RECORDS: Final = f"INSERT INTO records ({ROW_COLUMNS}) VALUES ({'?, ' * 11}?)"
_BATCHES: Final = f"INSERT INTO batches ({BATCH_COLUMNS}) VALUES ({'?, ' * 6}?)"
_HEADS: Final = (
    "INSERT INTO heads (stream, position, hash) VALUES (?, ?, ?) "
    "ON CONFLICT (stream) DO UPDATE SET position = excluded.position, hash = excluded.hash"
)
_PUT: Final = (
    "INSERT INTO vault (kind, key, value) VALUES (?, ?, ?) "
    "ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value"
)


class SqliteJournal(SqlJournal):
    """A journal in a SQLite file."""

    def __init__(self, path: Path | str, *, read_only: bool = False) -> None:
        self._store = SqliteDatabase(Path(path), read_only=read_only)
        super().__init__(self._store, read_only=read_only)
        self._heads: dict[str, Place] = {}  # the only writer knows where streams end

    def _commit(self, batches: Sequence[Batch]) -> Planned:
        try:
            with self._store.writing() as connection:
                planned = plan(self.id, batches, self._known(connection, batches))
                _write(connection, planned)
        except BaseException:
            self._heads.clear()
            raise
        return planned

    def _known(self, connection: sqlite3.Connection, batches: Sequence[Batch]) -> Known:
        sql = "SELECT position, hash FROM heads WHERE stream = ?"
        for stream in streams_of(batches):
            if stream not in self._heads:
                found = connection.execute(sql, (stream,)).fetchone()
                self._heads[stream] = Place(*found) if found else stream_start(self.id, stream)
        return Known(
            end=End(*connection.execute("SELECT serial, batch, hash FROM journal").fetchone()),
            heads=self._heads,
            commands=_commands(connection, commands_of(batches)),
            tokens=_tokens(connection, leases_of(batches)),
        )


def _commands(
    connection: sqlite3.Connection, commands: Iterable[Command]
) -> dict[Command, tuple[Row, ...]]:
    sql = "SELECT first, records FROM batches WHERE actor = ? AND command_id = ?"
    rows = f"SELECT {ROW_COLUMNS} FROM records WHERE serial BETWEEN ? AND ? ORDER BY serial"
    known = {}
    for command in commands:
        if found := connection.execute(sql, command).fetchone():
            first, count = found
            span = (first, first + count - 1)
            known[command] = tuple(map(Row._make, connection.execute(rows, span)))
    return known


def _tokens(connection: sqlite3.Connection, names: Iterable[str]) -> dict[str, int]:
    sql = "SELECT token FROM leases WHERE name = ?"
    found = ((name, connection.execute(sql, (name,)).fetchone()) for name in names)
    return {name: token[0] for name, token in found if token}


def _write(connection: sqlite3.Connection, planned: Planned) -> None:
    if planned.is_empty:
        return
    connection.executemany(_RECORDS, planned.rows)
    connection.executemany(_BATCHES, planned.batches)
    connection.executemany(_HEADS, [(name, *place) for name, place in planned.heads.items()])
    connection.execute("UPDATE journal SET serial = ?, batch = ?, hash = ?", planned.end)
    for (kind, key), value in planned.vault.items():
        if value is None:
            connection.execute("DELETE FROM vault WHERE kind = ? AND key = ?", (kind, key))
        else:
            connection.execute(_PUT, (kind, key, value))
