"""What a check of a draw's record found, whatever was drawn."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DrawCheck:
    """One check of a draw's record, and what it found."""

    name: str
    passed: bool
    detail: str
