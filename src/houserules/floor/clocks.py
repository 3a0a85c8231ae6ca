"""How long a table waits, and what the automatic dealer does then."""

from dataclasses import dataclass

from houserules.floor.driving import offered_cut, without_players
from houserules.floor.standing import Standing
from houserules.table import commands as c

_SECOND = 1000  # milliseconds


@dataclass(frozen=True, slots=True)
class Clock:
    """When the waiting ends, in milliseconds, and what then happens."""

    ends: int
    then: c.Command


def clock_of(standing: Standing) -> Clock | None:
    """Give the clock that runs at a table; None: it may wait for ever."""
    if not standing.setting.is_automatic or standing.locked or standing.table.office.closed:
        return None
    then = without_players(standing)
    seconds = _seconds(standing)
    return Clock(standing.since + seconds * _SECOND, then) if then and seconds else None


def _seconds(standing: Standing) -> int:
    clocks, table = standing.setting.clocks, standing.table
    if offered_cut(standing):
        return clocks.cut
    by_phase = {
        "betting": clocks.betting,
        "offers": clocks.offers,
        "playing": clocks.decision,
        "over": clocks.clearing,
    }
    return by_phase.get(table.phase, 0)
