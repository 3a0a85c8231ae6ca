"""How long a player has played: continuously, and within any span of time (31L)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from houserules.carded.regulation import ASSESSMENT_AFTER, PAUSE, TOO_LONG
from houserules.core.people import Moment
from houserules.core.refusal import Clause


@dataclass(frozen=True, slots=True)
class Period:
    """Continuous play: from the first wager of a round to the last settlement."""

    begins: Moment
    ends: Moment


@dataclass(frozen=True, slots=True)
class TooLong:
    """Play that sends a player out: by which clause, until when."""

    clause: Clause
    until: Moment


TOO_MUCH: Final = "you have played too long"
"""Why a player is stopped after too much play."""

_KEPT: Final = max(within + out_for for _, within, out_for in TOO_LONG)


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


def seconds_added(
    before: tuple[Period, ...], after: tuple[Period, ...], since: int, until: int
) -> int:
    """Return how much longer the player has played between two times, after further play."""
    kept = tuple(period for period in before if period.ends > after[-1].ends - _KEPT)
    return seconds_within(after, since, until) - seconds_within(kept, since, until)


def assessment_mark(periods: tuple[Period, ...]) -> Moment | None:
    """Return when the latest play had lasted for six hours without a pause; None: it has not."""
    after = ASSESSMENT_AFTER.value
    if not periods or periods[-1].ends - periods[-1].begins < after:
        return None
    return Moment(periods[-1].begins + after)


def continuous_seconds(periods: tuple[Period, ...], at: Moment) -> int:
    """Return how long the player has played without a pause; 0 once they have paused."""
    if not periods or at - periods[-1].ends >= PAUSE.value:
        return 0
    return periods[-1].ends - periods[-1].begins


def seconds_within(periods: tuple[Period, ...], since: int, until: int) -> int:
    """Return how long the player has played between two times."""
    return sum(max(0, min(period.ends, until) - max(period.begins, since)) for period in periods)


def too_long(periods: tuple[Period, ...], at: Moment) -> Iterator[TooLong]:
    """Yield what keeps the player out at a time: 12 hours in any 24, 48 hours in any 7 days.

    Within a period the time played in the hours before only grows, so it is enough to look at the end
    of each. The player is out from the end of the last one that was too much: whoever leaves by
    themselves is out no shorter than somebody who is sent away.
    """
    for most, within, out_for in TOO_LONG:
        for ends in (period.ends for period in reversed(periods) if at < period.ends + out_for):
            if seconds_within(periods, ends - within, ends) >= most.value:
                yield TooLong(most.clause, Moment(ends + out_for))
                break
