"""A lawful "no", and the clause that says it."""

from dataclasses import dataclass
from typing import NewType

Clause = NewType("Clause", str)
"""The number of a clause as its own document prints it, as in `13.4(a)`."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """What was refused, under which clause, in words for the person who asked."""

    code: str  # stable, documented in docs/reference/refusals.md: "split.limit"
    clause: Clause  # where it is written
    detail: str  # "Box 1 already has its two hands."
