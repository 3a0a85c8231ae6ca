"""One pass over a journal in the order of serials: every hash, every chain, every batch."""

from collections.abc import Callable, Collection, Iterator
from typing import Final, TypeAlias

from houserules.journal.chain import (
    BatchRow,
    End,
    Place,
    Row,
    batch_hash,
    journal_start,
    record_hash,
    stream_start,
)
from houserules.journal.findings import FINDINGS_MOST, Finding
from houserules.journal.protocol import Snapshot

Progress: TypeAlias = Callable[[int, int], None]
_STEP: Final = 1_000


def fits(row: Row) -> bool:
    """Whether a record has the hash of what it says; a mangled one has not."""
    try:
        return record_hash(row) == row.hash
    except (AttributeError, TypeError, ValueError):
        return False


class Walk:
    """What one pass sees; it only notices that a stream is wrong, not yet how."""

    def __init__(self, journal: str, end: End | None, heads: dict[str, Place]) -> None:
        self.journal = journal
        self.end = end or journal_start(journal)
        self.heads = heads
        self.records = 0
        self.suspects: dict[str, None] = {}  # streams to look at closely
        self.bad_batches: dict[int, set[str]] = {}  # with the streams of what is there of each
        self.short: dict[int, int] = {}  # by batch: how many records are gone
        self.strays: dict[tuple[str, int], None] = {}  # records that belong to no batch
        self.findings: list[Finding] = []  # what is wrong with the journal as a whole
        self._marks: dict[int, bytes] = {0: self.end.hash}
        self._other: bytes | None = None  # what the last batch's hash should have been

    def mark(self, batch: int) -> bytes | None:
        """Give the hash that binds everything up to a batch, if the walk was to note it."""
        return self._marks.get(batch)

    def run(self, snapshot: Snapshot, marks: Collection[int], progress: Progress | None) -> None:
        """Go from where the walk stands to the end of the journal."""
        rows = _Rows(snapshot, self.end.serial, progress)
        for batch in snapshot.batches(self.end.batch):
            gone = range(self.end.batch + 1, batch.number)
            if gone:
                self._miss(gone)
            self._pass(rows.before(batch.first), gone)
            self._batch(batch, list(rows.before(batch.first + batch.records)), after=gone)
            if batch.number in marks:
                self._marks[batch.number] = batch.hash
        gone = range(self.end.batch + 1, snapshot.end.batch + 1)
        self._pass(rows.before(None), gone)
        self.records = rows.taken
        self._check_ends(snapshot)

    def _pass(self, rows: Iterator[Row], gone: range) -> None:
        """Look at records in no batch; those of one that is gone or broken may be genuine."""
        for row in rows:
            self._record(row)
            self.suspects[row.stream] = None
            lost = row.batch in gone or row.batch in self.bad_batches
            if not lost and len(self.strays) < FINDINGS_MOST:
                self.strays[row.stream, row.position] = None

    def _batch(self, batch: BatchRow, rows: list[Row], *, after: range) -> None:
        for row in rows:
            self._record(row)
        hashes = [row.hash for row in rows]
        should_be = batch_hash(batch, self.end.hash, hashes)
        follows = batch.hash == should_be or bool(
            self._other and batch.hash == batch_hash(batch, self._other, hashes)
        )
        serials = [row.serial for row in rows]
        first = batch.first if after else self.end.serial + 1
        whole = serials == list(range(first, first + batch.records))
        if not (whole and (follows or after) and all(_is_of(row, batch) for row in rows)):
            self.bad_batches[batch.number] = {row.stream for row in rows}
        if len(rows) < batch.records:
            self.short[batch.number] = batch.records - len(rows)
        self._other = None if follows else should_be
        self.end = End(batch.first + batch.records - 1, batch.number, batch.hash)

    def _record(self, row: Row) -> None:
        place = self.heads.get(row.stream) or stream_start(self.journal, row.stream)
        follows = (row.position, row.previous) == (place.position + 1, place.hash)
        if not (follows and fits(row)):
            self.suspects[row.stream] = None
        self.heads[row.stream] = Place(row.position, row.hash)

    def _check_ends(self, snapshot: Snapshot) -> None:
        unseen = dict(self.heads)
        for stream, place in snapshot.heads():
            if unseen.pop(stream, None) != place:
                self.suspects[stream] = None
        self.suspects |= dict.fromkeys(unseen)
        if snapshot.end != self.end:
            short = snapshot.end.batch > self.end.batch
            detail = (
                f"the journal says it ends with serial {snapshot.end.serial} in batch "
                f"{snapshot.end.batch}; what is there ends with {self.end.serial} in {self.end.batch}"
            )
            self.findings.append(Finding("truncated" if short else "head", None, None, detail))

    def _miss(self, gone: range) -> None:
        which = f"batch {gone[0]}" if len(gone) == 1 else f"batches {gone[0]} to {gone[-1]}"
        detail = f"{which} missing, so nothing binds their records together"
        self.findings.append(Finding("batch", None, None, detail))


def _is_of(row: Row, batch: BatchRow) -> bool:
    said = (row.batch, row.actor, row.command_id, row.time)
    return said == (batch.number, batch.actor, batch.command_id, batch.time)


class _Rows:
    """Records in the order of serials, taken as far as somebody wants them."""

    def __init__(self, snapshot: Snapshot, after: int, progress: Progress | None) -> None:
        self._rows = snapshot.rows(after)
        self._next = next(self._rows, None)
        self._total = snapshot.end.serial - after
        self._progress = progress
        self.taken = 0

    def before(self, serial: int | None) -> Iterator[Row]:
        """Take the records before a serial; None: all that are left."""
        while self._next is not None and (serial is None or self._next.serial < serial):
            row, self._next = self._next, next(self._rows, None)
            self.taken += 1
            if self._progress and self.taken % _STEP == 0:
                self._progress(self.taken, self._total)
            yield row
