"""How long a player has played: continuously, and within any span of time (31L)."""

from collections.abc import Iterator
from dataclasses import dataclass

from houserules.carded.regulation import PAUSE, TOO_LONG
from houserules.core.people import Moment
from houserules.core.refusal import Clause


@dataclass(frozen=True, slots=True)
class Period:
    """Continuous play: from the first wager of a round to the last settlement."""

    begins: Moment
    ends: Moment


@dataclass(frozen=True, slots=True)
class TooLong:
    """Play that sends a player out: by which clause, from when until when."""

    clause: Clause
    since: Moment
    until: Moment


_KEPT = max(within for _, within, _ in TOO_LONG)


def with_play(periods: tuple[Period, ...], begins: Moment, ends: Moment) -> tuple[Period, ...]:
    """Add play to a player's periods; a pause shorter than 15 minutes does not end a period.

    Periods too old to count are dropped. Play at several tables may overlap.
    """
    ordered = sorted((*periods, Period(begins, ends)), key=lambda period: period.begins)
    joined: list[Period] = []
    for period in ordered:
        if joined and period.begins - joined[-1].ends < PAUSE.value:
            last = joined.pop()
            joined.append(Period(last.begins, max(last.ends, period.ends)))
        else:
            joined.append(period)
    newest = joined[-1].ends
    return tuple(period for period in joined if period.ends > newest - _KEPT)


def seconds_added(periods: tuple[Period, ...], begins: Moment, ends: Moment) -> int:
    """Return how much longer the player has played with further play, short pauses included."""
    after = with_play(periods, begins, ends)
    return _seconds(after) - sum(_seconds((each,)) for each in periods if each.ends > ends - _KEPT)


def _seconds(periods: tuple[Period, ...]) -> int:
    return sum(period.ends - period.begins for period in periods)


def continuous_seconds(periods: tuple[Period, ...], at: Moment) -> int:
    """Return how long the player has played without a pause; 0 once they have paused."""
    if not periods or at - periods[-1].ends >= PAUSE.value:
        return 0
    return periods[-1].ends - periods[-1].begins


def seconds_within(periods: tuple[Period, ...], since: int, until: int) -> int:
    """Return how long the player has played between two times."""
    return sum(max(0, min(period.ends, until) - max(period.begins, since)) for period in periods)


def too_long(periods: tuple[Period, ...], at: Moment) -> Iterator[TooLong]:
    """Yield what sends the player out at a time: 12 hours in any 24, 48 hours in any 7 days."""
    for most, within, out_for in TOO_LONG:
        if seconds_within(periods, at - within, at) >= most.value:
            yield TooLong(most.clause, at, Moment(at + out_for))
