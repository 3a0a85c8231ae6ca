"""One pass over a journal in the order of serials: every hash, every chain, every batch."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final, TypeAlias

from houserules.journal.chain import (
    BatchRow,
    JournalEnd,
    RecordRow,
    StreamEnd,
    batch_hash,
    has_own_hash,
    journal_start,
    stream_start,
)
from houserules.journal.errors import FINDINGS_MOST, DamagedError, Finding, Kind
from houserules.journal.protocol import Snapshot

Progress: TypeAlias = Callable[[int, int], None]
_STEP: Final = 1_000


class ChainScan:
    """One pass over the journal; it notes which streams are wrong, not yet how."""

    def __init__(self, journal: str, end: JournalEnd | None, heads: dict[str, StreamEnd]) -> None:
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
        """Return the hash that binds everything up to a batch, if the scan was asked to note it."""
        return self._marks.get(batch)

    def run(self, snapshot: Snapshot, marks: Collection[int], progress: Progress | None) -> None:
        """Scan to the end of the journal."""
        rows = _Rows(snapshot, self.end.serial, progress)
        for batch in snapshot.batches(self.end.batch):
            self._follow(batch, rows)
            if batch.number in marks:
                self._marks[batch.number] = batch.hash
        gone = range(self.end.batch + 1, snapshot.end.batch + 1)
        self._pass(rows.before(None), gone)
        self.records = rows.taken
        self._check_ends(snapshot)

    def run_part(self, snapshot: Snapshot, *, batches: int, upto: int) -> bool:
        """Scan some more batches, up to a serial; False: nothing is left."""
        part = [batch for batch in snapshot.batches(self.end.batch, batches) if batch.first <= upto]
        if not part:
            return False
        rows = _Rows(snapshot, self.end.serial, None, sum(batch.records for batch in part) + 1)
        for batch in part:
            self._follow(batch, rows)
        return True

    def _follow(self, batch: BatchRow, rows: "_Rows") -> None:
        gone = range(self.end.batch + 1, batch.number)
        if gone:
            self._miss(gone)
        self._pass(rows.before(batch.first), gone)
        self._batch(batch, list(rows.before(batch.first + batch.records)), after=gone)

    def forget(self) -> None:
        """Drop the findings so far, which have been reported."""
        self.suspects.clear()
        self.bad_batches.clear()
        self.short.clear()
        self.strays.clear()
        self.findings.clear()

    def _pass(self, rows: Iterator[RecordRow], gone: range) -> None:
        """Check records outside any batch; those of a lost or broken batch may be genuine."""
        for row in rows:
            self._record(row)
            self.suspects[row.stream] = None
            lost = row.batch in gone or row.batch in self.bad_batches
            if not lost and len(self.strays) < FINDINGS_MOST:
                self.strays[row.stream, row.position] = None

    def _batch(self, batch: BatchRow, rows: list[RecordRow], *, after: range) -> None:
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
        self.end = JournalEnd(batch.first + batch.records - 1, batch.number, batch.hash)

    def _record(self, row: RecordRow) -> None:
        place = self.heads.get(row.stream) or stream_start(self.journal, row.stream)
        follows = (row.position, row.previous) == (place.position + 1, place.hash)
        if not (follows and has_own_hash(row)):
            self.suspects[row.stream] = None
        self.heads[row.stream] = StreamEnd(row.position, row.hash)

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


def _is_of(row: RecordRow, batch: BatchRow) -> bool:
    said = (row.batch, row.actor, row.command_id, row.time)
    return said == (batch.number, batch.actor, batch.command_id, batch.time)


class _Rows:
    """Records in the order of serials, consumed step by step."""

    def __init__(
        self, snapshot: Snapshot, after: int, progress: Progress | None, limit: int | None = None
    ) -> None:
        self._rows = snapshot.rows(after, limit)
        self._next = next(self._rows, None)
        self._total = snapshot.end.serial - after
        self._progress = progress
        self.taken = 0

    def before(self, serial: int | None) -> Iterator[RecordRow]:
        """Yield the records before a serial; None: all that are left."""
        while self._next is not None and (serial is None or self._next.serial < serial):
            row, self._next = self._next, next(self._rows, None)
            self.taken += 1
            if self._progress and self.taken % _STEP == 0:
                self._progress(self.taken, self._total)
            yield row


# A close look at one stream: its records in the order of positions.


_SEARCHED: Final = 200
"""So many records out of place are compared with each other; of more, neighbours only."""
_NEAR: Final = range(-5, 6)


def diagnose(
    walk: ChainScan, stream: str, rows: Iterable[RecordRow], head: StreamEnd | None
) -> list[Finding]:
    """Return what is wrong with a stream, as precisely as its records allow."""
    return _Diagnosis(walk, stream).of(rows, head)


class _Diagnosis:
    def __init__(self, walk: ChainScan, stream: str) -> None:
        self._walk = walk
        self._stream = stream
        self._found: dict[int, Finding] = {}  # by position: the first finding about a record counts
        self._misfits: dict[int, RecordRow] = {}  # records whose hash is not that of what they say

    def of(self, rows: Iterable[RecordRow], head: StreamEnd | None) -> list[Finding]:
        last: RecordRow | None = None
        last_fits = True
        for row in rows:
            row_fits = has_own_hash(row)
            if not row_fits:
                self._misfits[row.position] = row
            self._look(last, row, whole=row_fits and last_fits)
            last, last_fits = row, row_fits
        self._explain()
        self._look_at_end(last, head)
        return [self._found[position] for position in sorted(self._found)]

    def _find(self, kind: Kind, position: int, detail: str, count: int = 1) -> None:
        self._found.setdefault(position, Finding(kind, self._stream, position, detail, count))

    def _look(self, last: RecordRow | None, row: RecordRow, *, whole: bool) -> None:
        """Compare a record with the one before it."""
        expected = last.position + 1 if last else 1
        before = last.hash if last else stream_start(self._walk.journal, self._stream).hash
        if row.position != expected:
            gone = f"{_span(expected, row.position - 1)} gone"
            self._find("missing", expected, gone, row.position - expected)
        elif (self._stream, row.position) in self._walk.strays:
            self._find("inserted", row.position, "it belongs to no batch that was written")
        elif row.previous != before and whole:
            self._blame(last, row)

    def _blame(self, last: RecordRow | None, row: RecordRow) -> None:
        """Decide by their batches which of two intact records is out of place."""
        bad = self._walk.bad_batches
        if last is None or (row.batch in bad and last.batch not in bad):
            self._find("changed", row.position, "replaced: it does not follow the one before it")
        else:
            self._find("changed", last.position, "replaced: the one behind does not follow it")

    def _explain(self) -> None:
        """Find out for each record that does not fit whether it is in another's place."""
        origins = {position: self._origin(row) for position, row in self._misfits.items()}
        offset = 0
        for position, origin in sorted(origins.items()):
            if origin is None:
                self._find("changed", position, "it does not match its hash")
            elif origins.get(origin) == position:
                self._find("swapped", position, f"the record of position {origin} lies here")
            elif position - origin != offset:
                self._shift(position, position - origin - offset)
                offset = position - origin

    def _origin(self, row: RecordRow) -> int | None:
        if len(self._misfits) <= _SEARCHED:
            candidates = [*self._misfits, *(row.position + step for step in _NEAR)]
        else:
            candidates = [row.position + step for step in _NEAR]
        return next(
            (position for position in candidates if has_own_hash(row._replace(position=position))),
            None,
        )

    def _shift(self, position: int, by: int) -> None:
        """Note that from here on the records are `by` positions too late."""
        if by > 0:
            first = position - by
            self._found.pop(first, None)
            self._find("inserted", first, f"{_span(first, position - 1)} put in between")
        else:
            gone = f"{-by} taken out from before it, and the rest moved up"
            self._find("missing", position, gone, -by)

    def _look_at_end(self, last: RecordRow | None, head: StreamEnd | None) -> None:
        if last is None:
            count = head.position if head else 0
            self._find("dropped", 1, f"all of its records are gone; there were {count}", count)
        elif head is None:
            self._find("head", last.position, "the store does not say where the stream ends")
        elif last.position < head.position:
            gone = f"{_span(last.position + 1, head.position)} gone"
            self._find("truncated", last.position + 1, gone, head.position - last.position)
        elif last.position > head.position and not self._found:
            self._find(
                "head", head.position, f"the stream is said to end here, not at {last.position}"
            )
        elif last.position == head.position and last.hash != head.hash:
            if last.batch in self._walk.bad_batches:
                self._find("changed", last.position, "replaced: the end of the stream has another")
            else:
                self._find("head", last.position, "the end of the stream is kept with another hash")


def _span(first: int, last: int) -> str:
    return f"record {first} is" if first == last else f"records {first} to {last} are"


# Check a journal against its own hashes: note streams in one pass, then say what is wrong and where.


MANGLED: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What a value that no program wrote may lead to."""


def examine(
    journal: str,
    snapshot: Snapshot,
    *,
    end: JournalEnd | None = None,
    heads: dict[str, StreamEnd] | None = None,
    marks: Collection[int] = (),
    progress: Progress | None = None,
) -> tuple[ChainScan, list[Finding]]:
    """Check a journal after a place known to be right, or from its beginning."""
    walk = ChainScan(journal, end, dict(heads or {}))
    try:
        walk.run(snapshot, marks, progress)
        return walk, findings_of(walk, snapshot)
    except (DamagedError, *MANGLED) as error:
        return walk, [*walk.findings, *unreadable(walk, error)]


def unreadable(walk: ChainScan, error: Exception) -> tuple[Finding, ...]:
    """Return the finding that a journal cannot be read any further; never quote its content."""
    where = f"it cannot be checked behind record {walk.end.serial} (batch {walk.end.batch})"
    why = "what is stored there is not of the kind that was written"
    if isinstance(error, DamagedError):
        why = error.findings[0].detail
    return (Finding("store", None, None, f"{where}: {why}"),)


def findings_of(walk: ChainScan, snapshot: Snapshot) -> list[Finding]:
    """Return what is wrong with the streams that a scan noted."""
    located = [*_in_streams(walk, snapshot)]
    return [*located, *_nowhere(walk, located), *walk.findings]


def _in_streams(walk: ChainScan, snapshot: Snapshot) -> Iterator[Finding]:
    if not walk.suspects:
        return
    ends = {name: place for name, place in snapshot.heads() if name in walk.suspects}
    for stream in walk.suspects:
        yield from diagnose(walk, stream, snapshot.stream(stream), ends.get(stream))


def _nowhere(walk: ChainScan, located: list[Finding]) -> Iterator[Finding]:
    """Return findings that only batches show: records gone without a trace, and wrong order."""
    known = sum(
        finding.count for finding in located if finding.kind in ("missing", "truncated", "dropped")
    )
    gone = sum(walk.short.values()) - known
    if gone > 0:
        detail = f"{gone} records of batch {next(iter(walk.short))} on are gone, and every trace of"
        yield Finding("missing", None, None, f"{detail} which they were", gone)
    streams = {finding.stream for finding in located}
    bad = walk.bad_batches.items()
    unfit = [number for number, of in bad if number not in walk.short and not of & streams]
    if unfit:
        more = f", nor do {len(unfit) - 1} others" if len(unfit) > 1 else ""
        among = ", ".join(sorted(walk.bad_batches[unfit[0]])[:5])
        detail = f"batch {unfit[0]} ({among}) is not as it was written{more}"
        yield Finding("batch", None, None, detail)
