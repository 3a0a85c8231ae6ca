"""Exact chances in a finite shoe, as fractions: nothing here is measured or written down."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import perm
from typing import TypeVar

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class Moments:
    """What a figure of one shuffle is on average, and its variance."""

    mean: Fraction
    variance: Fraction

    @property
    def both(self) -> Fraction:
        """The mean of X(X-1): twice the pairs that are there at once."""
        return self.variance + self.mean**2 - self.mean


def ways(makeup: Mapping[Kind, int], sequence: Collection[Kind]) -> int:
    """Count the ways to draw these kinds one after the other, card by card."""
    found = 1
    for kind, often in Counter(sequence).items():
        found *= perm(makeup.get(kind, 0), often)
    return found


def chance(makeup: Mapping[Kind, int], sequence: Collection[Kind]) -> Fraction:
    """Give the chance that given places of a fair shuffle have these kinds of card."""
    return Fraction(ways(makeup, sequence), perm(sum(makeup.values()), len(sequence)))


def windows(
    makeup: Mapping[Kind, int], wanted: Collection[tuple[Kind, ...]], *, length: int
) -> Moments:
    """Give mean and variance of how many runs of `length` successive cards are among those wanted.

    Runs overlap, and runs apart are not independent either (a shoe has so many sevens and no
    more): the variance counts both.
    """
    cards = sum(makeup.values())
    places = cards - length + 1
    mean = places * sum((chance(makeup, each) for each in wanted), Fraction())
    apart = (places - length) * (places - length + 1)
    total = mean + (apart * _together(makeup, wanted, shift=length) if apart else 0)
    for shift in range(1, length):
        total += 2 * (places - shift) * _together(makeup, wanted, shift=shift)
    return Moments(mean, total - mean**2)


def _together(
    makeup: Mapping[Kind, int], wanted: Collection[tuple[Kind, ...]], *, shift: int
) -> Fraction:
    """Give the chance that a run is wanted, and so is the one that begins `shift` cards later."""
    total, size = 0, 0
    for one, two in product(wanted, repeat=2):
        shared = len(one) - shift
        size = len(one) + shift
        if one[shift:] == two[:shared]:
            total += ways(makeup, one + two[shared:])
    return Fraction(total, perm(sum(makeup.values()), size)) if size else Fraction()


def matches(kinds: int, copies: int) -> Moments:
    """Give mean and variance of how many places of two orders of one shoe have the same kind.

    One of the orders is a fair shuffle; the other may be anything.
    """
    cards = kinds * copies
    like = cards * (copies - 1)  # ordered pairs of places with one kind in the other order
    unlike = cards * (cards - copies)
    both = Fraction(like * copies * (copies - 1) + unlike * copies * copies, cards * (cards - 1))
    mean = Fraction(copies)
    return Moments(mean, mean + both - mean**2)


def followers(cards: int) -> Moments:
    """Give mean and variance of how many cards are followed by the same card as before.

    Each of n-1 followers is kept with the chance 1/n; any two of them are, whether they have a card
    in common or not, with the chance 1/(n(n-1)).
    """
    mean, both = Fraction(cards - 1, cards), Fraction(cards - 2, cards)
    return Moments(mean, mean + both - mean**2)
