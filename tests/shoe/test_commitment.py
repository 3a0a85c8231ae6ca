"""The commitment: one text to hash, opened by its own stack and salt and by nothing else."""

from hashlib import sha256

import pytest
from hypothesis import given as over
from hypothesis import strategies as st

from houserules.core.cards import CARDS, cards
from houserules.shoe.commitment import LABEL, canonical, commit, new_salt, opens
from houserules.shoe.entropy import GivenBytes, OutOfEntropyError

SALT = bytes(range(32))
STACK = cards("7s 9c 7h")

stacks = st.lists(st.sampled_from(list(CARDS.values())), max_size=12).map(tuple)
salts = st.binary(min_size=32, max_size=32)


def test_what_is_hashed_is_plain_text() -> None:
    text = (
        "houserules/stack-1\n000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"
        "7s 9c 7h\n"
    )
    assert canonical(STACK, SALT) == text.encode()
    assert commit(STACK, SALT) == sha256(text.encode()).hexdigest()


def test_a_promise_once_made_is_kept() -> None:
    """Stored commitments have to open forever; this one was made when the label was chosen."""
    assert LABEL == "houserules/stack-1"
    assert commit(STACK, SALT) == PROMISED


PROMISED = "4ab2903fa6572a7938626c048674c9e500f01494f3b76196f98e068834af6ee9"


@over(stacks, salts)
def test_a_commitment_opens_with_what_it_was_made_of(stack: tuple, salt: bytes) -> None:
    assert opens(commit(stack, salt), stack, salt)


@over(stacks, salts, stacks, salts)
def test_a_commitment_opens_with_nothing_else(
    stack: tuple, salt: bytes, other: tuple, other_salt: bytes
) -> None:
    same = (stack, salt) == (other, other_salt)
    assert opens(commit(stack, salt), other, other_salt) == same


@over(stacks, salts, stacks, salts)
def test_different_stacks_are_written_differently(
    stack: tuple, salt: bytes, other: tuple, other_salt: bytes
) -> None:
    same = (stack, salt) == (other, other_salt)
    assert (canonical(stack, salt) == canonical(other, other_salt)) == same


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_salt_has_its_size(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commit(STACK, bytes(size))


def test_a_salt_is_taken_whole() -> None:
    assert new_salt(GivenBytes(SALT)) == SALT
    with pytest.raises(OutOfEntropyError):
        new_salt(GivenBytes(SALT[:31]))
