"""The dealer's hand: the cards that may still be drawn, and the probability of each end.

The order of cards does not change a total, so hands of the same cards are weighed once: the
probability of a multiset is the number of its possible orders times the probability of any one
order. The multisets form a tree: a node is another node and one card more, so its product of chances
needs one factor more.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houserules.odds.solver.compiled import inline_kernel, kernel
from houserules.odds.solver.hand_index import (
    ARENA,
    CHILD,
    COUNTS,
    DEPTH_FIRST,
    HANDS,
    STEP,
    VALUES,
    Arena,
    Flags,
    Floats,
    Ints,
    counts_of,
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
        return 22 - self.least

    @property
    def natural(self) -> int:
        """The index of an ace and a ten-value card."""
        return 23 - self.least

    @property
    def count(self) -> int:
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


class _ShoeLanes(NamedTuple):
    """Room for the work on some shoes side by side: the last dimension."""

    left: Floats  # cards of each value
    inverse: Floats  # 1 / (all cards - k)
    chances: Floats  # one row per depth of the tree
    ends: Floats


@inline_kernel
def _fill(shoes: Floats, first: int, lanes: _ShoeLanes) -> None:
    for lane in range(lanes.left.shape[1]):
        row = min(first + lane, shoes.shape[0] - 1)
        cards = 0.0
        for value in range(10):
            lanes.left[value, lane] = shoes[row, value]
            cards += shoes[row, value]
        for drawn in range(lanes.inverse.shape[0]):
            lanes.inverse[drawn, lane] = 1.0 / (cards - drawn) if cards > drawn else 0.0


@inline_kernel
def _weigh(tree: Tree, lanes: _ShoeLanes) -> None:
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
def _weigh_all(tree: Tree, shoes: Floats, lanes: _ShoeLanes, chances: Floats) -> None:
    for first in range(0, shoes.shape[0], lanes.left.shape[1]):
        _fill(shoes, first, lanes)
        _weigh(tree, lanes)
        for lane in range(min(lanes.left.shape[1], shoes.shape[0] - first)):
            for end in range(chances.shape[1]):
                chances[first + lane, end] = lanes.ends[end, lane]


def weigh(tree: Tree, shoes: Floats, ends: int) -> Floats:
    """Return the probability of each end of a tree for each shoe: a row of ten counts, cards by value."""
    chances = np.empty((len(shoes), ends))
    size, deepest = min(_LANES, len(shoes)), int(tree.size.max(initial=0))
    lanes = _ShoeLanes(*(np.empty((each, size)) for each in (VALUES, deepest, deepest + 1, ends)))
    if size:
        _weigh_all(tree, np.ascontiguousarray(shoes), lanes, chances)
    return chances


def dealer_ends(tree: Tree, shoes: Floats, ends: Ends) -> Floats:
    """Return the probability of each of the dealer's ends for each shoe; a bust is what is missing."""
    chances = weigh(tree, shoes, ends.count)
    chances[:, ends.bust] = 1.0 - chances.sum(axis=1)
    return chances


# The dealer's ends for every hand, and for split hands with more cards of their value gone.
#
# A hand with other split cards gone beside it leaves the same shoe as the hand that had these cards
# too. Only where that would be a bust is there anything new to weigh, so all ends are rows of one table.


_MOST: Ints = COUNTS.max(axis=0)
"""How many cards of a value a hand may have."""

_NEW = (COUNTS > 0) & (CHILD < 0)
"""Hands that have a card and would be bust with one more of it."""

_NEWS = int(np.count_nonzero(_NEW))


_GONE = 12
"""More than this many cards of a split value are never gone."""


class Dealt(NamedTuple):
    """The dealer's ends for every hand that a shoe can make, the hand's own cards gone."""

    shoe: Floats  # with the hand's own cards in it
    hands: Ints  # those that can be, from the highest total down
    rows: Ints  # by hand: where its ends are
    ends: Floats

    def possible(self) -> Flags:
        """Return for every hand whether it can be."""
        possible = np.zeros(self.rows.size, dtype=np.bool_)
        possible[self.hands] = True
        return possible

    def of(self, hand: int) -> Floats:
        """Return the dealer's ends against a hand."""
        return np.asarray(self.ends[self.rows[hand]])


class _Beside(NamedTuple):
    """Hands with a split card, so many more of its value gone: their rows, and which are new."""

    rows: Ints
    new: Ints  # hands
    first: int  # row of the first new one


@cache
def _holding(card: int) -> Ints:
    """Return the hands that have a card, from the highest total down."""
    return np.ascontiguousarray(np.flatnonzero(COUNTS[:, card])[::-1])


@cache
def _beside(card: int, gone: int) -> _Beside:
    if gone == 0:
        return _Beside(np.arange(HANDS), np.arange(HANDS), 0)
    before = _beside(card, gone - 1)
    new = np.flatnonzero(_NEW[:, card])
    first = HANDS + (gone - 1) * _NEWS + int(np.count_nonzero(_NEW[:, :card]))
    rows = np.where(CHILD[:, card] >= 0, before.rows[CHILD[:, card]], -1)
    rows[new] = first + np.arange(new.size)
    return _Beside(rows, new, first)


class EndTable:
    """The dealer's ends against one upcard, filled in as they are asked for."""

    def __init__(self, left: Floats, tree: Tree, ends: Ends) -> None:
        self._left, self._tree, self._ends = left, tree, ends
        self._table = np.empty((0, ends.count))
        self._filled: dict[tuple[int, int], Dealt] = {}
        self._without: dict[int, Floats] = {}

    def ends_for(self, card: int = 0, gone: int = 0) -> Dealt:
        """Return the ends for every hand, or for hands with a split card, so many more of it gone."""
        if (card, gone) not in self._filled:
            if gone:  # what was there before is where most of it is found
                self.ends_for(card if gone > 1 else 0, gone - 1)
            self._filled[card, gone] = self._fill(card, gone)
        return self._filled[card, gone]

    def _fill(self, card: int, gone: int) -> Dealt:
        rows, new, first = _beside(card, gone)
        shoe = self._left.copy()
        shoe[card] -= gone
        if (more := HANDS + gone * _NEWS - len(self._table)) > 0:
            self._table = np.concatenate([self._table, np.zeros((more, self._ends.count))])
        every = _holding(card) if gone else np.arange(HANDS - 1, -1, -1)
        if (shoe >= _MOST).all():
            self._table[first : first + new.size] = self._weigh(shoe - COUNTS[new])
        else:
            left = shoe - COUNTS
            some = new[(left[new] > -1).all(axis=1)]  # part of a card can be drawn, too
            self._table[rows[some]] = self._weigh(left[some])
            every = every[(left[every] >= 0).all(axis=1)]
        return Dealt(shoe, every, rows, self._table)

    def without(self, card: int) -> Floats:
        """Return the ends for a shoe with none, one, two and more cards of a value gone."""
        if card not in self._without:
            gone = np.arange(_GONE)[:, None] * (np.arange(VALUES) == card)
            self._without[card] = self._weigh(self._left - gone)
        return self._without[card]

    def _weigh(self, shoes: Floats) -> Floats:
        return dealer_ends(self._tree, shoes, self._ends)


# The dealer's tree cut in two, aces to fours and fives to tens: see `hand_pairs`.


CUT: Final = 4
"""The first value of the high cards: it balances the work on both sides."""


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
    table = np.array(ends, dtype=np.int64).reshape(-1, 5)
    groups, group = np.unique(table[:, [2, 1]], axis=0, return_inverse=True)
    cells, cell = np.unique(np.stack([group, table[:, 3]], axis=1), axis=0, return_inverse=True)
    highs, high = np.unique(np.append(0, groups[:, 1]), return_inverse=True)  # none come first
    order = np.argsort(cell, kind="stable")
    return CutTree(
        parent=np.array([parent for parent, _, _ in grown]),
        value=np.array([value for _, value, _ in grown]),
        before=np.array([before for _, _, before in grown], dtype=np.float64),
        low=table[order, 0],
        cell=cell[order],
        orders=table[order, 4].astype(np.float64),
        size=np.ascontiguousarray(cells[:, 1]),
        group=np.ascontiguousarray(cells[:, 0]),
        high=high[1:],
        end=np.ascontiguousarray(groups[:, 0]),
        highs=counts_of(highs),
    )
