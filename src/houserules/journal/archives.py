"""Archives: the records of closed days as compressed, signed files, to keep elsewhere.

An archive is a part of the chain: the batches of one day with their records, byte for byte as they were
hashed, between two checkpoints. It ends with its own checkpoint, whose hash binds every batch up to there,
and names the one of the archive before. So a file cannot be altered, shortened, left out or put in another
place without notice, and the signature of the last checkpoint stands for all of them.

A file is JSON, one value per line, compressed with gzip: a header, then each batch with its records, then
the checkpoint. The vault is not in it: secrets never leave the house.
"""

import gzip
import json
import zlib
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from houserules.journal.canonical import canonical
from houserules.journal.chain import BatchRow, JournalEnd, RecordRow, journal_start
from houserules.journal.chain_scan import ChainScan, Progress, findings_of
from houserules.journal.checkpoints import Checkpoint, sign_end
from houserules.journal.durable_files import make_durably
from houserules.journal.errors import ArchiveError, CheckpointError, DamagedError
from houserules.journal.protocol import Journal, Snapshot
from houserules.journal.signers import Signer

FORMAT: Final = "houserules/archive-1"
SUFFIX: Final = ".archive"
_STEP: Final = 1_000  # batches checked at a time
_DAY: Final = 24 * 3600 * 1000
_BROKEN: Final = (OSError, EOFError, zlib.error, ValueError, LookupError, TypeError)
"""What reading a file may raise that is not an archive, or is cut off."""


class Archived(NamedTuple):
    """A batch with its records."""

    batch: BatchRow
    rows: list[RecordRow]


@dataclass(frozen=True, slots=True)
class Archive:
    """One file: a day of one journal."""

    file: Path
    journal: str
    day: date
    after: JournalEnd
    checkpoint: Checkpoint

    @property
    def records(self) -> int:
        """How many records are in it."""
        return self.checkpoint.records - self.after.serial

    @property
    def batches(self) -> int:
        """How many batches are in it."""
        return self.checkpoint.batch - self.after.batch


def archive_closed_days(
    journal: Journal, folder: Path, signer: Signer, *, now: int, progress: Progress | None = None
) -> list[Archive]:
    """Write each day that is over to a file of its own, unless it is there; return the new ones.

    Days are those of UTC. A batch with an earlier time than one before it, because a clock was set back,
    goes with the later one. Raises ArchiveError, or DamagedError if a record is not as it was written.
    """
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise ArchiveError(f"{folder}: cannot be made: {error.strerror}") from None
    there = read_folder(folder)
    if there and there[0].journal != journal.id:
        raise ArchiveError(f"{folder}: its archives are of another journal ({there[0].journal})")
    made: list[Archive] = []
    with journal.snapshot() as snapshot:
        archivist = _Archivist(journal.id, snapshot, folder, signer, now)
        last = there[-1] if there else None
        while (found := archivist.next_day(last)) is not None:
            last = archivist.write(*found, last)
            made.append(last)
            if progress is not None:
                progress(last.checkpoint.records, snapshot.end.serial)
    return made


def _day_of(time: int) -> date:
    return date(1970, 1, 1) + timedelta(days=time // _DAY)


@dataclass(frozen=True, slots=True)
class _Archivist:
    """Writes days of a journal to files."""

    journal: str
    snapshot: Snapshot
    folder: Path
    signer: Signer
    now: int

    def next_day(self, last: Archive | None) -> tuple[date, int] | None:
        """Return the next day that is over, and its last batch; None: there is none."""
        batches = self.snapshot.batches(last.checkpoint.batch if last else 0)
        first = next(batches, None)
        if first is None:
            return None
        day = _day_of(first.time)
        if last is not None:
            day = max(day, last.day + timedelta(days=1))
        if day >= _day_of(self.now):
            return None
        end = first.number
        for batch in batches:
            if _day_of(batch.time) > day:
                break
            end = batch.number
        return day, end

    def write(self, day: date, end: int, last: Archive | None) -> Archive:
        """Check the batches up to one, and write them; the file appears when it is complete."""
        file = self.folder / f"{day}{SUFFIX}"
        after = last.checkpoint.end() if last else journal_start(self.journal)
        previous = last.checkpoint if last else None
        walk = self._check(previous, end)
        signed = sign_end(walk, self.signer, time=self.now, previous=previous)
        header = {
            **{"format": FORMAT, "journal": self.journal, "day": str(day)},
            **{"after": [after.serial, after.batch, after.hash.hex()]},
            **{"previous": signed.previous},
        }

        def fill(stream: BinaryIO) -> None:
            with gzip.GzipFile("", "wb", 6, stream, mtime=0) as packed:
                _write_line(packed, header)
                for line in _lines(self.snapshot, after, end):
                    _write_line(packed, line)
                packed.write(signed.text().encode() + b"\n")

        try:
            make_durably(file, fill)
        except OSError as error:
            raise ArchiveError(f"{file}: cannot be written: {error.strerror}") from None
        return Archive(file, self.journal, day, after, signed)

    def _check(self, previous: Checkpoint | None, end: int) -> ChainScan:
        """Check every record and batch up to one; raises DamagedError."""
        walk = ChainScan(self.journal, None, {})
        if previous is not None:
            walk = ChainScan(self.journal, previous.end(), previous.places())
        while walk.end.batch < end:
            before = walk.end.batch
            part = min(_STEP, end - before)
            walk.run_part(self.snapshot, batches=part, upto=self.snapshot.end.serial)
            if findings := findings_of(walk, self.snapshot):
                raise DamagedError(tuple(findings))
            assert walk.end.batch > before, "a batch that was there is gone"
        return walk


def _write_line(packed: gzip.GzipFile, value: object) -> None:
    packed.write(canonical(value).encode() + b"\n")


def _lines(snapshot: Snapshot, after: JournalEnd, end: int) -> Iterator[list[Any]]:
    """Yield each batch as a line, and each of its records; what both have is in the batch only."""
    rows = snapshot.rows(after.serial)
    for batch in snapshot.batches(after.batch, end - after.batch):
        request = None if batch.request is None else batch.request.hex()
        yield [*batch[:6], batch.hash.hex(), request]
        for row in islice(rows, batch.records):
            said = (row.stream, row.position, row.name, row.version, row.payload)
            yield [*said, row.previous.hex(), row.hash.hex()]


# Reading: a file line by line, a folder in order.


def read_folder(folder: Path) -> list[Archive]:
    """Return the archives in a folder, in order; raises ArchiveError if one does not fit."""
    if not folder.is_dir():
        raise ArchiveError(f"{folder}: there is no such folder")
    archives = [_read_ends(file) for file in sorted(folder.glob(f"*{SUFFIX}"))]
    for one, other in pairwise(archives):
        if other.checkpoint.previous != one.checkpoint.digest():
            raise ArchiveError(
                f"{other.file}: does not follow {one.file.name}; a file is missing or was replaced"
            )
    if archives and archives[0].after.batch:
        raise ArchiveError(f"{archives[0].file}: an archive before this one is missing")
    return archives


def read_batches(archive: Archive) -> Iterator[Archived]:
    """Yield the batches of an archive with their records; raises ArchiveError if it cannot be read.

    Whether they are as they were written is for `verify` to say.
    """
    try:
        with _open(archive.file) as lines:
            next(lines)
            serial = archive.after.serial
            for _ in range(archive.batches):
                batch = _batch_from(json.loads(next(lines)))
                records = [json.loads(line) for line in islice(lines, batch.records)]
                rows = [_row_from(each, batch, serial + n) for n, each in enumerate(records, 1)]
                serial += len(rows)
                yield Archived(batch, rows)
    except (*_BROKEN, StopIteration) as error:
        raise _damaged(archive.file, error) from None


def _batch_from(values: Sequence[Any]) -> BatchRow:
    number, actor, command_id, time, first, records, hashed, request = values
    said = (number, actor, command_id, time, first, records)
    return BatchRow(
        *said, bytes.fromhex(hashed), None if request is None else bytes.fromhex(request)
    )


def _row_from(values: Sequence[Any], batch: BatchRow, serial: int) -> RecordRow:
    stream, position, name, version, payload, previous, hashed = values
    said = (stream, position, name, version, payload, batch.actor, batch.time, batch.command_id)
    return RecordRow(serial, *said, batch.number, bytes.fromhex(previous), bytes.fromhex(hashed))


def _read_ends(file: Path) -> Archive:
    """Read the header and the checkpoint of a file."""
    try:
        with _open(file) as lines:
            header = json.loads(next(lines))
            if header["format"] != FORMAT:
                raise ValueError(f"its format is not {FORMAT}")
            (last,) = deque(lines, maxlen=1)
        serial, batch, hashed = header["after"]
        after = JournalEnd(serial, batch, bytes.fromhex(hashed))
        checkpoint, day = Checkpoint.read(last), date.fromisoformat(header["day"])
    except (*_BROKEN, StopIteration, CheckpointError) as error:
        raise _damaged(file, error) from None
    fits = (checkpoint.journal, checkpoint.previous) == (header["journal"], header["previous"])
    if not (fits and checkpoint.is_genuine() and after.batch < checkpoint.batch):
        raise ArchiveError(f"{file}: was changed after it was signed")
    return Archive(file, checkpoint.journal, day, after, checkpoint)


def _open(file: Path) -> Any:
    return gzip.open(file, "rt", encoding="utf-8", newline="\n")


def _damaged(file: Path, error: BaseException) -> ArchiveError:
    return ArchiveError(f"{file}: is not an archive, or is damaged ({error})")
