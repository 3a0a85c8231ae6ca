"""Every multiset of card values with a hard total of at most 21: one number each, for all games.

A hand is a multiset: its number tells its cards, its totals, and which number it becomes with one
card more. Values are counted from 0 (an ace) to 9 (a ten-value card). Numbers go up with the total,
so a hand always has a lower number than what it can become.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

VALUES: Final = 10
ACE: Final = 0
TEN: Final = 9
NAMES: Final = "A23456789T"

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Places = NDArray[np.int32]

_BITS: Final = 6
"""Of a packed key for each value: three hands of a box hold at most 63 cards of one value."""


def _multisets() -> list[tuple[int, ...]]:
    """Return the counts of every multiset, by total."""
    multisets: list[tuple[int, ...]] = []

    def grow(counts: tuple[int, ...], least: int, total: int) -> None:
        multisets.append(counts)
        for value in range(least, VALUES):
            if total + value + 1 <= 21:
                grow(_change(counts, value, 1), value, total + value + 1)

    grow((0,) * VALUES, 0, 0)
    return sorted(multisets, key=lambda counts: (_total(counts), counts))


def _total(counts: tuple[int, ...]) -> int:
    return sum(count * (value + 1) for value, count in enumerate(counts))


def _change(counts: tuple[int, ...], value: int, by: int) -> tuple[int, ...]:
    return (*counts[:value], counts[value] + by, *counts[value + 1 :])


_ALL: Final = _multisets()
_NUMBER: Final = {counts: number for number, counts in enumerate(_ALL)}
EMPTY: Final = 0
HANDS: Final = len(_ALL)
COUNTS: Final[Ints] = np.array(_ALL, dtype=np.int64)
HARD: Final[Ints] = np.array([_total(counts) for counts in _ALL], dtype=np.int64)
SIZE: Final[Ints] = COUNTS.sum(axis=1)
CHILD: Final[Ints] = np.array(  # -1: bust
    [[_NUMBER.get(_change(counts, v, 1), -1) for v in range(VALUES)] for counts in _ALL],
    dtype=np.int64,
)
LAST: Final[Ints] = np.array(
    [max((v for v in range(VALUES) if counts[v]), default=-1) for counts in _ALL], dtype=np.int64
)
STEP: Final[Ints] = np.array([1 << (_BITS * value) for value in range(VALUES)], dtype=np.int64)
KEY: Final[Ints] = COUNTS @ STEP  # the counts packed into one number; keys of hands add up
SOFT: Final = (COUNTS[:, ACE] > 0) & (HARD <= 11)
TOTAL: Final[Ints] = HARD + 10 * SOFT
PARENT: Final[Ints] = np.array(  # without the highest card
    [EMPTY, *(_NUMBER[_change(_ALL[n], int(LAST[n]), -1)] for n in range(1, HANDS))], dtype=np.int64
)
DEPTH_FIRST: Final[Ints] = np.array(
    sorted(range(HANDS), key=lambda hand: [v for v, n in enumerate(_ALL[hand]) for _ in range(n)])
)
"""All multisets so that each is followed by what grows from it with cards of no lower value."""


def counts_of(keys: Ints) -> Ints:
    return np.asarray((keys[:, None] // STEP) % (1 << _BITS))


def hand_of(*values: int) -> int:
    """Return the number of the hand with these values (0 an ace, 9 a ten-value card), -1 if bust."""
    hand = EMPTY
    for value in values:
        hand = int(CHILD[hand, value]) if hand >= 0 else -1
    return hand


def name_of(hand: int) -> str:
    """Return a hand as the contract writes it: `A 2 T`."""
    return " ".join(NAMES[v] for v in range(VALUES) for _ in range(int(COUNTS[hand, v])))


class Arena(NamedTuple):
    """The tables above, handed to the kernels as one argument."""

    counts: Ints
    hard: Ints
    total: Ints
    size: Ints
    child: Ints
    parent: Ints
    last: Ints
    key: Ints


ARENA: Final = Arena(COUNTS, HARD, TOTAL, SIZE, CHILD, PARENT, LAST, KEY)
