"""Opening: where a journal may be, who may write, and schemas of another time."""

import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from contracts.conftest import Store
from contracts.making import one
from houserules.journal import postgres_opening, sqlite_database
from houserules.journal.errors import (
    ClosedError,
    JournalError,
    LockedError,
    ReadOnlyError,
    SchemaError,
    UnavailableError,
    UrlError,
)
from houserules.journal.memory import MemoryJournal
from houserules.journal.migrations import Migration
from houserules.journal.opening import open_journal
from houserules.journal.records import Appended
from houserules.journal.verifying import verify

NEXT = Migration(4, "notes", ("CREATE TABLE notes (text text)",))


def test_a_journal_is_where_its_url_says(durable: Store) -> None:
    first = durable.open()
    first.append(one("a", 0, "c1"))
    first.close()
    again = durable.open()
    assert (again.id, again.head("a")) == (first.id, again.head("a"))
    assert isinstance(again.append(one("a", 1)), Appended)
    assert again.append(one("a", 0, "c1")) == again.outcome("ann", "c1")
    assert verify(again).ok


def test_a_journal_in_memory() -> None:
    assert isinstance(open_journal("memory:"), MemoryJournal)


def test_a_relative_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    open_journal("sqlite:///my%20floor.db").close()
    assert (tmp_path / "my floor.db").exists()


@pytest.mark.parametrize(
    "url", ["", "memory", "sqlite:", "sqlite:///", "sqlite://x.db", "mysql://x", "floor.db", "a b"]
)
def test_what_is_no_url_is_refused(url: str) -> None:
    with pytest.raises(UrlError, match="allowed are memory:"):
        open_journal(url)


def test_no_password_is_shown() -> None:
    with pytest.raises(UrlError) as caught:
        open_journal("mysql://ann:geheim@host/db")
    assert "geheim" not in str(caught.value)
    with pytest.raises(UnavailableError) as unreachable:
        open_journal("postgresql://ann:geheim@127.0.0.1:1/db?connect_timeout=2")
    assert "geheim" not in str(unreachable.value)
    with pytest.raises(UrlError) as malformed:
        open_journal("postgresql://ann:geheim@127.0.0.1/db?nonsense=1")
    assert "geheim" not in str(malformed.value)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UrlError, match="there is no folder"):
        open_journal(f"sqlite:///{tmp_path}/nowhere/journal.db")
    with pytest.raises(UrlError, match="no such file"):
        open_journal(f"sqlite:///{tmp_path}/journal.db", read_only=True)
    with pytest.raises(UrlError):
        open_journal("memory:", read_only=True)


def test_a_file_that_is_no_journal(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann, " * 1_000)
    for read_only in (False, True):
        with pytest.raises(SchemaError, match="not a journal"):
            open_journal(f"sqlite:///{file}", read_only=read_only)
    assert file.read_text() == "Dear Ann, " * 1_000


def test_a_database_without_a_journal_is_not_made_by_reading(postgres: Store) -> None:
    with pytest.raises(SchemaError, match="no journal in this database"):
        postgres.open(read_only=True)
    assert postgres.execute("SELECT to_regnamespace('houserules')") == [(None,)]


def test_sqlite_takes_one_writer_in_one_process(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/journal.db"
    code = f"from houserules.journal.opening import open_journal; open_journal({url!r})"
    with open_journal(url) as journal:
        with pytest.raises(LockedError, match="another process is writing"):
            open_journal(url)
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )
        assert "LockedError" in done.stderr
        assert isinstance(journal.append(one("a", 0)), Appended)
    open_journal(url).close()


def test_others_may_read_while_one_writes(durable: Store) -> None:
    writer, reader = durable.open(), durable.open(read_only=True)
    for position in range(3):
        (record,) = writer.append(one("a", position)).records  # type: ignore[union-attr]
        assert list(reader.read("a"))[-1] == record
    assert verify(reader).records == 3
    with pytest.raises(ReadOnlyError):
        reader.append(one("a", 3))
    writer.close()
    assert reader.head("a").position == 3


def test_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    with open_journal(f"sqlite:///{tmp_path}/journal.db") as journal:
        journal.append(one("a", 0))
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    assert {modes[f"journal.db{end}"] for end in ("", "-wal", "-shm")} == {0o600}


def test_a_closed_journal_says_so(store: Store) -> None:
    journal = store.open()
    journal.close()
    journal.close()
    with pytest.raises(ClosedError, match="closed"):
        journal.append(one("a", 0))


def migrations_of(store: Store) -> str:
    """Where the list of the steps of a store's schema is."""
    module = sqlite_database if store.name == "sqlite" else postgres_opening
    return f"{module.__name__}.MIGRATIONS"


def known(store: Store) -> tuple[Migration, ...]:
    return tuple((sqlite_database if store.name == "sqlite" else postgres_opening).MIGRATIONS)


def test_every_step_of_the_schema_is_written_down(durable: Store) -> None:
    durable.open()
    assert durable.execute("SELECT number, name FROM migrations ORDER BY number") == [
        (1, "journal"),
        (2, "vault"),
        (3, "leases"),
    ]


def test_an_older_schema_is_brought_up_and_keeps_its_records(
    durable: Store,
) -> None:
    old = durable.open()
    old.append(one("a", 0))
    old.close()
    durable.execute(
        "DROP TABLE vault", "DROP TABLE leases", "DELETE FROM migrations WHERE number > 1"
    )
    with pytest.raises(SchemaError, match="older schema"):
        durable.open(read_only=True)
    new = durable.open()
    assert new.id == old.id
    assert new.head("a").position == 1
    new.vault.put("k", "1", b"v")
    assert new.leases.take("t", "p", ttl_ms=1) == 1


def test_a_newer_schema_is_refused(durable: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations_of(durable), (*known(durable), NEXT))
    durable.open().close()
    monkeypatch.undo()
    for read_only in (False, True):
        with pytest.raises(SchemaError, match=r"has schema 4 \(notes\), this program knows 3"):
            durable.open(read_only=read_only)


def test_another_programs_schema_is_refused(
    durable: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *rest = known(durable)
    monkeypatch.setattr(migrations_of(durable), (replace(first, name="blog"), *rest))
    durable.open().close()
    monkeypatch.undo()
    with pytest.raises(SchemaError, match="belongs to another program"):
        durable.open()


def test_a_step_that_fails_leaves_the_schema_as_it_was(
    durable: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    durable.open().close()
    broken = replace(NEXT, statements=(*NEXT.statements, "CREATE NONSENSE"))
    monkeypatch.setattr(migrations_of(durable), (*known(durable), broken))
    with pytest.raises(JournalError):
        durable.open()
    monkeypatch.undo()
    durable.open()
    assert durable.execute("SELECT max(number) FROM migrations") == [(3,)]
    with pytest.raises(Exception, match="notes"):
        durable.execute("SELECT * FROM notes")


def test_without_the_driver_it_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from houserules.journal.opening import open_journal\n"
        "from houserules.journal.errors import JournalError\n"
        "try: open_journal('postgresql://host/db')\n"
        "except JournalError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ
    )
    assert "houserules[postgres]" in done.stdout
