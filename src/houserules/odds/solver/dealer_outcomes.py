"""The dealer's ends for every hand, and for split hands with more cards of their value gone.

A hand with other split cards gone beside it leaves the same shoe as the hand that had these cards
too. Only where that would be a bust is there anything new to weigh, so all ends are rows of one table.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from houserules.odds.solver.action_values import Dealt
from houserules.odds.solver.dealer_tree import Ends, Tree, dealer_ends
from houserules.odds.solver.hand_index import CHILD, COUNTS, HANDS, VALUES, Floats, Ints

_MOST: Ints = COUNTS.max(axis=0)
"""How many cards of a value a hand may have."""

_NEW = (COUNTS > 0) & (CHILD < 0)
"""Hands that have a card and would be bust with one more of it."""

_NEWS = int(np.count_nonzero(_NEW))


_GONE = 12
"""More than this many cards of a split value are never gone."""


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
        self._grow(HANDS + gone * _NEWS)
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

    def _grow(self, rows: int) -> None:
        if rows > len(self._table):
            more = np.zeros((rows - len(self._table), self._ends.count))
            self._table = np.concatenate([self._table, more])
