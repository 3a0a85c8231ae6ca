"""The whole result of a split box: how its hands finish together, and what the box then wins."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb

import numpy as np

from houserules.odds.arena import VALUES, Floats
from houserules.odds.dealing import dealer_ends
from houserules.odds.finals import LOST, NATURAL, SEVENS
from houserules.odds.fitting import fitted
from houserules.odds.kinds import NATURAL_SUITED, Kinds, Suit, suit_kind
from houserules.odds.paying import box_results
from houserules.odds.playing import HIT
from houserules.odds.splits import Course, SplitBox, SplitHand
from houserules.odds.suits import MIXED, SEVEN, Suited, finish_of


def suits_of(groups: dict[int, list[tuple[Suited, int]]]) -> list[Suit]:
    """Give what share of each finish is of one suit; all cards that complete it come alike."""
    found = []
    for finish, ways in groups.items():
        hit = sum(way.share for way, action in ways if action == HIT)
        for way, action in ways:
            if action == HIT and way.suit != MIXED:
                kind = suit_kind(finish, way.suit, way.prize)
                found.append(Suit(way.share * way.third / hit, finish, kind))
    return found


@dataclass(frozen=True)
class BoxResults:
    """A split box with the probabilities of all its finishes together."""

    box: SplitBox
    kinds: Kinds
    apart: float = 0.0  # what the suits of the pairs that are split bring beyond the average

    def _shares(self, hand: SplitHand) -> Floats:
        groups: dict[int, list[tuple[Suited, int]]] = {}
        for second, each in enumerate(hand.seconds):
            if each is not None and each.ways and not (hand.again and second == hand.card):
                cards = (min(hand.card, second), max(hand.card, second))
                groups.setdefault(finish_of(cards), []).extend(each.ways)
        suits = suits_of(groups)
        if self._brought_by_sevens and SEVENS in groups:
            more = 1.0 + self.apart / self._brought_by_sevens
            suits = [s._replace(share=s.share * more) if s.finish == SEVENS else s for s in suits]
        return self.kinds.shares(suits)

    @cached_property
    def _brought_by_sevens(self) -> float:
        """What 7-7-7 of one suit brings to all hands of the box, on average."""
        found = 0.0
        for course in self.box.courses:
            for place, hands in enumerate(course.hands):
                second = self.box.hands[hands].seconds[SEVEN]
                if second is None or self.box.hands[hands].again:
                    continue
                for factor, again in self.box.others(course, (place,)):
                    shoe = self.box.shoe(again)
                    chance = shoe[SEVEN] * (shoe[SEVEN] - 1) / (shoe.sum() * (shoe.sum() - 1))
                    open_still = self.box.against.unnatural(shoe, 2)
                    found += factor * float(chance) * open_still * second.extra
        return found

    @cached_property
    def shares(self) -> dict[int, Floats]:
        """Share finishes out over kinds, by how many hands the box has."""
        return {hands: self._shares(hand) for hands, hand in self.box.hands.items()}

    @cached_property
    def _alone(self) -> dict[tuple[int, int], Floats]:
        return {}

    def alone(self, hands: int, again: int) -> Floats:
        """Give the finishes of one hand by the dealer's ends."""
        if (hands, again) not in self._alone:
            self._alone[hands, again] = self.box.finishes(hands, again)
        return self._alone[hands, again]

    @cached_property
    def _two(self) -> dict[tuple[int, int, int], Floats]:
        return {}

    def two(self, first: int, second: int, again: int) -> Floats:
        """Give the finishes of two hands together by the dealer's ends."""
        key = (first, second, again)
        if key not in self._two:
            self._two[key] = self._joined(*key)
        return self._two[key]

    def _joined(self, first: int, second: int, again: int) -> Floats:
        box, against = self.box, self.box.against
        one, other = box.hands[first], box.hands[second]
        gone = np.zeros(VALUES, dtype=np.int64)
        gone[box.card] = 2 + again
        found = against.weighed.both(one.finished, other.finished, gone, against.finishes.count)
        rows = self._beside(first, second, again) - found.sum(axis=1)
        columns = self._beside(second, first, again) - found.sum(axis=0)
        found[:, LOST], found[LOST] = rows, columns
        found[LOST, LOST] = 0.0
        found[LOST, LOST] = self._ends(int(one.again) + int(other.again), again) - found.sum(
            axis=(0, 1)
        )
        return found

    def _beside(self, hands: int, other: int, again: int) -> Floats:
        """Give the finishes of a hand with another beside it that is not split again."""
        found = self.alone(hands, again)
        if self.box.hands[other].again:
            shoe = self.box.shoe(again)
            chance = float(shoe[self.box.card] / shoe.sum())
            found = found - chance * self.alone(hands, again + 1)
        return found

    def _ends(self, bound: int, again: int) -> Floats:
        """Give the dealer's ends with so many second cards that are not of the split value."""
        shoe, against = self.box.shoe(again), self.box.against
        shoes = shoe - np.arange(bound + 1)[:, None] * np.eye(VALUES)[self.box.card]
        ends = dealer_ends(against.tree, shoes, against.finishes.ends)
        chance, found = 1.0, np.zeros(ends.shape[1])
        for more in range(bound + 1):
            found += (-1.0) ** more * comb(bound, more) * chance * ends[more]
            rest = max(float(shoe[self.box.card]) - more, 0.0)
            chance *= rest / (float(shoe.sum()) - more)
        return found

    def hand(self, course: Course, place: int) -> Floats:
        """Give the kinds of one hand of a course by column."""
        hands = course.hands[place]
        found = sum(
            factor * self.alone(hands, again) for factor, again in self.box.others(course, (place,))
        )
        columns = self.kinds.columns(np.asarray(found))
        return np.asarray(np.einsum("kfc,fc->kc", self.shares[hands], columns))

    def pair(self, course: Course, places: tuple[int, int]) -> Floats:
        """Give the kinds of two hands of a course together, by column."""
        first, second = (course.hands[place] for place in places)
        found = np.asarray(
            sum(
                factor * self.two(first, second, again)
                for factor, again in self.box.others(course, places)
            )
        )
        shared = np.einsum(
            "kfc,fgc,lgc->klc",
            self.shares[first],
            self.kinds.columns(found),
            self.shares[second],
            optimize=True,
        )
        return self._two_naturals(shared, self.kinds.columns(found)[NATURAL, NATURAL])

    def _two_naturals(self, shared: Floats, chance: Floats) -> Floats:
        """Two naturals draw their suits from one shoe: they are not independent."""
        if not self.box.against.game.naturals.by_suit or not chance.any():
            return shared
        first = self.kinds.finishes + NATURAL_SUITED
        rows = np.array([NATURAL, first, first + 1])
        cases = self.kinds.two_naturals
        for column in range(shared.shape[2]):
            case = max(0, column - shared.shape[2] + 3)
            shared[rows[:, None], rows, column] = cases[case] * chance[column]
        return shared

    def together(self, course: Course) -> Floats:
        """Give the kinds of all hands of a course together, by column."""
        places = range(len(course.hands))
        pairs = {two: self.pair(course, two) for two in combinations(places, 2)}
        if len(places) == 2:
            return pairs[0, 1]
        return fitted([self.hand(course, place) for place in places], pairs)

    def results(self) -> Iterator[tuple[Floats, Floats]]:
        """Give what the box wins and how likely that is, course by course."""
        for course in self.box.courses:
            joint = self.together(course)
            yield box_results(self.kinds, joint.shape), joint

    def square(self) -> float:
        """Give the expected square of what the box wins."""
        return sum(self._square(course) for course in self.box.courses)

    def _square(self, course: Course) -> float:
        """Two hands at a time; only a natural asks about all of them."""
        pays, last = self.kinds.pays, self.kinds.against.finishes.ends.natural
        places = range(len(course.hands))
        found = sum(
            float((self.hand(course, place)[:, :last] * pays[:, :last] ** 2).sum())
            for place in places
        )
        pairs = {two: self.pair(course, two) for two in combinations(places, 2)}
        for joint in pairs.values():
            found += 2 * float(
                np.einsum("kc,klc,lc->", pays[:, :last], joint[..., :last], pays[:, :last])
            )
        return found + self._square_against_natural(course, pairs)

    def _square_against_natural(
        self, course: Course, pairs: dict[tuple[int, int], Floats]
    ) -> float:
        last = self.kinds.against.finishes.ends.natural
        some = {two: joint[..., last:] for two, joint in pairs.items()}
        if not any(joint.any() for joint in some.values()):
            return 0.0
        hands = [self.hand(course, place)[:, last:] for place in range(len(course.hands))]
        joint = some[0, 1] if len(hands) == 2 else fitted(hands, some)
        results = box_results(self.kinds, (*joint.shape[:-1], last + joint.shape[-1]))
        return float((joint * results[..., last:] ** 2).sum())
