"""How often something is let through from one origin; kept in memory, one for each process."""

from collections import OrderedDict, deque
from typing import Final

_ORIGINS: Final = 10_000


class Throttle:
    """Lets so many through within a time, for each origin by itself."""

    def __init__(self, most: int, *, within: int) -> None:
        self._most = most
        self._within = within
        self._taken: OrderedDict[str, deque[int]] = OrderedDict()

    def take(self, origin: str | None, now: int) -> bool:
        """Take a place; False: there is none. Nobody's origin is never held up."""
        if origin is None:
            return True
        taken = self._taken.setdefault(origin, deque())
        self._taken.move_to_end(origin)
        if len(self._taken) > _ORIGINS:
            self._taken.popitem(last=False)
        while taken and taken[0] <= now - self._within:
            taken.popleft()
        if len(taken) >= self._most:
            return False
        taken.append(now)
        return True

    def give_back(self, origin: str | None) -> None:
        """Give the last place back: it came to nothing that has to be counted."""
        if origin is not None and (taken := self._taken.get(origin)):
            taken.pop()
