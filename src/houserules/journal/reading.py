"""Records on their way from the store into memory: each is checked before anybody relies on it."""

from collections.abc import Iterable, Iterator

from houserules.journal.chain import Place, Row, fits, record_of
from houserules.journal.errors import DamagedError, Finding, Kind
from houserules.journal.records import Record


def whole_record(row: Row) -> Record:
    """Return a stored record to its reader; raises DamagedError if its hash is not that of what it says."""
    if not fits(row):
        raise _damaged("changed", row.stream, row.position, "its hash is not that of what it says")
    return record_of(row)


def chained(
    stream: str, rows: Iterable[Row], *, last: Place | None, head: Place | None
) -> Iterator[Record]:
    """Return the records of a stream as far as each follows the one before it; raises DamagedError.

    `last`: where the records before these end; None: the first row is there only to be followed.
    `head`: where the store says that the stream ends; None: not all of it is read.
    """
    for row in rows:
        record = whole_record(row)
        if last is None:
            last = Place(row.position, row.hash)
            continue
        if row.position != last.position + 1:
            raise _damaged("missing", stream, last.position + 1, "it is gone")
        if row.previous != last.hash:
            raise _damaged("changed", stream, row.position, "it does not follow the one before it")
        last = Place(row.position, row.hash)
        if head is not None and head.position == last.position and head.hash != last.hash:
            raise _damaged("changed", stream, row.position, "the end of the stream has another")
        yield record
    if head is not None and last is not None and last.position < head.position:
        raise _damaged("truncated", stream, last.position + 1, "this and what follows is gone")


def _damaged(kind: Kind, stream: str, position: int, detail: str) -> DamagedError:
    return DamagedError((Finding(kind, stream, position, detail),))
