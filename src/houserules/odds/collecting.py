"""What a dealer's natural spares a split box: one original amount is collected, not each hand's own.

The sum of the hands has every open hand lose its own wager to a natural. The rulebooks collect less
(readings 6 to 8 and 36), and what is spared hangs on how all hands of the box stand together.
"""

from itertools import combinations
from typing import Final

from houserules.odds.arena import Floats
from houserules.odds.finals import OPEN, TWENTY_ONE
from houserules.odds.joint import only, together
from houserules.odds.split_box import Course, SplitBox

_END: Final = 64
OPENS: Final = (OPEN, _END)
WON: Final = (TWENTY_ONE, OPEN)  # paid at once, so never at risk
UNLOST: Final = (TWENTY_ONE, _END)


def spared(box: SplitBox) -> float:
    """Give what the collection rule is worth to the box, against a sum of hands that all lose."""
    against = box.against
    partner = against.upcard.partner
    if partner is None or against.game.peeks or against.left[partner] <= 0:
        return 0.0
    shoe = box.shoe(0)
    natural = max(shoe[partner], 0.0) / shoe.sum()
    if natural == 0.0:
        return 0.0
    found = sum(_Standing(box, course, partner).spared() for course in box.courses)
    return float(natural * (1.0 - against.taken) * found)


class _Standing:
    """How the hands of one course stand when the dealer's second card makes a natural."""

    def __init__(self, box: SplitBox, course: Course, partner: int) -> None:
        self.box, self.course, self.partner = box, course, partner

    def spared(self) -> float:
        """Give how many open wagers are expected beyond the one that is collected."""
        first, *others = range(len(self.course.hands))
        beyond_first = sum(self._all({place: OPENS}) for place in others)
        match self.box.against.game.natural_collects:
            case "busted-bets-plus-one":
                return self._all_but_one_open()
            case "original-hand":
                return beyond_first
            case "one-in-all":
                unlost = self._all({first: WON} | dict.fromkeys(others, UNLOST))
                return beyond_first - unlost + self._all({first: WON} | dict.fromkeys(others, WON))

    def _all_but_one_open(self) -> float:
        """Give how many hands are open, less one if any is: twos, less threes, and so on."""
        found, every = 0.0, range(len(self.course.hands))
        for size in range(2, len(every) + 1):
            opens = (self._all(dict.fromkeys(some, OPENS)) for some in combinations(every, size))
            found += (-1) ** size * sum(opens)
        return found

    def _all(self, among: dict[int, tuple[int, int]]) -> float:
        """Give the chance that these hands finish in these ways, whatever the others do."""
        lists = [self._list(self.course.hands[place], each) for place, each in among.items()]
        return sum(
            factor * together(self.box.shoe(again, self.partner), lists)
            for factor, again in self.box.others(self.course, tuple(among), self.partner)
        )

    def _list(self, hands: int, among: tuple[int, int]) -> Floats:
        return only(self.box.hands[hands].finished, among)
