"""From counts to a result: what every count stands for, and what it comes to in money."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from houserules.simulator import layout
from houserules.simulator.batches import Counts
from houserules.simulator.cells import (
    Counted,
    added_up,
    cell_of_all,
    counted,
    insurance_of,
    named_cells,
)
from houserules.simulator.games import Game
from houserules.simulator.kinds import Kind
from houserules.simulator.money import whole
from houserules.simulator.results import Result, SideWager, added
from houserules.simulator.settling import (
    INSURANCE_LOST,
    INSURANCE_SHIFT,
    INSURANCE_WON,
)
from houserules.simulator.sides import Side, side_name

_Ended = tuple[tuple[Kind, ...], bool | None, int]
"""Settlements of one box, whether its insurance won, and how often that came."""


def result_of(game: Game, counts: Counts, *, seed: int) -> Result:
    """Give the result that counts amount to."""
    return _of_one(game, counts, seed=seed) if game.alone else _of_several(game, counts, seed=seed)


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
    amounts = game.amounts[0]
    nets = {kind: whole(net, game.unit) for kind, net in amounts.kinds[0].items()}
    insurance = [whole(net, game.unit) for net in amounts.insurance[0]]
    distribution: Counter[int] = Counter()
    tally = [0] * 64
    for kinds, won, times in _ended(game, counts):
        net = sum(nets[kind] for kind in kinds)
        for kind in kinds:
            tally[kind] += times
        if won is not None:
            tally[layout.CELL_INSURANCE + won] += times
            net += insurance[won]
        distribution[net] += times
    box, results = Counted(0, amounts, tally), Counter[str]()
    box.add_to(results)
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
        insurance=insurance_of([box]),
        side_wagers={},
    )


def _of_several(game: Game, counts: Counts, *, seed: int) -> Result:
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
        insurance=insurance_of([each for number in laid for each in counted(game, tally, number)]),
        side_wagers=_sides(game, tally),
        by=game.by,
        cells=named_cells(game, cells) if game.by != "nothing" else None,
    )


def _sides(game: Game, tally: list[int]) -> dict[str, SideWager]:
    """Sum up the side wagers over the boxes."""
    found: dict[str, SideWager] = {}
    for name, kinds in (
        ("perfect-pairs", [side for side in Side if side <= Side.PERFECT_PAIR]),
        ("suits-you", [side for side in Side if side > Side.PERFECT_PAIR]),
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
            found[name] = SideWager(wagered, dict(ends), won, squares)
    return found
