"""The figures of a solved game as plain data: they can be stored and read again without NumPy."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import NamedTuple


class ByHand(NamedTuple):
    """What two cards against an upcard are worth, and what is best done with them."""

    upcard: str
    cards: str
    probability: float
    value: float
    best: str  # an action, "natural", or the actions of different suits with a stroke between


class ByUpcard(NamedTuple):
    """What the round is worth once the upcard is seen."""

    probability: float
    value: float


@dataclass(frozen=True, slots=True)
class SideWagerFigures:
    """A wager beside the main one: how likely each end is, and what it brings per unit."""

    results: dict[str, Fraction]
    pays: dict[str, Fraction]
    suits: str = ""  # Suits You: the suits that are best to name
    when_open: Fraction | None = None  # insurance: the edge over the hands that may be insured

    @property
    def house_edge(self) -> Fraction:
        """Minus the bettor's expected result per unit of this wager."""
        return -sum((self.results[end] * self.pays[end] for end in self.results), Fraction(0))

    @property
    def variance(self) -> Fraction:
        squares = (self.results[end] * self.pays[end] ** 2 for end in self.results)
        return sum(squares, Fraction(0)) - self.house_edge**2

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)


@dataclass(frozen=True, slots=True)
class OddsFigures:
    """Everything that `houserules odds` prints about one game, per unit of the original wager."""

    house_edge: float
    standard_deviation: float
    by_upcard: dict[str, ByUpcard]
    results: dict[str, float]  # settlements of each kind per round
    by_hand: tuple[ByHand, ...]
    distribution: dict[float, float]  # the probability of each net result; empty unless asked for
    side_wagers: dict[str, SideWagerFigures]
    chart_cost: float | None = None  # what playing by the chart costs; None with best play
