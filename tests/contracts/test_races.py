"""Several writers at once, in one process and in several: nobody overtakes, nothing is skipped."""

import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

from contracts.conftest import Store
from contracts.making import append, batch, one
from houserules.journal.protocol import Journal
from houserules.journal.records import Appended, Batch, Outcome, Stale
from houserules.journal.verify import verify

WRITERS = 4

ANOTHER_PROCESS = """
import sys
from contracts.making import append, batch
from houserules.journal.url import open_journal
from houserules.journal.records import Appended

name, url = sys.argv[1:]
with open_journal(url) as journal:
    print("ready", flush=True)
    sys.stdin.readline()
    won = 0
    while won < 20:
        shared = append("shared", journal.head("shared").position)
        own = append(f"own:{name}", won)
        outcome = journal.append(batch(own, shared, actor=name, command_id=f"c{won}"))
        won += isinstance(outcome, Appended)
"""


def writers(store: Store) -> list[Journal]:
    """As many writers as there may be: PostgreSQL gives each a connection of its own."""
    if store.name == "postgres":
        return [store.open() for _ in range(WRITERS)]
    return [store.open()] * WRITERS


def at_once(
    journals: list[Journal], work: Callable[[int, Journal], list[Outcome]]
) -> list[Outcome]:
    """Let all begin at the same moment; gives what came of it."""
    barrier = threading.Barrier(len(journals))

    def begin(number: int, journal: Journal) -> list[Outcome]:
        barrier.wait()
        return work(number, journal)

    with ThreadPoolExecutor(len(journals)) as pool:
        results = list(pool.map(begin, range(len(journals)), journals))
    return [outcome for result in results for outcome in result]


def test_of_racing_writers_one_wins_each_position(store: Store) -> None:
    journals = writers(store)

    def work(number: int, journal: Journal) -> list[Outcome]:
        return [journal.append(one("a", position, actor=f"w{number}")) for position in range(20)]

    outcomes = at_once(journals, work)
    won = [each for each in outcomes if isinstance(each, Appended)]
    assert sorted(each.records[0].position for each in won) == list(range(1, len(won) + 1))
    assert len(outcomes) - len(won) == sum(isinstance(each, Stale) for each in outcomes)
    assert [each.position for each in journals[0].read("a")] == list(range(1, len(won) + 1))
    assert verify(journals[0]).ok


def test_writers_that_need_the_same_streams_in_any_order_do_not_block_each_other(
    store: Store,
) -> None:
    journals = writers(store)

    def work(number: int, journal: Journal) -> list[Outcome]:
        streams = ["a", "b"] if number % 2 else ["b", "a"]
        given = [batch(*(append(name, None) for name in streams)) for _ in range(20)]
        return [journal.append(each) for each in given]

    assert all(isinstance(each, Appended) for each in at_once(journals, work))
    assert journals[0].head("a").position == journals[0].head("b").position == 20 * WRITERS
    assert verify(journals[0]).ok


def test_the_same_command_from_several_sides_is_carried_out_once(store: Store) -> None:
    journals = writers(store)

    def work(_: int, journal: Journal) -> list[Outcome]:
        return [journal.append(one("a", None, f"c{number}")) for number in range(10)]

    outcomes = at_once(journals, work)
    by_command: dict[str, list[Appended]] = {}
    for each in outcomes:
        assert isinstance(each, Appended)
        by_command.setdefault(str(each.records[0].command_id), []).append(each)
    for same in by_command.values():
        assert len({each.records[0].hash for each in same}) == 1
        assert sorted(each.repeated for each in same) == [False, True, True, True]
    assert journals[0].head("a").position == 10


def test_who_reads_while_others_write_never_skips_a_record(store: Store) -> None:
    journals = writers(store)
    reader = store.open() if store.name == "postgres" else journals[0]
    seen: list[int] = []
    done = threading.Event()

    def read() -> None:
        while True:
            last = done.is_set()
            seen.extend(each.serial for each in reader.since(seen[-1] if seen else 0))
            if last:
                return

    def work(number: int, journal: Journal) -> list[Outcome]:
        given: list[Batch] = [
            batch(append(f"own:{number}", position * 3, 3), append("shared", None))
            for position in range(20)
        ]
        return [journal.append(each) for each in given]

    thread = threading.Thread(target=read)
    thread.start()
    at_once(journals, work)
    done.set()
    thread.join()
    assert seen == list(range(1, 20 * 4 * WRITERS + 1))


def test_a_reader_sees_a_stream_only_grow_and_batches_whole(store: Store) -> None:
    journal = store.open()
    lengths: list[int] = []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            lengths.append(len(list(journal.read("a"))))

    thread = threading.Thread(target=read)
    thread.start()
    for number in range(30):
        journal.append(batch(append("a", number * 5, 5)))
    done.set()
    thread.join()
    assert all(first <= second for first, second in pairwise(lengths))
    assert {length % 5 for length in lengths} <= {0}


def test_two_processes_on_one_database_are_one_journal(postgres: Store) -> None:
    journal = postgres.open()
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", ANOTHER_PROCESS, name, postgres.url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={"PYTHONPATH": ":".join(sys.path)},
        )
        for name in ("one", "two")
    ]
    for process in processes:
        assert process.stdout and process.stdout.readline() == "ready\n"
    for process in processes:
        process.communicate("go\n", timeout=60)
    assert [process.returncode for process in processes] == [0, 0]
    assert journal.head("shared").position == 40
    assert journal.head("own:one").position == journal.head("own:two").position == 20
    assert verify(journal).ok
