"""A player's own limits: what they set, and when a change takes effect (31J, 31K)."""

from dataclasses import dataclass, fields, replace
from typing import Final

from houserules.carded.regulation import RAISE_WAITS
from houserules.core.money import Cents
from houserules.core.people import Moment


@dataclass(frozen=True, slots=True)
class GamingLimits:
    """Limits that a player has set; None: no such limit."""

    day_deposit: Cents | None = None
    day_loss: Cents | None = None
    week_loss: Cents | None = None
    month_loss: Cents | None = None
    day_minutes: int | None = None  # of play
    break_after: int | None = None  # minutes of continuous play


NAMES: Final = tuple(each.name for each in fields(GamingLimits))


@dataclass(frozen=True, slots=True)
class LaterLimit:
    """A limit that was raised or removed, and when that takes effect."""

    name: str
    value: int | None
    begins: Moment


@dataclass(frozen=True, slots=True)
class LimitsSet:
    """Limits as they were last set, with the changes that still have to wait."""

    limits: GamingLimits = GamingLimits()
    later: tuple[LaterLimit, ...] = ()

    def at(self, at: Moment) -> GamingLimits:
        """Return the limits in force at a time."""
        due = {each.name: each.value for each in self.later if each.begins <= at}
        return replace(self.limits, **due)


def limits_after(before: LimitsSet | None, wanted: GamingLimits, at: Moment) -> LimitsSet:
    """Return the limits after a player sets them; None: for the first time.

    What is lowered or new applies at once; what is raised or removed waits 24 hours. A change that
    still waited is dropped if the player asks for something else, and keeps its time if not.
    """
    if before is None:
        return LimitsSet(wanted)
    now, later = before.at(at), []
    waiting = {each.name: each for each in before.later if each.begins > at}
    applied: dict[str, int | None] = {}
    for name in NAMES:
        old, new = getattr(now, name), getattr(wanted, name)
        if not is_raised(old, new):
            applied[name] = new
            continue
        applied[name] = old
        earlier = waiting.get(name)
        keeps = earlier is not None and earlier.value == new
        begins = earlier.begins if earlier and keeps else Moment(at + RAISE_WAITS.value)
        later.append(LaterLimit(name, new, begins))
    return LimitsSet(GamingLimits(**applied), tuple(later))


def is_raised(old: int | None, new: int | None) -> bool:
    """Whether a change lets the player do more than before."""
    return old is not None and (new is None or new > old)
