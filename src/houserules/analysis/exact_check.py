"""Compare how often each kind of result came in a simulation with how often it should have."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

from houserules.rng.exact import chi_square_tails
from houserules.simulator import Result
from houserules.simulator.results import add_counts

RARE: Final = 10.0
"""Kinds that are expected less often than this are counted together in the chi-square."""
_LEAST: Final = 1e-3
"""Stands in for 0 expected, so that a kind that cannot come and did is far off, not infinitely far."""


@dataclass(frozen=True, slots=True)
class KindCheck:
    """One kind of result."""

    expected: float
    observed: int
    z_score: float | None  # standard deviations above the expected number


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """All kinds together."""

    statistic: float
    freedom: int

    @property
    def p_value(self) -> float:
        """How likely chance alone is at least so far off."""
        return chi_square_tails(self.statistic, self.freedom).upper


def compare(result: Result, chances: Mapping[str, float]) -> dict[str, KindCheck]:
    """Compare counts with the expected number of each kind in a round.

    Boxes share the dealer's hand, so only those of one box have a z-score.
    """
    compared = {}
    kinds = dict.fromkeys(chances, 0)
    for kind, observed in add_counts(result.results, kinds).items():
        expected = chances.get(kind, 0.0) * result.rounds
        spread = _spread(result, kind, expected)
        z = (observed - expected) / sqrt(spread) if spread > 0 and result.boxes == 1 else None
        compared[kind] = KindCheck(expected, observed, z)
    return compared


def _spread(result: Result, kind: str, expected: float) -> float:
    """Return the variance of a count: a split box may have several hands of one kind."""
    repeats = (result.repeats or {}).get(kind, 0)
    return expected * (1 - expected / result.rounds) + repeats


def chi_square(result: Result, compared: Mapping[str, KindCheck]) -> ChiSquare | None:
    """Return Pearson's chi-square of the kinds; None with several boxes, or with too few kinds."""
    if result.boxes > 1:
        return None
    often = {kind: each for kind, each in compared.items() if each.expected >= RARE}
    rare = [each for kind, each in compared.items() if kind not in often]
    terms = [
        (each.observed, each.expected, (result.repeats or {}).get(kind, 0))
        for kind, each in often.items()
    ]
    if rare:
        together = sum(each.expected for each in rare)
        terms.append((sum(each.observed for each in rare), max(together, _LEAST), 0))
    if len(terms) < 2:
        return None
    statistic = sum((seen - mean) ** 2 / (mean + more) for seen, mean, more in terms)
    return ChiSquare(statistic, len(terms) - 1)
