"""A journal in PostgreSQL, for several processes."""

import json
import logging
import select
import socket
import threading
from collections.abc import Iterator, Sequence
from typing import Any, Final

import psycopg
from psycopg.pq import TransactionStatus

from houserules.journal.base import Listener, News
from houserules.journal.chain import (
    BATCH_COLUMNS,
    ROW_COLUMNS,
    BatchRow,
    JournalEnd,
    RecordRow,
    StreamEnd,
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
from houserules.journal.errors import UnavailableError, UnknownOutcomeError
from houserules.journal.postgres_database import LOCK, Connection, PostgresDatabase, RetryDeadline
from houserules.journal.protocol import Callback
from houserules.journal.records import Batch
from houserules.journal.sql import END, Seals, SqlJournal

# How batches are written to PostgreSQL: two messages to the server, whatever their number.
#
# Each message has several statements, and rows are sent as JSON: for the few hundred small rows of a
# group this costs a fraction of separate statements or arrays of values.


_LOOK: Final = f"""
BEGIN; {LOCK};
SELECT stream, position, hash FROM heads
WHERE stream IN (SELECT json_array_elements_text(%(streams)s));
SELECT name, token FROM leases WHERE name IN (SELECT json_array_elements_text(%(leases)s));
SELECT batches.actor, batches.command_id, first, records, request
FROM json_array_elements(%(commands)s) AS asked
JOIN batches ON actor = asked ->> 0 AND command_id = asked ->> 1 AND command_id IS NOT NULL"""
_OF_BATCH: Final = (
    f"SELECT {ROW_COLUMNS} FROM records WHERE serial BETWEEN %s AND %s ORDER BY serial"
)
_WRITE: Final = f"""
INSERT INTO records ({ROW_COLUMNS})
SELECT serial, stream, position, name, version, payload, actor, time, command_id, batch,
    decode(previous, 'hex'), decode(hash, 'hex')
FROM json_to_recordset(%(rows)s) AS new (
    serial bigint, stream text, position bigint, name text, version bigint, payload text,
    actor text, time bigint, command_id text, batch bigint, previous text, hash text);
INSERT INTO heads (stream, position, hash)
SELECT stream, position, decode(hash, 'hex')
FROM json_to_recordset(%(heads)s) AS new (stream text, position bigint, hash text)
ON CONFLICT (stream) DO UPDATE SET position = excluded.position, hash = excluded.hash;
INSERT INTO batches ({BATCH_COLUMNS})
SELECT number, actor, command_id, time, first, records, decode(hash, 'hex'),
    decode(request, 'hex')
FROM json_to_recordset(%(batches)s) AS new (
    number bigint, actor text, command_id text, time bigint, first bigint, records bigint,
    hash text, request text);
UPDATE journal SET serial = %(serial)s, batch = %(batch)s, hash = decode(%(hash)s, 'hex');
SELECT pg_notify(%(channel)s, %(serial)s::text);"""
_VAULT: Final = """
DELETE FROM vault USING json_to_recordset(%(vault)s) AS new (kind text, key text, value text)
WHERE vault.kind = new.kind AND vault.key = new.key AND new.value IS NULL;
INSERT INTO vault (kind, key, value, seal) SELECT kind, key, decode(value, 'hex'), decode(seal, 'hex')
FROM json_to_recordset(%(vault)s) AS new (kind text, key text, value text, seal text)
WHERE value IS NOT NULL ORDER BY kind, key
ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value, seal = excluded.seal;"""


def begin(connection: Connection, batches: Sequence[Batch]) -> tuple[StoreState, str]:
    """Begin a transaction and read under its lock what the batches depend on; return its id."""
    commands = commands_of(batches)
    cursor = psycopg.ClientCursor(connection)
    cursor.execute(
        _LOOK,
        {
            "streams": _text(streams_of(batches)),
            "leases": _text(leases_of(batches)),
            "commands": _text(commands),
        },
    )
    _, [(serial, batch, digest, transaction)], heads, tokens, before = _results(cursor)
    known = StoreState(
        end=JournalEnd(serial, batch, digest),
        heads={stream: StreamEnd(position, place) for stream, position, place in heads},
        commands=_past_commands(connection, before),
        tokens=dict(tokens),
    )
    return known, transaction


def _results(cursor: psycopg.ClientCursor[Any]) -> Iterator[list[tuple[Any, ...]]]:
    """Yield the rows of each statement in a message."""
    yield cursor.fetchall() if cursor.description else []
    while cursor.nextset():
        yield cursor.fetchall() if cursor.description else []


def _past_commands(
    connection: Connection, commands: list[tuple[Any, ...]]
) -> dict[CommandKey, PastCommand]:
    known = {}
    for actor, command_id, first, count, request in commands:
        rows = connection.execute(_OF_BATCH, (first, first + count - 1))
        known[actor, command_id] = PastCommand(tuple(map(RecordRow._make, rows)), request)
    return known


def write(connection: Connection, planned: CommitPlan, channel: str, seals: Seals) -> None:
    """Write and commit a plan; it is durable when this returns."""
    values: dict[str, object] = {}
    statements = ""
    if planned.batches:
        statements += _WRITE
        values |= {
            "rows": _text([_row_data(row) for row in planned.rows]),
            "heads": _text([{"stream": s, **_row_data(p)} for s, p in planned.heads.items()]),
            "batches": _text([_row_data(row) for row in planned.batches]),
            **_row_data(planned.end),
            "channel": channel,
        }
    if planned.vault:
        statements += _VAULT
        values["vault"] = _text(
            [
                {"kind": kind, "key": key, "value": _hex(value), "seal": _hex(seal)}
                for (kind, key), value in planned.vault.items()
                for seal in (seals.of(kind, key, value),)
            ]
        )
    psycopg.ClientCursor(connection).execute(f"{statements} COMMIT", values)


def _hex(value: bytes | None) -> str | None:
    return None if value is None else value.hex()


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _row_data(row: RecordRow | BatchRow | StreamEnd | JournalEnd) -> dict[str, object]:
    named: dict[str, object] = row._asdict()
    for key in ("previous", "hash", "request"):
        if isinstance(value := named.get(key), bytes):
            named[key] = value.hex()
    return named


def was_committed(connection: Connection, transaction: str, planned: CommitPlan) -> bool | None:
    """Return whether a transaction with a lost answer was committed; None: it is still running."""
    try:
        row = connection.execute("SELECT pg_xact_status(%s::xid8)", (transaction,)).fetchone()
        status = row[0] if row else None
    except psycopg.DataError:  # a server that took over and never saw it
        return False
    if status == "in progress":
        return None
    if not planned.batches or status == "aborted":
        return bool(status == "committed")
    last = planned.batches[-1]
    stored = connection.execute("SELECT hash FROM batches WHERE number = %s", (last.number,))
    return stored.fetchone() == (last.hash,)


PATIENCE: Final = 30.0
"""Seconds for which a server that is away is waited for."""


class PostgresJournal(SqlJournal):
    """A journal in a PostgreSQL database, in a schema of its own."""

    def __init__(self, url: str, *, read_only: bool = False, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._store = PostgresDatabase(url, read_only=read_only, patience=patience)
        super().__init__(self._store, read_only=read_only)
        self._channel = channel_of(self.id)
        self._connection: Connection | None = None
        self._listening: PostgresNews | None = None

    def _commit(self, batches: Sequence[Batch]) -> CommitPlan:
        patience = RetryDeadline(self._patience)
        while True:
            try:
                if self._connection is None:
                    self._connection = self._store.connect()
                connection = self._connection
                known, transaction = begin(connection, batches)
                planned = plan(self.id, batches, known)
                if planned.is_empty:
                    connection.rollback()
                    return planned
            except psycopg.OperationalError as error:  # nothing has been written yet
                self._drop()
                patience.wait(error)
                continue
            except psycopg.Error as error:
                self._drop()
                raise UnavailableError(f"PostgreSQL: {error}") from error
            except BaseException:
                self._drop()
                raise
            if self._is_written(connection, transaction, planned, patience):
                return planned

    def _is_written(
        self, connection: Connection, transaction: str, planned: CommitPlan, patience: RetryDeadline
    ) -> bool:
        """Write a plan; False: nothing was written, and it may be retried."""
        try:
            write(connection, planned, self._channel, self._seals)
        except psycopg.Error as error:
            refused = connection.info.transaction_status == TransactionStatus.INERROR
            self._drop()
            if not refused:
                return self._was_committed(transaction, planned, patience)
            if not isinstance(error, psycopg.OperationalError):
                raise UnavailableError(f"PostgreSQL: {error}") from error
            patience.wait(error)
            return False
        except BaseException:
            self._drop()
            raise
        return True

    def _was_committed(
        self, transaction: str, planned: CommitPlan, patience: RetryDeadline
    ) -> bool:
        """Ask the server, once it is back, whether a commit with a lost answer succeeded."""
        while True:
            waiting = psycopg.OperationalError("the transaction is still running")
            try:
                with self._store.borrow() as connection:
                    committed = was_committed(connection, transaction, planned)
                if committed is not None:
                    return committed
            except psycopg.OperationalError as error:
                waiting = error
            try:
                patience.wait(waiting)
            except UnavailableError as error:
                raise UnknownOutcomeError(
                    f"{error}: whether transaction {transaction} was committed is not known"
                ) from error

    def _drop(self) -> None:
        """Drop a connection that failed."""
        if self._connection:
            self._connection.close()
            self._connection = None

    def listen(self, callback: Callback, *, after: int | None = None) -> Listener:
        """Call back with every record after a serial (None: from now on), once and in order."""
        listener = super().listen(callback, after=after)
        with self._writing:
            if self._listening is None:
                self._listening = PostgresNews(self._store, self._channel, self._news)
        return listener

    def _let_go(self) -> None:
        if self._listening:
            self._listening.close()
        self._drop()
        self._store.close()


# News of other processes: PostgreSQL notifies that the journal has grown, `since` reads the records.


_log: Final = logging.getLogger("houserules.journal")
_PAUSE: Final = 0.3
_LOOK_AFTER: Final = 30.0
"""Seconds after which the end of the journal is looked up unasked: a dead connection is noticed."""


def channel_of(journal: str) -> str:
    """Return the notification channel of a journal."""
    return f"houserules_{journal}"


class PostgresNews:
    """A thread that listens until closed, and reconnects when the connection is lost."""

    def __init__(self, database: PostgresDatabase, channel: str, news: News) -> None:
        self._database = database
        self._channel = channel
        self._news = news
        self._woken, self._wake = socket.socketpair()
        self._thread = threading.Thread(target=self._run, name="journal-news", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._wake.send(b".")
        if self._thread is not threading.current_thread():
            self._thread.join()
        self._wake.close()
        self._woken.close()

    def _run(self) -> None:
        while True:
            try:
                with self._database.connect() as connection:
                    connection.execute(f"LISTEN {self._channel}")
                    self._listen(connection)
                    return
            except psycopg.Error as error:
                _log.warning("notifications are interrupted: %s", error)
            if select.select([self._woken], [], [], _PAUSE)[0]:
                return

    def _listen(self, connection: Connection) -> None:
        """Pass on news until closed, starting with what happened before the connection was made."""
        self._look(connection)
        while True:
            ready, _, _ = select.select(
                [connection.fileno(), self._woken.fileno()], [], [], _LOOK_AFTER
            )
            if self._woken.fileno() in ready:
                return
            if not ready:
                self._look(connection)
            for notice in connection.notifies(timeout=0):
                self._news.hear(int(notice.payload))

    def _look(self, connection: Connection) -> None:
        row = connection.execute(END).fetchone()
        self._news.hear(row[0] if row else 0)
