"""What one test finds, and how several findings are judged together."""

from dataclasses import dataclass
from math import sqrt
from typing import Final

from houserules.rng.exact import Moments, chi_square_tails, normal_tails, rare_total_tails

_SELDOM: Final = 0.5  # at most so many a shuffle, and at most so many in all, are counted exactly
_FEW: Final = 500


@dataclass(frozen=True, slots=True)
class Finding:
    """One test: what was seen, what a fair shuffle gives, and how likely so great a difference is."""

    test: str
    looks_at: str
    observed: float
    expected: float
    deviation: float  # the standard deviation that chance gives to what is observed
    p: float


def chi_square(test: str, looks_at: str, observed: float, freedom: float) -> Finding:
    """Hold a sum of squares against chi-square; far too small is as suspicious as far too great."""
    tails = chi_square_tails(observed, freedom)
    return Finding(test, looks_at, observed, freedom, sqrt(2 * freedom), tails.p)


def total(test: str, looks_at: str, observed: int, *, each: Moments, shuffles: int) -> Finding:
    """Hold a count over all shuffles against its exact mean and variance in one of them."""
    expected = float(shuffles * each.mean)
    deviation = sqrt(shuffles * each.variance)
    if each.mean <= _SELDOM and expected <= _FEW:
        mean, both = float(each.mean), float(each.both)
        tails = rare_total_tails(observed, mean=mean, both=both, times=shuffles)
    else:
        tails = normal_tails((observed - expected) / deviation)
    return Finding(test, looks_at, observed, expected, deviation, tails.p)


def holm(ps: list[float]) -> list[float]:
    """Adjust p-values so that each can be compared with the level of the whole family (Holm 1979)."""
    adjusted, floor = [0.0] * len(ps), 0.0
    for rank, at in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        floor = max(floor, min(1.0, (len(ps) - rank) * ps[at]))
        adjusted[at] = floor
    return adjusted
