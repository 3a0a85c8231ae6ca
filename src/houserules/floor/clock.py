"""The time of the house: it never runs backwards, whatever happens to the clock of the machine.

A machine's clock may be set while the house is open. Forward, the house follows at once. Backward, it goes on
by a clock that nobody can set, until it is started again. Timers count on that clock alone.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from houserules.core.codec import to_data
from houserules.core.people import Moment
from houserules.floor.store import Store
from houserules.floor.tables.decision import SECOND
from houserules.journal.records import Append, Batch, NewRecord

STREAM: Final = "house/clock"
_JUMP: Final = 2 * SECOND
"""Less than this is how clocks are usually kept right, and not worth a word."""
_SHOWN: Final = 24 * 3600 * SECOND
_log: Final = logging.getLogger(__name__)


def milliseconds() -> int:
    """Return the time of the machine in milliseconds UTC."""
    return time.time_ns() // 1_000_000


def steady_milliseconds() -> int:
    """Return milliseconds from an unknown moment on; nobody can set them."""
    return time.monotonic_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class ClockJumped:
    """The clock of the machine was set, or stood still, by so many seconds; below zero: back."""

    name: ClassVar[str] = "clock.jumped"
    seconds: int
    at: Moment  # by the clock of the house


class HouseClock:
    """The time of the house, and what happened to the machine's clock meanwhile."""

    def __init__(
        self,
        wall: Callable[[], int] = milliseconds,
        steady: Callable[[], int] = steady_milliseconds,
    ) -> None:
        self._wall, self.steady = wall, steady
        self._lock = threading.Lock()
        self._last = wall()
        self._offset = self._last - steady()
        self._gap = 0  # by how much the machine is behind the house, below zero
        self._jumps: deque[ClockJumped] = deque(maxlen=100)
        self._unwritten: list[ClockJumped] = []

    def now(self) -> int:
        """Return the time of the house in milliseconds UTC."""
        with self._lock:
            wall, steady = self._wall(), self.steady()
            here = steady + self._offset
            by = wall - here - self._gap
            if abs(by) > _JUMP:
                self._gap = 0 if wall - here > -_JUMP else wall - here
                self._note(by, max(here, wall) if self._gap == 0 else here)
            self._last = max(self._last, here if self._gap else wall)
            if not self._gap:
                self._offset = self._last - steady
            return self._last

    def _note(self, by: int, at: int) -> None:
        jumped = ClockJumped(round(by / SECOND), Moment(at // SECOND))
        self._jumps.append(jumped)
        self._unwritten.append(jumped)
        _log.warning("%s", _jump_text(jumped))

    def begin_after(self, last: int) -> None:
        """Notice that the machine's clock is behind what was recorded last."""
        with self._lock:
            if last - self._last > _JUMP:
                self._note(self._last - last, self._last)

    def alerts(self) -> list[str]:
        """Say to those who look after the house what happened to the clock in the last day."""
        now = self.now()
        said = [_jump_text(each) for each in self._jumps if now - each.at * SECOND < _SHOWN]
        if self._gap:
            said.append(
                f"The machine's clock is {_length(-self._gap // SECOND)} behind the time of the house. "
                "Records and table clocks go on by a steady clock. Set the machine's clock right; if it "
                "is right, restart the server to take it over."
            )
        return said

    async def write_jumps(self, store: Store) -> None:
        """Record what happened to the clock since the last time."""
        jumps, self._unwritten = self._unwritten, []
        if jumps:
            entries = tuple(NewRecord(each.name, 1, to_data(each)) for each in jumps)
            append = Append(STREAM, None, entries)
            await store.append(Batch((append,), actor="house", time=self.now()))


def _jump_text(jumped: ClockJumped) -> str:
    way = "back" if jumped.seconds < 0 else "forward"
    return f"The machine's clock went {way} by {_length(abs(jumped.seconds))}."


def _length(seconds: int) -> str:
    hours, left = divmod(seconds, 3600)
    parts = ((hours, "h"), (left // 60, "min"), (left % 60, "s"))
    return " ".join(f"{count} {unit}" for count, unit in parts if count) or "0 s"
