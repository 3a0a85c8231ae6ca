"""Randomness from outside: bytes that the caller supplies, and an error when there are no more."""

from dataclasses import dataclass
from typing import Protocol


class Entropy(Protocol):
    """A supply of unpredictable bytes, or of bytes chosen by a test."""

    def take(self, count: int, /) -> bytes:
        """Return exactly that many bytes, none of them twice."""
        ...


class OutOfEntropyError(Exception):
    """A supply of given bytes has fewer left than requested."""

    def __init__(self, wanted: int, left: int) -> None:
        super().__init__(f"{wanted} byte(s) of entropy are needed and {left} are left")
        self.wanted, self.left = wanted, left


@dataclass(slots=True)
class GivenBytes:
    """Fixed bytes: for tests, and to repeat a shuffle."""

    given: bytes
    taken: int = 0

    @property
    def left(self) -> int:
        return len(self.given) - self.taken

    def take(self, count: int, /) -> bytes:
        """Return the next bytes; raises OutOfEntropyError if there are too few, and takes none."""
        if count > self.left:
            raise OutOfEntropyError(count, self.left)
        start, self.taken = self.taken, self.taken + count
        return self.given[start : self.taken]
