"""What all journals do alike: one writer at a time, outcomes, news."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Self

from houserules.journal.chain import End, Place, Row, record_of, stream_start
from houserules.journal.errors import ClosedError, ReadOnlyError
from houserules.journal.news import Listener, News
from houserules.journal.planning import Planned
from houserules.journal.protocol import Callback
from houserules.journal.records import Appended, Batch, Head, Outcome, Record, Tip


class BaseJournal(ABC):
    """The half of a journal that does not depend on its store."""

    id: str

    def __init__(self, *, read_only: bool) -> None:
        self._read_only = read_only
        self._closed = False
        self._writing = threading.RLock()
        self._news = News(self.since)

    @abstractmethod
    def _commit(self, batches: Sequence[Batch]) -> Planned:
        """Write batches in one durable transaction; the lock is held."""

    @abstractmethod
    def _place(self, stream: str) -> Place | None: ...

    @abstractmethod
    def _end(self) -> End: ...

    @abstractmethod
    def _command(self, actor: str, command_id: str) -> tuple[Row, ...] | None: ...

    @abstractmethod
    def _rows(self, stream: str, after: int, limit: int | None) -> Iterator[Row]: ...

    @abstractmethod
    def _rows_since(self, serial: int, limit: int | None) -> Iterator[Row]: ...

    @abstractmethod
    def _let_go(self) -> None:
        """Close what is open in the store."""

    def append(self, batch: Batch) -> Outcome:
        """Write a batch; it is durable when this returns."""
        return self.append_all((batch,))[0]

    def append_all(self, batches: Sequence[Batch]) -> tuple[Outcome, ...]:
        """Write batches in one durable transaction; each succeeds or fails by itself."""
        with self._writing:
            self._check_writable()
            outcomes = tuple(self._commit(batches).outcomes)
        self._news.tell(_new_records(outcomes))
        return outcomes

    def _check_writable(self) -> None:
        if self._closed:
            raise ClosedError("the journal has been closed; open it again to write")
        if self._read_only:
            raise ReadOnlyError("the journal was opened for reading; it takes no records")

    def outcome(self, actor: str, command_id: str) -> Appended | None:
        """Give what a command has done, if it was carried out."""
        rows = self._command(actor, command_id)
        return None if rows is None else Appended(tuple(map(record_of, rows)), repeated=True)

    def read(self, stream: str, after: int = 0, limit: int | None = None) -> Iterator[Record]:
        """Give the records of a stream behind a position."""
        return map(record_of, self._rows(stream, after, limit))

    def since(self, serial: int, limit: int | None = None) -> Iterator[Record]:
        """Give the records of all streams behind a serial, in the order they became durable."""
        return map(record_of, self._rows_since(serial, limit))

    def head(self, stream: str) -> Head:
        """Give where a stream ends."""
        place = self._place(stream) or stream_start(self.id, stream)
        return Head(stream, place.position, place.hash.hex())

    def tip(self) -> Tip:
        """Give where the journal ends."""
        end = self._end()
        return Tip(end.serial, end.batch, end.hash.hex())

    def listen(self, callback: Callback, *, after: int | None = None) -> Listener:
        """Tell a callback of every record behind a serial (None: from now on), once and in order."""
        listener = self._news.listen(callback, self._end().serial if after is None else after)
        self._news.hear(self._end().serial)
        return listener

    def close(self) -> None:
        """Let go of the store."""
        with self._writing:
            if not self._closed:
                self._closed = True
                self._let_go()

    def __enter__(self) -> Self:
        """Close at the end of a block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close."""
        self.close()


def _new_records(outcomes: tuple[Outcome, ...]) -> tuple[Record, ...]:
    new = (each for each in outcomes if isinstance(each, Appended) and not each.repeated)
    return tuple(record for outcome in new for record in outcome.records)
