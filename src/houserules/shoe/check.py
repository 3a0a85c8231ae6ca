"""One check of a proof: what was looked at, what was found, and the clause that asks for it."""

from dataclasses import dataclass, field
from typing import Literal

from houserules.core.refusal import Clause

Name = Literal[
    "format",
    "published",
    "stack",
    "refill",
    "commitment",
    "cut",
    "cutting-card",
    "burn",
    "order",
    "count",
    "cutting-card-out",
    "reshuffle",
    "rounds",
    "under-the-shoe",
]


@dataclass(frozen=True, slots=True)
class Check:
    """A verdict, in words for whoever asked."""

    name: Name  # stable, documented in docs/reference/shoe-record.md
    detail: str
    clause: Clause | None = None  # None: asked for by the proof, not by a clause
    segment: int | None = None  # counted from 0; None: of the whole record
    passed: bool = field(kw_only=True)
