"""Rate limits: a bucket of permits that refills over time."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from houserules.web.settings import Rate

_MOST: Final = 50_000
"""Buckets to remember; the least recently used is forgotten, and is full again by then."""


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
        if len(self._buckets) > _MOST:
            self._buckets.popitem(last=False)
        return bucket.take(self._rate, now)

    @property
    def wait(self) -> int:
        """The seconds to wait before trying again."""
        return max(1, round(1 / self._rate.each_second))
