"""A value of a rulebook and the clause that gives it: neither is to be had without the other."""

from dataclasses import dataclass
from typing import Annotated, Generic, Literal, TypeVar

from houserules.core.refusal import Clause

T = TypeVar("T")

Money = Annotated[int, "money"]
"""Whole cents, written in a rulebook or a record as dollars: "12.50"."""

Choice = Literal["amount", "amount or not offered"]
"""What an operator may put in place of a value that has no list of alternatives."""


@dataclass(frozen=True, slots=True)
class Value(Generic[T]):
    """What a rulebook says on one point, and where."""

    value: T
    clause: Clause
    readings: tuple[int, ...] = ()  # entries of the readings register that the value rests on
    alternatives: tuple[T, ...] = ()  # other values that the operator may choose
    choice: Choice | None = None

    @property
    def is_option(self) -> bool:
        """Whether the operator may choose another value."""
        return bool(self.alternatives) or self.choice is not None


@dataclass(frozen=True, slots=True)
class NotOffered:
    """The rulebook has no such thing; the clause that leaves no room for it."""

    clause: Clause


def require_offered(part: T | NotOffered) -> T:
    """Return a part that is there: its command is refused before where nobody has the power."""
    assert not isinstance(part, NotOffered)
    return part
