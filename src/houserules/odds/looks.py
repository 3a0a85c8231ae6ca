"""What the suits of a pair are worth to its split: which suits are gone, and which each hand starts with.

Splitting is valued on the average of all suits. A pair of sixes, sevens or eights whose suits are
known makes 6-7-8 or 7-7-7 of one suit a little more or less likely; that is added here.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from houserules.odds.arena import Floats
from houserules.odds.playing import HIT
from houserules.odds.splits import SplitBox, SplitHand
from houserules.odds.suits import BONUS_CARDS, COMPLETING, MIXED, Suited


@dataclass(frozen=True)
class Looks:
    """A split box of sixes, sevens or eights, by the suits of its pair."""

    box: SplitBox

    def apart(self, ways: list[Suited]) -> list[Suited]:
        """Say of each way what splitting is worth beyond the average."""
        worth = [self._worth(way) for way in ways]
        if (self.box.card, self.box.card) not in COMPLETING:
            worth = _by_face(ways, worth)
        average = sum(way.share * each for way, each in zip(ways, worth, strict=True))
        return [way._replace(split=each - average) for way, each in zip(ways, worth, strict=True)]

    @cached_property
    def most(self) -> float:
        """The most that suits can bring to the box."""
        each = [
            fall.extra
            for hand in self.box.hands.values()
            for second in hand.seconds
            if second is not None
            for fall, _ in second.ways
        ]
        return max(each, default=0.0) * sum(map(abs, self._chances.values()))

    @cached_property
    def _chances(self) -> dict[tuple[int, int, bool], float]:
        """How likely a hand draws each second card and the third that completes it.

        By how many hands there were, the second card, and whether the hand starts with a card of the
        first pair (the first and the last do; those between have a card that was drawn).
        """
        found: dict[tuple[int, int, bool], float] = {}
        for course in self.box.courses:
            last = len(course.hands) - 1
            for place, hands in enumerate(course.hands):
                for second in BONUS_CARDS:
                    cards = _sorted(self.box.card, second)
                    if cards not in COMPLETING or self._split_again(hands, second):
                        continue
                    for factor, again in self.box.others(course, (place,)):
                        shoe = self.box.shoe(again)
                        third = COMPLETING[cards]
                        chance = shoe[second] * (shoe[third] - (third == second))
                        key = (hands, second, place in (0, last))
                        whole = shoe.sum() * (shoe.sum() - 1)
                        each = factor * chance / whole * self.box.against.unnatural(shoe, 2)
                        found[key] = found.get(key, 0.0) + float(each)
        return found

    def _split_again(self, hands: int, second: int) -> bool:
        return self.box.hands[hands].again and second == self.box.card

    def _worth(self, way: Suited) -> float:
        """What suits bring to all hands of the box."""
        left = self.box.against.shoe.without([way.face]).faces.copy()
        for suit in way.suits:
            left[self.box.card, suit] -= 1
        found = 0.0
        for (hands, second, first_pair), chance in self._chances.items():
            extra = self._extra(self.box.hands[hands], second, way)
            if first_pair:
                each: Any = np.mean(
                    [_matching(left, self.box.card, second, suit) @ extra for suit in way.suits]
                )
            else:
                each = _drawn(left, self.box.card, second) @ extra
            found += chance * float(each)
        return found

    def _extra(self, hand: SplitHand, second: int, way: Suited) -> Floats:
        """What completing in each suit pays more, where the hand is drawn to."""
        found = np.zeros(4)
        each = hand.seconds[second]
        for fall, action in each.ways if each is not None else ():
            if fall.suit != MIXED and fall.face is way.face and action == HIT:
                found[fall.suit] = fall.extra
        return found


def _by_face(ways: list[Suited], worth: list[float]) -> list[float]:
    """Average over the suits of the pair: they are looked at only where they make a bonus alone."""
    found = []
    for way in ways:
        alike = [
            (each.share, value)
            for each, value in zip(ways, worth, strict=True)
            if each.face is way.face
        ]
        whole = sum(share for share, _ in alike)
        found.append(sum(share * value for share, value in alike) / whole)
    return found


def _sorted(first: int, second: int) -> tuple[int, int]:
    return (first, second) if first <= second else (second, first)


def _share(left: Floats, value: int, suit: int, *, used: int) -> float:
    """The share of a suit among the cards of a value, so many of it gone besides."""
    rest = float(left[value].sum()) - used
    return max(float(left[value, suit]) - used, 0.0) / rest if rest > 0 else 0.0


def _matching(left: Floats, card: int, second: int, suit: int) -> Floats:
    """Give how likely second and third card have the suit that the hand starts with."""
    third = COMPLETING[_sorted(card, second)]
    found = np.zeros(4)
    found[suit] = _share(left, second, suit, used=0) * _share(
        left, third, suit, used=int(third == second)
    )
    return found


def _drawn(left: Floats, card: int, second: int) -> Floats:
    """The same for a hand that starts with a card drawn after the first pair."""
    found = np.zeros(4)
    for suit in range(4):
        share = _share(left, card, suit, used=0)
        if share:
            rest = left.copy()
            rest[card, suit] -= 1
            found += share * _matching(rest, card, second, suit)
    return found
