"""The probabilities of the dealer's ends, given the cards that are left in the shoe."""

import numpy as np

from houserules.odds.arena import Floats
from houserules.odds.compiled import kernel
from houserules.odds.trees import Ends, Tree

_LANES = 32
"""Shoes weighed side by side, so that the processor's vector units have work."""


@kernel
def _weigh(tree: Tree, left: Floats, inverse: Floats, chances: Floats, ends: Floats) -> None:
    """Fill `ends` with the probability of each end but bust, for shoes side by side.

    `left` has the cards of each value, `inverse` 1 / (all cards - k), `chances` a row a depth.
    """
    ends[:] = 0.0
    chances[0] = 1.0
    for node in range(tree.value.size):
        value, size, before = tree.value[node], tree.size[node], tree.before[node]
        orders, end = tree.orders[node], tree.end[node]
        if orders > 0.0:
            for lane in range(_LANES):
                chance = chances[size - 1, lane] * (left[value, lane] - before)
                chance *= inverse[size - 1, lane]
                chances[size, lane] = chance
                ends[end, lane] += chance * orders
        else:
            for lane in range(_LANES):
                chance = chances[size - 1, lane] * (left[value, lane] - before)
                chances[size, lane] = chance * inverse[size - 1, lane]


@kernel
def _weigh_all(tree: Tree, shoes: Floats, found: Floats) -> None:
    deepest = int(tree.size.max())
    left, inverse = np.empty((10, _LANES)), np.empty((deepest, _LANES))
    chances, ends = np.empty((deepest + 1, _LANES)), np.empty((found.shape[1], _LANES))
    for first in range(0, shoes.shape[0], _LANES):
        for lane in range(_LANES):
            row = min(first + lane, shoes.shape[0] - 1)
            cards = 0.0
            for value in range(10):
                left[value, lane] = shoes[row, value]
                cards += shoes[row, value]
            for drawn in range(deepest):
                inverse[drawn, lane] = 1.0 / (cards - drawn) if cards > drawn else 0.0
        _weigh(tree, left, inverse, chances, ends)
        for lane in range(min(_LANES, shoes.shape[0] - first)):
            rest = 1.0
            for end in range(found.shape[1]):
                found[first + lane, end] = ends[end, lane]
                rest -= ends[end, lane]
            found[first + lane, -2] = rest


def dealer_ends(tree: Tree, shoes: Floats, ends: Ends) -> Floats:
    """Give the probability of each end for each shoe: a row of ten counts, cards left by value."""
    found = np.empty((len(shoes), ends.count))
    if len(shoes):
        _weigh_all(tree, np.ascontiguousarray(shoes), found)
    return found
