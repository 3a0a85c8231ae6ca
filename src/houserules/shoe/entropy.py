"""Chance as it comes in: bytes that somebody hands over, and an error when there are no more."""

from dataclasses import dataclass
from typing import Protocol


class Entropy(Protocol):
    """A supply of bytes that nobody could have foretold, or of bytes that a test has chosen."""

    def take(self, count: int, /) -> bytes:
        """Return exactly so many bytes, none of them a second time."""
        ...


class OutOfEntropyError(Exception):
    """A supply of given bytes has fewer left than were asked for."""

    def __init__(self, wanted: int, left: int) -> None:
        super().__init__(f"{wanted} byte(s) of entropy are wanted and {left} are left")
        self.wanted, self.left = wanted, left


@dataclass(slots=True)
class GivenBytes:
    """Bytes written down beforehand: for tests, and to repeat a shuffle from what it took."""

    given: bytes
    taken: int = 0

    @property
    def left(self) -> int:
        """How many bytes have not been taken."""
        return len(self.given) - self.taken

    def take(self, count: int, /) -> bytes:
        """Return the next bytes; raises OutOfEntropyError, and takes none, if there are too few."""
        if count > self.left:
            raise OutOfEntropyError(count, self.left)
        start, self.taken = self.taken, self.taken + count
        return self.given[start : self.taken]
