"""A stored journal against its own hashes: notice in one pass, then say what and where."""

from collections.abc import Collection, Iterator

from houserules.journal.chain import End, Place
from houserules.journal.diagnosis import diagnose
from houserules.journal.findings import Finding
from houserules.journal.protocol import Snapshot
from houserules.journal.walking import Progress, Walk


def examine(
    journal: str,
    snapshot: Snapshot,
    *,
    end: End | None = None,
    heads: dict[str, Place] | None = None,
    marks: Collection[int] = (),
    progress: Progress | None = None,
) -> tuple[Walk, list[Finding]]:
    """Check a journal behind a place that is known to be right, or from its beginning."""
    walk = Walk(journal, end, dict(heads or {}))
    walk.run(snapshot, marks, progress)
    located = [*_in_streams(walk, snapshot)]
    return walk, [*located, *_nowhere(walk, located), *walk.findings]


def _in_streams(walk: Walk, snapshot: Snapshot) -> Iterator[Finding]:
    ends = {name: place for name, place in snapshot.heads() if name in walk.suspects}
    for stream in walk.suspects:
        yield from diagnose(walk, stream, snapshot.stream(stream), ends.get(stream))


def _nowhere(walk: Walk, located: list[Finding]) -> Iterator[Finding]:
    """What the batches show and no stream does: records that are gone with every trace, and order."""
    known = sum(each.count for each in located if each.kind in ("missing", "truncated", "dropped"))
    gone = sum(walk.short.values()) - known
    if gone > 0:
        detail = f"{gone} records of batch {next(iter(walk.short))} on are gone, and every trace of"
        yield Finding("missing", None, None, f"{detail} which they were", gone)
    streams = {each.stream for each in located}
    bad = walk.bad_batches.items()
    unfit = [number for number, of in bad if number not in walk.short and not of & streams]
    if unfit:
        more = f", nor do {len(unfit) - 1} others" if len(unfit) > 1 else ""
        among = ", ".join(sorted(walk.bad_batches[unfit[0]])[:5])
        detail = f"batch {unfit[0]} ({among}) is not as it was written{more}"
        yield Finding("batch", None, None, detail)
