"""A split box: how its hands are formed, and what they earn together.

What a hand draws is as likely as if it drew first, so a box earns the sum of its hands, whatever order
they are played in; only how many hands there are hangs on their second cards. A hand whose second card
was not another of the split value is "all hands, less those whose second card was": both are exact.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import comb
from typing import NamedTuple

import numpy as np

from houserules.odds.against import Against
from houserules.odds.arena import Floats
from houserules.odds.finals import LOST
from houserules.odds.lists import weighed, with_busts
from houserules.odds.splits import SplitHand


class Course(NamedTuple):
    """One way in which the hands of a box are formed."""

    hands: tuple[int, ...]  # for each hand in order: how many there were when it was played
    again: int  # how many further cards of the split value were split


def courses(hands: dict[int, SplitHand]) -> list[Course]:
    """Give the ways in which a box can come to its hands."""

    def go_on(done: tuple[int, ...], waiting: int, now: int, again: int) -> Iterator[Course]:
        if not hands[now].again or now + 1 not in hands:
            yield Course((*done, *[now] * waiting), again)
            return
        yield from go_on(done, waiting + 1, now + 1, again + 1)
        if waiting > 1:
            yield from go_on((*done, now), waiting - 1, now, again)
        else:
            yield Course((*done, now), again)

    return list(go_on((), 2, 2, 0))


@dataclass(frozen=True)
class SplitBox:
    """A pair split against an upcard, all its hands together."""

    against: Against
    card: int
    hands: dict[int, SplitHand]
    _finishes: dict[tuple[int, int], Floats] = field(default_factory=dict)
    _terms: dict[tuple[int, int, int | None], list[tuple[float, int]]] = field(default_factory=dict)

    @cached_property
    def courses(self) -> list[Course]:
        """The ways in which it comes to its hands."""
        return courses(self.hands)

    def shoe(self, again: int, gone: int | None = None) -> Floats:
        """The cards left by value: so many more of the split value gone, and the dealer's second."""
        shoe = self.against.left.copy()
        shoe[self.card] -= 2 + again
        if gone is not None:
            shoe[gone] -= 1
        return shoe

    def chance(self, again: int, gone: int | None = None) -> float:
        """The chance that so many further cards are all of the split value."""
        shoe, chance = self.shoe(0, gone), 1.0
        left, cards = float(shoe[self.card]), float(shoe.sum())
        for drawn in range(again):
            chance *= max(left - drawn, 0.0) / (cards - drawn)
        return chance

    def others(
        self, course: Course, apart: tuple[int, ...], gone: int | None = None
    ) -> list[tuple[float, int]]:
        """Give the terms by which other hands' second cards are not of the split value.

        Each is a factor and how many further cards of that value are gone with it.
        """
        bound = sum(
            self.hands[hands].again
            for place, hands in enumerate(course.hands)
            if place not in apart
        )
        key = (course.again, bound, gone)
        if key not in self._terms:
            chances = [self.chance(course.again + more, gone) for more in range(bound + 1)]
            self._terms[key] = [
                ((-1.0) ** more * comb(bound, more) * chance, course.again + more)
                for more, chance in enumerate(chances)
                if chance != 0.0
            ]
        return self._terms[key]

    def finishes(self, hands: int, again: int) -> Floats:
        """Give the probability of each finish of a hand together with each end of the dealer."""
        if (hands, again) not in self._finishes:
            self._finishes[hands, again] = self._finished(hands, again)
        return self._finishes[hands, again]

    def _finished(self, hands: int, again: int) -> Floats:
        against, hand, shoe = self.against, self.hands[hands], self.shoe(again)
        dealt = against.ends.dealt(self.card, again + 1)
        found = weighed(hand.finished, shoe, dealt, against.finishes)
        return with_busts(found, self.ends(int(hand.again), again))

    def ends(self, bound: int, again: int) -> Floats:
        """Give the dealer's ends with so many second cards that are not of the split value."""
        shoe, ends = self.shoe(again), self.against.ends.without(self.card)
        chance, found = 1.0, np.zeros(ends.shape[1])
        for more in range(bound + 1):
            found += (-1.0) ** more * comb(bound, more) * chance * ends[2 + again + more]
            rest = max(float(shoe[self.card]) - more, 0.0)
            chance *= rest / (float(shoe.sum()) - more)
        return found

    def mean(self, hands: int, again: int) -> float:
        """What one hand earns, a dealer natural costing it its own wager."""
        if again == hands - 2:
            return self.hands[hands].alone
        found = self.finishes(hands, again)
        assert found[LOST].min() > -1e-9
        return float((found * self.against.rules.pays).sum()) + self.hands[hands].extra(
            self.shoe(again)
        )

    @cached_property
    def sum_of_hands(self) -> float:
        """What all hands earn, a dealer natural costing each its own wager."""
        found = 0.0
        for course in self.courses:
            for place, hands in enumerate(course.hands):
                for factor, again in self.others(course, (place,)):
                    found += factor * self.mean(hands, again)
        return found
