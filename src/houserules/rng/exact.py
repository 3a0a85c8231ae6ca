"""Tails of the distributions that observed figures are compared with, from first principles."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, product
from math import erfc, exp, fsum, lgamma, log, perm, sqrt
from typing import Final, NamedTuple, TypeVar

_ENOUGH: Final = 1e-16  # a term so much smaller than the sum no longer changes it
_TINY: Final = 1e-300  # stands in for a zero that would be divided by


class Tails(NamedTuple):
    """How likely a figure at most as high as the observed one is, and one at least as high."""

    lower: float
    upper: float

    @property
    def p(self) -> float:
        """Too high and too low count alike: twice the smaller tail."""
        return min(1.0, 2 * min(self))


def gamma_tails(shape: float, x: float) -> Tails:
    """Return the regularised incomplete gamma functions P and Q: by series, or by continued fraction."""
    if x <= 0:
        return Tails(0.0, 1.0)
    front = exp(shape * log(x) - x - lgamma(shape))
    if x < shape + 1:
        lower = min(1.0, front * _series(shape, x))
        return Tails(lower, 1 - lower)
    upper = min(1.0, front * _continued_fraction(shape, x))
    return Tails(1 - upper, upper)


def _series(shape: float, x: float) -> float:
    """Sum x^k / (shape (shape+1) ... (shape+k)) over k."""
    term = total = 1 / shape
    for step in count(1):
        term *= x / (shape + step)
        total += term
        if term < total * _ENOUGH:
            return total
    raise AssertionError


def _continued_fraction(shape: float, x: float) -> float:
    """Evaluate 1/(x+1-shape- 1(1-shape)/(x+3-shape- 2(2-shape)/...)) by Lentz's method."""
    b = x + 1 - shape
    c, d = 1 / _TINY, 1 / b
    value = d
    for step in count(1):
        a = step * (shape - step)
        b += 2
        d = 1 / (a * d + b or _TINY)
        c = b + a / c or _TINY
        value *= c * d
        if abs(c * d - 1) < 4 * _ENOUGH:
            return value
    raise AssertionError


def chi_square_tails(x: float, freedom: float) -> Tails:
    """Return the tails of chi-square with so many degrees of freedom, whole or not."""
    return gamma_tails(freedom / 2, x / 2)


def normal_tails(z: float) -> Tails:
    return Tails(erfc(-z / sqrt(2)) / 2, erfc(z / sqrt(2)) / 2)


def rare_total_tails(observed: int, *, mean: float, both: float, times: int) -> Tails:
    """Return the tails of the sum of `times` counts that are 0, 1 or, seldom, 2.

    Each count X has the mean E[X] = `mean` and E[X(X-1)] = `both`, so that mean and variance are
    exact. The chance of a sum k is the coefficient of x^k in (p0 + p1 x + p2 x^2)^times, which
    follows from the two before it (J. C. P. Miller's recurrence).
    """
    p1, p2 = mean - both, both / 2
    p0 = 1 - p1 - p2
    if min(p0, p1) <= 0:
        raise ValueError("the counts are not rare: more than half a count at a time")
    chances = [exp(times * log(p0))]
    before = 0.0
    for k in range(1, min(observed, 2 * times) + 1):
        now = (times + 1 - k) * p1 * chances[-1] + (2 * times + 2 - k) * p2 * before
        before = chances[-1]
        chances.append(now / (k * p0))
    below = fsum(chances[:observed])
    upto = fsum(chances)
    return Tails(min(upto, 1.0), max(1 - below, 0.0))


# Exact chances in a finite shoe, as fractions: nothing here is measured or written down.


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
    number = 1
    for kind, often in Counter(sequence).items():
        number *= perm(makeup.get(kind, 0), often)
    return number


def sequence_probability(makeup: Mapping[Kind, int], sequence: Collection[Kind]) -> Fraction:
    """Return the chance that given places of a fair shuffle have these kinds of card."""
    return Fraction(ways(makeup, sequence), perm(sum(makeup.values()), len(sequence)))


def windows(
    makeup: Mapping[Kind, int], wanted: Collection[tuple[Kind, ...]], *, length: int
) -> Moments:
    """Return mean and variance of how many runs of `length` successive cards are among those wanted.

    Runs overlap, and runs apart are not independent either (a shoe has so many sevens and no
    more): the variance counts both.
    """
    cards = sum(makeup.values())
    places = cards - length + 1
    mean = places * sum((sequence_probability(makeup, each) for each in wanted), Fraction())
    apart = (places - length) * (places - length + 1)
    total = mean + (apart * _together(makeup, wanted, shift=length) if apart else 0)
    for shift in range(1, length):
        total += 2 * (places - shift) * _together(makeup, wanted, shift=shift)
    return Moments(mean, total - mean**2)


def _together(
    makeup: Mapping[Kind, int], wanted: Collection[tuple[Kind, ...]], *, shift: int
) -> Fraction:
    """Return the chance that a run is wanted, and so is the one that begins `shift` cards later."""
    total, size = 0, 0
    for one, two in product(wanted, repeat=2):
        shared = len(one) - shift
        size = len(one) + shift
        if one[shift:] == two[:shared]:
            total += ways(makeup, one + two[shared:])
    return Fraction(total, perm(sum(makeup.values()), size)) if size else Fraction()


def matches(kinds: int, copies: int) -> Moments:
    """Return mean and variance of how many places of two orders of one shoe have the same kind.

    One of the orders is a fair shuffle; the other may be anything.
    """
    cards = kinds * copies
    like = cards * (copies - 1)  # ordered pairs of places with one kind in the other order
    unlike = cards * (cards - copies)
    both = Fraction(like * copies * (copies - 1) + unlike * copies * copies, cards * (cards - 1))
    mean = Fraction(copies)
    return Moments(mean, mean + both - mean**2)


def followers(cards: int) -> Moments:
    """Return mean and variance of how many cards are followed by the same card as before.

    Each of n-1 followers is kept with the chance 1/n; any two of them are, whether they have a card
    in common or not, with the chance 1/(n(n-1)).
    """
    mean, both = Fraction(cards - 1, cards), Fraction(cards - 2, cards)
    return Moments(mean, mean + both - mean**2)
