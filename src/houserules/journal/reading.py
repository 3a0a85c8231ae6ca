"""Records on their way from the store into memory: each is checked before anybody relies on it."""

from collections.abc import Iterable, Iterator

from houserules.journal.chain import RecordRow, StreamEnd, has_own_hash, record_of
from houserules.journal.errors import DamagedError, Finding, Kind
from houserules.journal.records import Record


def checked_record(row: RecordRow) -> Record:
    """Return a stored record to its reader; raises DamagedError if its hash is not that of what it says."""
    if not has_own_hash(row):
        raise _damage_error(
            "changed", row.stream, row.position, "its hash is not that of what it says"
        )
    return record_of(row)


def checked_records(
    stream: str, rows: Iterable[RecordRow], *, last: StreamEnd | None, head: StreamEnd | None
) -> Iterator[Record]:
    """Return the records of a stream as far as each follows the one before it; raises DamagedError.

    `last`: where the records before these end; None: the first row is there only to be followed.
    `head`: where the store says that the stream ends; None: not all of it is read.
    """
    for row in rows:
        record = checked_record(row)
        if last is None:
            last = StreamEnd(row.position, row.hash)
            continue
        if row.position != last.position + 1:
            raise _damage_error("missing", stream, last.position + 1, "it is gone")
        if row.previous != last.hash:
            raise _damage_error(
                "changed", stream, row.position, "it does not follow the one before it"
            )
        last = StreamEnd(row.position, row.hash)
        if head is not None and head.position == last.position and head.hash != last.hash:
            raise _damage_error(
                "changed", stream, row.position, "the end of the stream has another"
            )
        yield record
    if head is not None and last is not None and last.position < head.position:
        raise _damage_error("truncated", stream, last.position + 1, "this and what follows is gone")


def _damage_error(kind: Kind, stream: str, position: int, detail: str) -> DamagedError:
    return DamagedError((Finding(kind, stream, position, detail),))
