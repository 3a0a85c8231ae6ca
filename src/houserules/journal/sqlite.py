"""A journal in a SQLite file: the default, for one process."""

import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final

from houserules.journal.chain import (
    BATCH_COLUMNS,
    ROW_COLUMNS,
    BatchRow,
    JournalEnd,
    RecordRow,
    StreamEnd,
    journal_start,
    stream_start,
)
from houserules.journal.commit_plan import (
    CommandKey,
    CommitPlan,
    PastCommand,
    StoreState,
    commands_of,
    leases_of,
    plan,
    streams_of,
)
from houserules.journal.database import Query, ResultRows, Values
from houserules.journal.errors import (
    ClosedError,
    DamagedError,
    Finding,
    JournalError,
    ReadOnlyError,
    SchemaError,
    UnavailableError,
    UnknownOutcomeError,
    UrlError,
)
from houserules.journal.records import Batch
from houserules.journal.schema import (
    APPLIED,
    SQLITE_MIGRATIONS,
    SQLITE_MIGRATIONS_TABLE,
    migrate,
    readable_schema,
)
from houserules.journal.sql import Seals, SqlJournal
from houserules.journal.sqlite_file import WriterLock, check_file, make_file

# The SQLite database: one writer, write-ahead log, every commit synced to disk.


_HEADS_REMEMBERED: Final = 1_000
_WAIT_SECONDS: Final = 10
_WRITER: Final = (
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA secure_delete = ON",  # deleted secrets are overwritten in the file
)
_DAMAGED: Final = ("malformed", "decode to UTF-8", "constraint failed", "datatype")
"""What SQLite says of a file that is not as it was written."""


class SqliteDatabase:
    """A database file, its one writer and its readers."""

    def __init__(self, path: Path, *, read_only: bool) -> None:
        self._path = path.absolute()
        self._lock = threading.RLock()
        self._idle: SimpleQueue[sqlite3.Connection] = SimpleQueue()
        self._closed = False
        self._guard = WriterLock(self._path)
        self._writer: sqlite3.Connection | None = None
        self.writer = secrets.token_hex(16)  # the writer; every commit checks that it still is
        self.schema = 0
        self._began = time.time_ns() - time.monotonic_ns()
        if not self._path.parent.is_dir():
            raise UrlError(f"{self._path}: there is no folder {self._path.parent}")
        try:
            self._open_to_read() if read_only else self._open_to_write()
        except (sqlite3.DatabaseError, UnicodeError) as error:
            self.close()
            raise self._failure(error, opening=True) from error
        except BaseException:
            self.close()
            raise

    def _open_to_read(self) -> None:
        if not self._path.exists():
            raise UrlError(f"{self._path}: there is no such file")
        check_file(self._path)
        with self._reader() as connection:
            schema = readable_schema(connection.execute(APPLIED).fetchall(), SQLITE_MIGRATIONS)
        if schema is None:
            raise SchemaError(f"{self._path}: an older schema; open it for writing once")
        self.schema = schema

    def _open_to_write(self) -> None:
        self._guard.lock_name()
        if not os.path.lexists(self._path):
            make_file(self._path, _bring_up)
        check_file(self._path)
        self._guard.lock_file()
        self._writer = self._connect("rw")
        mode = self._writer.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        if mode != "wal":
            raise SchemaError(f"{self._path}: this file system has no write-ahead log ({mode})")
        for pragma in _WRITER:
            self._writer.execute(pragma)
        with self.writing() as connection:
            _bring_up(connection)
            connection.execute("UPDATE journal SET writer = ?", (self.writer,))
        self.schema = SQLITE_MIGRATIONS[-1].number

    def _connect(self, mode: str) -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"{self._path.as_uri()}?mode={mode}",
            uri=True,
            timeout=_WAIT_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        )
        # Mangled text is read too: the hash then shows which record it is in.
        connection.text_factory = partial(str, encoding="utf-8", errors="replace")
        return connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Write in one transaction; it is on the disk at the end of the block."""
        with self._lock:
            if self._writer is None:
                what = ClosedError if self._closed else ReadOnlyError
                raise what(f"{self._path}: not open for writing")
            try:
                self._writer.execute("BEGIN IMMEDIATE")
                yield self._writer
            except BaseException as error:
                with suppress(sqlite3.Error):
                    self._writer.execute("ROLLBACK")
                if isinstance(error, sqlite3.DatabaseError | UnicodeError):
                    raise self._failure(error) from error
                raise
            try:
                self._writer.execute("COMMIT")
            except sqlite3.Error as error:
                with suppress(sqlite3.Error):
                    self._writer.execute("ROLLBACK")
                raise UnknownOutcomeError(f"{self._path}: {error}") from error

    @contextmanager
    def _reader(self) -> Iterator[sqlite3.Connection]:
        if self._closed:
            raise ClosedError(f"{self._path}: the journal has been closed")
        try:
            connection = self._idle.get_nowait()
        except Empty:
            connection = self._connect("ro")
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        if self._closed:
            connection.close()
        else:
            self._idle.put(connection)

    def rows(self, sql: str, values: Values) -> ResultRows:
        try:
            with self._reader() as connection:
                return connection.execute(sql, values).fetchall()
        except (sqlite3.DatabaseError, UnicodeError) as error:
            raise self._failure(error) from error

    def write(self, sql: str, values: Values) -> ResultRows:
        with self.writing() as connection:
            return connection.execute(sql, values).fetchall()

    write_between_batches = write

    def write_all(self, sql: str, values: Sequence[Values], last: str) -> None:
        with self.writing() as connection:
            connection.executemany(sql, values)
            connection.execute(last)

    @contextmanager
    def snapshot(self) -> Iterator[Query]:
        with self._reader() as connection:

            def query(sql: str, values: Values) -> Iterator[tuple[Any, ...]]:
                try:
                    # Not `yield from`, which closes the cursor when a reader stops early: the
                    # database may be closed by then.
                    for row in connection.execute(sql, values):  # noqa: UP028
                        yield row
                except (sqlite3.DatabaseError, UnicodeError) as error:
                    raise self._failure(error) from error

            connection.execute("BEGIN")
            try:
                yield query
            finally:
                connection.execute("ROLLBACK")

    @contextmanager
    def loading(self) -> Iterator["SqliteDatabase"]:
        yield self

    def insert(self, table: str, columns: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Insert rows into an empty database."""
        marks = ", ".join("?" for _ in columns.split(","))
        with self.writing() as connection:
            connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)

    def execute(self, sql: str, values: Values) -> None:
        """Run a statement durably."""
        self.write(sql, values)

    def _failure(
        self, error: sqlite3.DatabaseError | UnicodeError, *, opening: bool = False
    ) -> JournalError:
        """Return the error: the file is damaged, is not a journal, or cannot be used now."""
        said = str(error)
        if isinstance(error, UnicodeError) or "decode to UTF-8" in said:
            said = "a text in it is not UTF-8"  # do not quote it: it may be anything
        elif not any(phrase in said for phrase in _DAMAGED) and (opening or "no such" not in said):
            if not opening:
                return UnavailableError(f"{self._path}: {said}")
            return SchemaError(
                f"{self._path}: not a journal of this program ({said}); name another file, or "
                "restore the last backup"
            )
        detail = f"the file {self._path} is damaged ({said})"
        return DamagedError((Finding("store", None, None, detail),))

    def now(self) -> int:
        """Return the time in milliseconds; it never goes back while the database is open."""
        return (self._began + time.monotonic_ns()) // 1_000_000

    def close(self) -> None:
        """Close every connection, the lock last."""
        with self._lock:
            self._closed = True
            with suppress(Empty):
                while True:
                    self._idle.get_nowait().close()
            if self._writer:
                self._writer.close()
            self._writer = None
            self._guard.release()


def _bring_up(connection: sqlite3.Connection) -> None:
    """Migrate the schema, and create the journal in a new database."""
    connection.execute(SQLITE_MIGRATIONS_TABLE)
    migrate(connection.execute(APPLIED).fetchall(), SQLITE_MIGRATIONS, connection.execute)
    name = secrets.token_hex(16)
    connection.execute(
        "INSERT INTO journal (one, id, serial, batch, hash) SELECT 1, ?, ?, ?, ? "
        "WHERE NOT EXISTS (SELECT 1 FROM journal)",
        (name, *journal_start(name)),
    )


_RECORDS: Final = f"INSERT INTO records ({ROW_COLUMNS}) VALUES ({'?, ' * 11}?)"
_BATCHES: Final = f"INSERT INTO batches ({BATCH_COLUMNS}) VALUES ({'?, ' * 7}?)"
_HEADS: Final = (
    "INSERT INTO heads (stream, position, hash) VALUES (?, ?, ?) "
    "ON CONFLICT (stream) DO UPDATE SET position = excluded.position, hash = excluded.hash"
)
_TOKEN: Final = "SELECT name, token FROM leases WHERE name = ?"
_PUT: Final = (
    "INSERT INTO vault (kind, key, value, seal) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value, seal = excluded.seal"
)


class SqliteJournal(SqlJournal):
    """A journal in a SQLite file."""

    def __init__(self, path: Path | str, *, read_only: bool = False) -> None:
        self._store = SqliteDatabase(Path(path), read_only=read_only)
        super().__init__(self._store, read_only=read_only)
        self._heads: dict[str, StreamEnd] = {}  # the only writer knows where streams end

    def _commit(self, batches: Sequence[Batch]) -> CommitPlan:
        try:
            with self._store.writing() as connection:
                planned = plan(self.id, batches, self._state_of(connection, batches))
                _write(connection, planned, self._seals)
        except BaseException:
            self._heads.clear()
            raise
        return planned

    def _state_of(self, connection: sqlite3.Connection, batches: Sequence[Batch]) -> StoreState:
        sql = "SELECT position, hash FROM heads WHERE stream = ?"
        if len(self._heads) > _HEADS_REMEMBERED:
            self._heads.clear()  # those of these batches are read again below, in this transaction
        for stream in streams_of(batches):
            if stream not in self._heads:
                row = connection.execute(sql, (stream,)).fetchone()
                self._heads[stream] = StreamEnd(*row) if row else stream_start(self.id, stream)
        sql = "SELECT serial, batch, hash, writer FROM journal"
        *end, writer = connection.execute(sql).fetchone()
        if writer != self._store.writer:
            raise UnavailableError("another process has begun to write to this journal; stop it")
        return StoreState(
            end=JournalEnd(*end),
            heads=self._heads,
            commands=_commands(connection, commands_of(batches)),
            tokens=dict(
                token
                for name in leases_of(batches)
                for token in connection.execute(_TOKEN, (name,))
            ),
        )


def _commands(
    connection: sqlite3.Connection, commands: Iterable[CommandKey]
) -> dict[CommandKey, PastCommand]:
    sql = "SELECT first, records, request FROM batches WHERE actor = ? AND command_id = ?"
    rows = f"SELECT {ROW_COLUMNS} FROM records WHERE serial BETWEEN ? AND ? ORDER BY serial"
    known = {}
    for command in commands:
        if row := connection.execute(sql, command).fetchone():
            first, count, request = row
            span = (first, first + count - 1)
            known[command] = PastCommand(
                tuple(map(RecordRow._make, connection.execute(rows, span))), request
            )
    return known


def write_rows(
    connection: sqlite3.Connection,
    rows: Sequence[RecordRow],
    batches: Sequence[BatchRow],
    heads: Mapping[str, StreamEnd],
) -> None:
    """Write records, batches and the ends of streams."""
    connection.executemany(_RECORDS, rows)
    connection.executemany(_BATCHES, batches)
    connection.executemany(_HEADS, [(name, *place) for name, place in heads.items()])


def _write(connection: sqlite3.Connection, planned: CommitPlan, seals: Seals) -> None:
    if planned.is_empty:
        return
    write_rows(connection, planned.rows, planned.batches, planned.heads)
    connection.execute("UPDATE journal SET serial = ?, batch = ?, hash = ?", planned.end)
    for (kind, key), value in planned.vault.items():
        if value is None:
            connection.execute("DELETE FROM vault WHERE kind = ? AND key = ?", (kind, key))
        else:
            connection.execute(_PUT, (kind, key, value, seals.of(kind, key, value)))
