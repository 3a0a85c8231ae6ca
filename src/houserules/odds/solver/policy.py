"""How decisions are made: by best play, or by a fixed strategy to be valued."""

from typing import NamedTuple, Protocol

import numpy as np

from houserules.odds.solver.hand_index import HANDS, Floats, Ints
from houserules.odds.solver.shoe import Upcard
from houserules.odds.solver.suits import Suited

FREE = -1
"""No action is fixed: take the best."""


EQUAL = 1e-12
"""Values that differ by less are equal, and the plainer action is taken: stand before hit."""


class Fixed(NamedTuple):
    """The fixed actions for hands against one upcard."""

    action: Ints  # by hand: stand, hit or double, FREE for the best
    forfeit: Ints  # by total of a doubled hand: 1 give up, 0 keep, FREE for the better


class Policy(Protocol):
    """A strategy: its fixed actions, and its choices where suits or splits matter too."""

    def fixed_actions(self, upcard: Upcard, *, split: bool) -> Fixed:
        """Return the fixed actions for hands against an upcard."""

    def first(
        self, upcard: Upcard, cards: tuple[int, int], fall: Suited | None, values: Floats
    ) -> int:
        """Choose with two cards; NaN is an action that the rules refuse."""

    def second(
        self, upcard: Upcard, cards: tuple[int, int], fall: Suited | None, values: Floats
    ) -> int:
        """Choose with the two cards of a split hand, splitting again aside."""

    def again(self, upcard: Upcard, card: int, pinks: int, values: tuple[float, float]) -> bool:
        """Whether a split hand that got another card of its value is split again.

        `pinks`: how many of both cards are the A or J of diamonds; `values`: split and not.
        """


def best(values: Floats) -> int:
    """Return the first of the best actions; NaN is no action."""
    found, most = -1, -np.inf
    for action, value in enumerate(values.tolist()):
        if value > most + EQUAL:
            found, most = action, value
    return found


_NOTHING = Fixed(np.full(HANDS, FREE), np.full(32, FREE))


FORCED = Fixed(np.zeros(HANDS, dtype=np.int64), np.full(32, FREE))
"""No choice is left: the hand stands."""


class BestPlay:
    """The best choice for the cards in the hand and the upcard."""

    def fixed_actions(self, upcard: Upcard, *, split: bool) -> Fixed:
        """Fix nothing."""
        return _NOTHING

    def first(
        self, upcard: Upcard, cards: tuple[int, int], fall: Suited | None, values: Floats
    ) -> int:
        """Choose the best."""
        return best(values)

    second = first

    def again(self, upcard: Upcard, card: int, pinks: int, values: tuple[float, float]) -> bool:
        """Split again if that is better."""
        split, kept = values
        return split > kept + EQUAL


BEST_PLAY: Policy = BestPlay()
