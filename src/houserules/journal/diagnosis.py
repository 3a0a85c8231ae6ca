"""What is wrong with one stream: its records in the order of positions, looked at closely."""

from collections.abc import Iterable
from typing import Final

from houserules.journal.chain import Place, Row, stream_start
from houserules.journal.findings import Finding, Kind
from houserules.journal.walking import Walk, fits

_SEARCHED: Final = 200
"""So many records out of place are compared with each other; of more, neighbours only."""
_NEAR: Final = range(-5, 6)


def diagnose(walk: Walk, stream: str, rows: Iterable[Row], head: Place | None) -> list[Finding]:
    """Say what is wrong with a stream, as precisely as its records allow."""
    return _Diagnosis(walk, stream).of(rows, head)


class _Diagnosis:
    def __init__(self, walk: Walk, stream: str) -> None:
        self._walk = walk
        self._stream = stream
        self._found: dict[int, Finding] = {}  # by position: the first word on a record stands
        self._misfits: dict[int, Row] = {}  # records whose hash is not that of what they say

    def of(self, rows: Iterable[Row], head: Place | None) -> list[Finding]:
        last: Row | None = None
        last_fits = True
        for row in rows:
            row_fits = fits(row)
            if not row_fits:
                self._misfits[row.position] = row
            self._look(last, row, whole=row_fits and last_fits)
            last, last_fits = row, row_fits
        self._explain()
        self._look_at_end(last, head)
        return [self._found[position] for position in sorted(self._found)]

    def _find(self, kind: Kind, position: int, detail: str, count: int = 1) -> None:
        self._found.setdefault(position, Finding(kind, self._stream, position, detail, count))

    def _look(self, last: Row | None, row: Row, *, whole: bool) -> None:
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

    def _blame(self, last: Row | None, row: Row) -> None:
        """Both are whole, but one does not follow the other: their batches tell which is right."""
        bad = self._walk.bad_batches
        if last is None or (row.batch in bad and last.batch not in bad):
            self._find("changed", row.position, "replaced: it does not follow the one before it")
        else:
            self._find("changed", last.position, "replaced: the one behind does not follow it")

    def _explain(self) -> None:
        """Find out of each record that does not fit whether it lies in another's place."""
        origins = {position: self._origin(row) for position, row in self._misfits.items()}
        offset = 0
        for position, origin in sorted(origins.items()):
            if origin is None:
                self._find("changed", position, "its hash is not that of what it says")
            elif origins.get(origin) == position:
                self._find("swapped", position, f"the record of position {origin} lies here")
            elif position - origin != offset:
                self._shift(position, position - origin - offset)
                offset = position - origin

    def _origin(self, row: Row) -> int | None:
        if len(self._misfits) <= _SEARCHED:
            candidates = [*self._misfits, *(row.position + step for step in _NEAR)]
        else:
            candidates = [row.position + step for step in _NEAR]
        return next((each for each in candidates if fits(row._replace(position=each))), None)

    def _shift(self, position: int, by: int) -> None:
        """From here on the records lie `by` places too far behind."""
        if by > 0:
            first = position - by
            self._found.pop(first, None)
            self._find("inserted", first, f"{_span(first, position - 1)} put in between")
        else:
            gone = f"{-by} taken out from before it, and the rest moved up"
            self._find("missing", position, gone, -by)

    def _look_at_end(self, last: Row | None, head: Place | None) -> None:
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
