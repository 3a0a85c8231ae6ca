"""From counts to a result: what every count of a batch stands for, and what it comes to in money."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import mul
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houserules.core.cards import RANKS
from houserules.simulator import layout
from houserules.simulator.cards import VALUES
from houserules.simulator.decisions import Kind, name_of
from houserules.simulator.game_setup import PreparedGame
from houserules.simulator.kernels.settle import (
    BY_DEPTH,
    CELLS_OF,
    INSURANCE_LOST,
    INSURANCE_SHIFT,
    INSURANCE_WON,
)
from houserules.simulator.payouts import Amounts, SideEnd, side_name, whole
from houserules.simulator.results import Cell, Result, SideWagerResult, add_counts


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """What a batch came to: counts and sums of whole numbers, which add up exactly in any order."""

    rounds: int
    outcomes: NDArray[np.int64]  # of one box alone, by number
    splits: dict[int, int]  # settlements of a box alone that was split, by their key
    tally: NDArray[np.int64]  # of several boxes
    squares: int  # of several boxes' results, in units

    def plus(self, other: "Counts") -> "Counts":
        """Add the counts of two batches of one game."""
        splits = dict(self.splits)
        for key, times in other.splits.items():
            splits[key] = splits.get(key, 0) + times
        return Counts(
            self.rounds + other.rounds,
            self.outcomes + other.outcomes,
            splits,
            self.tally + other.tally,
            self.squares + other.squares,
        )


# The tally of several boxes: what every cell of it came to, in cents.


OTHERS: Final = "bonus-of-others"
"""What those are counted under who get something when another wins a Super Bonus."""

INSURANCE_ENDS: Final = ("insurance-lost", "insurance-won")
_PLACES: Final = 64
_INSURANCE: Final = slice(layout.CELL_INSURANCE, layout.CELL_INSURANCE + 2)

Tallied = list[int]


class Counted(NamedTuple):
    """One cell of one box: its counts, and what its settlements bring."""

    box: int
    amounts: Amounts
    counts: Tallied

    @property
    def rounds(self) -> int:
        """How many rounds the box played here."""
        return self.counts[layout.CELL_ROUNDS]

    @property
    def squares(self) -> int:
        """The squares of its results, in units."""
        low, high = self.counts[layout.CELL_SQUARES : layout.CELL_SQUARES + 2]
        return low + (high << 32)

    def won(self, unit: Fraction) -> int:
        """Return the bettor's result, in units."""
        return sum(map(mul, self.counts, _nets(self.amounts, self.box, unit)))

    def add_to(self, results: Counter[str]) -> None:
        for name, times in zip(_names(self.amounts, self.box), self.counts, strict=True):
            if name and times:
                results[name] += times


@lru_cache(maxsize=1000)
def _nets(amounts: Amounts, box: int, unit: Fraction) -> Tallied:
    """Return what each place of a cell brings, in units."""
    nets = [0] * _PLACES
    for kind, net in amounts.kinds[box].items():
        nets[kind] = whole(net, unit)
    nets[_INSURANCE] = [whole(net, unit) for net in amounts.insurance[box]]
    nets[layout.CELL_OTHERS] = whole(amounts.others[box], unit)
    return nets


@lru_cache(maxsize=1000)
def _names(amounts: Amounts, box: int) -> list[str]:
    """Name each place of a cell; without a prize, a Super Bonus is but its 7-7-7 (reading 40)."""
    names = [""] * _PLACES
    for kind in Kind:
        names[kind] = name_of(kind)
    if not amounts.prized[box]:
        names[Kind.SUPER_BONUS] = name_of(Kind.SUITED_777)
        names[Kind.SUPER_BONUS_SPADES] = name_of(Kind.SPADES_777)
    names[layout.CELL_OTHERS] = OTHERS
    return names


def box_cells(game: PreparedGame, tally: Tallied, cell: int) -> Iterator[Counted]:
    """Yield one cell of every box in the result."""
    cells = int(game.tables[layout.CELLS])
    amounts = game.amounts[cell if game.by == "true-count" else 0]
    for box in game.counted:
        place = layout.TALLY_CELLS + (box * cells + cell) * 64
        yield Counted(box, amounts, tally[place : place + 64])


def cell_of_all(game: PreparedGame, tally: Tallied, cell: int) -> Cell:
    """Return one cell of all boxes together."""
    units = game.units[cell] if game.by == "true-count" else 1
    results: Counter[str] = Counter()
    rounds = won = wagered = squares = 0
    for each, wager in zip(box_cells(game, tally, cell), game.wagers, strict=True):
        each.add_to(results)
        rounds += each.rounds
        won += each.won(game.unit)
        wagered += each.rounds * wager * max(units, 1)
        squares += each.squares
    return Cell(
        rounds=rounds,
        won=won * game.unit,
        wagered=Fraction(wagered),
        squares=squares * game.unit**2,
        results=add_counts(results, {}),
        watched=not units,
    )


def named_cells(game: PreparedGame, every: list[Cell]) -> dict[str, Cell]:
    """Return what came of every upcard, pair of first cards, depth or true count."""
    cells: dict[str, Cell] = {}
    for name, cell in zip(_cell_names(game), every, strict=True):
        if cell.rounds:
            cells[name] = cells[name].plus(cell) if name in cells else cell
    return cells


def _cell_names(game: PreparedGame) -> list[str]:
    match game.by:
        case "upcard":
            return list(RANKS)
        case "first-two":
            pairs = [(first, second) for first in range(10) for second in range(10)]
            return [" ".join(VALUES[value] for value in sorted(pair)) for pair in pairs]
        case "true-count":
            most = len(game.units) // 2
            return [f"{count:+d}" if count else "0" for count in range(-most, most + 1)]
    return [f"{cell}/{CELLS_OF[BY_DEPTH]}" for cell in range(CELLS_OF[BY_DEPTH])]


def insurance_of(every: list[Counted]) -> SideWagerResult | None:
    """Sum up insurance over boxes and counts; None where nobody insures."""
    ends: Counter[str] = Counter()
    wagered, won, squares = Fraction(0), Fraction(0), Fraction(0)
    laid = [each for each in every if each.amounts.insurance[each.box][0]]
    for each in laid:
        amounts, insured = each.amounts.insurance[each.box], each.counts[_INSURANCE]
        wagered -= amounts[0] * sum(insured)
        for name, pays, times in zip(INSURANCE_ENDS, amounts, insured, strict=True):
            ends[name] += times
            won += pays * times
            squares += pays**2 * times
    return SideWagerResult(wagered, dict(ends), won, squares) if laid else None


def added_up(every: list[Cell]) -> dict[str, int]:
    """Add up the settlements of cells."""
    results: Counter[str] = Counter()
    for cell in every:
        results.update(cell.results)
    return add_counts(results, {})


# The whole result.


_Ended = tuple[tuple[Kind, ...], bool | None, int]
"""Settlements of one box, whether its insurance won, and how often that came."""


def result_of(game: PreparedGame, counts: Counts, *, seed: int) -> Result:
    return _of_one(game, counts, seed=seed) if game.alone else _of_several(game, counts, seed=seed)


def _box_counts(game: PreparedGame, counts: Counts) -> Iterator[_Ended]:
    """Read the counts of one box alone."""
    for number, outcome in enumerate(game.outcomes, start=1):
        times = int(counts.outcomes[number])
        if times:
            yield (outcome.kind,), outcome.insurance, times
    for key, times in counts.splits.items():
        yield *_split(key), times


@lru_cache(maxsize=100_000)
def _split(key: int) -> tuple[tuple[Kind, ...], bool | None]:
    """Read the key of a split box: its kinds, and whether its insurance won."""
    kinds = (key & ((1 << INSURANCE_SHIFT) - 1)).to_bytes(7, "big").lstrip(b"\0")
    won = {INSURANCE_LOST: False, INSURANCE_WON: True}.get(key >> INSURANCE_SHIFT)
    return tuple(Kind(kind) for kind in kinds), won


def _of_one(game: PreparedGame, counts: Counts, *, seed: int) -> Result:
    amounts = game.amounts[0]
    nets = {kind: whole(net, game.unit) for kind, net in amounts.kinds[0].items()}
    insurance = [whole(net, game.unit) for net in amounts.insurance[0]]
    distribution: Counter[int] = Counter()
    tally, again = [0] * 64, [0] * 64
    for kinds, won, times in _box_counts(game, counts):
        net = sum(nets[kind] for kind in kinds)
        for kind in kinds:
            tally[kind] += times
            again[kind] += (kinds.count(kind) - 1) * times
        if won is not None:
            tally[layout.CELL_INSURANCE + won] += times
            net += insurance[won]
        distribution[net] += times
    box, results, repeats = Counted(0, amounts, tally), Counter[str](), Counter[str]()
    box.add_to(results)
    Counted(0, amounts, again).add_to(repeats)
    return Result(
        rulebook=game.rulebook,
        seed=seed,
        rounds=counts.rounds,
        wagers=game.wagers,
        unit=game.unit,
        total=sum(net * times for net, times in distribution.items()),
        squares=sum(net * net * times for net, times in distribution.items()),
        results=add_counts(results, {}),
        distribution=dict(sorted(distribution.items())),
        outside=0,
        insurance=insurance_of([box]),
        side_wagers={},
        repeats=add_counts(repeats, {}),
    )


def _of_several(game: PreparedGame, counts: Counts, *, seed: int) -> Result:
    tally, numbers = counts.tally.tolist(), range(int(game.tables[layout.CELLS]))
    cells = [cell_of_all(game, tally, number) for number in numbers]
    laid = [number for number in numbers if not cells[number].watched]
    boxes = int(game.tables[layout.NUMBER_OF_BOXES])
    levels = layout.TALLY_CELLS + 64 * boxes * len(numbers)
    lowest = int(game.money[layout.LOWEST])
    return Result(
        rulebook=game.rulebook,
        seed=seed,
        rounds=counts.rounds,
        wagers=game.wagers,
        unit=game.unit,
        total=whole(sum((cells[number].won for number in laid), Fraction(0)), game.unit),
        squares=counts.squares,
        results=added_up([cells[number] for number in laid]),
        distribution={lowest + at: n for at, n in enumerate(tally[levels:]) if n},
        outside=tally[layout.OUTSIDE],
        insurance=insurance_of(
            [each for number in laid for each in box_cells(game, tally, number)]
        ),
        side_wagers=_sides(game, tally),
        by=game.by,
        cells=named_cells(game, cells) if game.by != "nothing" else None,
    )


def _sides(game: PreparedGame, tally: list[int]) -> dict[str, SideWagerResult]:
    """Sum up the side wagers over the boxes."""
    sides: dict[str, SideWagerResult] = {}
    for name, kinds in (
        ("perfect-pairs", [side for side in SideEnd if side <= SideEnd.PERFECT_PAIR]),
        ("suits-you", [side for side in SideEnd if side > SideEnd.PERFECT_PAIR]),
    ):
        ends: Counter[str] = Counter()
        wagered, won, squares = Fraction(0), Fraction(0), Fraction(0)
        for box, amounts in enumerate(game.amounts[0].sides):
            for side in (each for each in kinds if each in amounts):
                times = tally[layout.TALLY_SIDES + box * 8 + side]
                ends[side_name(side)] += times
                wagered += game.side_stakes[box] * times
                won += amounts[side] * times
                squares += amounts[side] ** 2 * times
        if ends:
            sides[name] = SideWagerResult(wagered, dict(ends), won, squares)
    return sides
