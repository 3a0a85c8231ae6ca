"""How far the hold may stray: intervals for a number of rounds, and how good the approximation is.

Rounds are taken as independent, each from a full shoe. The intervals are those of the normal
distribution; the exact distribution of the sum says how often the hold really lies in them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, lcm, log2, sqrt
from statistics import NormalDist
from typing import Any, Final

import numpy as np

from houserules.core.money import format_money
from houserules.odds.solver.hand_index import Floats
from houserules.rulebook.options import clause_of
from houserules.sheets.number_text import (
    fraction,
    percent,
    probability,
    units,
    whole_dollars,
    with_sign,
)
from houserules.sheets.par_content import ParSheet

ROUNDS: Final = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
LEVELS: Final = (0.90, 0.95, 0.99)
_FINEST: Final = 1000
"""Results that are no multiples of this part of a wager have no grid."""
_LARGEST: Final = 21
"""The longest sum that is worked out has two to this power places."""
_TAIL: Final = 12
"""Standard deviations on either side that the sum has room for."""


@dataclass(frozen=True, slots=True)
class ResultMoments:
    """The shape of one round's result, in units of the wager."""

    mean: float
    deviation: float
    skewness: float
    kurtosis: float  # in excess of the normal distribution's


@dataclass(frozen=True, slots=True)
class Interval:
    """Where the hold lies with a probability, in parts of the initial wagers."""

    level: float
    low: float
    high: float
    covers: float | None  # the exact probability, where it can be worked out


@dataclass(frozen=True, slots=True)
class Stretch:
    rounds: int
    intervals: tuple[Interval, ...]


def moments(distribution: Mapping[float, float]) -> ResultMoments:
    results, chances = np.array(list(distribution)), np.array(list(distribution.values()))
    mean = float(results @ chances)
    off = results - mean
    deviation = sqrt(float(off**2 @ chances))
    third, fourth = float(off**3 @ chances), float(off**4 @ chances)
    return ResultMoments(mean, deviation, third / deviation**3, fourth / deviation**4 - 3)


def stretches(distribution: Mapping[float, float]) -> tuple[Stretch, ...]:
    """Return the intervals of the hold for every number of rounds."""
    shape, grid = moments(distribution), _grid(distribution)
    every = []
    for rounds in ROUNDS:
        summed = None if grid is None else grid.sum_of(rounds, shape)
        intervals = []
        for level in LEVELS:
            reach = NormalDist().inv_cdf((1 + level) / 2) * shape.deviation / sqrt(rounds)
            low, high = -shape.mean - reach, -shape.mean + reach
            covers = None if summed is None else summed.between(-high * rounds, -low * rounds)
            intervals.append(Interval(level, low, high, covers))
        every.append(Stretch(rounds, tuple(intervals)))
    return tuple(every)


@dataclass(frozen=True, slots=True)
class _Sum:
    """The result of many rounds together: the probability of each multiple of a step."""

    step: Fraction
    first: int
    chances: Floats

    def between(self, low: float, high: float) -> float:
        """Return the probability of a result between two amounts, both included."""
        start, end = ceil(low / self.step - 1e-9), floor(high / self.step + 1e-9)
        return float(self.chances[start - self.first : end - self.first + 1].sum())


@dataclass(frozen=True, slots=True)
class _Grid:
    """One round's results as multiples of a step."""

    step: Fraction
    places: tuple[int, ...]
    chances: Floats

    def sum_of(self, rounds: int, shape: ResultMoments) -> _Sum | None:
        """Work out the distribution of a sum by its Fourier transform; None where it is too long."""
        width = 2 * (_TAIL * shape.deviation * sqrt(rounds)) + 4 * self._reach
        power = ceil(log2(float(width / self.step)))
        if power > _LARGEST:
            return None
        size = 2**power
        middle = round(rounds * shape.mean / self.step)
        one = np.zeros(size)
        np.add.at(one, np.array(self.places) % size, self.chances)
        transformed = np.fft.rfft(one) ** rounds
        turned = np.fft.irfft(transformed, size)
        first = middle - size // 2
        return _Sum(self.step, first, np.roll(turned, -first % size))

    @property
    def _reach(self) -> float:
        return float(max(map(abs, self.places)) * self.step)


def _grid(distribution: Mapping[float, float]) -> _Grid | None:
    """Lay the results on a grid, if they are multiples of one step."""
    results = [Fraction(value).limit_denominator(_FINEST) for value in distribution]
    if any(
        abs(float(near) - value) > 1e-8 for near, value in zip(results, distribution, strict=True)
    ):
        return None
    step = Fraction(1, lcm(*(near.denominator for near in results)))
    places = tuple(int(near / step) for near in results)
    return _Grid(step, places, np.array(list(distribution.values())))


# Side wagers and the volatility of the hold as rows of text, ready to be set.


_SIDES: Final = {
    "perfect-pairs": ("Perfect Pairs", "perfect_pairs"),
    "suits-you": ("Suits You", "suits_you"),
    "insurance": ("Insurance, once the upcard is seen", "insurance_pays"),
}
_ENDS: Final = {
    "no-pair": "No pair",
    "mixed-pair": "Mixed pair",
    "coloured-pair": "Pair of one colour",
    "perfect-pair": "Pair of one suit",
    "other-suit": "Another suit",
    "suit": "The chosen suit, no jack",
    "suit-of-jack": "Jack of the chosen suit",
    "no-natural": "No dealer natural",
    "natural": "Dealer natural",
}


def side_tables(sheet: ParSheet) -> list[dict[str, Any]]:
    """Return every side wager that the rulebook knows, with exact fractions."""
    return [
        {
            "title": _SIDES[name][0],
            "clause": clause_of(sheet.rules, _SIDES[name][1]),
            "edge": percent(float(wager.house_edge), 4),
            "exact": fraction(wager.house_edge),
            "deviation": f"{wager.standard_deviation:.4f}",
            "rows": [
                [
                    _ENDS[end],
                    fraction(chance),
                    probability(float(chance)),
                    units(float(wager.pays[end])),
                    with_sign(100 * float(chance * wager.pays[end]), 4),
                ]
                for end, chance in wager.results.items()
            ],
        }
        for name, wager in sheet.side_wagers.items()
    ]


def volatility_rows(sheet: ParSheet) -> list[dict[str, Any]]:
    """Return the intervals of the hold, in parts of the wagers and in money."""
    edge = float(sheet.solved.house_edge)
    return [
        {
            "rounds": f"{stretch.rounds:,}",
            "handle": format_money(stretch.rounds * sheet.wager),
            "expected": whole_dollars(stretch.rounds * sheet.wager * edge),
            "hold": [
                f"{percent(each.low, 3)} to {percent(each.high, 3)}" for each in stretch.intervals
            ],
            "win": [
                f"{whole_dollars(each.low * stretch.rounds * sheet.wager)} to "
                f"{whole_dollars(each.high * stretch.rounds * sheet.wager)}"
                for each in stretch.intervals
            ],
            "covers": [
                "not worked out" if each.covers is None else percent(each.covers, 2)
                for each in stretch.intervals
            ],
        }
        for stretch in stretches(sheet.solved.distribution)
    ]
