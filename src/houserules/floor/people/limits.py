"""The numbers by which people come in: lengths, attempts, hours. Milliseconds where time is meant."""

from dataclasses import dataclass
from typing import Final

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


@dataclass(frozen=True, slots=True)
class Limits:
    """What an operator may choose about sign-in and sessions."""

    attempts: int = 5  # that may fail within the time below before the handle is locked
    attempts_within: int = 15 * MINUTE
    locked_for: int = 15 * MINUTE  # the first time; doubled for each further one in a row
    locked_most: int = 24 * HOUR
    locks_forgotten: int = 24 * HOUR  # after the end of a lock-out the next counts as the first
    session: int = 30 * DAY
    session_idle: int = 7 * DAY
    staff_session: int = 12 * HOUR
    staff_session_idle: int = 1 * HOUR
    enrolment: int = 30 * MINUTE  # from the secret to the first code
    seen_every: int = 1 * MINUTE  # how exactly the last use of a session is written down
    origin_within: int = 1 * MINUTE
    origin_failures: int = 20  # failed sign-ins from one origin within the time above
    origin_sign_ups: int = 20  # sign-ups and guests from one origin within the time above
    hashes_waiting: int = 64  # passwords in line for the hashing threads
    tokens: int = 20  # API tokens of one person
