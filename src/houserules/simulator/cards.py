"""Cards as small numbers: the suit times 16 plus the rank, which takes four bits."""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houserules.core.cards import RANKS, SUITS
from houserules.simulator.packed_rules import Packed, Rule

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
    """Return the rank, from 0 for an ace to 12 for a king."""
    return code & 15


def suit_of(code: int) -> int:
    """Return the suit, spades being 0."""
    return code >> 4


def value_of(code: int) -> int:
    """Return the value, from 0 for an ace to 9 for every ten-value card."""
    return min(code & 15, 9)


def is_red(code: int) -> bool:
    """Hearts and diamonds."""
    return code >> 4 in (1, 2)


def full_shoe(packed: Packed) -> NDArray[np.uint8]:
    """Return the cards of all decks, in order (S24 4.1, NZ 3.3, PJ 3.1)."""
    deck = [code for code, name in NAMES.items() if packed[Rule.TENS_IN_DECK] or name[0] != "T"]
    return np.array(deck * packed[Rule.DECKS], dtype=np.uint8)


# Every hand by the values of its cards, as a state with a number, and where a card leads to.
#
# A hand that strategies speak of is a multiset of values with a total of 21 at most, aces counted 1.


BUST: Final = -1
EMPTY: Final = 0


class Hands(NamedTuple):
    """The states; a value is a number from 0 (ace) to 9 (ten)."""

    values: tuple[tuple[int, ...], ...]  # of each state, in order
    number: dict[tuple[int, ...], int]
    after: tuple[tuple[int, ...], ...]  # from a state by a value to a state, or BUST
    hard: tuple[int, ...]  # the total with every ace counted 1
    totals: tuple[int, ...]  # with an ace counted 11 where that is possible
    aces: tuple[int, ...]
    cards: tuple[int, ...]


@cache
def hands() -> Hands:
    """Number the hands; the empty one is the first."""
    every: list[tuple[int, ...]] = []
    _grow((), 21, every)
    every.sort(key=lambda hand: (len(hand), hand))
    number = {hand: state for state, hand in enumerate(every)}
    after = [
        tuple(number.get(tuple(sorted((*hand, value))), BUST) for value in range(10))
        for hand in every
    ]
    hard = [sum(hand) + len(hand) for hand in every]
    aces = [hand.count(0) for hand in every]
    return Hands(
        values=tuple(every),
        number=number,
        after=tuple(after),
        hard=tuple(hard),
        totals=tuple(
            total(points, free_aces=free) for points, free in zip(hard, aces, strict=True)
        ),
        aces=tuple(aces),
        cards=tuple(len(hand) for hand in every),
    )


def _grow(hand: tuple[int, ...], left: int, hands: list[tuple[int, ...]]) -> None:
    """Add the hand and every larger one whose further values are not below its last."""
    hands.append(hand)
    least = hand[-1] if hand else 0
    for value in range(least, min(left, 10)):
        _grow((*hand, value), left - value - 1, hands)


def total(hard: int, *, free_aces: int) -> int:
    """Return the total: one ace that is free to counts 11 unless that exceeds 21 (S24 4.2)."""
    return hard + 10 if free_aces > 0 and hard <= 11 else hard
