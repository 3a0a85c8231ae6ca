"""Which cards have come to a table: at its opening, in place of others, shuffled ahead of time.

`steps` are those that are due from now on; they are decided once, by the rules of that day.
"""

from dataclasses import dataclass
from typing import ClassVar

from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.shoe.state import Due, Kind, PreShuffled
from houserules.table.bases import HouseEvent


@dataclass(frozen=True, slots=True)
class TableOpened(HouseEvent):
    """A table opened for gaming with these cards."""

    name: ClassVar[str] = "table.opened"
    kind: Kind
    cards: int  # of a set
    colours: tuple[str, ...]
    virtual: bool
    pre_shuffled: PreShuffled | None
    steps: tuple[Due, ...]
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class CardsReplaced(HouseEvent):
    """New cards took the place of all those at the table."""

    name: ClassVar[str] = "cards.replaced"
    colours: tuple[str, ...]
    pre_shuffled: PreShuffled | None
    steps: tuple[Due, ...]
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class RiffleAsked(HouseEvent):
    """A player asked for a riffle of pre-shuffled cards."""

    name: ClassVar[str] = "riffle.asked"
    player: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class RiffleApproved(HouseEvent):
    """A supervisor approved the riffle."""

    name: ClassVar[str] = "riffle.approved"
    by: str
    at: Moment
    clause: Clause
