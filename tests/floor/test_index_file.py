"""The file of the index: a restart goes on where it ends, and one that does not fit is built again."""

import asyncio
import sqlite3
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from floor.playing import play_night, practice
from houserules.floor.rounds import index_file
from houserules.floor.rounds.find import Wanted
from houserules.floor.rounds.history import History
from houserules.floor.rounds.index import WantedEntries
from houserules.floor.rounds.index_file import history_file
from houserules.floor.store import Store
from houserules.floor.tables.settings import PRIVATE
from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal

OWN = f"{PRIVATE}ann"


class Lasting(MemoryJournal):
    """A journal in memory that several stores use one after the other."""

    def close(self) -> None:
        """Stay open."""


@pytest.fixture
def journal() -> Journal:
    settings = practice("nsw-pontoon-2024"), practice("nz-pontoon", "t2")
    return play_night(Lasting(), *settings, practice("nz-pontoon", OWN), rounds=3)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "floor.db-history"


def ask(journal: Journal, file: Path | None, test: Callable[[History], Awaitable[Any]]) -> Any:
    """Ask the history of a process."""

    async def run() -> Any:
        store = Store(journal)
        history = History(store, file)
        try:
            return await test(history)
        finally:
            history.close()
            await store.close()

    return asyncio.run(run())


async def everything(history: History) -> Any:
    """Return what the index says of the tables."""
    tables = ("t1", "t2", OWN)
    return [
        await history.rounds(Wanted(tables), limit=100),
        await history.rounds(Wanted(tables, "Ann"), limit=100),
        await history.entries(WantedEntries(tables), limit=1000),
        [await history.shoes(table) for table in tables],
        [await history.last_number(table) for table in tables],
    ]


def reads(journal: Journal, file: Path | None) -> tuple[Any, dict[str, int]]:
    """Ask for everything; return it, and from where on each table's stream was read first."""
    first: dict[str, int] = {}
    read = journal.read

    def noting(stream: str, after: int = 0, limit: int | None = None) -> Any:
        if limit != 1:
            first.setdefault(stream.removeprefix("table/"), after)
        return read(stream, after, limit)

    journal.read = noting  # type: ignore[method-assign]
    try:
        return ask(journal, file, everything), first
    finally:
        del journal.read  # type: ignore[misc]


def test_a_restart_goes_on_where_the_file_ends(journal: Journal, file: Path) -> None:
    expected, first = reads(journal, None)
    assert set(first.values()) == {0}
    assert reads(journal, file) == (expected, first)
    again, first = reads(journal, file)
    assert again == expected
    assert first["t1"] == journal.head("table/t1").position
    assert first[OWN] == 0, "a private table is forgotten: few owners return"


def test_play_goes_on_after_the_restart(file: Path) -> None:
    journal = play_night(Lasting(), practice("nsw-pontoon-2024"), rounds=2)
    ask(journal, file, everything)
    play_night(journal, practice("nz-pontoon", "t2"), rounds=2, seed=1)
    assert reads(journal, file)[0] == reads(journal, None)[0]


def test_nobody_else_can_read_the_file(journal: Journal, file: Path) -> None:
    ask(journal, file, everything)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_another_journal_has_another_index(journal: Journal, file: Path) -> None:
    ask(journal, file, everything)
    other = play_night(Lasting(), practice("nsw-pontoon-2024"), rounds=1, seed="other")
    assert reads(other, file)[0] == reads(other, None)[0]


def test_another_program_builds_it_again(
    journal: Journal, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = ask(journal, file, everything)
    monkeypatch.setattr(index_file, "program_stamp", lambda: "the next version")
    again, first = reads(journal, file)
    assert again == expected and set(first.values()) == {0}


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE followed SET hash = 'another'",
        "UPDATE followed SET rounds = '{}'",
        "UPDATE followed SET rounds = 'nothing'",
        "DELETE FROM followed",
    ],
)
def test_a_table_that_does_not_fit_is_followed_again(
    sql: str, journal: Journal, file: Path
) -> None:
    expected = ask(journal, file, everything)
    connection = sqlite3.connect(file)
    with connection:
        connection.execute(sql)
    connection.close()
    again, first = reads(journal, file)
    assert again == expected and set(first.values()) == {0}


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + bytes(5000)])
def test_a_file_that_is_no_index_is_made_again(
    content: bytes, journal: Journal, file: Path
) -> None:
    file.write_bytes(content)
    expected = ask(journal, None, everything)
    assert ask(journal, file, everything) == expected
    assert reads(journal, file)[1]["t1"] > 0


def test_damage_that_shows_later_is_no_error(journal: Journal, file: Path) -> None:
    expected = ask(journal, file, everything)
    connection = sqlite3.connect(file)
    with connection:
        connection.execute("ALTER TABLE players RENAME COLUMN net TO gross")
    connection.close()
    assert ask(journal, file, everything) == expected
    assert not file.exists()


def test_a_second_process_has_an_index_of_its_own(journal: Journal, file: Path) -> None:
    async def both(history: History) -> Any:
        other = History(history._store, file)
        try:
            return await everything(history), await everything(other)
        finally:
            other.close()

    one, two = ask(journal, file, both)
    assert one == two


def test_the_file_is_beside_a_sqlite_database() -> None:
    assert history_file("sqlite:///floor.db") == Path("floor.db-history")
    assert history_file("postgresql://floor@db/floor") is None
    assert history_file("memory:") is None
