"""From counts to a result: what every count stands for, and what it comes to in money."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final

from houserules.core.cards import RANKS
from houserules.simulator import layout
from houserules.simulator.batches import Counts
from houserules.simulator.cards import VALUES
from houserules.simulator.games import Game
from houserules.simulator.kinds import SUPER_BONUSES, Kind, name_of
from houserules.simulator.money import whole
from houserules.simulator.results import Cell, Result, SideWager, added
from houserules.simulator.settling import (
    INSURANCE_LOST,
    INSURANCE_SHIFT,
    INSURANCE_WON,
)
from houserules.simulator.sides import Side, side_name
from houserules.simulator.tallying import CELLS_OF

OTHERS: Final = "bonus-of-others"
"""What those are counted under who get something when another wins a Super Bonus."""

_Ended = tuple[tuple[Kind, ...], bool | None, int]
"""Settlements of one box, whether its insurance won, and how often that came."""


def result_of(game: Game, counts: Counts, *, seed: int) -> Result:
    """Give the result that counts amount to."""
    return _of_one(game, counts, seed=seed) if game.alone else _of_several(game, counts, seed=seed)


def _name(game: Game, box: int, kind: Kind) -> str:
    """Name a kind; without a prize, a Super Bonus is the 7-7-7 that it is made of (reading 40)."""
    if kind in SUPER_BONUSES and not game.amounts.prized[box]:
        plain = Kind.SUITED_777 if kind is Kind.SUPER_BONUS else Kind.SPADES_777
        return name_of(plain)
    return name_of(kind)


def _ended(game: Game, counts: Counts) -> Iterator[_Ended]:
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


def _of_one(game: Game, counts: Counts, *, seed: int) -> Result:
    nets = {kind: whole(net, game.unit) for kind, net in game.amounts.kinds[0].items()}
    insurance = [whole(net, game.unit) for net in game.amounts.insurance[0]]
    results: Counter[str] = Counter()
    distribution: Counter[int] = Counter()
    insured = [0, 0]
    for kinds, won, times in _ended(game, counts):
        net = sum(nets[kind] for kind in kinds)
        for kind in kinds:
            results[_name(game, 0, kind)] += times
        if won is not None:
            insured[won] += times
            net += insurance[won]
        distribution[net] += times
    return Result(
        rulebook=game.rulebook,
        seed=seed,
        rounds=counts.rounds,
        wagers=game.wagers,
        unit=game.unit,
        total=sum(net * times for net, times in distribution.items()),
        squares=sum(net * net * times for net, times in distribution.items()),
        results=added(results, {}),
        distribution=dict(sorted(distribution.items())),
        outside=0,
        insurance=_insurance(game, [insured]),
        side_wagers={},
    )


def _insurance(game: Game, insured: list[list[int]]) -> SideWager | None:
    """Sum up insurance over the boxes; None where nobody insures."""
    if not any(loses for loses, _ in game.amounts.insurance):
        return None
    ends: Counter[str] = Counter()
    wagered, won, squares = Fraction(0), Fraction(0), Fraction(0)
    for amounts, times in zip(game.amounts.insurance, insured, strict=True):
        wagered -= amounts[0] * sum(times)
        for place, name in enumerate(("insurance-lost", "insurance-won")):
            ends[name] += times[place]
            won += amounts[place] * times[place]
            squares += amounts[place] ** 2 * times[place]
    return SideWager(wagered, dict(ends), won, squares)


def _of_several(game: Game, counts: Counts, *, seed: int) -> Result:
    tally, boxes = counts.tally.tolist(), range(len(game.wagers))
    results: Counter[str] = Counter()
    others = sum(tally[layout.TALLY_OTHERS + box] for box in boxes)
    total = others * game.amounts.others
    for box in boxes:
        for kind, times in _kinds(game, tally, box):
            results[_name(game, box, kind)] += times
            total += game.amounts.kinds[box][kind] * times
    insured = [_pair(tally, layout.TALLY_INSURANCE + 2 * box) for box in boxes]
    insurance = _insurance(game, insured)
    total += insurance.won if insurance else 0
    levels = layout.TALLY_KINDS + 64 * len(game.wagers) * int(game.tables[layout.CELLS])
    lowest = int(game.money[layout.LOWEST])
    return Result(
        rulebook=game.rulebook,
        seed=seed,
        rounds=counts.rounds,
        wagers=game.wagers,
        unit=game.unit,
        total=whole(Fraction(total), game.unit),
        squares=counts.squares,
        results={**added(results, {}), **({OTHERS: others} if others else {})},
        distribution={lowest + at: n for at, n in enumerate(tally[levels:]) if n},
        outside=tally[layout.OUTSIDE],
        insurance=insurance,
        side_wagers=_sides(game, tally),
        by=game.by,
        cells=_cells(game, tally) if game.by != "nothing" else None,
    )


def _pair(tally: list[int], place: int) -> list[int]:
    return tally[place : place + 2]


def _kinds(
    game: Game, tally: list[int], box: int, cell: int | None = None
) -> Iterator[tuple[Kind, int]]:
    """Give the settlements of a box, in one cell or in all."""
    cells = int(game.tables[layout.CELLS])
    for each in range(cells) if cell is None else (cell,):
        place = layout.TALLY_KINDS + (box * cells + each) * 64
        for kind in Kind:
            if tally[place + kind]:
                yield kind, tally[place + kind]


def _sides(game: Game, tally: list[int]) -> dict[str, SideWager]:
    """Sum up the side wagers over the boxes."""
    found: dict[str, SideWager] = {}
    for name, kinds in (
        ("perfect-pairs", [side for side in Side if side <= Side.PERFECT_PAIR]),
        ("suits-you", [side for side in Side if side > Side.PERFECT_PAIR]),
    ):
        ends: Counter[str] = Counter()
        wagered, won, squares = Fraction(0), Fraction(0), Fraction(0)
        for box, amounts in enumerate(game.amounts.sides):
            for side in (each for each in kinds if each in amounts):
                times = tally[layout.TALLY_SIDES + box * 8 + side]
                ends[side_name(side)] += times
                wagered += game.side_stakes[box] * times
                won += amounts[side] * times
                squares += amounts[side] ** 2 * times
        if ends:
            found[name] = SideWager(wagered, dict(ends), won, squares)
    return found


def _cells(game: Game, tally: list[int]) -> dict[str, Cell]:
    """Give what came of every upcard, pair of first cards or depth."""
    cells: dict[str, Cell] = {}
    for cell, name in enumerate(_cell_names(game.by)):
        rounds, won, results = 0, Fraction(0), Counter[str]()
        for box in range(len(game.wagers)):
            size = int(game.tables[layout.CELLS])
            rounds += tally[layout.TALLY_KINDS + (box * size + cell) * 64]
            for kind, times in _kinds(game, tally, box, cell):
                won += game.amounts.kinds[box][kind] * times
                results[_name(game, box, kind)] += times
        if rounds:
            found = Cell(rounds, won, added(results, {}))
            cells[name] = cells[name].plus(found) if name in cells else found
    return cells


def _cell_names(by: str) -> list[str]:
    if by == "upcard":
        return list(RANKS)
    if by == "first-two":
        pairs = [(first, second) for first in range(10) for second in range(10)]
        return [" ".join(VALUES[value] for value in sorted(pair)) for pair in pairs]
    return [f"{cell}/{CELLS_OF[3]}" for cell in range(CELLS_OF[3])]
