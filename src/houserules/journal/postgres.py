"""A journal in PostgreSQL: for several processes that work as one."""

from collections.abc import Sequence
from typing import Final

import psycopg
from psycopg.pq import TransactionStatus

from houserules.journal.errors import UnavailableError, UnknownOutcomeError
from houserules.journal.news import Listener
from houserules.journal.planning import Planned, plan
from houserules.journal.postgres_database import Patience, PostgresDatabase
from houserules.journal.postgres_news import PostgresNews, channel_of
from houserules.journal.postgres_opening import Connection
from houserules.journal.postgres_writing import begin, was_committed, write
from houserules.journal.protocol import Callback
from houserules.journal.records import Batch
from houserules.journal.sql import SqlJournal

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

    def _commit(self, batches: Sequence[Batch]) -> Planned:
        patience = Patience(self._patience)
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
            except psycopg.OperationalError as error:  # nothing has been written so far
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
        self, connection: Connection, transaction: str, planned: Planned, patience: Patience
    ) -> bool:
        """Write what was planned; False: nothing is there, and it may be tried again."""
        try:
            write(connection, planned, self._channel)
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

    def _was_committed(self, transaction: str, planned: Planned, patience: Patience) -> bool:
        """Ask the server, once it is back, what became of a commit whose answer was lost."""
        while True:
            waiting = psycopg.OperationalError("the transaction is still running")
            try:
                with self._store.borrowed() as connection:
                    found = was_committed(connection, transaction, planned)
                if found is not None:
                    return found
            except psycopg.OperationalError as error:
                waiting = error
            try:
                patience.wait(waiting)
            except UnavailableError as error:
                raise UnknownOutcomeError(
                    f"{error}: whether transaction {transaction} was committed is not known"
                ) from error

    def _drop(self) -> None:
        """Give up a connection on which something went wrong."""
        if self._connection:
            self._connection.close()
            self._connection = None

    def listen(self, callback: Callback, *, after: int | None = None) -> Listener:
        """Tell a callback of every record behind a serial (None: from now on), once and in order."""
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
