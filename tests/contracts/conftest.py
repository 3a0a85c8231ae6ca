"""Every store that a journal can be in, for one and the same tests."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest

from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal
from houserules.journal.url import open_journal
from postgres import postgres_server, postgres_url  # noqa: F401

KEEPERS = {
    "sqlite": [
        f"DROP TRIGGER {table}_no_{verb}"
        for table in ("records", "batches")
        for verb in ("update", "delete")
    ],
    "postgres": [f"DROP TRIGGER {table}_stays ON {table}" for table in ("records", "batches")],
}


@dataclass
class Store:
    """One place for a journal, which may be opened several times."""

    name: str
    url: str
    opened: list[Journal] = field(default_factory=list)

    def open(self, *, read_only: bool = False) -> Journal:
        journal = open_journal(self.url, read_only=read_only)
        self.opened.append(journal)
        return journal

    def close(self) -> None:
        for journal in self.opened:
            journal.close()

    def execute(self, *statements: str) -> list[Any]:
        """Do something to the database behind the journal's back; gives what the last one found.

        Bytes are written as <hex>.
        """
        how = "x'\\1'" if self.name == "sqlite" else r"'\\x\1'::bytea"
        statements = tuple(re.sub("<([0-9a-f]*)>", how, each) for each in statements)
        if self.name == "sqlite":
            path = self.url.removeprefix("sqlite:///")
            with closing(sqlite3.connect(path, isolation_level=None)) as connection:
                return [connection.execute(each).fetchall() for each in statements][-1]
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute("SET search_path = houserules")
            cursors = [connection.execute(each) for each in statements]
            return cursors[-1].fetchall() if cursors[-1].description else []

    def tamper(self, *statements: str) -> None:
        """Do what only an intruder would: the guards against mistakes are taken away first."""
        self.execute(*KEEPERS[self.name], *statements)


def _store(name: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if name == "postgres":
        url = request.getfixturevalue("postgres_url")
    else:
        url = "memory:" if name == "memory" else f"sqlite:///{tmp_path / 'journal.db'}"
    store = Store(name, url)
    yield store
    store.close()


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Every store."""
    yield from _store(request.param, request, tmp_path)


@pytest.fixture(params=["sqlite", "postgres"])
def durable(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Every store that outlives its process."""
    yield from _store(request.param, request, tmp_path)


@pytest.fixture
def postgres(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """PostgreSQL alone."""
    yield from _store("postgres", request, tmp_path)


@pytest.fixture
def journal(store: Store) -> Journal:
    """A new journal in every store."""
    return store.open()


@pytest.fixture
def memory() -> MemoryJournal:
    """A journal where the store does not matter."""
    return MemoryJournal()


def cut_all_connections(store: Store) -> int:
    """End every session that a journal has with PostgreSQL; gives how many there were."""
    cut = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'houserules'"
    return len(store.execute(cut))
