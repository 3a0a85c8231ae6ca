"""People at and around a table, and the time at which they act."""

import unicodedata
from dataclasses import dataclass
from typing import Final, Literal, NewType

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


_APOSTROPHE: Final = str.maketrans("\u2019", "'")


def normal_name(text: str) -> str:
    """Return a name in one spelling: compatibility forms and apostrophes normalised."""
    return unicodedata.normalize("NFKC", text).translate(_APOSTROPHE).strip(" ")


def handle_key(handle: str) -> str:
    """Return the key by which handles are compared: case and look-alikes folded, a blank as `_`."""
    folded = unicodedata.normalize("NFKC", normal_name(handle).casefold())
    return folded.replace(" ", "_")
