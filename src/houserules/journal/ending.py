"""Compare where a journal ends with checkpoints kept elsewhere: is the end still there?

A journal whose newest records were cut off is consistent, only shorter. Nothing in it shows that; a
checkpoint that was made before the cut does.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from houserules.journal.chain import JournalEnd, journal_start
from houserules.journal.checkpoints import Checkpoint
from houserules.journal.errors import ShortJournalError
from houserules.journal.protocol import Snapshot

_STREAMS_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class KeptCheckpoint:
    """A checkpoint, and where it is kept."""

    checkpoint: Checkpoint
    kept_in: str

    def __str__(self) -> str:
        at = date_text(self.checkpoint.time)
        return f"the checkpoint of {at} in {self.kept_in}, of record {self.checkpoint.records}"

    def as_data(self) -> dict[str, Any]:
        """Return what it proves, as commands print it in JSON."""
        about = self.checkpoint
        return {
            **{"records": about.records, "batch": about.batch, "time": about.time},
            "kept_in": self.kept_in,
        }


def date_text(milliseconds: int) -> str:
    """Return a time for a message: 2026-11-18 11:07:28 UTC."""
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"


@dataclass(frozen=True, slots=True)
class Shortfall:
    """What a journal lacks, compared with a checkpoint, and up to where it is proved."""

    newest: KeptCheckpoint
    end: JournalEnd  # of the journal
    streams: tuple[tuple[str, int, int], ...]  # that end early: first and last missing record
    replaced: int  # streams in which a record differs
    proved: KeptCheckpoint | None  # the newest checkpoint that matches

    @property
    def is_shorter(self) -> bool:
        """Whether the journal ends before the checkpoint; otherwise it is another one."""
        return self.end.batch < self.newest.checkpoint.batch

    @property
    def missing(self) -> tuple[int, int] | None:
        """The first and last serial that are missing; None: they are not known."""
        if self.end.serial >= self.newest.checkpoint.records:
            return None
        return self.end.serial + 1, self.newest.checkpoint.records

    def __str__(self) -> str:
        checkpoint, missing = self.newest.checkpoint, self.missing
        at, how = date_text(checkpoint.time), "is shorter than" if self.is_shorter else "is not"
        text = (
            f"the journal {how} what was signed at {at} (checkpoint in {self.newest.kept_in}): "
            f"then it had {checkpoint.records} records in {checkpoint.batch} batches, "
            f"now it has {self.end.serial} in {self.end.batch}."
        )
        if missing is not None and self.is_shorter:
            first, last = missing
            which = f"Record {first} is" if first == last else f"Records {first} to {last} are"
            text += f" {which} missing{self._in_streams()}."
        elif self.streams or self.replaced:
            text += f" {self.replaced} streams differ{self._in_streams()}."
        if self.proved is None:
            return f"{text} No checkpoint matches: nothing in it is proved."
        since = date_text(self.proved.checkpoint.time)
        return (
            f"{text} It is proved up to record {self.proved.checkpoint.records} (checkpoint of "
            f"{since} in {self.proved.kept_in}); nothing after that is proved."
        )

    def _in_streams(self) -> str:
        parts = [
            f"{stream} {first}" if first == last else f"{stream} {first}-{last}"
            for stream, first, last in self.streams[:_STREAMS_SHOWN]
        ]
        more = len(self.streams) - len(parts)
        parts += [f"{more} more streams"] if more > 0 else []
        return f" ({', '.join(parts)})" if parts else ""

    def error(self) -> ShortJournalError:
        """Return the error with which a server does not start."""
        return ShortJournalError(
            f"{self} Bring the missing records back (the write-ahead log, a newer backup), or go on "
            "without them: houserules accept-loss"
        )


def holds(snapshot: Snapshot, checkpoint: Checkpoint) -> bool:
    """Whether a journal still has everything up to a checkpoint, by the hash that binds it."""
    if checkpoint.batch == 0:
        return checkpoint.hash == journal_start(checkpoint.journal).hash.hex()
    batch = next(snapshot.batches(checkpoint.batch - 1, 1), None)
    here = batch is not None and batch.number == checkpoint.batch
    return here and batch is not None and batch.hash.hex() == checkpoint.hash


def find_shortfall(snapshot: Snapshot, kept: Iterable[KeptCheckpoint]) -> Shortfall | None:
    """Compare a journal with the newest of these checkpoints; None: its end is there."""
    by_time = sorted(kept, key=lambda each: each.checkpoint.time, reverse=True)
    if not by_time or holds(snapshot, by_time[0].checkpoint):
        return None
    newest = by_time[0].checkpoint
    ends = dict(snapshot.heads())
    short, replaced = [], 0
    for stream, (position, digest) in sorted(newest.heads.items()):
        end = ends.get(stream)
        if end is None or end.position < position:
            short.append((stream, (end.position if end else 0) + 1, position))
        elif end.position == position and end.hash.hex() != digest:
            replaced += 1
    proved = next((each for each in by_time if holds(snapshot, each.checkpoint)), None)
    return Shortfall(by_time[0], snapshot.end, tuple(short), replaced, proved)


def in_force(kept: Iterable[KeptCheckpoint]) -> Iterator[KeptCheckpoint]:
    """Leave out checkpoints of records whose loss was accepted by signing a shorter journal later."""
    last: Checkpoint | None = None
    for each in sorted(kept, key=lambda one: one.checkpoint.time, reverse=True):
        this = each.checkpoint
        if last is not None and (
            this.batch > last.batch or (this.batch == last.batch and this.hash != last.hash)
        ):
            continue
        last = this
        yield each
