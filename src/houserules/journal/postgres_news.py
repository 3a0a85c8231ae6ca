"""The news of other processes: PostgreSQL says that the journal has gone on, `since` says how."""

import logging
import select
import socket
import threading
from typing import Final

import psycopg

from houserules.journal.news import News
from houserules.journal.postgres_database import Connection, PostgresDatabase
from houserules.journal.sql import END

_log: Final = logging.getLogger("houserules.journal")
_PAUSE: Final = 0.3
_LOOK: Final = 30.0
"""Seconds after which the end of the journal is looked up unasked: a dead connection is noticed."""


def channel_of(journal: str) -> str:
    """Return the channel on which the news of a journal are told."""
    return f"houserules_{journal}"


class PostgresNews:
    """A thread that listens until it is closed, with a new connection whenever one is lost."""

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
                _log.warning("the news are interrupted: %s", error)
            if select.select([self._woken], [], [], _PAUSE)[0]:
                return

    def _listen(self, connection: Connection) -> None:
        """Pass news on until somebody closes; first what happened before the connection stood."""
        self._look(connection)
        while True:
            ready, _, _ = select.select([connection.fileno(), self._woken.fileno()], [], [], _LOOK)
            if self._woken.fileno() in ready:
                return
            if not ready:
                self._look(connection)
            for notice in connection.notifies(timeout=0):
                self._news.hear(int(notice.payload))

    def _look(self, connection: Connection) -> None:
        found = connection.execute(END).fetchone()
        self._news.hear(found[0] if found else 0)
