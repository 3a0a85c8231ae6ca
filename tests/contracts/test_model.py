"""Any sequence of batches, against a model that is as simple as can be."""

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal
from houserules.journal.records import (
    Append,
    Appended,
    Batch,
    Delete,
    JournalRecord,
    NewRecord,
    Outcome,
    Put,
    Stale,
)
from houserules.journal.sqlite import SqliteJournal
from houserules.journal.verify import verify

STREAMS = st.sampled_from(["table:1", "table:2", "wallet:ann", "Zoë"])
SCALARS = st.none() | st.booleans() | st.integers(-(2**63) + 1, 2**63 - 1) | st.text(max_size=5)
PAYLOADS = st.dictionaries(
    st.text(max_size=4),
    st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3), max_leaves=4),
    max_size=3,
)
ENTRIES = st.builds(NewRecord, st.sampled_from(["x.done", "y.done"]), st.integers(1, 3), PAYLOADS)
KEYS = st.sampled_from(["1", "2"])


@st.composite
def batches(draw: st.DrawFn) -> Batch:
    """Return a batch of which every part may be stale, repeated, empty or right."""
    streams = draw(st.lists(STREAMS, unique=True, max_size=3))
    near = st.none() | st.integers(0, 6)
    entries = st.lists(ENTRIES, max_size=3).map(tuple)
    keys = draw(st.lists(KEYS, unique=True))
    split = draw(st.integers(0, 2))
    return Batch(
        tuple(Append(stream, draw(near), draw(entries)) for stream in streams),
        actor=draw(st.sampled_from(["ann", "bob"])),
        time=draw(st.integers(0, 2**40)),
        command_id=draw(st.none() | st.sampled_from(["c1", "c2", "c3", "c4"])),
        puts=tuple(Put("k", key, draw(st.binary(max_size=3))) for key in keys[:split]),
        deletes=tuple(Delete("k", key) for key in keys[split:]),
    )


class Model:
    """What a journal should be: lists and dicts."""

    def __init__(self) -> None:
        self.streams: dict[str, list[Any]] = {}
        self.order: list[Any] = []
        self.commands: dict[tuple[str, str], list[Any]] = {}
        self.vault: dict[str, bytes] = {}

    def append(self, batch: Batch) -> list[Any] | Stale:
        """Return what the records say, or what was stale."""
        if batch.command_id and (batch.actor, batch.command_id) in self.commands:
            return self.commands[batch.actor, batch.command_id]
        for each in batch.appends:
            there = len(self.streams.get(each.stream, []))
            if each.expected not in (None, there):
                return Stale(each.stream, each.expected or 0, there)
        new = []
        for each in batch.appends:
            for entry in each.entries:
                stream = self.streams.setdefault(each.stream, [])
                said = (each.stream, len(stream) + 1, entry.name, entry.version, entry.payload)
                stream.append((*said, batch.actor, batch.time, batch.command_id))
                new.append(stream[-1])
        self.order += new
        if batch.command_id:
            self.commands[batch.actor, batch.command_id] = new
        self.vault |= {put.key: put.value for put in batch.puts}
        for gone in batch.deletes:
            self.vault.pop(gone.key, None)
        return new


def said(record: JournalRecord) -> Any:
    return (
        *(record.stream, record.position, record.name, record.version, record.payload),
        *(record.actor, record.time, record.command_id),
    )


class Journals(RuleBasedStateMachine):
    """The model, a journal in memory and one in a file get the same batches."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self._path = Path(self._folder.name) / "journal.db"

    @initialize()
    def begin(self) -> None:
        self.model = Model()
        self.told: list[int] = []
        self.journals: list[Journal] = [MemoryJournal(), SqliteJournal(self._path)]
        self.journals[0].listen(lambda new: self.told.extend(each.serial for each in new))

    @rule(group=st.lists(batches(), min_size=1, max_size=4))
    def append(self, group: list[Batch]) -> None:
        expected = [self.model.append(each) for each in group]
        for journal in self.journals:
            assert [self._shown(each) for each in journal.append_all(group)] == expected

    def _shown(self, outcome: Outcome) -> Any:
        return (
            [said(each) for each in outcome.records] if isinstance(outcome, Appended) else outcome
        )

    @rule()
    def reopen(self) -> None:
        self.journals[1].close()
        self.journals[1] = SqliteJournal(self._path)

    @rule(stream=STREAMS, after=st.integers(0, 5), limit=st.none() | st.integers(0, 3))
    def read(self, stream: str, after: int, limit: int | None) -> None:
        rows = self.model.streams.get(stream, [])[after:][:limit]
        for journal in self.journals:
            assert [said(each) for each in journal.read(stream, after, limit)] == rows

    @rule(serial=st.integers(0, 10))
    def since(self, serial: int) -> None:
        for journal in self.journals:
            found = list(journal.since(serial))
            assert [said(each) for each in found] == self.model.order[serial:]
            assert [each.serial for each in found] == [
                *range(serial + 1, len(self.model.order) + 1)
            ]

    @invariant()
    def agree(self) -> None:
        for journal in self.journals:
            assert list(journal.streams()) == sorted(self.model.streams)
            assert dict(journal.vault.items("k")) == self.model.vault
            assert journal.tip().serial == len(self.model.order)
        assert self.told == [*range(1, len(self.model.order) + 1)]

    def teardown(self) -> None:
        for journal in self.journals:
            assert verify(journal).ok
            journal.close()
        self._folder.cleanup()


TestJournals = Journals.TestCase
TestJournals.settings = settings(
    max_examples=15,
    stateful_step_count=15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
