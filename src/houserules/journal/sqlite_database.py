"""SQLite as the store of a journal: one writer, write-ahead log, every commit on the disk."""

import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

from houserules.journal.chain import journal_start
from houserules.journal.database import Found, Query, Values
from houserules.journal.errors import (
    ClosedError,
    LockedError,
    ReadOnlyError,
    SchemaError,
    UnavailableError,
    UnknownOutcomeError,
    UrlError,
)
from houserules.journal.migrations import APPLIED, migrate, outstanding
from houserules.journal.sqlite_schema import MIGRATIONS, MIGRATIONS_TABLE

_WAIT_SECONDS: Final = 10
_WRITER: Final = (
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA secure_delete = ON",  # what the vault forgets is not left in the file
)


class SqliteDatabase:
    """A database file, its one writer and its readers."""

    def __init__(self, path: Path, *, read_only: bool) -> None:
        self._path = path.absolute()
        self._lock = threading.RLock()
        self._idle: SimpleQueue[sqlite3.Connection] = SimpleQueue()
        self._closed = False
        self._guard: sqlite3.Connection | None = None
        self._writer: sqlite3.Connection | None = None
        if not self._path.parent.is_dir():
            raise UrlError(f"{self._path}: there is no folder {self._path.parent}")
        try:
            self._open_to_read() if read_only else self._open_to_write()
        except sqlite3.DatabaseError as error:
            self.close()
            raise SchemaError(f"{self._path}: not a journal of this program ({error})") from error
        except BaseException:
            self.close()
            raise

    def _open_to_read(self) -> None:
        if not self._path.exists():
            raise UrlError(f"{self._path}: there is no such file")
        with self._reader() as connection:
            if outstanding(connection.execute(APPLIED).fetchall(), MIGRATIONS):
                raise SchemaError(f"{self._path}: an older schema; open it for writing once")

    def _open_to_write(self) -> None:
        self._guard = self._only_writer()
        # Passwords and keys will be in it: nobody but the owner may read the file.
        os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
        self._writer = self._connect("rw")
        mode = self._writer.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        if mode != "wal":
            raise SchemaError(f"{self._path}: this file system has no write-ahead log ({mode})")
        for pragma in _WRITER:
            self._writer.execute(pragma)
        with self.writing() as connection:
            connection.execute(MIGRATIONS_TABLE)
            migrate(connection.execute(APPLIED).fetchall(), MIGRATIONS, connection.execute)
            name = secrets.token_hex(16)
            connection.execute(
                "INSERT INTO journal (one, id, serial, batch, hash) SELECT 1, ?, ?, ?, ? "
                "WHERE NOT EXISTS (SELECT 1 FROM journal)",
                (name, *journal_start(name)),
            )

    def _only_writer(self) -> sqlite3.Connection:
        """Lock a file beside the database, until this process ends; readers do not look at it."""
        guard = sqlite3.connect(
            f"{self._path}-lock", timeout=0, isolation_level=None, check_same_thread=False
        )
        try:
            guard.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            guard.close()
            raise LockedError(
                f"{self._path}: another process is writing to this journal ({error}); stop it, or "
                "open the journal for reading only, or use PostgreSQL for several processes"
            ) from error
        return guard

    def _connect(self, mode: str) -> sqlite3.Connection:
        return sqlite3.connect(
            f"{self._path.as_uri()}?mode={mode}",
            uri=True,
            timeout=_WAIT_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        )

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
                if isinstance(error, sqlite3.OperationalError):
                    raise UnavailableError(f"{self._path}: {error}") from error
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

    def rows(self, sql: str, values: Values) -> Found:
        """Read on a connection that does not wait for the writer."""
        try:
            with self._reader() as connection:
                return connection.execute(sql, values).fetchall()
        except sqlite3.OperationalError as error:
            raise UnavailableError(f"{self._path}: {error}") from error

    def write(self, sql: str, values: Values) -> Found:
        """Carry out one statement durably."""
        with self.writing() as connection:
            return connection.execute(sql, values).fetchall()

    write_between_batches = write

    @contextmanager
    def snapshot(self) -> Iterator[Query]:
        """Read the database as it is at one moment."""
        with self._reader() as connection:
            connection.execute("BEGIN")
            try:
                yield connection.execute
            finally:
                connection.execute("ROLLBACK")

    def now(self) -> int:
        """Give the clock of this machine in milliseconds."""
        return time.time_ns() // 1_000_000

    def close(self) -> None:
        """Close every connection, the lock last."""
        with self._lock:
            self._closed = True
            with suppress(Empty):
                while True:
                    self._idle.get_nowait().close()
            for connection in (self._writer, self._guard):
                if connection:
                    connection.close()
            self._writer = self._guard = None
