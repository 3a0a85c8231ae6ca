"""Limits for sign-in and sessions; times in milliseconds."""

from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Final

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


@dataclass(frozen=True, slots=True)
class SignInLimits:
    """The limits that an operator may change."""

    attempts: int = 5  # failed attempts from one address at one handle, within the time below
    attempts_of_strangers: int = (
        30  # failed attempts at one handle from all addresses, within the time below
    )
    attempts_within: int = 15 * MINUTE
    locked_for: int = 15 * MINUTE  # the first time; doubled each further time in a row
    locked_most: int = 24 * HOUR
    locks_forgotten: int = 24 * HOUR  # this long after a lock-out, the next one counts as the first
    failures_kept: int = 90 * DAY  # unless the person dismisses them earlier
    device: int = 180 * DAY  # how long a browser stays known
    session: int = 30 * DAY
    session_idle: int = 7 * DAY
    staff_session: int = 12 * HOUR
    staff_session_idle: int = 1 * HOUR
    enrolment: int = 30 * MINUTE  # from the secret to the first code
    seen_every: int = 1 * MINUTE  # precision of a session's last use
    origin_within: int = 1 * MINUTE
    origin_failures: int = 20  # failed sign-ins from one origin within the time above
    origin_sign_ups: int = 20  # sign-ups and guests from one origin within the time above
    hashes_waiting: int = 64  # passwords in line for the hashing threads
    tokens: int = 20  # API tokens of one person


# Rate limits per origin, in the memory of each process.


_ORIGINS: Final = 10_000


class Throttle:
    """A rate limit per origin."""

    def __init__(self, most: int, *, within: int) -> None:
        self._most = most
        self._within = within
        self._taken: OrderedDict[str, deque[int]] = OrderedDict()

    def admit(self, origin: str | None, now: int) -> bool:
        """Count a request; False: the limit is reached. Requests without an origin always pass."""
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
        """Uncount the last request."""
        if origin is not None and (taken := self._taken.get(origin)):
            taken.pop()
