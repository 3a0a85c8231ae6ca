"""What every command of staff, every further command of players and every house event has."""

from dataclasses import dataclass
from typing import ClassVar

from houserules.core.people import Moment, Person


@dataclass(frozen=True, slots=True)
class StaffCommand:
    """Somebody with an office orders or reports something, at an hour."""

    power: ClassVar[str] = "may_deal"  # the key of the rulebook's powers that it takes
    by: Person
    at: Moment


@dataclass(frozen=True, slots=True)
class PlayerCommand:
    """A player does or answers something."""

    right: ClassVar[str] = "decisions_by_controller"  # the key of the rulebook that gives it
    player: str


@dataclass(frozen=True, slots=True)
class HouseEvent:
    """Something that happened around the cards; subclasses have a stored `name`."""

    name: ClassVar[str]
