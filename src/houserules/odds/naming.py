"""The names of results: what a kind of finished hand is called at each end of the dealer."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from houserules.odds.arena import Floats, Ints
from houserules.odds.finals import NATURAL, OPEN
from houserules.odds.kinds import EXTRA, NATURAL_SUITED, SETTLED_NAMES, Kinds
from houserules.odds.trees import Ends


def named(kinds: Kinds, found: Floats) -> dict[str, float]:
    """Add up kinds of hands by column under the names of their results."""
    game, finishes = kinds.against.game, kinds.against.finishes
    shape = _Shape(
        finishes.ends,
        finishes.totals,
        by_suit=game.naturals.by_suit,
        ties_stand_off=game.tie_pays == 0,
        held=kinds.held,
    )
    names, which = _names(shape)
    sums = np.bincount(which, found.ravel(), len(names))
    return dict(zip(names, sums.tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class _Shape:
    """What the names of results hang on."""

    ends: Ends
    totals: int
    by_suit: bool
    ties_stand_off: bool
    held: bool

    def name(self, kind: int, column: int) -> str:
        """Give the name of the result that a kind of hand has in a column."""
        finishes = OPEN + 2 * self.totals
        if kind >= finishes:
            return _extra_name(kind - finishes, held=self.held, last=column == self.ends.count)
        if kind == NATURAL:
            return "unsuited-blackjack" if self.by_suit else "pontoon"
        if kind < OPEN:
            return SETTLED_NAMES[kind]
        total = (kind - OPEN) % self.totals - 1
        return ("doubled-" if kind >= OPEN + self.totals else "") + self._compared(total, column)

    def _compared(self, total: int, column: int) -> str:
        if column >= self.ends.natural:
            return "dealer-natural"
        if column == self.ends.bust:
            return "dealer-bust"
        if total == column:
            return "stand-off" if self.ties_stand_off else "lower"
        return "higher" if total > column else "lower"


@cache
def _names(shape: _Shape) -> tuple[list[str], Ints]:
    """Give the names of results, and which of them each kind has in each column."""
    kinds, columns = OPEN + 2 * shape.totals + EXTRA, shape.ends.count + 1
    every = [shape.name(kind, column) for kind in range(kinds) for column in range(columns)]
    names = list(dict.fromkeys(every))
    return names, np.array([names.index(each) for each in every])


def _extra_name(extra: int, *, held: bool, last: bool) -> str:
    names = ("suited-678", "spades-678", "suited-777", "spades-777", "super-bonus", "super-bonus")
    if extra < NATURAL_SUITED:
        return names[extra]
    if extra == NATURAL_SUITED:
        return "suited-blackjack"
    if not held:
        return "pinkjack"
    return "ultimate-pinkjack" if last else "held-pinkjack"
