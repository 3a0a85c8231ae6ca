"""Group commit: one thread writes all that waits in one durable transaction."""

import threading
from collections import deque
from concurrent.futures import Future
from types import TracebackType
from typing import Self

from houserules.journal.errors import BusyError, ClosedError, UnavailableError
from houserules.journal.protocol import Journal
from houserules.journal.records import Batch, Outcome

_Waiting = tuple[Batch, "Future[Outcome]"]


class Committer:
    """Takes batches from any thread and answers each once it is durable."""

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
        """Line a batch up; the future has its outcome once that is durable. Never blocks."""
        future: Future[Outcome] = Future()
        with self._changed:
            if self._closed:
                raise ClosedError("the committer has been closed")
            if len(self._queue) >= self._waiting_most:
                raise BusyError(f"{self._waiting_most} batches wait already; try again later")
            self._queue.append((batch, future))
            self._changed.notify()
        return future

    def close(self) -> None:
        """Write what waits, then end."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while group := self._next():
            self._write([each for each in group if each[1].set_running_or_notify_cancel()])

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
            for each in group:
                _fail(each, error)
            return
        except Exception as error:
            self._write_apart(group, error)
            return
        for (_, future), outcome in zip(group, outcomes, strict=True):
            future.set_result(outcome)

    def _write_apart(self, group: list[_Waiting], error: Exception) -> None:
        """A batch that breaks the writing of its group does not take the others with it."""
        if len(group) == 1:
            _fail(group[0], error)
            return
        for each in group:
            self._write([each])

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


def _fail(waiting: _Waiting, error: Exception) -> None:
    """Answer that nothing is known to be written; what rests on it is not to be."""
    batch, future = waiting
    if batch.line is not None:
        batch.line.broken = True
    future.set_exception(error)
