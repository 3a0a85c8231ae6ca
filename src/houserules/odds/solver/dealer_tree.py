"""The cards that the dealer may still draw, as a tree of multisets with the number of their orders.

The order of cards does not change a total, so hands of the same cards are weighed once: the
probability of a multiset is the number of its possible orders times the probability of any one
order. A node is another node and one card more, so its product of chances needs one factor more.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houserules.odds.solver.compiled import inline_kernel, kernel
from houserules.odds.solver.hand_index import (
    ARENA,
    DEPTH_FIRST,
    HANDS,
    VALUES,
    Arena,
    Flags,
    Floats,
    Ints,
)

Small = NDArray[np.uint8]


class Tree(NamedTuple):
    """Multisets of drawn cards in depth-first order: the last one that was smaller is the parent."""

    value: Small  # the card added to the parent
    before: Floats  # how many of that value the parent has
    size: Small
    orders: Floats  # in how many orders the cards may come and end here; 0: passed through
    end: Small  # how the dealer's hand ends here, an index of `Ends`


@dataclass(frozen=True, slots=True)
class Ends:
    """How a dealer's hand may end: the totals from `least` to 21, bust, natural."""

    least: int

    @property
    def bust(self) -> int:
        """The index of a bust."""
        return 22 - self.least

    @property
    def natural(self) -> int:
        """The index of an ace and a ten-value card."""
        return 23 - self.least

    @property
    def count(self) -> int:
        """How many ends there are."""
        return 24 - self.least


@kernel
def _grow(
    arena: Arena, upcard: int, hard: int, soft: int, least: int, orders: Floats, ends: Ints
) -> None:
    """Fill in how many orders each multiset may be the dealer's further cards in, and how it ends."""
    orders[0] = 1.0
    for drawn in range(arena.hard.size):
        hand = arena.child[drawn, upcard]
        if orders[drawn] == 0.0 or hand < 0:
            orders[drawn] = 0.0  # bust: what is left of the probability
            continue
        total, raised = arena.total[hand], arena.total[hand] > arena.hard[hand]
        natural = arena.size[hand] == 2 and total == 21
        if drawn > 0 and (natural or total >= (soft if raised else hard)):
            ends[drawn] = 23 - least if natural else total - least
            continue
        for value in range(10):
            child = arena.child[drawn, value]
            if child >= 0:
                orders[child] += orders[drawn]


@kernel
def _keep(arena: Arena, keep: Flags) -> None:
    """Besides the multisets where the dealer ends, keep those on the way to them."""
    for drawn in range(keep.size - 1, 0, -1):
        if keep[drawn]:
            keep[arena.parent[drawn]] = True


@cache
def dealer_tree(upcard: int, hard: int, soft: int, missing: tuple[int, ...] = ()) -> Tree:
    """Return the tree of a dealer with this upcard who stands on these totals.

    `missing`: values that the shoe does not have, so that what needs them is left out.
    """
    orders, ends = np.zeros(HANDS), np.full(HANDS, -1)
    _grow(ARENA, upcard, hard, soft, least_end(hard, soft).least, orders, ends)
    ended = (ends >= 0) & ~ARENA.counts[:, missing].any(axis=1)
    return tree_of(np.where(ended, orders, 0.0), np.maximum(ends, 0))


def tree_of(orders: Floats, ends: Ints) -> Tree:
    """Return the tree of multisets that may come in so many orders, none for most, and so end."""
    keep = orders != 0.0
    _keep(ARENA, keep)
    kept = DEPTH_FIRST[keep[DEPTH_FIRST]][1:]
    last = ARENA.last[kept]
    return Tree(
        value=last.astype(np.uint8),
        before=ARENA.counts[kept, last] - 1.0,
        size=ARENA.size[kept].astype(np.uint8),
        orders=orders[kept],
        end=ends[kept].astype(np.uint8),
    )


def least_end(hard: int, soft: int) -> Ends:
    """Return the ends of a dealer who stands on these totals."""
    return Ends(min(hard, soft, 17))


# The probabilities of the dealer's ends, given the cards that are left in the shoe.


_LANES: Final = 64
"""Shoes weighed side by side, so that the processor's vector units have work."""


class _Lanes(NamedTuple):
    """Room for the work on some shoes side by side: the last dimension."""

    left: Floats  # cards of each value
    inverse: Floats  # 1 / (all cards - k)
    chances: Floats  # a row a depth of the tree
    ends: Floats


@inline_kernel
def _fill(shoes: Floats, first: int, lanes: _Lanes) -> None:
    for lane in range(lanes.left.shape[1]):
        row = min(first + lane, shoes.shape[0] - 1)
        cards = 0.0
        for value in range(10):
            lanes.left[value, lane] = shoes[row, value]
            cards += shoes[row, value]
        for drawn in range(lanes.inverse.shape[0]):
            lanes.inverse[drawn, lane] = 1.0 / (cards - drawn) if cards > drawn else 0.0


@inline_kernel
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
    """Return the probability of each end of a tree for each shoe: a row of ten counts, cards by value."""
    found = np.empty((len(shoes), ends))
    size, deepest = min(_LANES, len(shoes)), int(tree.size.max(initial=0))
    lanes = _Lanes(*(np.empty((each, size)) for each in (VALUES, deepest, deepest + 1, ends)))
    if size:
        _weigh_all(tree, np.ascontiguousarray(shoes), lanes, found)
    return found


def dealer_ends(tree: Tree, shoes: Floats, ends: Ends) -> Floats:
    """Return the probability of each of the dealer's ends for each shoe; a bust is what is missing."""
    found = weigh(tree, shoes, ends.count)
    found[:, ends.bust] = 1.0 - found.sum(axis=1)
    return found
