"""Two hands of a box and the dealer together: how likely each finish of one is with each of the other.

Three sets of cards come off one shoe. What two hands took matters only by value, so pairs of hands
that took the same cards between them are weighed against the dealer once. The hands of a box are
one list, with a column of orders for each number of hands that the box may have.

The chance of some cards is a product over their values. Cut in two, aces to fours and fives to tens,
its parts are the same for very many hands: the low cards of two hands and the dealer are computed once
for all high cards.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from houserules.odds.solver.compiled import inline_kernel, kernel
from houserules.odds.solver.dealer import CUT, CutTree
from houserules.odds.solver.finished_hands import FinishedHands, falling_tables
from houserules.odds.solver.hand_index import (
    COUNTS,
    STEP,
    VALUES,
    Flags,
    Floats,
    Ints,
    Places,
    counts_of,
)


class Half(NamedTuple):
    """The low or the high cards of hands: which of a few each hand has."""

    of: Ints  # by hand
    counts: Ints  # the cards of each


class Sums(NamedTuple):
    """The halves of two hands put together."""

    which: Places  # by the half of one hand and of the other
    counts: Ints
    size: Ints


@cache
def half(*, low: bool) -> Half:
    """Cut every hand in two and return one side."""
    mine = (np.arange(VALUES) < CUT) == low
    keys, of = np.unique(COUNTS @ (STEP * mine), return_inverse=True)
    return Half(of, counts_of(keys))


@cache
def _all_sums(*, low: bool) -> Sums:
    """Put every two halves together; ordered for `hand_pairs`: by total, or by number of cards."""
    keys = half(low=low).counts @ STEP
    every, which = np.unique(keys[:, None] + keys, return_inverse=True)
    counts = counts_of(every)
    alike = counts @ np.arange(1, VALUES + 1) if low else counts.sum(axis=1)
    order = np.argsort(alike, kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(order.size)
    pairs = place[which].reshape(keys.size, keys.size).astype(np.int32)
    return Sums(pairs, counts[order], counts[order].sum(axis=1))


def sums_of(mine: Ints, *, low: bool) -> Sums:
    """Put every two of the named halves together."""
    every = _all_sums(low=low)
    which = every.which[np.ix_(mine, mine)]
    seen = np.zeros(len(every.counts), dtype=np.bool_)
    seen[which] = True
    place = np.cumsum(seen) - 1
    return Sums(place[which].astype(np.int32), every.counts[seen], every.size[seen])


# The dealer's ends together with the cards of two hands, for every sum of cards that they can have.
#
# Low and high cards are weighed apart and put together at last.


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


class _LowCardLanes(NamedTuple):
    """Room for the work on some low cards side by side: the last dimension."""

    rest: Floats  # cards of a low value that are left
    drawn: Floats  # chances of the dealer's low cards
    cells: Floats
    groups: Floats
    ends: Floats
    shares: Floats  # of so many cards besides


@inline_kernel
def _set_out(shoe: _Shoe, lows: Sums, first: int, lanes: _LowCardLanes) -> None:
    """Fill in the low cards that two hands leave."""
    for lane in range(lanes.rest.shape[1]):
        mine, chance = min(first + lane, lows.size.size - 1), 1.0
        for value in range(CUT):
            lanes.rest[value, lane] = shoe.cards[value] - lows.counts[mine, value]
            chance *= shoe.ways[value, lows.counts[mine, value]]
        lanes.drawn[0, lane] = chance
        for more in range(lanes.shares.shape[0]):
            lanes.shares[more, lane] = shoe.shares[lows.size[mine] + more]


@inline_kernel
def _draw_lows(tree: CutTree, lanes: _LowCardLanes) -> None:
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


@inline_kernel
def _put_together(tree: CutTree, more: int, lanes: _LowCardLanes) -> None:
    """Put cells together in groups, two hands having so many high cards."""
    lanes.groups[:] = 0.0
    for cell in range(tree.size.size):
        group, cards = tree.group[cell], tree.size[cell] + more
        for lane in range(lanes.groups.shape[1]):
            lanes.groups[group, lane] += lanes.cells[cell, lane] * lanes.shares[cards, lane]


@inline_kernel
def _end(tree: CutTree, chances: Floats, lanes: _LowCardLanes) -> None:
    """Put groups together by how the dealer ends, two hands having certain high cards."""
    lanes.ends[:] = 0.0
    for group in range(tree.high.size):
        chance, end = chances[tree.high[group]], tree.end[group]
        for lane in range(lanes.ends.shape[1]):
            lanes.ends[end, lane] += chance * lanes.groups[group, lane]


@inline_kernel
def _write(
    place: Places, first: int, chance: float, more: int, lanes: _LowCardLanes, weights: Floats
) -> None:
    """Fill in the requested ends; in the remaining cases the dealer goes bust."""
    bust = lanes.ends.shape[0] - 2
    for lane in range(min(lanes.ends.shape[1], place.size - first)):
        row = place[first + lane]
        if row >= 0:
            rest = chance * lanes.drawn[0, lane] * lanes.shares[more, lane]
            for end in range(lanes.ends.shape[0]):
                weights[end // PART, row, end % PART] = lanes.ends[end, lane]
                rest -= lanes.ends[end, lane]
            weights[bust // PART, row, bust % PART] = rest


@kernel
def _weigh(
    tree: CutTree,
    shoe: _Shoe,
    sought: Sought,
    chances: Floats,
    lanes: _LowCardLanes,
    weights: Floats,
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
                _write(sought.place[high], first, chances[high, 0], now, lanes, weights)


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
    """Return the probability of each sum of cards, drawn in one order, with each of the dealer's ends.

    `shape`: how many sums and ends there are. The ends come in parts, which are the first dimension.
    """
    shoe = _Shoe(left, *falling_tables(left, _MOST_DRAWN))
    chances = np.empty((len(sought.highs.size), len(tree.highs)))
    _draw_highs(tree, shoe, sought.highs, chances)
    most = int(tree.size.max(initial=0)) + int(sought.highs.size.max()) + 1
    sizes = (CUT, tree.parent.size, tree.size.size, tree.high.size, shape[1], most)
    lanes = _LowCardLanes(*(np.empty((size, min(LANES, len(sought.lows.size)))) for size in sizes))
    weights = np.zeros((-(-shape[1] // PART), shape[0], PART))
    _weigh(tree, shoe, sought, chances, lanes, weights)
    return weights


class _Hands(NamedTuple):
    """The finished hands of a box, those with the same high cards together."""

    low: Places
    finish: Places
    start: Ints  # by high cards: the first hand, and one past the last


@kernel
def _seek(hands: _Hands, sought: Sought) -> int:
    """Number the sums of cards that two hands can have."""
    used = 0
    for one in range(hands.start.size - 1):
        for other in range(one, hands.start.size - 1):
            high = sought.highs.which[one, other]
            place, blocks = sought.place[high], sought.blocks[high]
            for first in range(hands.start[one], hands.start[one + 1]):
                lows = sought.lows.which[hands.low[first]]
                for second in range(hands.start[other], hands.start[other + 1]):
                    low = lows[hands.low[second]]
                    if place[low] < 0:
                        place[low], blocks[low // LANES] = used, True
                        used += 1
    return used


@kernel
def _gather(
    hands: _Hands,
    sought: Sought,
    weights: Floats,
    orders: tuple[Floats, Floats],
    half: bool,
    same: Floats,
    apart: Floats,
) -> None:
    """Add up the weights of every two hands by how they finished.

    `same`: the high cards of both are the same, `apart`: they are not; by half, in one order only.
    """
    firsts, seconds = orders
    for one in range(hands.start.size - 1):
        for other in range(one if half else 0, hands.start.size - 1):
            place = sought.place[sought.highs.which[one, other]]
            sums = same if one == other else apart
            for first in range(hands.start[one], hands.start[one + 1]):
                if firsts[first] == 0.0:
                    continue
                lows, rows = sought.lows.which[hands.low[first]], sums[hands.finish[first]]
                for second in range(hands.start[other], hands.start[other + 1]):
                    weight = weights[place[lows[hands.low[second]]]]
                    row, each = rows[hands.finish[second]], firsts[first] * seconds[second]
                    for end in range(PART):
                        row[end] += each * weight[end]


@dataclass(frozen=True)
class Pairs:
    """Every two finished hands of a box."""

    hands: _Hands
    orders: Floats  # by column and hand
    sought: Sought
    sums: int  # of cards, that they can have

    def both(
        self,
        left: Floats,
        tree: CutTree,
        columns: Iterable[tuple[int, int]],
        shape: tuple[int, int],
    ) -> dict[tuple[int, int], Floats]:
        """Return the probability of every two finishes (busts aside) with every end of the dealer.

        `left`: the cards of each value that both hands and the dealer draw from; `columns`: which
        two hands are asked for; `shape`: how many finishes and ends there are.
        """
        weights = weigh(tree, left, self.sought, (self.sums, shape[1]))
        columns = list(columns)
        few = np.count_nonzero(self.orders, axis=1) < self.orders.shape[1] / 8
        alike = {
            other: self._same_column(weights, other, shape)
            for one, other in columns
            if one == other or not (few[one] or few[other])
        }
        joint = {}
        for one, other in columns:
            if one == other:
                joint[one, other] = alike[other]
            elif few[one]:
                joint[one, other] = self._apart(weights, self.orders[one], other, shape)
            elif few[other]:
                joint[one, other] = self._apart(weights, self.orders[other], one, shape).transpose(
                    1, 0, 2
                )
            else:  # what one has beyond the other is not much
                more = self._apart(weights, self.orders[one] - self.orders[other], other, shape)
                joint[one, other] = alike[other] + more
        return joint

    def _same_column(self, weights: Floats, column: int, shape: tuple[int, int]) -> Floats:
        """Add up hands of one column."""
        orders = self.orders[column], self.orders[column]
        same, apart = self._gather(weights, orders, shape, half=True)
        return np.asarray(same + apart + apart.transpose(1, 0, 2))

    def _apart(self, weights: Floats, firsts: Floats, other: int, shape: tuple[int, int]) -> Floats:
        """Add up a few hands with those of a column."""
        orders = firsts, self.orders[other]
        same, apart = self._gather(weights, orders, shape, half=False)
        return np.asarray(same + apart)

    def _gather(
        self, weights: Floats, orders: tuple[Floats, Floats], shape: tuple[int, int], *, half: bool
    ) -> Floats:
        finishes, ends = shape
        sums = np.zeros((2, finishes, finishes, ends))
        for part, some in enumerate(weights):
            if not some.any():  # no natural with this upcard
                continue
            now = np.zeros((2, finishes, finishes, PART))
            _gather(self.hands, self.sought, some, orders, half, now[0], now[1])
            into = sums[..., part * PART : (part + 1) * PART]
            into[:] = now[..., : into.shape[-1]]
        return sums


def pairs_of(lists: list[FinishedHands]) -> Pairs:
    """Put the lists of a box together, a column each."""
    keys = np.unique(np.concatenate([each.drawn * 64 + each.finish for each in lists]))
    orders = np.zeros((len(lists), keys.size))
    for row, each in zip(orders, lists, strict=True):
        np.add.at(row, np.searchsorted(keys, each.drawn * 64 + each.finish), each.orders)
    lows, low = np.unique(half(low=True).of[keys // 64], return_inverse=True)
    highs, high = np.unique(half(low=False).of[keys // 64], return_inverse=True)
    order = np.lexsort((low, high))
    start = np.searchsorted(high[order], np.arange(highs.size + 1))
    hands = _Hands(low[order].astype(np.int32), (keys[order] % 64).astype(np.int32), start)
    low_sums, high_sums = sums_of(lows, low=True), sums_of(highs, low=False)
    place = np.full((len(high_sums.size), len(low_sums.size)), -1, dtype=np.int32)
    blocks = np.zeros((len(place), -(-place.shape[1] // LANES)), dtype=np.bool_)
    sought = Sought(place, blocks, low_sums, high_sums)
    return Pairs(hands, orders[:, order], sought, _seek(hands, sought))
