"""What all requests of one server process share: the floor, rate limits, the last inspection."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

from houserules.floor.app import Floor
from houserules.floor.inspection import Inspection, inspect
from houserules.floor.rounds.history import History
from houserules.floor.tables.private import PrivateTables
from houserules.web.live.followers import Followers
from houserules.web.metrics import Metrics
from houserules.web.odds_pool import Solver
from houserules.web.settings import Rate, Settings

_BUCKETS: Final = 50_000
"""Rate limits to remember; the least recently used is forgotten, and is full again by then."""


@dataclass(slots=True)
class Bucket:
    """The permits left at a time in seconds."""

    left: float
    at: float

    def take(self, rate: Rate, now: float) -> bool:
        """Take a permit; False: none is left."""
        passed = max(now - self.at, 0.0)
        self.left = min(self.left + passed * rate.each_second, float(rate.at_once))
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


def full(rate: Rate, now: float) -> Bucket:
    """Return a full bucket."""
    return Bucket(float(rate.at_once), now)


class Limiter:
    """One bucket per name: an address or a person."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate, self._clock = rate, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, name: str) -> bool:
        """Take a permit; False: too many requests."""
        now = self._clock()
        bucket = self._buckets.pop(name, None) or full(self._rate, now)
        self._buckets[name] = bucket
        if len(self._buckets) > _BUCKETS:
            self._buckets.popitem(last=False)
        return bucket.take(self._rate, now)

    @property
    def wait(self) -> int:
        """The seconds to wait before trying again."""
        return max(1, round(1 / self._rate.each_second))


@dataclass(slots=True)
class InspectionRun:
    """The last inspection: under way, done, or none yet."""

    state: Literal["none", "under way", "done", "failed"] = "none"
    began: int | None = None  # milliseconds
    ended: int | None = None
    by: str | None = None
    done: int = 0
    total: int = 0
    result: Inspection | None = None

    def start(self, floor: Floor, by: str) -> None:
        """Begin, unless one is under way."""
        if self.state == "under way":
            return
        self.state, self.by, self.began, self.ended = "under way", by, floor.now(), None
        self.result, self.done, self.total = None, 0, 0
        floor.spawn(self._run(floor))

    async def _run(self, floor: Floor) -> None:
        def note_progress(done: int, total: int) -> None:
            self.done, self.total = done, total

        try:
            journal, keeper = floor.store.journal, floor.checkpoints

            def work() -> Inspection:
                kept = keeper.read_elsewhere().kept if keeper else ()
                return inspect(journal, kept, progress=note_progress)

            self.result = await asyncio.to_thread(work)
            self.state = "done"
        except Exception:
            self.state = "failed"
            raise
        finally:
            self.ended = floor.now()


@dataclass(slots=True)
class Services:
    """The floor, the operator's settings, metrics, limiters and workers."""

    floor: Floor
    settings: Settings
    metrics: Metrics = field(default_factory=Metrics)
    exports: int = 0  # that are being made
    inspection: InspectionRun = field(default_factory=InspectionRun)
    addresses: Limiter = field(init=False)
    persons: Limiter = field(init=False)
    operations: Limiter = field(init=False)
    solvers: Limiter = field(init=False)
    private_tables: PrivateTables = field(init=False)
    followers: Followers = field(init=False)
    solver: Solver = field(init=False)

    @property
    def history(self) -> History:
        """The history of all tables."""
        return self.floor.history

    def __post_init__(self) -> None:
        """Build the limiters from the operator's settings."""
        self.addresses = Limiter(self.settings.by_address, time.monotonic)
        self.persons = Limiter(self.settings.by_person, time.monotonic)
        self.operations = Limiter(self.settings.operations_by_address, time.monotonic)
        self.solvers = Limiter(self.settings.solves_by_address, time.monotonic)
        self.private_tables = PrivateTables(self.floor)
        self.followers = Followers(self.settings)
        self.solver = Solver(self.settings)
