"""What all journals share: one writer at a time, outcomes, news, and the committer."""

import logging
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from itertools import islice
from typing import Final, Self

from houserules.journal.chain import (
    JournalEnd,
    RecordRow,
    StreamEnd,
    checked_record,
    checked_records,
    stream_start,
)
from houserules.journal.commit_plan import CommitPlan, PastCommand
from houserules.journal.errors import BusyError, ClosedError, ReadOnlyError, UnavailableError
from houserules.journal.protocol import Callback, Journal
from houserules.journal.records import Appended, Batch, Head, JournalRecord, Outcome, Reused, Tip

_log: Final = logging.getLogger("houserules.journal")
_PAGE: Final = 500

# News: every listener receives every durable record once, in order and without gaps.


class Listener:
    """A callback and the last serial that it received."""

    def __init__(self, callback: Callback, at: int, leave: Callable[["Listener"], None]) -> None:
        self._callback = callback
        self._leave = leave
        self.at = at
        self.closed = False

    def tell(self, records: tuple[JournalRecord, ...]) -> None:
        """Hand over records; a callback that fails does not stop the journal."""
        if self.closed:
            return
        self.at = records[-1].serial
        try:
            self._callback(records)
        except Exception:
            _log.exception("a listener failed at serial %d", self.at)

    def close(self) -> None:
        """Stop calling back."""
        self.closed = True
        self._leave(self)


class News:
    """The listeners of one journal, called by one thread at a time."""

    def __init__(self, since: Callable[[int], Iterator[JournalRecord]]) -> None:
        self._since = since
        self._lock = threading.Lock()
        self._listeners: tuple[Listener, ...] = ()
        self._waiting: deque[tuple[int, tuple[JournalRecord, ...]]] = deque()
        self._telling = False

    def listen(self, callback: Callback, at: int) -> Listener:
        """Add a listener that has everything up to a serial."""
        listener = Listener(callback, at, self._leave)
        with self._lock:
            self._listeners += (listener,)
        return listener

    def _leave(self, listener: Listener) -> None:
        with self._lock:
            self._listeners = tuple(other for other in self._listeners if other is not listener)

    def tell(self, records: tuple[JournalRecord, ...]) -> None:
        """Pass on records that this process has made durable."""
        if records and self._listeners:
            self._pass_on(records[-1].serial, records)

    def hear(self, serial: int) -> None:
        """Pass on that the journal goes up to a serial, whoever wrote it."""
        if any(listener.at < serial for listener in self._listeners):
            self._pass_on(serial, ())

    def _pass_on(self, serial: int, records: tuple[JournalRecord, ...]) -> None:
        # A thread that finds another one delivering leaves the news to it: order is kept, and a callback
        # may itself append.
        with self._lock:
            self._waiting.append((serial, records))
            if self._telling:
                return
            self._telling = True
        while True:
            with self._lock:
                if not self._waiting:
                    self._telling = False
                    return
                serial, records = self._waiting.popleft()
            for listener in self._listeners:
                self._bring_to(listener, serial, records)

    def _bring_to(
        self, listener: Listener, serial: int, records: tuple[JournalRecord, ...]
    ) -> None:
        if listener.at >= serial:
            return
        if records and records[0].serial == listener.at + 1:
            listener.tell(records)
            return
        try:
            missed = self._since(listener.at)
            while page := tuple(islice(missed, _PAGE)):
                listener.tell(page)
        except Exception:
            _log.exception(
                "news behind serial %d could not be read; the next will bring them", listener.at
            )


# A journal, whatever its store.


class BaseJournal(ABC):
    """The part of a journal that does not depend on its store."""

    id: str

    def __init__(self, *, read_only: bool) -> None:
        self._read_only = read_only
        self._closed = False
        self._writing = threading.RLock()
        self._news = News(self.since)

    @abstractmethod
    def _commit(self, batches: Sequence[Batch]) -> CommitPlan:
        """Write batches in one durable transaction; the lock is held."""

    @abstractmethod
    def _place(self, stream: str) -> StreamEnd | None: ...

    @abstractmethod
    def _end(self) -> JournalEnd: ...

    @abstractmethod
    def _command(self, actor: str, command_id: str) -> PastCommand | None: ...

    @abstractmethod
    def _rows(self, stream: str, after: int, limit: int | None) -> Iterator[RecordRow]: ...

    @abstractmethod
    def _rows_since(self, serial: int, limit: int | None) -> Iterator[RecordRow]: ...

    @abstractmethod
    def _let_go(self) -> None:
        """Close the store."""

    def append(self, batch: Batch) -> Outcome:
        """Write a batch; it is durable when this returns."""
        return self.append_all((batch,))[0]

    def append_all(self, batches: Sequence[Batch]) -> tuple[Outcome, ...]:
        """Write batches in one durable transaction; each succeeds or fails by itself."""
        with self._writing:
            if self._closed:
                raise ClosedError("the journal has been closed; open it again to write")
            if self._read_only:
                raise ReadOnlyError("the journal was opened for reading; it takes no records")
            outcomes = tuple(self._commit(batches).outcomes)
        new = (done for done in outcomes if isinstance(done, Appended) and not done.repeated)
        self._news.tell(tuple(record for outcome in new for record in outcome.records))
        return outcomes

    def outcome(
        self, actor: str, command_id: str, request: bytes | None = None
    ) -> Appended | Reused | None:
        """Return the outcome of an earlier command with this id, or that its request was different."""
        done = self._command(actor, command_id)
        return None if done is None else done.again(command_id, request)

    def read(
        self, stream: str, after: int = 0, limit: int | None = None
    ) -> Iterator[JournalRecord]:
        """Return the records of a stream after a position, each checked; raises DamagedError."""
        if after == 0:
            start = stream_start(self.id, stream)
            head = self._place(stream) if limit is None else None  # before the records: it may grow
            return checked_records(stream, self._rows(stream, 0, limit), last=start, head=head)
        more = None if limit is None else limit + 1
        return checked_records(stream, self._rows(stream, after - 1, more), last=None, head=None)

    def since(self, serial: int, limit: int | None = None) -> Iterator[JournalRecord]:
        """Return the records of all streams after a serial, in the order they became durable.

        Each is checked by itself; raises DamagedError.
        """
        return map(checked_record, self._rows_since(serial, limit))

    def head(self, stream: str) -> Head:
        """Return where a stream ends."""
        place = self._place(stream) or stream_start(self.id, stream)
        return Head(stream, place.position, place.hash.hex())

    def tip(self) -> Tip:
        """Return where the journal ends."""
        end = self._end()
        return Tip(end.serial, end.batch, end.hash.hex())

    def listen(self, callback: Callback, *, after: int | None = None) -> Listener:
        """Call back with every record after a serial (None: from now on), once and in order."""
        listener = self._news.listen(callback, self._end().serial if after is None else after)
        self._news.hear(self._end().serial)
        return listener

    def close(self) -> None:
        """Close the journal and its store."""
        with self._writing:
            if not self._closed:
                self._closed = True
                self._let_go()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


# Group commit: one thread writes all queued batches in one durable transaction.


_Waiting = tuple[Batch, "Future[Outcome]"]


class Committer:
    """Accepts batches from any thread and answers each one once it is durable."""

    def __init__(self, journal: Journal, *, waiting: int = 10_000, group: int = 1_000) -> None:
        self._journal = journal
        self._waiting_most = waiting
        self._group_most = group
        self._queue: deque[_Waiting] = deque()
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="committer", daemon=True)
        self._thread.start()

    def submit(self, batch: Batch) -> "Future[Outcome]":
        """Queue a batch; the future gets its outcome once it is durable. Never blocks."""
        future: Future[Outcome] = Future()
        with self._changed:
            if self._closed:
                raise ClosedError("the committer has been closed")
            if len(self._queue) >= self._waiting_most:
                raise BusyError(
                    f"{self._waiting_most} batches are already waiting; try again later"
                )
            self._queue.append((batch, future))
            self._changed.notify()
        return future

    def close(self) -> None:
        """Write the queued batches, then end."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while group := self._next():
            self._write([item for item in group if item[1].set_running_or_notify_cancel()])

    def _next(self) -> list[_Waiting]:
        with self._changed:
            while not self._queue and not self._closed:
                self._changed.wait()
            count = min(len(self._queue), self._group_most)
            return [self._queue.popleft() for _ in range(count)]

    def _write(self, group: list[_Waiting]) -> None:
        try:
            outcomes = self._journal.append_all([batch for batch, _ in group])
        except UnavailableError as error:
            for item in group:
                _fail(item, error)
            return
        except Exception as error:
            self._write_apart(group, error)
            return
        for (_, future), outcome in zip(group, outcomes, strict=True):
            future.set_result(outcome)

    def _write_apart(self, group: list[_Waiting], error: Exception) -> None:
        """Write batches one by one, so that one that fails does not affect the others."""
        if len(group) == 1:
            _fail(group[0], error)
            return
        for item in group:
            self._write([item])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _fail(waiting: _Waiting, error: Exception) -> None:
    """Fail a batch, and break the speculation that it belongs to."""
    batch, future = waiting
    if batch.speculation is not None:
        batch.speculation.broken = True
    future.set_exception(error)
