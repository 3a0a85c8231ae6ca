"""Hands and the dealer's cards cut in two: aces to fours, and fives to tens.

The chance of some cards is a product over their values. Cut in two, its parts are the same for very
many hands: the low cards of two hands and the dealer are computed once for all high cards.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from houserules.odds.solver.dealer_tree import dealer_tree
from houserules.odds.solver.hand_index import COUNTS, STEP, VALUES, Floats, Ints, Places, counts_of

CUT: Final = 4
"""The first value of the high cards: it balances the work on both sides."""


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


class CutTree(NamedTuple):
    """The dealer's tree cut in two: low cards drawn, and what high cards then make of them.

    Low cards grow as the tree does; the first are none. Ends of the tree are put together in cells of
    the same high cards, end and number of cards, and these in groups of the same high cards and end.
    """

    parent: Ints  # by low cards: those without the last one
    value: Ints  # the last one
    before: Floats  # how many of that value the parent has
    low: Ints  # by end of the tree
    cell: Ints
    orders: Floats
    size: Ints  # by cell
    group: Ints
    high: Ints  # by group
    end: Ints
    highs: Ints  # by high cards: how many of each value


class _Node(NamedTuple):
    """A node of the tree that is on the way, or where the dealer ends."""

    low: int
    high: int  # key


@cache
def cut_tree(upcard: int, hard: int, soft: int, missing: tuple[int, ...]) -> CutTree:
    """Cut the tree of a dealer with this upcard who stands on these totals."""
    tree = dealer_tree(upcard, hard, soft, missing)
    path, grown, ends = [_Node(0, 0)], [(0, 0, 0)], []
    for node, value in enumerate(tree.value.tolist()):
        size = int(tree.size[node])
        before = path[size - 1]
        if value < CUT:
            grown.append((before.low, value, int(tree.before[node])))
            now = _Node(len(grown) - 1, 0)
        else:
            now = _Node(before.low, before.high + int(STEP[value]))
        path[size:] = [now]
        if tree.orders[node] > 0:
            ends.append((now.low, now.high, int(tree.end[node]), size, int(tree.orders[node])))
    return _put_together(np.array(grown), np.array(ends, dtype=np.int64).reshape(-1, 5))


def _put_together(grown: Ints, ends: Ints) -> CutTree:
    groups, group = np.unique(ends[:, [2, 1]], axis=0, return_inverse=True)
    cells, cell = np.unique(np.stack([group, ends[:, 3]], axis=1), axis=0, return_inverse=True)
    highs, high = np.unique(np.append(0, groups[:, 1]), return_inverse=True)  # none come first
    order = np.argsort(cell, kind="stable")
    return CutTree(
        parent=np.ascontiguousarray(grown[:, 0]),
        value=np.ascontiguousarray(grown[:, 1]),
        before=grown[:, 2].astype(np.float64),
        low=ends[order, 0],
        cell=cell[order],
        orders=ends[order, 4].astype(np.float64),
        size=np.ascontiguousarray(cells[:, 1]),
        group=np.ascontiguousarray(cells[:, 0]),
        high=high[1:],
        end=np.ascontiguousarray(groups[:, 0]),
        highs=counts_of(highs),
    )
