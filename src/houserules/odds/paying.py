"""What the hands of a box win together: the sum of the hands, but for the dealer's natural."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from houserules.odds.arena import Flags, Floats, Ints
from houserules.odds.game import Collects


@dataclass(frozen=True, slots=True)
class Column:
    """One end of the dealer: what each kind of finished hand brings to its box.

    Hands that a natural may collect from bring nothing by themselves; the box pays for them.
    """

    pays: Floats
    is_open: Flags
    is_lost: Flags
    collects: Collects

    def classes(self) -> tuple["Column", Ints]:
        """Put kinds together that are alike at this end; give the class of each kind, too."""
        each = np.stack([self.pays, self.is_open, self.is_lost], axis=1)
        every, of = np.unique(each, axis=0, return_inverse=True)
        opens, losts = every[:, 1] > 0, every[:, 2] > 0
        return Column(every[:, 0], opens, losts, self.collects), of

    def box(self, count: int) -> Floats:
        """Give what a box of so many hands wins, for every combination: a dimension a hand."""
        won = sum(_along(self.pays, place, count) for place in range(count))
        opens = [_along(self.is_open, place, count) for place in range(count)]
        losts = [_along(self.is_lost, place, count) for place in range(count)]
        return np.asarray(won - _taken(self.collects, opens, losts))


def _along(row: Any, place: int, count: int) -> Any:
    """Lay a row along one of the hands."""
    return np.expand_dims(row, tuple(each for each in range(count) if each != place))


def _any(flags: list[Any]) -> Any:
    return np.logical_or.reduce(np.broadcast_arrays(*flags))


def _taken(collects: Collects, opens: list[Any], losts: list[Any]) -> Any:
    """Whether a natural takes an amount from the box (readings 6 to 8 and 36)."""
    match collects:
        case "busted-bets-plus-one":
            return _any(opens)
        case "original-hand":
            return opens[0]
        case "one-in-all":
            return opens[0] | (~opens[0] & _any(opens[1:]) & ~_any(losts))
