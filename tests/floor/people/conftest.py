"""Every store that people can be in, opened twice as two server processes open it."""

from pathlib import Path

import pytest

from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal
from houserules.journal.url import open_journal
from postgres import postgres_server, postgres_url  # noqa: F401

Journals = tuple[Journal, Journal]


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def journals(request: pytest.FixtureRequest, tmp_path: Path) -> Journals:
    """A journal for each of two processes; where a store has one process, both share it."""
    if request.param == "postgres":
        url = request.getfixturevalue("postgres_url")
        return open_journal(url), open_journal(url)
    is_memory = request.param == "memory"
    one = MemoryJournal() if is_memory else open_journal(f"sqlite:///{tmp_path / 'journal.db'}")
    return one, one
