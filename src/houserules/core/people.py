"""People at and around a table, and the time at which they act."""

from dataclasses import dataclass
from typing import Literal, NewType

Role = Literal[
    "player",
    "dealer",
    "Gaming Supervisor",
    "casino supervisor",
    "Assistant Gaming Manager",
    "Gaming Manager",
    "inspector",
    "Surveillance",
    "Tournament Manager",
    "cashier",
]

Moment = NewType("Moment", int)
"""A time in whole seconds from any fixed start: the rules only use differences."""

MINUTE = 60


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who acts in a role; `name` is the name on the licence."""

    name: str
    role: Role
