"""Reading the tally of several boxes: what every cell of it came to, in cents."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from operator import mul
from typing import Final, NamedTuple

from houserules.core.cards import RANKS
from houserules.simulator import layout
from houserules.simulator.cards import VALUES
from houserules.simulator.games import Game
from houserules.simulator.kinds import Kind, name_of
from houserules.simulator.money import Amounts, whole
from houserules.simulator.results import Cell, SideWager, added
from houserules.simulator.tallying import BY_DEPTH, CELLS_OF

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
        """Give the bettor's result, in units."""
        return sum(map(mul, self.counts, _nets(self.amounts, self.box, unit)))

    def add_to(self, results: Counter[str]) -> None:
        """Count every kind of settlement."""
        for name, times in zip(_names(self.amounts, self.box), self.counts, strict=True):
            if name and times:
                results[name] += times


@lru_cache(maxsize=1000)
def _nets(amounts: Amounts, box: int, unit: Fraction) -> Tallied:
    """Give what each place of a cell brings, in units."""
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


def counted(game: Game, tally: Tallied, cell: int) -> Iterator[Counted]:
    """Give one cell of every box in the result."""
    cells = int(game.tables[layout.CELLS])
    amounts = game.amounts[cell if game.by == "true-count" else 0]
    for box in game.counted:
        place = layout.TALLY_CELLS + (box * cells + cell) * 64
        yield Counted(box, amounts, tally[place : place + 64])


def cell_of_all(game: Game, tally: Tallied, cell: int) -> Cell:
    """Give one cell of all boxes together."""
    units = game.units[cell] if game.by == "true-count" else 1
    results: Counter[str] = Counter()
    rounds = won = wagered = squares = 0
    for each, wager in zip(counted(game, tally, cell), game.wagers, strict=True):
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
        results=added(results, {}),
        watched=not units,
    )


def named_cells(game: Game, every: list[Cell]) -> dict[str, Cell]:
    """Give what came of every upcard, pair of first cards, depth or true count."""
    cells: dict[str, Cell] = {}
    for name, cell in zip(_cell_names(game), every, strict=True):
        if cell.rounds:
            cells[name] = cells[name].plus(cell) if name in cells else cell
    return cells


def _cell_names(game: Game) -> list[str]:
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


def insurance_of(every: list[Counted]) -> SideWager | None:
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
    return SideWager(wagered, dict(ends), won, squares) if laid else None


def added_up(every: list[Cell]) -> dict[str, int]:
    """Add up the settlements of cells."""
    found: Counter[str] = Counter()
    for cell in every:
        found.update(cell.results)
    return added(found, {})
