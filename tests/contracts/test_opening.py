"""Opening: where a journal may be, who may write, and schemas of another time."""

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from contracts.conftest import Store
from contracts.making import one
from houserules.journal import postgres_database, sqlite, sqlite_file
from houserules.journal.errors import (
    ClosedError,
    DamagedError,
    JournalError,
    LockedError,
    ReadOnlyError,
    SchemaError,
    UnavailableError,
    UrlError,
)
from houserules.journal.memory import MemoryJournal
from houserules.journal.records import Appended
from houserules.journal.schema import Migration
from houserules.journal.url import open_journal
from houserules.journal.verify import verify

LAST = sqlite.SQLITE_MIGRATIONS[-1].number
NEXT = Migration(LAST + 1, "notes", ("CREATE TABLE notes (text text)",))
UNSEALED = {
    "sqlite": [
        "ALTER TABLE vault DROP COLUMN seal",
        "ALTER TABLE journal DROP COLUMN sealed",
        "ALTER TABLE journal DROP COLUMN writer",
        "ALTER TABLE batches DROP COLUMN request",
        "DELETE FROM migrations WHERE number > 3",
    ],
    "postgres": [
        "ALTER TABLE vault DROP COLUMN seal",
        "ALTER TABLE journal DROP COLUMN sealed",
        "ALTER TABLE batches DROP COLUMN request",
        "DELETE FROM migrations WHERE number > 3",
    ],
}
"""Back to the schema without digests of requests and seals of the vault."""


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
    with pytest.raises(UrlError, match="use memory:"):
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
    code = f"from houserules.journal.url import open_journal; open_journal({url!r})"
    with open_journal(url) as journal:
        with pytest.raises(LockedError, match="another process is writing"):
            open_journal(url)
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )
        assert "LockedError" in done.stderr
        assert isinstance(journal.append(one("a", 0)), Appended)
    open_journal(url).close()


@pytest.mark.parametrize("alias", ["symbolic link", "hard link"])
def test_a_second_name_of_the_file_lets_nobody_in(tmp_path: Path, alias: str) -> None:
    file, other = tmp_path / "journal.db", tmp_path / "other" / "journal.db"
    other.parent.mkdir()
    with open_journal(f"sqlite:///{file}") as journal:
        other.symlink_to(file) if alias == "symbolic link" else other.hardlink_to(file)
        for read_only in (False, True):
            with pytest.raises(UrlError, match=alias):
                open_journal(f"sqlite:///{other}", read_only=read_only)
        assert isinstance(journal.append(one("a", 0)), Appended)


def test_the_lock_is_on_the_file_whatever_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bind mount gives a file a second name that nothing on the file tells of."""
    file, other = tmp_path / "journal.db", tmp_path / "other.db"
    code = (
        "import sys; from houserules.journal import sqlite as d\n"
        "d.check_file = lambda path: None\n"
        "from houserules.journal.url import open_journal\n"
        f"open_journal('sqlite:///{other}')"
    )
    with open_journal(f"sqlite:///{file}") as journal:
        other.hardlink_to(file)
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )
        assert "LockedError" in done.stderr
        monkeypatch.setattr(sqlite, "check_file", lambda path: None)
        with pytest.raises(LockedError):
            open_journal(f"sqlite:///{other}")
        assert isinstance(journal.append(one("a", 0)), Appended)
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )
        assert "LockedError" in done.stderr, "a refused opening must not take the lock away"


def test_a_file_that_is_mounted_by_itself_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, mounts = tmp_path / "my journal.db", tmp_path / "mountinfo"
    open_journal(f"sqlite:///{file}").close()
    name = str(file).replace(" ", r"\040")
    mounts.write_text(f"36 35 98:0 /journal.db {name} rw,noatime master:1 - ext4 /dev/root rw\n")
    monkeypatch.setattr(sqlite_file, "_MOUNTS", mounts)
    with pytest.raises(UrlError, match="mount its folder"):
        open_journal(f"sqlite:///{file}")


def test_a_writer_that_was_replaced_writes_nothing_more(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    with open_journal(f"sqlite:///{file}") as journal:
        journal.append(one("a", 0))
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE journal SET writer = 'somebody else'")
        with pytest.raises(UnavailableError, match="another process has begun to write"):
            journal.append(one("a", 1))
        assert journal.head("a").position == 1


def test_an_empty_file_is_not_made_a_new_journal(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    file.touch()
    for read_only in (False, True):
        with pytest.raises(SchemaError, match=r"is empty \(0 bytes\)"):
            open_journal(f"sqlite:///{file}", read_only=read_only)
    assert file.stat().st_size == 0


def test_a_log_without_its_database_is_not_written_over(tmp_path: Path) -> None:
    file, log = tmp_path / "journal.db", tmp_path / "journal.db-wal"
    log.write_bytes(b"what was committed last")
    with pytest.raises(UrlError, match="its write-ahead log"):
        open_journal(f"sqlite:///{file}")
    assert not file.exists() and log.read_bytes() == b"what was committed last"


def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "journal.db")
    for read_only in (False, True):
        with pytest.raises(UrlError, match="not a regular file"):
            open_journal(f"sqlite:///{tmp_path}/journal.db", read_only=read_only)


def test_what_a_killed_first_opening_left_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "journal.db-new").write_bytes(b"half of a database")
    with open_journal(f"sqlite:///{tmp_path}/journal.db") as journal:
        assert isinstance(journal.append(one("a", 0)), Appended)
    assert not (tmp_path / "journal.db-new").exists()


def test_an_old_schema_without_seals_can_be_read_and_is_sealed_by_writing(durable: Store) -> None:
    old = durable.open()
    old.append(one("a", 0))
    old.vault.store("signing-key", "checkpoints", bytes(32))
    old.vault.store("password", "ann", b"hash")
    old.close()
    durable.execute(*UNSEALED[durable.name])
    reader = durable.open(read_only=True)
    assert reader.vault.get("password", "ann") == b"hash" and verify(reader).ok
    new = durable.open()
    assert new.vault.get("password", "ann") == b"hash" and verify(new).ok
    durable.execute("UPDATE vault SET value = <00> WHERE kind = 'password'")
    with pytest.raises(DamagedError, match="vault/password: vault: ann"):
        new.vault.get("password", "ann")


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
    assert {modes[f"journal.db{end}"] for end in ("", "-wal", "-shm", "-lock")} == {0o600}


def test_a_closed_journal_says_so(store: Store) -> None:
    journal = store.open()
    journal.close()
    journal.close()
    with pytest.raises(ClosedError, match="closed"):
        journal.append(one("a", 0))


def migrations_of(store: Store) -> str:
    """Where the list of the steps of a store's schema is."""
    if store.name == "sqlite":
        return f"{sqlite.__name__}.SQLITE_MIGRATIONS"
    return f"{postgres_database.__name__}.POSTGRES_MIGRATIONS"


def known(store: Store) -> tuple[Migration, ...]:
    if store.name == "sqlite":
        return sqlite.SQLITE_MIGRATIONS
    return postgres_database.POSTGRES_MIGRATIONS


def test_every_step_of_the_schema_is_written_down(durable: Store) -> None:
    durable.open()
    assert durable.execute("SELECT number, name FROM migrations ORDER BY number") == [
        (1, "journal"),
        (2, "vault"),
        (3, "leases"),
        (4, "requests"),
        (5, "seals"),
    ]


def test_an_older_schema_is_brought_up_and_keeps_its_records(
    durable: Store,
) -> None:
    old = durable.open()
    old.append(one("a", 0, "c0"))
    old.close()
    durable.execute(
        *UNSEALED[durable.name],
        "DROP TABLE vault",
        "DROP TABLE leases",
        "DELETE FROM migrations WHERE number > 1",
    )
    with pytest.raises(SchemaError, match="older schema"):
        durable.open(read_only=True)
    new = durable.open()
    assert new.id == old.id
    assert new.head("a").position == 1
    again = new.append(one("a", 1, "c0", request=bytes(32)))
    assert isinstance(again, Appended) and again.repeated  # it has no digest to compare with
    new.vault.store("k", "1", b"v")
    assert new.leases.acquire("t", "p", ttl_ms=1) == 1
    assert new.append(one("a", 1, "c1", request=bytes(32))).repeated is False
    assert verify(new).ok


def test_a_journal_without_requests_is_read_as_it_is(durable: Store) -> None:
    """An inspector's old copy is verified without being written to."""
    old = durable.open()
    old.append(one("a", 0, "c0"))
    old.close()
    durable.execute(*UNSEALED[durable.name])
    reading = durable.open(read_only=True)
    assert verify(reading).ok
    assert reading.outcome("ann", "c0", bytes(32)) == Appended(
        tuple(reading.read("a")), repeated=True
    )


def test_a_newer_schema_is_refused(durable: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations_of(durable), (*known(durable), NEXT))
    durable.open().close()
    monkeypatch.undo()
    for read_only in (False, True):
        with pytest.raises(
            SchemaError, match=rf"has schema {LAST + 1} \(notes\), this program knows {LAST}"
        ):
            durable.open(read_only=read_only)


def test_a_list_of_steps_with_a_flipped_bit_is_not_called_newer(durable: Store) -> None:
    durable.open().close()
    durable.execute("UPDATE migrations SET number = 0 WHERE number = 1")
    for read_only in (False, True):
        with pytest.raises(SchemaError, match="it is damaged"):
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
    assert durable.execute("SELECT max(number) FROM migrations") == [(LAST,)]
    with pytest.raises(Exception, match="notes"):
        durable.execute("SELECT * FROM notes")


def test_without_the_driver_it_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from houserules.journal.url import open_journal\n"
        "from houserules.journal.errors import JournalError\n"
        "try: open_journal('postgresql://host/db')\n"
        "except JournalError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ
    )
    assert "houserules[postgres]" in done.stdout
