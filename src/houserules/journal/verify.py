"""Verify that a journal is what was written, ideally with an inspector's own checkpoints."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from houserules.journal.chain import JournalEnd, StreamEnd
from houserules.journal.chain_scan import (
    MANGLED,
    ChainScan,
    Progress,
    examine,
    findings_of,
    unreadable,
)
from houserules.journal.checkpoints import Checkpoint
from houserules.journal.errors import FINDINGS_MOST, DamagedError, Finding, Report
from houserules.journal.protocol import Journal, Snapshot


def verify(
    journal: Journal,
    checkpoints: Iterable[Checkpoint] = (),
    *,
    public_key: str | None = None,
    progress: Progress | None = None,
) -> Report:
    """Check every record, chain and batch, and compare the journal with checkpoints."""
    given = sorted(checkpoints, key=lambda checkpoint: checkpoint.batch)
    checked = [(mark, list(_distrust(journal, mark, public_key))) for mark in given]
    wrong = [finding for _, findings in checked for finding in findings]
    trusted = [checkpoint for checkpoint, findings in checked if not findings]
    with journal.snapshot() as snapshot:
        marks = {checkpoint.batch for checkpoint in trusted}
        walk, findings = examine(journal.id, snapshot, marks=marks, progress=progress)
        held, different = _compare(trusted, walk, snapshot)
        findings += [*wrong, *different, *_in_vault(journal)]
    places = {
        (finding.kind, finding.stream, finding.position): finding for finding in reversed(findings)
    }
    findings = list(reversed(places.values()))
    return Report(
        journal=journal.id,
        records=walk.records,
        streams=len(walk.heads),
        batches=walk.end.batch,
        checkpoints=len(given),
        findings=tuple(findings[:FINDINGS_MOST]),
        left_off=max(0, len(findings) - FINDINGS_MOST),
        proved_batch=held.batch if held else None,
    )


def is_trusted(checkpoint: Checkpoint, journal: Journal, public_key: str | None) -> bool:
    """Whether a checkpoint proves something about a journal."""
    return next(_distrust(journal, checkpoint, public_key), None) is None


def _distrust(
    journal: Journal, checkpoint: Checkpoint, public_key: str | None
) -> Iterator[Finding]:
    """Say why a checkpoint proves nothing."""
    at = f"the checkpoint of batch {checkpoint.batch}"
    if not checkpoint.is_genuine():
        yield Finding("signature", None, None, f"{at} was changed after it was signed")
    elif public_key is not None and checkpoint.public_key != public_key:
        yield Finding("signature", None, None, f"{at} was signed with another key")
    elif checkpoint.journal != journal.id:
        yield Finding(
            "checkpoint", None, None, f"{at} is of another journal ({checkpoint.journal})"
        )


def _compare(
    checkpoints: list[Checkpoint], walk: ChainScan, snapshot: Snapshot
) -> tuple[Checkpoint | None, list[Finding]]:
    """Return the last checkpoint that matches, and what is wrong by the first one that does not."""
    held: Checkpoint | None = None
    for checkpoint in checkpoints:
        same = walk.mark(checkpoint.batch) == bytes.fromhex(checkpoint.hash)
        if same and not any(batch <= checkpoint.batch for batch in walk.bad_batches):
            held = checkpoint
            continue
        findings = [*_locate_changes(checkpoint, held, walk, snapshot)]
        if not (findings or same):
            detail = f"batch {checkpoint.batch} is not the one that its checkpoint was signed for"
            findings = [Finding("checkpoint", None, None, detail)]
        return held, findings
    return held, []


def _locate_changes(
    checkpoint: Checkpoint, held: Checkpoint | None, walk: ChainScan, snapshot: Snapshot
) -> Iterator[Finding]:
    signed = f"by the checkpoint of batch {checkpoint.batch}"
    for stream, (position, digest) in sorted(checkpoint.heads.items()):
        known = held.heads.get(stream, (0, ""))[0] if held else 0
        end = walk.heads.get(stream)
        if end is None:
            gone = f"{signed} it had {position} records; it is gone"
            yield Finding("dropped", stream, 1, gone)
        elif end.position < position:
            gone = f"{signed} it had {position} records; it has {end.position}"
            yield Finding("truncated", stream, end.position + 1, gone)
        elif digest not in (
            row.hash.hex() for row in snapshot.stream(stream) if row.position == position
        ):
            changed = f"{signed} record {position} was another; behind {known} it was changed"
            yield Finding("changed", stream, known + 1, changed)


def _in_vault(journal: Journal) -> list[Finding]:
    try:
        return list(journal.vault.find_damage())
    except DamagedError as error:
        return list(error.findings)


# A check in small steps in the background, which can be interrupted and continued.


@dataclass(slots=True)
class Scrub:
    """One pass over a journal up to a serial, and its progress."""

    upto: int
    walk: ChainScan

    @staticmethod
    def of(journal: Journal, upto: int) -> "Scrub":
        """Begin at the first record."""
        return Scrub(upto, ChainScan(journal.id, None, {}))

    @property
    def checked_records(self) -> int:
        """How many records have been checked."""
        return min(self.walk.end.serial, self.upto)

    def step(self, journal: Journal, *, batches: int) -> tuple[bool, list[Finding]]:
        """Check some more batches; return whether more is left, and the findings."""
        with journal.snapshot() as snapshot:
            try:
                more = self.walk.run_part(snapshot, batches=batches, upto=self.upto)
                findings = findings_of(self.walk, snapshot)
            except (DamagedError, *MANGLED) as error:
                more, findings = False, [*self.walk.findings, *unreadable(self.walk, error)]
        self.walk.forget()
        return more, findings

    def to_data(self) -> dict[str, Any]:
        """Return the progress as JSON data."""
        end = self.walk.end
        heads = {name: [at.position, at.hash.hex()] for name, at in self.walk.heads.items()}
        return {"upto": self.upto, "end": [end.serial, end.batch, end.hash.hex()], "heads": heads}

    @staticmethod
    def read(journal: Journal, data: dict[str, Any]) -> "Scrub":
        """Continue from what `to_data` returned."""
        serial, batch, digest = data["end"]
        heads = {
            name: StreamEnd(at, bytes.fromhex(hash_)) for name, (at, hash_) in data["heads"].items()
        }
        end = JournalEnd(serial, batch, bytes.fromhex(digest))
        return Scrub(data["upto"], ChainScan(journal.id, end, heads))
