"""Where the index of the past is: a file beside the database, or a temporary one.

The file is a cache, like a snapshot: it belongs to one journal and one program, and says for each table up
to which record it goes, by that record's hash. What does not fit is deleted, and the index is built again
from the records. One process uses a file at a time; another one takes a temporary file.
"""

import json
import logging
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

from houserules.core.codec import DataError
from houserules.core.people import handle_key
from houserules.core.state_codec import StateCodec
from houserules.floor.rounds.find import TableRounds
from houserules.floor.snapshots import program_stamp
from houserules.journal.url import sqlite_file

_TABLES: Final = ("rounds", "players", "wrong_payments", "shoes", "entries", "followed")
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS made (journal TEXT, program TEXT);
CREATE TABLE IF NOT EXISTS followed (
    tbl TEXT PRIMARY KEY, position INTEGER, hash TEXT, rounds TEXT
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS rounds (
    tbl TEXT, number INTEGER, began INTEGER, first INTEGER, last INTEGER, ended INTEGER, stated TEXT,
    afterwards TEXT, resplit INTEGER, names TEXT, face_down INTEGER, PRIMARY KEY (tbl, number)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS rounds_by_time ON rounds (began);
CREATE TABLE IF NOT EXISTS players ( -- net and before_dealer: NULL until something is settled or handed back
    tbl TEXT, number INTEGER, player TEXT, key TEXT, listed INTEGER, began INTEGER,
    net INTEGER, before_dealer INTEGER, PRIMARY KEY (tbl, number, player)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS players_by_time ON players (key, began);
CREATE TABLE IF NOT EXISTS wrong_payments (
    tbl TEXT, entry INTEGER, round INTEGER, PRIMARY KEY (tbl, entry)
);
CREATE TABLE IF NOT EXISTS shoes (
    tbl TEXT, commitment TEXT, shuffled INTEGER, first_round INTEGER, refill INTEGER, revealed INTEGER,
    PRIMARY KEY (tbl, commitment)
);
CREATE TABLE IF NOT EXISTS entries (
    tbl TEXT, position INTEGER, at INTEGER, register TEXT, event TEXT, texts TEXT,
    PRIMARY KEY (tbl, position)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS entries_by_time ON entries (at, tbl, position);
CREATE INDEX IF NOT EXISTS entries_by_register ON entries (register, at, tbl, position);
"""
_ROUNDS: Final = StateCodec(TableRounds)
_log: Final = logging.getLogger(__name__)


def history_file(database: str) -> Path | None:
    """Return where the index of a SQLite database is; None: a database on another machine has none."""
    file = sqlite_file(database)
    return None if file is None else file.with_name(f"{file.name}-history")


def open_index(file: Path | None, journal: str) -> sqlite3.Connection:
    """Open the index of a journal; None, or a file that cannot be used: a temporary one."""
    if file is not None:
        for _ in range(2):  # a file that does not fit is made again
            try:
                if (connection := _open_file(file, journal)) is not None:
                    return connection
            except (sqlite3.Error, OSError) as error:
                if "locked" in str(error):
                    break
                _log.warning("the index %s is made again: %s", file, error)
            delete_index(file)
    return _prepare(sqlite3.connect("", check_same_thread=False))


def _open_file(file: Path, journal: str) -> sqlite3.Connection | None:
    """Open a file for this process alone; None: it belongs to another journal or program."""
    # It has the names of players: only the owner may read the file.
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    connection = sqlite3.connect(file, check_same_thread=False, timeout=0)
    try:
        for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = NORMAL"):
            connection.execute(f"PRAGMA {pragma}")
        _prepare(connection)
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            wanted = (journal, program_stamp())
            made = connection.execute("SELECT journal, program FROM made").fetchone()
            if made is None:
                connection.execute("INSERT INTO made VALUES (?, ?)", wanted)
    except BaseException:
        connection.close()
        raise
    if made in (None, wanted):
        return connection
    connection.close()
    return None


def _prepare(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.create_function("handle_key", 1, handle_key, deterministic=True)
    connection.executescript(_SCHEMA)
    return connection


def delete_index(file: Path) -> None:
    """Delete the file of an index, which is built again from the records."""
    for end in ("", "-wal", "-shm"):
        with suppress(OSError):
            Path(f"{file}{end}").unlink(missing_ok=True)


def keep_rounds(connection: sqlite3.Connection, rounds: TableRounds, last: str) -> None:
    """Write up to which record a table was followed, in the transaction of what it led to."""
    data = json.dumps(_ROUNDS.to_data(rounds), separators=(",", ":"))
    row = (rounds.table, rounds.position, last, data)
    connection.execute("INSERT OR REPLACE INTO followed VALUES (?, ?, ?, ?)", row)


def kept_tables(connection: sqlite3.Connection) -> list[str]:
    """Return the tables that an earlier process followed."""
    return [table for (table,) in connection.execute("SELECT tbl FROM followed")]


def kept_rounds(connection: sqlite3.Connection, table: str) -> tuple[TableRounds, str] | None:
    """Return how far an earlier process followed a table, and the hash of the last record."""
    sql = "SELECT rounds, hash FROM followed WHERE tbl = ?"
    row = connection.execute(sql, (table,)).fetchone()
    if row is None:
        return None
    try:
        rounds: TableRounds = _ROUNDS.from_data(json.loads(row[0]))
    except (DataError, ValueError):
        return None
    return rounds, row[1]


def forget_table(connection: sqlite3.Connection, table: str) -> None:
    """Delete everything about a table."""
    for name in _TABLES:
        connection.execute(f"DELETE FROM {name} WHERE tbl = ?", (table,))
