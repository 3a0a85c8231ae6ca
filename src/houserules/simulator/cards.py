"""Cards as small numbers: the suit times 16 plus the rank, which takes four bits."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from houserules.core.cards import RANKS, SUITS
from houserules.simulator.packing import At, Packed

VALUES: Final = "A23456789T"
"""How a strategy writes the values of cards, in their order."""

CODES: Final[dict[str, int]] = {
    rank + suit: SUITS.index(suit) << 4 | RANKS.index(rank) for suit in SUITS for rank in RANKS
}
NAMES: Final[dict[int, str]] = {code: name for name, code in CODES.items()}

ACE, SEVEN, TEN, JACK = (RANKS.index(rank) for rank in "A7TJ")
ACE_OF_DIAMONDS: Final = CODES["Ad"]
JACK_OF_DIAMONDS: Final = CODES["Jd"]
SPADES: Final = SUITS.index("s")


def rank_of(code: int) -> int:
    """Give the rank, from 0 for an ace to 12 for a king."""
    return code & 15


def suit_of(code: int) -> int:
    """Give the suit, spades being 0."""
    return code >> 4


def value_of(code: int) -> int:
    """Give the value, from 0 for an ace to 9 for every ten-value card."""
    return min(code & 15, 9)


def is_red(code: int) -> bool:
    """Hearts and diamonds."""
    return code >> 4 in (1, 2)


def full_shoe(packed: Packed) -> NDArray[np.uint8]:
    """Give the cards of all decks, in order (S24 4.1, NZ 3.3, PJ 3.1)."""
    deck = [code for code, name in NAMES.items() if packed[At.TENS_IN_DECK] or name[0] != "T"]
    return np.array(deck * packed[At.DECKS], dtype=np.uint8)
