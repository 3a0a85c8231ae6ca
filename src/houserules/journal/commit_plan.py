"""Plan a commit: decide for every store which batches are written, from what it already has."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from houserules.journal.chain import (
    BatchRow,
    JournalEnd,
    RecordRow,
    StreamEnd,
    batch_hash,
    checked_record,
    record_hash,
    record_of,
    stream_start,
)
from houserules.journal.records import Append, Appended, Batch, Fenced, Outcome, Reused, Stale

CommandKey: TypeAlias = tuple[str, str]
"""Actor and command id."""


class PastCommand(NamedTuple):
    """A command that was carried out: its records, and the digest of its request."""

    rows: tuple[RecordRow, ...]
    request: bytes | None

    def again(self, command_id: str, request: bytes | None) -> Appended | Reused:
        """Repeat the first outcome for the same request; a batch without a digest matches any."""
        if None not in (self.request, request) and self.request != request:
            return Reused(command_id)
        return Appended(tuple(map(checked_record, self.rows)), repeated=True)


@dataclass(slots=True)
class StoreState:
    """What a store has that matters to these batches; read under its lock."""

    end: JournalEnd
    heads: dict[str, StreamEnd]  # of the streams in question; missing ones are new
    commands: dict[CommandKey, PastCommand]  # those that have been carried out
    tokens: dict[str, int]  # of the leases in question


@dataclass(slots=True)
class CommitPlan:
    """What to write in one transaction, and the answers once it is durable."""

    end: JournalEnd
    outcomes: list[Outcome] = field(default_factory=list)
    rows: list[RecordRow] = field(default_factory=list)
    heads: dict[str, StreamEnd] = field(default_factory=dict)
    batches: list[BatchRow] = field(default_factory=list)
    vault: dict[tuple[str, str], bytes | None] = field(default_factory=dict)  # None: forget it

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to write."""
        return not (self.batches or self.vault)


def plan(journal: str, batches: Sequence[Batch], known: StoreState) -> CommitPlan:
    """Plan the batches in order, each on the journal as those before leave it."""
    planned = CommitPlan(known.end)
    for batch in batches:
        outcome = _why_broken(batch, known) or _plan_batch(journal, batch, known, planned)
        is_new = isinstance(outcome, Appended) and not outcome.repeated
        if batch.speculation is not None and not is_new:
            batch.speculation.broken = True
        planned.outcomes.append(outcome)
    return planned


def _why_broken(batch: Batch, known: StoreState) -> Stale | None:
    """Return why a batch cannot be written: its speculation is broken."""
    if batch.speculation is None or not batch.speculation.broken:
        return None
    first = batch.appends[0]
    place = known.heads.get(first.stream)
    return Stale(first.stream, first.expected or 0, place.position if place else 0)


def _plan_batch(journal: str, batch: Batch, known: StoreState, planned: CommitPlan) -> Outcome:
    if batch.command_id is not None:
        before = known.commands.get((batch.actor, batch.command_id))
        if before is not None:
            return before.again(batch.command_id, batch.request)
    for fence in batch.fences:
        if (token := known.tokens.get(fence.name, 0)) != fence.token:
            return Fenced(fence.name, fence.token, token)
    for append in batch.appends:
        place = known.heads.get(append.stream)
        actual = place.position if place else 0
        if append.expected is not None and append.expected != actual:
            return Stale(append.stream, append.expected, actual)
    rows = _write(journal, batch, known, planned)
    return Appended(tuple(map(record_of, rows)), repeated=False)


def _write(journal: str, batch: Batch, known: StoreState, planned: CommitPlan) -> list[RecordRow]:
    planned.vault.update({(put.kind, put.key): put.value for put in batch.puts})
    planned.vault.update({(delete.kind, delete.key): None for delete in batch.deletes})
    rows: list[RecordRow] = []
    for append in batch.appends:
        place = known.heads.get(append.stream) or stream_start(journal, append.stream)
        new = _rows(append, batch, place, planned.end, len(rows))
        if new:
            known.heads[append.stream] = StreamEnd(new[-1].position, new[-1].hash)
            planned.heads[append.stream] = known.heads[append.stream]
            rows += new
    if rows or batch.command_id is not None:
        _close(batch, rows, planned)
    if batch.command_id is not None:
        known.commands[batch.actor, batch.command_id] = PastCommand(tuple(rows), batch.request)
    planned.rows += rows
    return rows


def _rows(
    append: Append, batch: Batch, place: StreamEnd, end: JournalEnd, before: int
) -> list[RecordRow]:
    """Return the rows of one append; `before` rows of its batch precede them."""
    rows = []
    for number, entry in enumerate(append.entries, start=1):
        row = RecordRow(
            serial=end.serial + before + number,
            stream=append.stream,
            position=place.position + 1,
            name=entry.name,
            version=entry.version,
            payload=entry.text,
            actor=batch.actor,
            time=batch.time,
            command_id=batch.command_id,
            batch=end.batch + 1,
            previous=place.hash,
            hash=b"",
        )
        place = StreamEnd(row.position, record_hash(row))
        rows.append(RecordRow(*row[:-1], place.hash))
    return rows


def _close(batch: Batch, rows: list[RecordRow], planned: CommitPlan) -> None:
    """Bind the records of a batch together and to the batch before."""
    end = planned.end
    row = BatchRow(
        number=end.batch + 1,
        actor=batch.actor,
        command_id=batch.command_id,
        time=batch.time,
        first=end.serial + 1,
        records=len(rows),
        hash=b"",
        request=batch.request,
    )
    row = row._replace(hash=batch_hash(row, end.hash, [record.hash for record in rows]))
    planned.batches.append(row)
    planned.end = JournalEnd(end.serial + len(rows), row.number, row.hash)


def streams_of(batches: Iterable[Batch]) -> list[str]:
    """Return the streams that some batches are about."""
    return sorted({append.stream for batch in batches for append in batch.appends})


def commands_of(batches: Iterable[Batch]) -> list[CommandKey]:
    """Return the commands of some batches."""
    ids = ((batch.actor, batch.command_id) for batch in batches)
    return sorted({(actor, command) for actor, command in ids if command is not None})


def leases_of(batches: Iterable[Batch]) -> list[str]:
    """Return the leases that some batches rest on."""
    return sorted({fence.name for batch in batches for fence in batch.fences})
