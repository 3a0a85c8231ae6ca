"""Two hands of a split box together with the dealer: every finish of both, busts too."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from houserules.odds.arena import Floats
from houserules.odds.finals import LOST
from houserules.odds.pairs import pairs_of
from houserules.odds.split_box import SplitBox

Sizes = tuple[int, int]
"""How many hands the box has when each of two of them is played."""


@dataclass(frozen=True)
class Two:
    """Any two hands of a box."""

    box: SplitBox

    def finishes(self, first: int, second: int, again: int) -> Floats:
        """Give the finishes of two hands together by the dealer's ends."""
        return self._found[first, second, again]

    @cached_property
    def _found(self) -> dict[tuple[int, int, int], Floats]:
        box, against = self.box, self.box.against
        sizes = sorted(box.hands)
        pairs = pairs_of([box.hands[hands].finished for hands in sizes])
        shape = against.finishes.count, against.finishes.ends.count
        found = {}
        for again, asked in self._asked.items():
            columns = {(sizes.index(first), sizes.index(second)) for first, second in asked}
            both = pairs.both(box.shoe(again), against.cut_tree, columns, shape)
            for (one, other), each in both.items():
                two = (sizes[one], sizes[other])
                found[*two, again] = self._with_busts(each, two, again)
        return found

    @property
    def _asked(self) -> dict[int, set[Sizes]]:
        """Give which hands are asked for together, by how many further cards were split."""
        asked = defaultdict[int, set[Sizes]](set)
        for course in self.box.courses:
            for places in combinations(range(len(course.hands)), 2):
                for _, again in self.box.others(course, places):
                    asked[again].add((course.hands[places[0]], course.hands[places[1]]))
        return asked

    def _with_busts(self, both: Floats, sizes: Sizes, again: int) -> Floats:
        """Put what is missing from the finishes of each hand and from the dealer's ends to busts."""
        box, (first, second), found = self.box, sizes, both.copy()
        rows = self._beside(first, second, again) - found.sum(axis=1)
        columns = self._beside(second, first, again) - found.sum(axis=0)
        found[:, LOST], found[LOST] = rows, columns
        found[LOST, LOST] = 0.0
        bound = int(box.hands[first].again) + int(box.hands[second].again)
        found[LOST, LOST] = box.ends(bound, again) - found.sum(axis=(0, 1))
        return found

    def _beside(self, hands: int, other: int, again: int) -> Floats:
        """Give the finishes of a hand with another beside it that is not split again."""
        found = self.box.finishes(hands, again)
        if self.box.hands[other].again:
            shoe = self.box.shoe(again)
            chance = float(shoe[self.box.card] / shoe.sum())
            found = found - chance * self.box.finishes(hands, again + 1)
        return np.asarray(found)
