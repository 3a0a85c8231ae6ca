"""Chance for the house: the operating system's generator, or bytes that a text gives again."""

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

_BLOCK: Final = 1024  # a shuffle of eight decks takes some 700 bytes
_LABEL: Final = "houserules/seed-1"


@dataclass(slots=True)
class SystemEntropy:
    """Bytes that nobody can foretell; kept back a block at a time, and handed out once."""

    block: bytes = b""

    def take(self, count: int, /) -> bytes:
        """Give exactly so many bytes."""
        if count > len(self.block):
            self.block += secrets.token_bytes(max(_BLOCK, count))
        taken, self.block = self.block[:count], self.block[count:]
        return taken


@dataclass(slots=True)
class SeedEntropy:
    """Bytes that a text gives, always the same: for lessons and tests, never for chance.

    They are the SHA-256 hashes of label, text and a number from 0 up, one after the other.
    """

    seed: str
    block: bytes = b""
    hashed: int = 0

    def take(self, count: int, /) -> bytes:
        """Give exactly so many bytes."""
        while count > len(self.block):
            text = f"{_LABEL}\n{self.seed}\n{self.hashed}\n"
            self.block += sha256(text.encode("utf-8", "surrogatepass")).digest()
            self.hashed += 1
        taken, self.block = self.block[:count], self.block[count:]
        return taken
