"""People at and around a table, and the hour at which they act."""

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
"""An hour in whole seconds from any fixed start: differences are what the rules ask for."""

MINUTE = 60


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who acts by an office: the name is that of the licence."""

    name: str
    role: Role
