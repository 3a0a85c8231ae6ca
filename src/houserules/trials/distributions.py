"""Tails of the distributions that observed figures are held against, from first principles."""

from itertools import count
from math import erfc, exp, fsum, lgamma, log, sqrt
from typing import Final, NamedTuple

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
    """Give the regularised incomplete gamma functions P and Q: by series, or by continued fraction."""
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
    """Give the tails of chi-square with so many degrees of freedom, whole or not."""
    return gamma_tails(freedom / 2, x / 2)


def normal_tails(z: float) -> Tails:
    """Give the tails of the standard normal distribution."""
    return Tails(erfc(-z / sqrt(2)) / 2, erfc(z / sqrt(2)) / 2)


def rare_total_tails(observed: int, *, mean: float, both: float, times: int) -> Tails:
    """Give the tails of the sum of `times` counts that are 0, 1 or, seldom, 2.

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
