"""A "no" of the floor itself, where no rulebook says it: who may come in, what money is there."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Denied:
    """What was not done, in words for the person who asked; `code` is stable."""

    code: str
    detail: str


ID_USED: Final = Denied(
    "command.id-used",
    "You used this id for another request. Nothing was done; send it with a new id.",
)
"""The answer to a command id that belongs to a request with other content."""
