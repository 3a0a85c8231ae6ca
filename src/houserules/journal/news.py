"""News: every listener receives every durable record once, in order and without gaps."""

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

from houserules.journal.protocol import Callback
from houserules.journal.records import Record

_log: Final = logging.getLogger("houserules.journal")
_PAGE: Final = 500


class Listener:
    """A callback and the last serial that it received."""

    def __init__(self, callback: Callback, at: int, leave: Callable[["Listener"], None]) -> None:
        self._callback = callback
        self._leave = leave
        self.at = at
        self.closed = False

    def tell(self, records: tuple[Record, ...]) -> None:
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

    def __init__(self, since: Callable[[int], Iterator[Record]]) -> None:
        self._since = since
        self._lock = threading.Lock()
        self._listeners: tuple[Listener, ...] = ()
        self._waiting: deque[tuple[int, tuple[Record, ...]]] = deque()
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

    def tell(self, records: tuple[Record, ...]) -> None:
        """Pass on records that this process has made durable."""
        if records and self._listeners:
            self._pass_on(records[-1].serial, records)

    def hear(self, serial: int) -> None:
        """Pass on that the journal goes up to a serial, whoever wrote it."""
        if any(listener.at < serial for listener in self._listeners):
            self._pass_on(serial, ())

    def _pass_on(self, serial: int, records: tuple[Record, ...]) -> None:
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

    def _bring_to(self, listener: Listener, serial: int, records: tuple[Record, ...]) -> None:
        if listener.at >= serial:
            return
        if records and records[0].serial == listener.at + 1:
            listener.tell(records)
            return
        try:
            for page in _pages(self._since(listener.at)):
                listener.tell(page)
        except Exception:
            _log.exception(
                "news behind serial %d could not be read; the next will bring them", listener.at
            )


def _pages(records: Iterable[Record]) -> Iterator[tuple[Record, ...]]:
    source = iter(records)
    while page := tuple(islice(source, _PAGE)):
        yield page
