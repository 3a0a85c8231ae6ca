"""The commitment: a hash that fixes a stack before the cut, and shows nothing of it until opened.

It is taken of the stack itself and not of a seed: a seed of 256 bits could give only a vanishing part
of the arrangements of a shoe, and would bind the proof to one program's way of shuffling.
"""

from hashlib import sha256
from typing import Final

from houserules.core.cards import show
from houserules.shoe.entropy import Entropy
from houserules.shoe.stack import Stack

LABEL: Final = "houserules/stack-1"
"""The first line of what is hashed: nothing that is hashed for another purpose looks like it."""

SALT_SIZE: Final = 32


def new_salt(entropy: Entropy) -> bytes:
    """Take the salt of one commitment; it is for one stack alone."""
    return entropy.take(SALT_SIZE)


def canonical(stack: Stack, salt: bytes) -> bytes:
    """Write what is hashed: label, salt in hex and cards, a line each; ASCII text."""
    if len(salt) != SALT_SIZE:
        raise ValueError(f"a salt has {SALT_SIZE} bytes, not {len(salt)}")
    return f"{LABEL}\n{salt.hex()}\n{show(stack)}\n".encode("ascii")


def commit(stack: Stack, salt: bytes) -> str:
    """Return the commitment to a stack: SHA-256 in 64 small hex digits."""
    return sha256(canonical(stack, salt)).hexdigest()


def opens(commitment: str, stack: Stack, salt: bytes) -> bool:
    """Whether stack and salt are those that the commitment was made of."""
    return commit(stack, salt) == commitment
