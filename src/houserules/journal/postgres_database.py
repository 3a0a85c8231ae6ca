"""The PostgreSQL database of a journal: several processes, connections that may be lost."""

import re
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeAlias, TypeVar, cast

import psycopg
from psycopg.conninfo import conninfo_to_dict

from houserules.journal.chain import journal_start
from houserules.journal.database import Query, ResultRows, Values
from houserules.journal.errors import ClosedError, SchemaError, UnavailableError, UrlError
from houserules.journal.schema import (
    APPLIED,
    POSTGRES_MIGRATIONS,
    POSTGRES_MIGRATIONS_TABLE,
    migrate,
    readable_schema,
)

# Check a PostgreSQL database, and migrate its schema.


Connection: TypeAlias = psycopg.Connection[tuple[Any, ...]]

SCHEMA: Final = "houserules"
_LEAST: Final = 150_000
_MIGRATING: Final = 0x686F757365  # a lock number of our own


def check_server(connection: Connection) -> None:
    """Refuse a server on which a journal would not be safe."""
    if connection.info.server_version < _LEAST:
        version = connection.info.parameter_status("server_version")
        raise SchemaError(f"PostgreSQL {version} is too old; 15 or newer is needed")
    sql = "SELECT current_setting('fsync'), current_setting('server_encoding')"
    settings = connection.execute(sql).fetchone()
    if settings != ("on", "UTF8"):
        raise SchemaError(
            f"the server has fsync and encoding {settings}; a journal needs fsync on, "
            "or it would lose what it has acknowledged, and UTF8"
        )


def check_schema(connection: Connection) -> int:
    """Return the schema version of a database; refuse one that cannot be read."""
    try:
        applied = connection.execute(APPLIED).fetchall()
    except psycopg.errors.UndefinedTable:
        raise SchemaError("there is no journal in this database") from None
    schema = readable_schema(cast(list[tuple[int, str]], applied), POSTGRES_MIGRATIONS)
    if schema is None:
        raise SchemaError("the database has an older schema; open it for writing once")
    return schema


def bring_up(connection: Connection) -> int:
    """Create the journal or migrate its schema; only one process does it at a time."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATING,))
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        connection.execute(POSTGRES_MIGRATIONS_TABLE)
        applied = cast(list[tuple[int, str]], connection.execute(APPLIED).fetchall())
        migrate(applied, POSTGRES_MIGRATIONS, connection.execute)
        name = secrets.token_hex(16)
        connection.execute(
            "INSERT INTO journal (one, id, serial, batch, hash) VALUES (1, %s, %s, %s, %s) "
            "ON CONFLICT (one) DO NOTHING",
            (name, *journal_start(name)),
        )
    return POSTGRES_MIGRATIONS[-1].number


Result = TypeVar("Result")

LOCK: Final = "SELECT serial, batch, hash, pg_current_xact_id()::text FROM journal FOR UPDATE"
"""Every writer takes this row first and keeps it until its commit.

So serials are given out in the order in which they become visible: whoever has read up to a serial
will never find a lower one later. (A sequence would not do: numbers drawn by two transactions become
visible in the order of their commits, and a reader in between would skip the late one forever.) For the
same reason no two writers can wait for each other.
"""
_PAUSE: Final = 0.1
_PARAMETERS: Final = {
    "application_name": "houserules",
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
_SETTINGS: Final = (
    f"-c search_path={SCHEMA} -c synchronous_commit=on -c lock_timeout=10s "
    "-c idle_in_transaction_session_timeout=10s "  # a stalled process must not hold up the others
    # A query plan made while a table was empty would keep scanning all of it.
    "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off"
)


@cache
def dialect(sql: str) -> str:
    """Write `:name` as psycopg wants it."""
    return re.sub(r":([a-z_]+)", r"%(\1)s", sql)


class PostgresDatabase:
    """A database, and the connections that this process has to it."""

    def __init__(self, url: str, *, read_only: bool, patience: float) -> None:
        self._patience = patience
        self._idle: SimpleQueue[Connection] = SimpleQueue()
        self._closed = False
        self.schema = 0
        try:
            given = conninfo_to_dict(url)
        except psycopg.ProgrammingError as error:
            raise UrlError(f"not a PostgreSQL URL: {error}") from None
        options = f"{given.get('options', '')} {_SETTINGS}"
        self._parameters = {**_PARAMETERS, **given, "options": options}
        try:
            with self.borrow() as connection:
                check_server(connection)
                schema = check_schema(connection) if read_only else bring_up(connection)
        except psycopg.Error as error:
            self.close()
            raise UnavailableError(f"PostgreSQL: {error}") from error
        except BaseException:
            self.close()
            raise
        self.schema = schema

    def connect(self) -> Connection:
        """Open a connection."""
        if self._closed:
            raise ClosedError("the journal has been closed")
        return psycopg.connect("", autocommit=True, **self._parameters)  # type: ignore[arg-type]

    @contextmanager
    def borrow(self) -> Iterator[Connection]:
        """Borrow an idle connection or open one; a failed connection is not reused."""
        try:
            connection = self._idle.get_nowait()
        except Empty:
            connection = self.connect()
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        if self._closed:
            connection.close()
        else:
            self._idle.put(connection)

    def patiently(self, work: Callable[[Connection], Result]) -> Result:
        """Run something repeatable; retry if the connection is lost."""
        patience = RetryDeadline(self._patience)
        while True:
            try:
                with self.borrow() as connection:
                    return work(connection)
            except psycopg.OperationalError as error:
                self._drop_idle()  # when one connection is lost, the others usually are too
                patience.wait(error)
            except psycopg.Error as error:
                raise UnavailableError(f"PostgreSQL: {error}") from error

    def rows(self, sql: str, values: Values) -> ResultRows:
        return self.patiently(
            lambda connection: connection.execute(dialect(sql), values).fetchall()
        )

    def write(self, sql: str, values: Values) -> ResultRows:
        def work(connection: Connection) -> ResultRows:
            cursor = connection.execute(dialect(sql), values)
            return cursor.fetchall() if cursor.description else []

        return self.patiently(work)

    def write_between_batches(self, sql: str, values: Values) -> ResultRows:
        def work(connection: Connection) -> ResultRows:
            with connection.transaction():
                connection.execute(LOCK)
                return connection.execute(dialect(sql), values).fetchall()

        return self.patiently(work)

    def write_all(self, sql: str, values: Sequence[Values], last: str) -> None:
        def work(connection: Connection) -> None:
            with connection.transaction(), connection.cursor() as cursor:
                connection.execute(LOCK)
                cursor.executemany(dialect(sql), values)
                connection.execute(last)

        self.patiently(work)

    @contextmanager
    def snapshot(self) -> Iterator[Query]:
        names = count()
        with _translate_errors(), self.connect() as connection:
            connection.execute("SET idle_in_transaction_session_timeout = 0")  # it takes no lock
            connection.autocommit = False
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            connection.read_only = True

            def query(sql: str, values: Values) -> Iterator[tuple[Any, ...]]:
                with connection.cursor(name=f"reading_{next(names)}") as cursor:
                    cursor.itersize = 2_000
                    yield from cursor.execute(dialect(sql), values)

            yield query

    @contextmanager
    def loading(self) -> Iterator["PostgresLoading"]:
        with _translate_errors(), self.connect() as connection, connection.transaction():
            connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            connection.execute(LOCK)  # nobody else writes before it is complete
            yield PostgresLoading(connection)

    def now(self) -> int:
        """Return the server's time in milliseconds, the same for every process."""
        sql = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
        return int(self.rows(sql, {})[0][0])

    def close(self) -> None:
        """Close the idle connections; those in use close when they come back."""
        self._closed = True
        self._drop_idle()

    def _drop_idle(self) -> None:
        with suppress(Empty):
            while True:
                self._idle.get_nowait().close()


class PostgresLoading:
    """Fills an empty database in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def insert(self, table: str, columns: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Insert rows by COPY."""
        with (
            self._connection.cursor() as cursor,
            cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy,
        ):
            for row in rows:
                copy.write_row(row)

    def execute(self, sql: str, values: Values) -> None:
        """Run a statement."""
        self._connection.execute(dialect(sql), values)


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Translate lost connections into UnavailableError."""
    try:
        yield
    except psycopg.Error as error:
        raise UnavailableError(f"PostgreSQL: {error}") from error


class RetryDeadline:
    """How long to wait for an unavailable store."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until = time.monotonic() + seconds

    def wait(self, error: psycopg.Error) -> None:
        """Wait a moment before the next attempt, or give up."""
        if time.monotonic() >= self._until:
            raise UnavailableError(f"PostgreSQL, after {self._seconds} s: {error}") from error
        time.sleep(_PAUSE)
