"""The house's time: it never runs backwards, whatever happens to the machine's clock.

If the machine's clock is set forward, the house follows at once. If it is set back, the house keeps
time by the monotonic clock until the next start. Timers use the monotonic clock only.
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
    """Return the machine's time in milliseconds UTC."""
    return time.time_ns() // 1_000_000


def steady_milliseconds() -> int:
    """Return the monotonic clock in milliseconds."""
    return time.monotonic_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class ClockJumped:
    """The machine's clock was set, or stood still, by this many seconds (negative: set back)."""

    name: ClassVar[str] = "clock.jumped"
    seconds: int
    at: Moment  # in the house's time


class HouseClock:
    """The house's time, and the jumps of the machine's clock that it has noticed."""

    def __init__(
        self,
        wall: Callable[[], int] = milliseconds,
        steady: Callable[[], int] = steady_milliseconds,
    ) -> None:
        self._wall, self.steady = wall, steady
        self._lock = threading.Lock()
        self._last = wall()
        self._offset = self._last - steady()
        self._gap = 0  # the machine's time minus the house's: zero or below
        self._jumps: deque[ClockJumped] = deque(maxlen=100)
        self._unwritten: list[ClockJumped] = []

    def now(self) -> int:
        """Return the house's time in milliseconds UTC."""
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
        """Note it if the machine's clock is behind the last recorded time."""
        with self._lock:
            if last - self._last > _JUMP:
                self._note(self._last - last, self._last)

    def alerts(self) -> list[str]:
        """Return alerts about jumps of the clock in the last day."""
        now = self.now()
        said = [_jump_text(jump) for jump in self._jumps if now - jump.at * SECOND < _SHOWN]
        if self._gap:
            said.append(
                f"The machine's clock is {_length(-self._gap // SECOND)} behind the time of the house. "
                "Records and table clocks continue on a steady clock. Set the machine's clock right; if it "
                "is right, restart the server to take it over."
            )
        return said

    async def write_jumps(self, store: Store) -> None:
        """Record the jumps of the clock that are not recorded yet."""
        jumps, self._unwritten = self._unwritten, []
        if jumps:
            entries = tuple(NewRecord(jump.name, 1, to_data(jump)) for jump in jumps)
            append = Append(STREAM, None, entries)
            await store.append(Batch((append,), actor="house", time=self.now()))


def _jump_text(jumped: ClockJumped) -> str:
    way = "back" if jumped.seconds < 0 else "forward"
    return f"The machine's clock went {way} by {_length(abs(jumped.seconds))}."


def _length(seconds: int) -> str:
    hours, left = divmod(seconds, 3600)
    parts = ((hours, "h"), (left // 60, "min"), (left % 60, "s"))
    return " ".join(f"{count} {unit}" for count, unit in parts if count) or "0 s"
