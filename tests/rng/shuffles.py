"""Shuffles for the tests of the suite: seeded, so that a test says the same every time."""

from collections.abc import Iterator
from itertools import islice
from random import Random

from houserules.core.cards import deck
from houserules.rng.planted_faults import PLANTED, fair
from houserules.rng.tally import Order
from houserules.shoe.stack import Stack

SMALL: Stack = deck(tens=False) * 3


class Seeded:
    """Bytes that a seed gives."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def take(self, count: int, /) -> bytes:
        return self._random.randbytes(count)


def shuffles(cards: Stack, number: int, *, seed: int, fault: str = "") -> Iterator[Order]:
    """Yield shuffles by the shoe's own shuffler, or by one with a planted fault."""
    return islice((PLANTED[fault] if fault else fair)(cards, Seeded(seed)), number)


def quick(cards: Stack, number: int, *, seed: int) -> Iterator[Order]:
    """Yield fair shuffles by another shuffler, which is faster."""
    chance = Random(seed)
    for _ in range(number):
        order = list(range(len(cards)))
        chance.shuffle(order)
        yield tuple(order)
