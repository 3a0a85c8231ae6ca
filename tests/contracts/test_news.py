"""News: every durable record once, in order, without a gap, whoever wrote it."""

import logging
import threading
from collections.abc import Iterator

import pytest

from contracts.conftest import Store, cut_all_connections
from contracts.making import append, batch, one, records
from houserules.journal.base import News
from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal
from houserules.journal.records import JournalRecord


class Ear:
    """A listener that remembers, and can be waited for."""

    def __init__(self) -> None:
        self.serials: list[int] = []
        self.calls = 0
        self._changed = threading.Condition()

    def __call__(self, records: tuple[JournalRecord, ...]) -> None:
        with self._changed:
            self.serials += [each.serial for each in records]
            self.calls += 1
            self._changed.notify_all()

    def heard(self, count: int) -> list[int]:
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.serials) >= count, 30), self.serials
            return list(self.serials)


def test_a_listener_is_told_of_what_comes(journal: Journal) -> None:
    journal.append(one("a", 0))
    ear = Ear()
    listening = journal.listen(ear)
    journal.append_all([batch(append("a", 1, 2), append("b", 0)), one("a", 0), one("a", 3)])
    assert ear.heard(4) == [2, 3, 4, 5]
    listening.close()
    journal.append(one("a", 4))
    assert ear.heard(4) == [2, 3, 4, 5]


def test_a_listener_catches_up_from_where_it_was(journal: Journal) -> None:
    journal.append(batch(append("a", 0, 1_200)))
    ear, other = Ear(), Ear()
    journal.listen(ear, after=700)
    journal.listen(other, after=5_000)
    assert ear.heard(500) == list(range(701, 1_201))
    journal.append(one("a", 1_200))
    assert ear.heard(501) == list(range(701, 1_202))
    assert other.serials == []


def test_a_repeated_command_is_no_news(journal: Journal) -> None:
    ear = Ear()
    journal.listen(ear)
    for _ in range(3):
        journal.append(one("a", None, "c1"))
    journal.append(one("b", 0))
    assert ear.heard(2) == [1, 2]


def test_a_listener_may_append_itself(journal: Journal) -> None:
    ear = Ear()

    def answer(records: tuple[JournalRecord, ...]) -> None:
        if records[-1].serial < 4:
            journal.append(one("a", None))
        ear(records)

    journal.listen(answer)
    journal.append(one("a", 0))
    assert ear.heard(4) == [1, 2, 3, 4]


def test_a_listener_that_fails_stops_neither_the_journal_nor_the_others(
    memory: MemoryJournal, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: tuple[JournalRecord, ...]) -> None:
        raise ZeroDivisionError

    ear = Ear()
    memory.listen(fail)
    memory.listen(ear)
    with caplog.at_level(logging.ERROR, "houserules.journal"):
        memory.append(one("a", 0))
        memory.append(one("a", 1))
    assert ear.serials == [1, 2]
    assert [each.message for each in caplog.records] == [
        "a listener failed at serial 1",
        "a listener failed at serial 2",
    ]


def test_what_was_told_out_of_order_is_heard_in_order(memory: MemoryJournal) -> None:
    ear = Ear()
    news = News(memory.since)
    news.listen(ear, 0)
    told = [records(memory.append(one("a", position))) for position in range(3)]
    for each in (told[1], told[0], told[2]):
        news.tell(each)
    assert ear.serials == [1, 2, 3]


def test_news_that_could_not_be_read_come_with_the_next(
    memory: MemoryJournal, caplog: pytest.LogCaptureFixture
) -> None:
    def since(serial: int) -> Iterator[JournalRecord]:
        if memory.tip().serial < 3:
            raise OSError("the store is away")
        return memory.since(serial)

    ear = Ear()
    news = News(since)
    news.listen(ear, 0)
    for position in range(3):
        memory.append(one("a", position))
        news.hear(memory.tip().serial)
    assert ear.serials == [1, 2, 3]
    assert len(caplog.records) == 2


def test_news_of_several_threads_are_in_order(journal: Journal) -> None:
    ear = Ear()
    journal.listen(ear)

    def write(name: str) -> None:
        for _ in range(25):
            journal.append(one(name, None))

    threads = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ear.heard(100) == list(range(1, 101))


def test_news_of_other_processes(postgres: Store) -> None:
    here, there = postgres.open(), postgres.open()
    ear = Ear()
    here.listen(ear)
    for position in range(0, 6, 2):
        there.append(one("a", position))
        here.append(one("a", position + 1))
    there.append(one("a", 6))
    assert ear.heard(7) == [1, 2, 3, 4, 5, 6, 7]


def test_what_happened_while_the_news_were_cut_off_is_told_later(postgres: Store) -> None:
    here, there = postgres.open(), postgres.open()
    ear = Ear()
    here.listen(ear)
    there.append(one("a", 0))
    ear.heard(1)
    assert cut_all_connections(postgres) >= 3
    there.append(one("a", 1))
    assert ear.heard(2) == [1, 2]
    here.append(one("a", 2))
    there.append(one("a", 3))
    assert ear.heard(4) == [1, 2, 3, 4]
