"""A process that is killed in the middle: what it acknowledged is there, and nothing half."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from contracts.conftest import Store
from contracts.making import append, batch, entry, one
from houserules.journal.errors import UnavailableError, UnknownOutcomeError
from houserules.journal.records import Append, Appended, Put
from houserules.journal.sqlite import SqliteJournal
from houserules.journal.verify import verify

TABLES = 8

WRITER = """
import sys
from itertools import count
from contracts.making import append, batch, entry, one
from houserules.journal.base import Committer
from houserules.journal.url import open_journal
from houserules.journal.records import Put

tables, url = int(sys.argv[1]), sys.argv[2]
journal = open_journal(url)
committer = Committer(journal)
for turn in count(journal.head("table:0").position // 2):
    futures = [
        committer.submit(
            batch(
                append(f"table:{table}", turn * 2, 2),
                append(f"wallet:{table}", turn),
                command_id=f"{table}-{turn}",
                puts=(Put("shoe", str(table), str(turn).encode()),),
            )
        )
        for table in range(tables)
    ]
    for table, future in enumerate(futures):
        future.result()
        print(table, turn, flush=True)
"""


def killed(store: Store, seconds: float) -> Iterator[tuple[int, int]]:
    """Run a writer for a moment, kill it, and give what it has acknowledged."""
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(TABLES), store.url],
        stdout=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert process.stdout
    first = process.stdout.readline()
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    rest = process.communicate()[0]
    assert process.returncode == -signal.SIGKILL
    for line in (first + rest).splitlines(keepends=True):
        if line.endswith("\n"):
            table, turn = line.split()
            yield int(table), int(turn)


@pytest.mark.parametrize("seconds", [0.05, 0.21])
def test_what_was_acknowledged_survives_and_nothing_is_half(durable: Store, seconds: float) -> None:
    for _ in range(2):  # the second writer goes on where the first was killed
        acknowledged = list(killed(durable, seconds))
        assert acknowledged
        journal = durable.open()
        assert verify(journal).ok
        for table, turn in acknowledged:
            assert journal.outcome("ann", f"{table}-{turn}") is not None
        for table in range(TABLES):
            position = journal.head(f"wallet:{table}").position
            assert journal.head(f"table:{table}").position == position * 2
            assert journal.vault.get("shoe", str(table)) == str(position - 1).encode()
        even_out(durable)
        journal.close()


def even_out(store: Store) -> None:
    """Repeat the last commands of all tables, as clients do after a crash: none counts twice."""
    journal = store.opened[-1]
    turns = [journal.head(f"wallet:{table}").position for table in range(TABLES)]
    for table in range(TABLES):
        before = journal.head(f"table:{table}").position
        again = batch(append(f"table:{table}", 0), command_id=f"{table}-{turns[table] - 1}")
        outcome = journal.append(again)
        assert isinstance(outcome, Appended) and outcome.repeated
        assert journal.head(f"table:{table}").position == before
        if turns[table] < max(turns):
            turn = turns[table]
            journal.append(
                batch(
                    append(f"table:{table}", turn * 2, 2),
                    append(f"wallet:{table}", turn),
                    command_id=f"{table}-{turn}",
                    puts=(Put("shoe", str(table), str(turn).encode()),),
                )
            )


def test_a_disk_that_is_full_leaves_the_journal_as_it_was(tmp_path: Path) -> None:
    with SqliteJournal(tmp_path / "journal.db") as journal:
        journal.append(one("a", 0, "c1"))
        with journal._store.writing() as connection:
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
        journal._store.write(f"PRAGMA max_page_count = {pages + 3}", {})
        big = batch(Append("a", 1, (entry(text="x" * 100_000),)), command_id="c2")
        for _ in range(2):
            with pytest.raises(UnavailableError, match="full"):
                journal.append(big)
        assert journal.outcome("ann", "c2") is None
        journal._store.write("PRAGMA max_page_count = 100000", {})
        assert isinstance(journal.append(big), Appended)
        assert [each.position for each in journal.read("a")] == [1, 2]
        assert verify(journal).ok


def test_a_commit_that_fails_is_undone_and_said_to_be_unknown(tmp_path: Path) -> None:
    with SqliteJournal(tmp_path / "journal.db") as journal:
        assert journal._store._writer
        journal._store._writer.execute("PRAGMA foreign_keys = ON")
        write = journal._store.write
        write("CREATE TABLE one (id INTEGER PRIMARY KEY)", {})
        late = "REFERENCES one (id) DEFERRABLE INITIALLY DEFERRED"
        write(f"CREATE TABLE other (id INTEGER {late})", {})
        with pytest.raises(UnknownOutcomeError):
            write("INSERT INTO other VALUES (1)", {})  # found wrong by the commit
        assert isinstance(journal.append(one("a", 0)), Appended)
        assert journal._store.rows("SELECT * FROM other", {}) == []
