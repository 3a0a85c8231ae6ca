"""Group commit: many wait, one transaction, everybody gets their own answer."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import wait

import pytest

from contracts.making import batch, one, records
from houserules.journal.base import Committer
from houserules.journal.errors import BusyError, ClosedError, UnavailableError
from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal
from houserules.journal.records import Appended, Batch, Outcome, Stale


class Slow(MemoryJournal):
    """A journal whose disk takes as long as a test wants, and fails when it should."""

    def __init__(self) -> None:
        super().__init__()
        self.go = threading.Event()
        self.begun = threading.Event()
        self.groups: list[int] = []
        self.fail: Callable[[Sequence[Batch]], None] = lambda _: None

    def append_all(self, batches: Sequence[Batch]) -> tuple[Outcome, ...]:
        self.groups.append(len(batches))
        self.begun.set()
        assert self.go.wait(30)
        self.fail(batches)
        return super().append_all(batches)


@pytest.fixture
def slow() -> Slow:
    return Slow()


def held_up(slow: Slow, committer: Committer) -> None:
    """Keep the committer busy with one batch."""
    committer.submit(one("first", 0))
    assert slow.begun.wait(30)


def test_everybody_gets_their_own_outcome(journal: Journal) -> None:
    with Committer(journal) as committer:
        futures = [committer.submit(one(f"t{number % 30}", 0)) for number in range(60)]
        outcomes = [future.result(30) for future in futures]
    assert [type(each) for each in outcomes] == [Appended] * 30 + [Stale] * 30
    assert [records(each)[0].stream for each in outcomes[:30]] == [f"t{each}" for each in range(30)]
    assert journal.tip().serial == 30


def test_all_that_waits_is_written_in_one_transaction(slow: Slow) -> None:
    with Committer(slow) as committer:
        held_up(slow, committer)
        futures = [committer.submit(one(f"t{number}", 0)) for number in range(100)]
        assert not any(future.done() for future in futures)
        slow.go.set()
        wait(futures, 30)
        assert slow.groups == [1, 100]


def test_no_group_is_larger_than_it_may_be(slow: Slow) -> None:
    with Committer(slow, group=40) as committer:
        held_up(slow, committer)
        futures = [committer.submit(one(f"t{number}", 0)) for number in range(100)]
        slow.go.set()
        wait(futures, 30)
        assert slow.groups == [1, 40, 40, 20]


def test_the_order_of_submission_is_kept(journal: Journal) -> None:
    with Committer(journal) as committer:
        futures = [committer.submit(one("a", position)) for position in range(50)]
    assert [records(future.result())[0].position for future in futures] == list(range(1, 51))


def test_when_too_many_wait_the_next_is_refused(slow: Slow) -> None:
    with Committer(slow, waiting=2) as committer:
        held_up(slow, committer)
        waiting = [committer.submit(one("a", 0)), committer.submit(one("b", 0))]
        with pytest.raises(BusyError, match="2 batches are already waiting"):
            committer.submit(one("c", 0))
        slow.go.set()
        wait(waiting, 30)
        assert isinstance(committer.submit(one("c", 0)).result(30), Appended)


def test_closing_writes_what_waits_and_takes_no_more(slow: Slow) -> None:
    committer = Committer(slow)
    held_up(slow, committer)
    future = committer.submit(one("a", 0))
    slow.go.set()
    committer.close()
    committer.close()
    assert isinstance(future.result(0), Appended)
    with pytest.raises(ClosedError):
        committer.submit(one("b", 0))


def test_a_store_that_fails_fails_those_who_wait_and_nobody_later(slow: Slow) -> None:
    def fail(_: Sequence[Batch]) -> None:
        raise UnavailableError("the disk is full")

    slow.fail = fail
    slow.go.set()
    with Committer(slow) as committer:
        with pytest.raises(UnavailableError, match="disk is full"):
            committer.submit(one("a", 0)).result(30)
        slow.fail = lambda _: None
        assert isinstance(committer.submit(one("a", 0)).result(30), Appended)


def test_a_batch_that_breaks_the_writing_fails_alone(slow: Slow) -> None:
    def fail(batches: Sequence[Batch]) -> None:
        if any(each.actor == "mallory" for each in batches):
            raise ZeroDivisionError

    slow.fail = fail
    with Committer(slow) as committer:
        held_up(slow, committer)
        good = committer.submit(one("a", 0))
        bad = committer.submit(batch(actor="mallory"))
        last = committer.submit(one("a", 1))
        slow.go.set()
        assert isinstance(good.result(30), Appended)
        assert isinstance(bad.exception(30), ZeroDivisionError)
        assert isinstance(last.result(30), Appended)


def test_who_gives_up_waiting_is_not_written(slow: Slow) -> None:
    with Committer(slow) as committer:
        held_up(slow, committer)
        given_up = committer.submit(one("a", 0))
        kept = committer.submit(one("b", 0))
        assert given_up.cancel()
        slow.go.set()
        assert isinstance(kept.result(30), Appended)
    assert slow.head("a").position == 0
