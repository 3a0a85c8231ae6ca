"""Two hands of a box and the dealer together: how likely each finish of one is with each of the other.

Three sets of cards come off one shoe. What two hands took matters only by value, so pairs of hands
that took the same cards between them are weighed against the dealer once. The hands of a box are
one list, with a column of orders for each number of hands that the box may have.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from houserules.odds.arena import Floats, Ints, Places
from houserules.odds.compiled import kernel
from houserules.odds.halves import CutTree, half, sums_of
from houserules.odds.lists import Finished
from houserules.odds.weighing import LANES, PART, Sought, weigh


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
            found = same if one == other else apart
            for first in range(hands.start[one], hands.start[one + 1]):
                if firsts[first] == 0.0:
                    continue
                lows, rows = sought.lows.which[hands.low[first]], found[hands.finish[first]]
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
        """Give the probability of every two finishes (busts aside) with every end of the dealer.

        `left`: the cards of each value that both hands and the dealer draw from; `columns`: which
        two hands are asked for; `shape`: how many finishes and ends there are.
        """
        weights = weigh(tree, left, self.sought, (self.sums, shape[1]))
        alike = {one: self._alike(weights, one, shape) for _, one in columns}
        return {
            (one, other): alike[other]
            + (self._more(weights, one, other, shape) if one != other else 0.0)
            for one, other in columns
        }

    def _alike(self, weights: Floats, column: int, shape: tuple[int, int]) -> Floats:
        """Add up hands of one column."""
        orders = self.orders[column], self.orders[column]
        same, apart = self._gathered(weights, orders, shape, half=True)
        return np.asarray(same + apart + apart.transpose(1, 0, 2))

    def _more(self, weights: Floats, one: int, other: int, shape: tuple[int, int]) -> Floats:
        """Add up what the one has beyond the other column, which is not much."""
        orders = self.orders[one] - self.orders[other], self.orders[other]
        same, apart = self._gathered(weights, orders, shape, half=False)
        return np.asarray(same + apart)

    def _gathered(
        self, weights: Floats, orders: tuple[Floats, Floats], shape: tuple[int, int], *, half: bool
    ) -> Floats:
        finishes, ends = shape
        found = np.zeros((2, finishes, finishes, ends))
        for part, some in enumerate(weights):
            if not some.any():  # no natural with this upcard
                continue
            now = np.zeros((2, finishes, finishes, PART))
            _gather(self.hands, self.sought, some, orders, half, now[0], now[1])
            into = found[..., part * PART : (part + 1) * PART]
            into[:] = now[..., : into.shape[-1]]
        return found


def pairs_of(lists: list[Finished]) -> Pairs:
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
