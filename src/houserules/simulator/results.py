"""What a simulation came to: exact sums and counts, and the figures that follow from them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import exp, inf, sqrt
from typing import Final, TypeVar

from houserules.core.cards import RANKS
from houserules.core.notebook import html_table
from houserules.simulator.decisions import Kind, name_of

_K = TypeVar("_K")
_ORDER: Final[dict[object, int]] = {
    name: place for place, name in enumerate(dict.fromkeys(name_of(kind) for kind in Kind))
}


@dataclass(frozen=True, slots=True)
class SideWagerResult:
    """A side wager of all boxes together."""

    wagered: Fraction  # cents
    ends: Mapping[str, int]  # how often it ended how
    won: Fraction  # the bettors' result, in cents
    squares: Fraction  # of single wagers' results, in cents squared

    @property
    def house_edge(self) -> float:
        """Minus the bettors' result, per unit wagered."""
        return float(-self.won / self.wagered) if self.wagered else 0.0

    @property
    def standard_deviation(self) -> float:
        """Of a single wager's result, in the same unit."""
        count = sum(self.ends.values())
        if not count:
            return 0.0
        stake = Fraction(self.wagered, count)
        return sqrt(self.squares / count - (self.won / count) ** 2) / float(stake)

    def plus(self, other: "SideWagerResult") -> "SideWagerResult":
        """Add up two parts of a simulation."""
        return SideWagerResult(
            self.wagered + other.wagered,
            add_counts(self.ends, other.ends),
            self.won + other.won,
            self.squares + other.squares,
        )


@dataclass(frozen=True, slots=True)
class Cell:
    """One upcard, pair of first cards, depth or true count: the rounds of single boxes there."""

    rounds: int
    won: Fraction  # the bettors' result with insurance, in cents
    wagered: Fraction  # their original wagers, in cents
    squares: Fraction  # of their results, in cents squared
    results: Mapping[str, int]
    watched: bool = False  # nothing was laid at this count: it is what one unit would have done

    @property
    def advantage(self) -> float:
        """The bettors' result, per unit of original wager."""
        return float(self.won / self.wagered) if self.wagered else 0.0

    @property
    def standard_error(self) -> float:
        """Of the advantage; rounds are taken as independent."""
        if not self.wagered:
            return float("inf")
        variance = self.squares / self.rounds - (self.won / self.rounds) ** 2
        return sqrt(variance * self.rounds) / float(self.wagered)

    def plus(self, other: "Cell") -> "Cell":
        """Add up two parts of a simulation, or two cells of one name."""
        return Cell(
            self.rounds + other.rounds,
            self.won + other.won,
            self.wagered + other.wagered,
            self.squares + other.squares,
            add_counts(self.results, other.results),
            watched=self.watched,
        )


class MergeError(ValueError):
    """Results of different simulations, which cannot be added up."""


@dataclass(frozen=True, slots=True)
class Result:
    """A simulation: the same seed gives the same one, to the last digit.

    Money is kept in whole units of `unit` cents. The result of a round is that of all its boxes
    with their insurance, without side wagers; figures are per unit of all its original wagers.
    With card counters, only their boxes are in it.
    """

    rulebook: str
    seed: int
    rounds: int
    wagers: tuple[int, ...]  # cents, of every box; of those who count, one unit
    unit: Fraction  # cents
    total: int  # the sum of rounds' results, in units
    squares: int  # the sum of their squares
    results: Mapping[str, int]  # every kind of settlement, counted once per hand
    distribution: Mapping[int, int]  # rounds by their result in units
    outside: int  # rounds whose result the distribution has no room for
    insurance: SideWagerResult | None
    side_wagers: Mapping[str, SideWagerResult]
    by: str = "nothing"
    cells: Mapping[str, Cell] | None = None
    repeats: Mapping[str, int] | None = None
    """By kind, n(n-1) summed over rounds with n hands of it; None where that is not counted."""

    def __repr__(self) -> str:
        edge = f"{100 * self.house_edge:.4f} % ± {100 * self.standard_error:.4f} %"
        return f"<Result {self.rulebook}: {self.rounds:,} rounds, house edge {edge}>"

    def _repr_html_(self) -> str:
        """Return the figures and every kind of settlement as a table, for notebooks."""
        rows = [
            ("House edge", f"{100 * self.house_edge:.4f} % ± {100 * self.standard_error:.4f} %"),
            ("Standard deviation", f"{self.standard_deviation:.6f} wagers per round"),
            *((kind, f"{times:,}") for kind, times in self.results.items()),
        ]
        return html_table(f"{self.rulebook}: {self.rounds:,} rounds", ("Figure", "Value"), rows)

    @property
    def boxes(self) -> int:
        return len(self.wagers)

    @property
    def wagered(self) -> Fraction:
        """All original wagers, in units of `unit`."""
        if self.by == "true-count" and self.cells is not None:
            laid = (cell.wagered for cell in self.cells.values() if not cell.watched)
            return sum(laid, Fraction(0)) / self.unit
        return self.rounds * sum(self.wagers) / self.unit

    @property
    def house_edge(self) -> float:
        """Minus the bettors' result, per unit of original wager."""
        return float(-self.total / self.wagered) if self.wagered else 0.0

    @property
    def variance(self) -> Fraction:
        """Of a round's result, in units squared."""
        mean = Fraction(self.total, self.rounds)
        return Fraction(self.squares, self.rounds) - mean**2

    @property
    def standard_deviation(self) -> float:
        """Of a round's result, per unit of an average round's original wagers."""
        if not self.wagered:
            return 0.0
        return sqrt(self.variance) / float(self.wagered / self.rounds)

    @property
    def standard_error(self) -> float:
        """Of the house edge; rounds from one shoe are taken as independent."""
        return self.standard_deviation / sqrt(self.rounds) if self.rounds else float("inf")

    def merge(self, other: "Result") -> "Result":
        """Add up two parts of one simulation, exactly."""
        for name in ("rulebook", "seed", "wagers", "unit", "by"):
            if getattr(self, name) != getattr(other, name):
                raise MergeError(f"{name}: {getattr(self, name)} and {getattr(other, name)}")
        insurance = self.insurance
        if insurance is not None and other.insurance is not None:
            insurance = insurance.plus(other.insurance)
        return replace(
            self,
            rounds=self.rounds + other.rounds,
            total=self.total + other.total,
            squares=self.squares + other.squares,
            results=add_counts(self.results, other.results),
            distribution=dict(sorted(add_counts(self.distribution, other.distribution).items())),
            outside=self.outside + other.outside,
            insurance=insurance,
            side_wagers={
                name: side.plus(other.side_wagers[name]) for name, side in self.side_wagers.items()
            },
            cells=_added_cells(self.cells, other.cells),
            repeats=None
            if self.repeats is None or other.repeats is None
            else add_counts(self.repeats, other.repeats),
        )


def add_counts(one: Mapping[_K, int], other: Mapping[_K, int]) -> dict[_K, int]:
    """Add up counts; kinds of settlement stay in their order, and one that never came stays too."""
    sums = Counter(one)
    sums.update(other)
    return {key: sums[key] for key in sorted(sums, key=lambda key: _ORDER.get(key, len(_ORDER)))}


def _added_cells(
    one: Mapping[str, Cell] | None, other: Mapping[str, Cell] | None
) -> Mapping[str, Cell] | None:
    if one is None or other is None:
        return one
    return {
        name: one[name].plus(other[name]) if name in one and name in other else cell
        for name, cell in sorted({**one, **other}.items(), key=lambda item: _place(item[0]))
    }


def _place(name: str) -> list[int]:
    """Return the order of cells: ranks from the ace up, numbers by size."""
    words = name.replace("/", " ").split()
    return [RANKS.index(word) + 1 if word in RANKS else int(word) for word in words]


# What a result is worth by the hour, and how much money it takes to live to see it.


@dataclass(frozen=True, slots=True)
class Earnings:
    """A bettor's rounds as a business, money in cents; rounds are taken as independent."""

    rounds_per_hour: float
    average_wager: float  # of a round; watched rounds lower it
    win_per_round: float
    variance_per_round: float

    @property
    def win(self) -> float:
        """What an hour is expected to bring."""
        return self.win_per_round * self.rounds_per_hour

    @property
    def standard_deviation(self) -> float:
        """Of what an hour brings."""
        return sqrt(self.variance_per_round * self.rounds_per_hour)

    @property
    def n0(self) -> float:
        """After how many rounds the expected win is as large as its standard deviation."""
        if not self.win_per_round:
            return inf
        return self.variance_per_round / self.win_per_round**2

    def risk_of_ruin(self, bankroll: int) -> float:
        """Return the chance that so many cents are ever lost, playing on for good.

        That is exp(-2 * win * bankroll / variance), as for a random walk in small steps with these
        two; without an expected win it is 1.
        """
        if self.win_per_round <= 0:
            return 1.0
        if not self.variance_per_round:
            return 0.0
        return exp(-2 * self.win_per_round * bankroll / self.variance_per_round)


def earnings(result: Result, *, rounds_per_hour: float) -> Earnings:
    """Compute what a result comes to by the hour; side wagers are not in it."""
    unit = float(result.unit)
    return Earnings(
        rounds_per_hour=rounds_per_hour,
        average_wager=float(result.wagered / result.rounds) * unit,
        win_per_round=result.total / result.rounds * unit,
        variance_per_round=float(result.variance) * unit**2,
    )
