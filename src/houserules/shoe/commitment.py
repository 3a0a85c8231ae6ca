"""The commitment: a hash that fixes a stack before the cut and reveals nothing until it is opened.

It hashes the stack itself and not a seed: a 256-bit seed could reach only a tiny part of the
arrangements of a shoe, and would tie the proof to one program's shuffle.
"""

from hashlib import sha256
from typing import Final

from houserules.core.cards import show
from houserules.shoe.entropy import Entropy
from houserules.shoe.stack import Stack

LABEL: Final = "houserules/stack-1"
"""The first line of what is hashed: nothing hashed for another purpose starts like this."""

SALT_SIZE: Final = 32


def new_salt(entropy: Entropy) -> bytes:
    """Draw the salt for one commitment; it is used for one stack only."""
    return entropy.take(SALT_SIZE)


def canonical(stack: Stack, salt: bytes) -> bytes:
    """Return the hashed text: label, salt in hex and cards, one per line, in ASCII."""
    if len(salt) != SALT_SIZE:
        raise ValueError(f"a salt has {SALT_SIZE} bytes, not {len(salt)}")
    return f"{LABEL}\n{salt.hex()}\n{show(stack)}\n".encode("ascii")


def commit(stack: Stack, salt: bytes) -> str:
    """Return the commitment to a stack: SHA-256 in 64 small hex digits."""
    return sha256(canonical(stack, salt)).hexdigest()


def opens(commitment: str, stack: Stack, salt: bytes) -> bool:
    """Whether the commitment was made from this stack and salt."""
    return commit(stack, salt) == commitment
