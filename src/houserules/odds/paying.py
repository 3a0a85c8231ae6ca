"""What the hands of a box win together: the sum of the hands, but for the dealer's natural."""

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from houserules.odds.arena import Flags, Floats, Ints
from houserules.odds.game import Collects

DIGITS: Final = 9
"""Results that agree to so many places are one."""


@dataclass(frozen=True, slots=True)
class Column:
    """One end of the dealer: what each kind of finished hand brings to its box.

    Hands that a natural may collect from bring nothing by themselves; the box pays for them.
    """

    pays: Floats
    is_open: Flags
    is_lost: Flags
    collects: Collects
    _won: dict[int, Floats] = field(default_factory=dict)
    _outcomes: dict[int, tuple[Floats, Ints]] = field(default_factory=dict)

    def classes(self) -> tuple["Column", Floats]:
        """Put kinds together that are alike at this end; give the matrix that does it, too."""
        each = np.stack([self.pays, self.is_open, self.is_lost], axis=1)
        every, of = np.unique(each, axis=0, return_inverse=True)
        opens, losts = every[:, 1] > 0, every[:, 2] > 0
        into = (np.arange(len(every))[:, None] == of).astype(np.float64)
        return Column(every[:, 0], opens, losts, self.collects), into

    def box(self, count: int) -> Floats:
        """Give what a box of so many hands wins, for every combination: a dimension a hand."""
        if count not in self._won:
            self._won[count] = self._box(count)
        return self._won[count]

    def outcomes(self, count: int) -> tuple[Floats, Ints]:
        """Give all that such a box can win, and which of these each combination wins."""
        if count not in self._outcomes:
            self._outcomes[count] = alike(self.box(count))
        return self._outcomes[count]

    def _box(self, count: int) -> Floats:
        won = sum(_along(self.pays, place, count) for place in range(count))
        opens = [_along(self.is_open, place, count) for place in range(count)]
        losts = [_along(self.is_lost, place, count) for place in range(count)]
        return np.asarray(won - _taken(self.collects, opens, losts))


def alike(results: Floats) -> tuple[Floats, Ints]:
    """Give the results that differ, and which of these each one is."""
    values, place = np.unique(np.round(results.ravel(), DIGITS) + 0.0, return_inverse=True)
    return values, place.ravel()


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
