"""The probabilities of the dealer's ends, given the cards that are left in the shoe."""

from typing import Final, NamedTuple

import numpy as np

from houserules.odds.arena import VALUES, Floats
from houserules.odds.compiled import inlined, kernel
from houserules.odds.trees import Ends, Tree

_LANES: Final = 64
"""Shoes weighed side by side, so that the processor's vector units have work."""


class _Lanes(NamedTuple):
    """Room for the work on some shoes side by side: the last dimension."""

    left: Floats  # cards of each value
    inverse: Floats  # 1 / (all cards - k)
    chances: Floats  # a row a depth of the tree
    ends: Floats


@inlined
def _fill(shoes: Floats, first: int, lanes: _Lanes) -> None:
    for lane in range(lanes.left.shape[1]):
        row = min(first + lane, shoes.shape[0] - 1)
        cards = 0.0
        for value in range(10):
            lanes.left[value, lane] = shoes[row, value]
            cards += shoes[row, value]
        for drawn in range(lanes.inverse.shape[0]):
            lanes.inverse[drawn, lane] = 1.0 / (cards - drawn) if cards > drawn else 0.0


@inlined
def _weigh(tree: Tree, lanes: _Lanes) -> None:
    """Fill in the probability of each end but bust."""
    left, inverse, chances, ends = lanes
    ends[:] = 0.0
    chances[0] = 1.0
    for node in range(tree.value.size):
        value, size, before = tree.value[node], tree.size[node], tree.before[node]
        orders, end = tree.orders[node], tree.end[node]
        if orders > 0.0:
            for lane in range(left.shape[1]):
                rest = left[value, lane] - before
                chance = chances[size - 1, lane] * (rest if rest > 0.0 else 0.0)
                chance *= inverse[size - 1, lane]
                chances[size, lane] = chance
                ends[end, lane] += chance * orders
        else:
            for lane in range(left.shape[1]):
                rest = left[value, lane] - before
                chance = chances[size - 1, lane] * (rest if rest > 0.0 else 0.0)
                chances[size, lane] = chance * inverse[size - 1, lane]


@kernel
def _weigh_all(tree: Tree, shoes: Floats, lanes: _Lanes, found: Floats) -> None:
    for first in range(0, shoes.shape[0], lanes.left.shape[1]):
        _fill(shoes, first, lanes)
        _weigh(tree, lanes)
        for lane in range(min(lanes.left.shape[1], shoes.shape[0] - first)):
            for end in range(found.shape[1]):
                found[first + lane, end] = lanes.ends[end, lane]


def weigh(tree: Tree, shoes: Floats, ends: int) -> Floats:
    """Give the probability of each end of a tree for each shoe: a row of ten counts, cards by value."""
    found = np.empty((len(shoes), ends))
    size, deepest = min(_LANES, len(shoes)), int(tree.size.max(initial=0))
    lanes = _Lanes(*(np.empty((each, size)) for each in (VALUES, deepest, deepest + 1, ends)))
    if size:
        _weigh_all(tree, np.ascontiguousarray(shoes), lanes, found)
    return found


def dealer_ends(tree: Tree, shoes: Floats, ends: Ends) -> Floats:
    """Give the probability of each of the dealer's ends for each shoe; a bust is what is missing."""
    found = weigh(tree, shoes, ends.count)
    found[:, ends.bust] = 1.0 - found.sum(axis=1)
    return found
