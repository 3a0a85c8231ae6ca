"""A "no" of the floor itself, where no rulebook says it: who may come in, what money is there."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Denied:
    """What was not done, in words for the person who asked; `code` is stable."""

    code: str
    detail: str
