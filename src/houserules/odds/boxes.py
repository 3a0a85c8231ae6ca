"""The whole result of a split box: how its hands finish together, and what the box then wins."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

import numpy as np

from houserules.odds.arena import Floats
from houserules.odds.finals import NATURAL, SEVENS
from houserules.odds.fitting import fitted
from houserules.odds.kinds import Kinds, Suit, suit_kind
from houserules.odds.paying import Column
from houserules.odds.playing import HIT
from houserules.odds.split_box import Course, SplitBox
from houserules.odds.suits import MIXED, SEVEN, Suited, finish_of
from houserules.odds.twos import Two


def suits_of(groups: Mapping[int, list[tuple[Suited, int]]]) -> list[Suit]:
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
    _known: dict[object, Floats] = field(default_factory=dict)

    def _suits(self, hands: int) -> list[Suit]:
        hand, groups = self.box.hands[hands], defaultdict[int, list[tuple[Suited, int]]](list)
        for second, each in enumerate(hand.seconds):
            if each is not None and each.ways and not (hand.again and second == hand.card):
                cards = (min(hand.card, second), max(hand.card, second))
                groups[finish_of(cards)] += each.ways
        suits = suits_of(groups)
        if self._brought_by_sevens and SEVENS in groups:
            more = 1.0 + self.apart / self._brought_by_sevens
            suits = [s._replace(share=s.share * more) if s.finish == SEVENS else s for s in suits]
        return suits

    @cached_property
    def _brought_by_sevens(self) -> float:
        """What 7-7-7 of one suit brings to all hands of the box, on average."""
        found = 0.0
        for course in self.box.courses:
            for place, hands in enumerate(course.hands):
                second = self.box.hands[hands].seconds[SEVEN]
                if second is None or not second.extra or self.box.hands[hands].again:
                    continue
                for factor, again in self.box.others(course, (place,)):
                    shoe = self.box.shoe(again)
                    chance = shoe[SEVEN] * (shoe[SEVEN] - 1) / (shoe.sum() * (shoe.sum() - 1))
                    open_still = self.box.against.unnatural(shoe, 2)
                    found += factor * float(chance) * open_still * second.extra
        return found

    @cached_property
    def suits(self) -> dict[int, list[Suit]]:
        """How finishes divide by suit, by how many hands the box has."""
        return {hands: self._suits(hands) for hands in self.box.hands}

    @cached_property
    def two(self) -> Two:
        """Every two hands of the box together."""
        return Two(self.box)

    def hand(self, course: Course, place: int) -> Floats:
        """Give the kinds of one hand of a course by column."""
        hands, others = course.hands[place], self.box.others(course, (place,))
        key = (hands, *others)
        if key not in self._known:
            found = sum(factor * self.box.finishes(hands, again) for factor, again in others)
            columns = self.kinds.columns(np.asarray(found))
            self._known[key] = self.kinds.apart(columns, self.suits[hands])
        return self._known[key]

    def every_hand(self) -> Floats:
        """Give how many hands of each kind are expected, by column."""
        every = [
            self.hand(course, place)
            for course in self.box.courses
            for place in range(len(course.hands))
        ]
        return np.asarray(np.sum(every, axis=0))

    def pair(self, course: Course, places: tuple[int, int]) -> Floats:
        """Give the kinds of two hands of a course together, by column."""
        first, second = (course.hands[place] for place in places)
        others = self.box.others(course, places)
        key = (first, second, *others)
        if key not in self._known:
            every = (factor * self.two.finishes(first, second, again) for factor, again in others)
            self._known[key] = self._both(np.asarray(sum(every)), first, second)
        return self._known[key]

    def _both(self, found: Floats, first: int, second: int) -> Floats:
        """Tell the finishes of two hands apart by kind."""
        columns = self.kinds.columns(found)
        one = self.kinds.apart(columns, self.suits[first])
        both = self.kinds.apart(one.transpose(1, 0, 2), self.suits[second]).transpose(1, 0, 2)
        if self.box.against.game.naturals.by_suit:
            self._two_naturals(both, columns[NATURAL, NATURAL])
        return both

    def _two_naturals(self, both: Floats, chance: Floats) -> None:
        """Two naturals draw their suits from one shoe: they are not independent."""
        rows = np.array(self.kinds.naturals)
        for column in np.flatnonzero(chance).tolist():
            case = max(0, column - both.shape[2] + 3)
            both[rows[:, None], rows, column] = self.kinds.two_naturals[case] * chance[column]

    @cached_property
    def _ends(self) -> list["_End"]:
        """The box at every end of the dealer, course by course."""
        found = []
        for course in self.box.courses:
            places = range(len(course.hands))
            hands = [self.hand(course, place) for place in places]
            pairs = {two: self.pair(course, two) for two in combinations(places, 2)}
            for column in np.flatnonzero(hands[0].any(axis=0)).tolist():
                classes, into = self.kinds.classes[column]
                each = [into @ hand[:, column] for hand in hands]
                both = {two: into @ pair[:, :, column] @ into.T for two, pair in pairs.items()}
                found.append(_End(classes, each, both))
        return found

    def results(self) -> Iterator[tuple[Floats, Floats]]:
        """Give what the box wins and how likely that is, course by course and end by end."""
        for end in self._ends:
            values, place = end.column.outcomes(len(end.hands))
            sums = np.bincount(place, end.together.ravel(), values.size)
            yield values, np.asarray(sums, np.float64)

    def square(self) -> float:
        """Give the expected square of what the box wins."""
        return sum(end.square() for end in self._ends)


@dataclass(frozen=True)
class _End:
    """The hands of a box at one end of the dealer, by classes of what they bring."""

    column: Column
    hands: list[Floats]
    pairs: dict[tuple[int, int], Floats]

    @cached_property
    def together(self) -> Floats:
        """How likely all hands bring what they bring."""
        return self.pairs[0, 1] if len(self.hands) == 2 else fitted(self.hands, self.pairs)

    def square(self) -> float:
        """Two hands at a time; only a natural asks about all of them."""
        if self.column.is_open.any():
            return float((self.together * self.column.box(len(self.hands)) ** 2).sum())
        pays = self.column.pays
        alone = sum(float(each @ pays**2) for each in self.hands)
        return alone + 2 * sum(float(pays @ each @ pays) for each in self.pairs.values())
