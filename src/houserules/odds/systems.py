"""Counting systems: a tag for every rank, added up as cards are seen."""

import re
from dataclasses import dataclass
from typing import Final

from houserules.core.cards import RANKS

_TAG: Final = re.compile(r"([A2-9TJQK])=([+-]?\d{1,2})", re.ASCII)


class SystemsError(ValueError):
    """The text is no counting system."""


@dataclass(frozen=True, slots=True)
class CountingSystem:
    """A whole number for every rank; the running count is the sum over the cards seen."""

    name: str
    tags: tuple[int, ...]  # in the order of RANKS

    def tag(self, rank: str) -> int:
        """Give the tag of a rank."""
        return self.tags[RANKS.index(rank)]

    def __str__(self) -> str:
        """Write the system as `counting_system` reads it, ranks that count nothing left out."""
        pairs = zip(RANKS, self.tags, strict=True)
        return " ".join(f"{rank}={tag:+d}" for rank, tag in pairs if tag)


def _levels(name: str, *, plus: str, minus: str) -> CountingSystem:
    tags = tuple((rank in plus) - (rank in minus) for rank in RANKS)
    return CountingSystem(name, tags)


SYSTEMS: Final = {
    each.name: each
    for each in (
        _levels("hi-lo", plus="23456", minus="TJQKA"),
        _levels("hi-lo-48", plus="3456", minus="JQKA"),  # balanced where the tens are out
    )
}


def counting_system(text: str) -> CountingSystem:
    """Read a counting system: a name, or tags as in `A=-1 2=1 T=-1`.

    J, Q and K take the tag of T where they have none of their own; other ranks without one count 0.
    """
    if text in SYSTEMS:
        return SYSTEMS[text]
    tags: dict[str, int] = {}
    for word in text.split():
        match = _TAG.fullmatch(word)
        if match is None or match[1] in tags:
            raise SystemsError(f"{word!r} is not the one tag of a rank, as in 5=+1")
        tags[match[1]] = int(match[2])
    every = tuple(tags.get(rank, tags.get("T", 0) if rank in "JQK" else 0) for rank in RANKS)
    if len(set(every)) == 1:
        names = ", ".join(SYSTEMS)
        raise SystemsError(f"{text!r} counts nothing; name {names}, or tags as in A=-1 5=+1")
    return CountingSystem("custom", every)
