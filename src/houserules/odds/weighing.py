"""The dealer's ends together with the cards of two hands, for every sum of cards that they can have.

Low and high cards are weighed apart and put together at last: see `halves`.
"""

from typing import Final, NamedTuple

import numpy as np

from houserules.odds.arena import Flags, Floats, Places
from houserules.odds.compiled import inlined, kernel
from houserules.odds.halves import CUT, CutTree, Sums
from houserules.odds.lists import falling_tables

LANES: Final = 64
"""Sums of low cards weighed side by side, so that the processor's vector units have work."""

PART: Final = 6
"""So many of the dealer's ends stand beside each other: a constant, for loops to be unrolled."""

_MOST_DRAWN: Final = 3 * 21
"""Two hands and the dealer have no more cards than this."""


class Sought(NamedTuple):
    """The sums of cards that are asked for: high cards first, then low cards."""

    place: Places  # where the answer goes, -1 for nowhere
    blocks: Flags  # whether any of the low cards side by side is asked for
    lows: Sums
    highs: Sums


class _Shoe(NamedTuple):
    """A shoe as the products need it."""

    cards: Floats
    ways: Floats  # to draw k cards of each value
    shares: Floats  # one by the ways to draw k cards of any value


class _Lanes(NamedTuple):
    """Room for the work on some low cards side by side: the last dimension."""

    rest: Floats  # cards of a low value that are left
    drawn: Floats  # chances of the dealer's low cards
    cells: Floats
    groups: Floats
    ends: Floats
    shares: Floats  # of so many cards besides


@inlined
def _set_out(shoe: _Shoe, lows: Sums, first: int, lanes: _Lanes) -> None:
    """Fill in the low cards that two hands leave."""
    for lane in range(lanes.rest.shape[1]):
        mine, chance = min(first + lane, lows.size.size - 1), 1.0
        for value in range(CUT):
            lanes.rest[value, lane] = shoe.cards[value] - lows.counts[mine, value]
            chance *= shoe.ways[value, lows.counts[mine, value]]
        lanes.drawn[0, lane] = chance
        for more in range(lanes.shares.shape[0]):
            lanes.shares[more, lane] = shoe.shares[lows.size[mine] + more]


@inlined
def _draw_lows(tree: CutTree, lanes: _Lanes) -> None:
    """Fill in the chances of the dealer's low cards, and put them together in cells."""
    for each in range(1, tree.parent.size):
        parent, value, before = tree.parent[each], tree.value[each], tree.before[each]
        for lane in range(lanes.drawn.shape[1]):
            rest = lanes.rest[value, lane] - before
            lanes.drawn[each, lane] = lanes.drawn[parent, lane] * (rest if rest > 0.0 else 0.0)
    lanes.cells[:] = 0.0
    for each in range(tree.low.size):
        drawn, cell, orders = tree.low[each], tree.cell[each], tree.orders[each]
        for lane in range(lanes.cells.shape[1]):
            lanes.cells[cell, lane] += orders * lanes.drawn[drawn, lane]


@inlined
def _put_together(tree: CutTree, more: int, lanes: _Lanes) -> None:
    """Put cells together in groups, two hands having so many high cards."""
    lanes.groups[:] = 0.0
    for cell in range(tree.size.size):
        group, cards = tree.group[cell], tree.size[cell] + more
        for lane in range(lanes.groups.shape[1]):
            lanes.groups[group, lane] += lanes.cells[cell, lane] * lanes.shares[cards, lane]


@inlined
def _end(tree: CutTree, chances: Floats, lanes: _Lanes) -> None:
    """Put groups together by how the dealer ends, two hands having certain high cards."""
    lanes.ends[:] = 0.0
    for group in range(tree.high.size):
        chance, end = chances[tree.high[group]], tree.end[group]
        for lane in range(lanes.ends.shape[1]):
            lanes.ends[end, lane] += chance * lanes.groups[group, lane]


@inlined
def _write(
    place: Places, first: int, chance: float, more: int, lanes: _Lanes, found: Floats
) -> None:
    """Write down what is asked for; what is missing, the dealer goes bust."""
    bust = lanes.ends.shape[0] - 2
    for lane in range(min(lanes.ends.shape[1], place.size - first)):
        row = place[first + lane]
        if row >= 0:
            rest = chance * lanes.drawn[0, lane] * lanes.shares[more, lane]
            for end in range(lanes.ends.shape[0]):
                found[end // PART, row, end % PART] = lanes.ends[end, lane]
                rest -= lanes.ends[end, lane]
            found[bust // PART, row, bust % PART] = rest


@kernel
def _weigh(
    tree: CutTree, shoe: _Shoe, sought: Sought, chances: Floats, lanes: _Lanes, found: Floats
) -> None:
    """Fill in the weights; `chances` are those of high cards, which come by size."""
    for block in range(sought.blocks.shape[1]):
        first, now = block * lanes.ends.shape[1], -1
        _set_out(shoe, sought.lows, first, lanes)
        _draw_lows(tree, lanes)
        for high in range(sought.highs.size.size):
            if sought.blocks[high, block]:
                if sought.highs.size[high] != now:
                    now = sought.highs.size[high]
                    _put_together(tree, now, lanes)
                _end(tree, chances[high], lanes)
                _write(sought.place[high], first, chances[high, 0], now, lanes, found)


@kernel
def _draw_highs(tree: CutTree, shoe: _Shoe, highs: Sums, chances: Floats) -> None:
    """Fill in the chances of the high cards of two hands and the dealer, but for their number."""
    for mine in range(highs.size.size):
        for each in range(tree.highs.shape[0]):
            chance = 1.0
            for value in range(CUT, 10):
                chance *= shoe.ways[value, highs.counts[mine, value] + tree.highs[each, value]]
            chances[mine, each] = chance


def weigh(tree: CutTree, left: Floats, sought: Sought, shape: tuple[int, int]) -> Floats:
    """Give the probability of each sum of cards, drawn in one order, with each of the dealer's ends.

    `shape`: how many sums and ends there are. The ends come in parts, which are the first dimension.
    """
    shoe = _Shoe(left, *falling_tables(left, _MOST_DRAWN))
    chances = np.empty((len(sought.highs.size), len(tree.highs)))
    _draw_highs(tree, shoe, sought.highs, chances)
    most = int(tree.size.max(initial=0)) + int(sought.highs.size.max()) + 1
    sizes = (CUT, tree.parent.size, tree.size.size, tree.high.size, shape[1], most)
    lanes = _Lanes(*(np.empty((size, min(LANES, len(sought.lows.size)))) for size in sizes))
    found = np.zeros((-(-shape[1] // PART), shape[0], PART))
    _weigh(tree, shoe, sought, chances, lanes, found)
    return found
