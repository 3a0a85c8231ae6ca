"""The chance that several hands of a box finish together in given ways, drawn from one shoe."""

from typing import NamedTuple

import numpy as np

from houserules.odds.arena import HANDS, KEY, STEP, VALUES, Floats, Ints, counts_of
from houserules.odds.dealing import weigh
from houserules.odds.lists import Finished, falling
from houserules.odds.trees import tree_of


class Cards(NamedTuple):
    """Finished hands by what they have drawn."""

    counts: Ints
    orders: Floats


def only(hands: Finished, among: tuple[int, int]) -> Floats:
    """Give in how many orders hands come whose finish is in a range, by the number of the hand."""
    chosen = (hands.finish >= among[0]) & (hands.finish < among[1])
    return np.asarray(np.bincount(hands.drawn[chosen], hands.orders[chosen], HANDS), np.float64)


def together(shoe: Floats, hands: list[Floats]) -> float:
    """Give the chance that hands of these lists are drawn from the shoe, one of each list."""
    *firsts, last = sorted(hands, key=np.count_nonzero)
    drawn = Cards(np.zeros((1, VALUES), dtype=np.int64), np.ones(1))
    for orders in firsts:
        drawn = _added(drawn, orders)
    chances = drawn.orders * falling(drawn.counts, shoe)
    tree = tree_of(last, np.zeros(HANDS, dtype=np.int64))
    return float(chances @ weigh(tree, shoe - drawn.counts, 1)[:, 0])


def _added(drawn: Cards, more: Floats) -> Cards:
    """Let one more hand draw."""
    which = np.flatnonzero(more)
    keys = np.add.outer(drawn.counts @ STEP, KEY[which]).ravel()
    every, place = np.unique(keys, return_inverse=True)
    ways = np.multiply.outer(drawn.orders, more[which]).ravel()
    orders = np.asarray(np.bincount(place, ways, every.size), np.float64)
    return Cards(counts_of(every), orders)
