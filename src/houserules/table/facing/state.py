"""Which way up a table deals the players' first two cards."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Facing:
    """Whether an inspector has approved face-down cards, and whether they are dealt so."""

    approved: bool = False
    down: bool = False
