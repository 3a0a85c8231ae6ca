"""The whole result of a split box: how its hands finish together, and what the box then wins."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

import numpy as np

from houserules.odds.solver.action_values import HIT
from houserules.odds.solver.hand_index import Floats
from houserules.odds.solver.hand_pairs import pairs_of
from houserules.odds.solver.natural_collection import Course, FacedBox, PlayedHand
from houserules.odds.solver.player_outcomes import LOST, NATURAL, SEVENS
from houserules.odds.solver.result_kinds import Column, Kinds, Suit, suit_kind
from houserules.odds.solver.splits import ANY, PAIR, SplitBox, Turn
from houserules.odds.solver.suits import MIXED, SEVEN, Suited, finish_of

# Three or more hands together, from the exact probabilities of every two of them.
#
# Of all joint distributions of the hands that agree with every pair, the one that adds nothing of
# its own: iterative proportional fitting, starting from hands that only the dealer connects. What
# three hands do beyond what pairs do is of the second order in one card of the shoe.


ROUNDS = 60
CLOSE = 1e-15


def fit_joint(hands: list[Floats], pairs: dict[tuple[int, int], Floats]) -> Floats:
    """Return a joint distribution, one dimension per hand, that has these pairs."""
    every = range(len(hands))
    joint = np.ones([each.size for each in hands])
    for place, each in enumerate(hands):
        joint *= np.maximum(each, 0.0).reshape(_along(joint, (place,)))
    aims = [
        (tuple(each for each in every if each not in two), _along(joint, two), np.maximum(aim, 0.0))
        for two, aim in pairs.items()
    ]
    for _ in range(ROUNDS):
        off = 0.0
        for besides, shape, aim in aims:
            now = joint.sum(axis=besides)
            off = max(off, float(np.abs(aim - now).max()))
            ratio = np.divide(aim, now, out=np.zeros_like(aim), where=now > 0)
            joint *= ratio.reshape(shape)
        if off < CLOSE:
            break
    return joint


def _along(joint: Floats, places: Iterable[int]) -> list[int]:
    """Return the shape of something that goes with these hands only."""
    return [size if place in places else 1 for place, size in enumerate(joint.shape)]


# Two hands of a split box together with the dealer: every finish of both, busts too.


Asked = tuple[Turn, int]
"""A hand of a box: its turn, and what is asked of its second card."""


@dataclass(frozen=True)
class Two:
    """Any two hands of a box."""

    box: SplitBox
    asked: Mapping[int, frozenset[tuple[Asked, Asked]]]  # by how many further cards were split

    def finishes(self, first: Asked, second: Asked, again: int) -> Floats:
        """Return the finishes of two hands together by the dealer's ends."""
        return self._joint[first, second, again]

    @cached_property
    def _joint(self) -> dict[tuple[Asked, Asked, int], Floats]:
        box, against = self.box, self.box.against
        every = sorted({each for some in self.asked.values() for two in some for each in two})
        pairs = pairs_of([box.hands[turn].finish_hands(second) for turn, second in every])
        shape = against.finishes.count, against.finishes.ends.count
        joint = {}
        for again, some in self.asked.items():
            columns = {(every.index(first), every.index(second)) for first, second in some}
            both = pairs.both(box.shoe(again), against.cut_tree, columns, shape)
            for (one, other), each in both.items():
                two = (every[one], every[other])
                joint[*two, again] = self._with_busts(each, two, again)
        return joint

    def _with_busts(self, both: Floats, two: tuple[Asked, Asked], again: int) -> Floats:
        """Put what is missing from the finishes of each hand and from the dealer's ends to busts."""
        (first, second), joint = two, both.copy()
        rows = self._beside(first, second[1], again) - joint.sum(axis=1)
        columns = self._beside(second, first[1], again) - joint.sum(axis=0)
        joint[:, LOST], joint[LOST] = rows, columns
        joint[LOST, LOST] = 0.0
        joint[LOST, LOST] = self.box.ends([first[1], second[1]], again) - joint.sum(axis=(0, 1))
        return joint

    def _beside(self, hand: Asked, other: int, again: int) -> Floats:
        """Return the finishes of a hand with another beside it that has such a second card."""
        if other == ANY:
            return self.box.finishes(*hand, again)
        shoe = self.box.shoe(again)
        chance = float(max(shoe[self.box.card], 0.0) / shoe.sum())
        paired = chance * self.box.finishes(*hand, again + 1) if chance else 0.0
        return np.asarray(paired if other == PAIR else self.box.finishes(*hand, again) - paired)


def suits_of(groups: Mapping[int, list[tuple[Suited, int]]]) -> list[Suit]:
    """Return what share of each finish is of one suit; all cards that complete it come alike."""
    suits = []
    for finish, ways in groups.items():
        hit = sum(way.share for way, action in ways if action == HIT)
        for way, action in ways:
            if action == HIT and way.suit != MIXED:
                kind = suit_kind(finish, way.suit, way.prize)
                suits.append(Suit(way.share * way.third / hit, finish, kind))
    return suits


def two_of(faced: Sequence[FacedBox]) -> Two:
    """Return every two hands of a box together, for pairs with so many pink cards."""
    asked = defaultdict[int, set[tuple[Asked, Asked]]](set)
    for each in faced:
        for course in each.courses:
            for one, other in combinations(range(len(course.places)), 2):
                first, second = course.places[one], course.places[other]
                for _, gone in each.others(course, (one, other)):
                    asked[gone.cards] |= {
                        ((first.turn, part.second), (second.turn, more.second))
                        for part in each.parts(first, gone)
                        for more in each.parts(second, part.gone)
                    }
    return Two(faced[0].box, {again: frozenset(some) for again, some in asked.items()})


@dataclass(frozen=True)
class BoxResults:
    """A split box with the probabilities of all its finishes together."""

    faced: FacedBox
    two: Two
    apart: float = 0.0  # what the suits of the pairs that are split bring beyond the average
    _known: dict[object, Floats] = field(default_factory=dict)

    @property
    def box(self) -> SplitBox:
        return self.faced.box

    @property
    def kinds(self) -> Kinds:
        return self.faced.kinds

    def _suits(self, turn: Turn) -> list[Suit]:
        hand, groups = self.box.hands[turn], defaultdict[int, list[tuple[Suited, int]]](list)
        for second, each in enumerate(hand.seconds):
            if each is not None and each.ways and not (hand.again[0] and second == hand.card):
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
        brought = 0.0
        for course in self.faced.courses:
            for place, each in enumerate(course.places):
                second = self.box.hands[each.turn].seconds[SEVEN]
                if second is None or not second.extra or self.box.hands[each.turn].again[0]:
                    continue
                for factor, gone in self.faced.others(course, (place,)):
                    shoe = self.box.shoe(gone.cards)
                    chance = shoe[SEVEN] * (shoe[SEVEN] - 1) / (shoe.sum() * (shoe.sum() - 1))
                    open_still = self.box.against.unnatural(shoe, 2)
                    brought += factor * float(chance) * open_still * second.extra
        return brought

    @cached_property
    def suits(self) -> dict[Turn, list[Suit]]:
        """How finishes divide by suit, by whose turn it is."""
        return {turn: self._suits(turn) for turn in self.box.hands}

    def hand(self, course: Course, place: int) -> Floats:
        """Return the kinds of one hand of a course by column."""
        each, others = course.places[place], self.faced.others(course, (place,))
        key = (each, *others)
        if key not in self._known:
            columns = sum(
                factor
                * part.share
                * self.kinds.columns(
                    self.box.finishes(each.turn, part.second, gone.cards),
                    self.faced.pinkjacks(part.gone),
                )
                for factor, gone in others
                for part in self.faced.parts(each, gone)
            )
            self._known[key] = self._by_kind(np.asarray(columns), each)
        return self._known[key]

    def _by_kind(self, columns: Floats, place: PlayedHand) -> Floats:
        """Tell the finishes of a hand (first dimension) apart by kind."""
        suits = self.suits[place.turn]
        return self.kinds.of_split(columns, self.box.card, pink=place.pink, suits=suits)

    def every_hand(self) -> Floats:
        """Return how many hands of each kind are expected, by column."""
        every = [
            self.hand(course, place)
            for course in self.faced.courses
            for place in range(len(course.places))
        ]
        return np.asarray(np.sum(every, axis=0))

    def pair(self, course: Course, places: tuple[int, int]) -> Floats:
        """Return the kinds of two hands of a course together, by column."""
        first, second = (course.places[place] for place in places)
        others = self.faced.others(course, places)
        key = (first, second, *others)
        if key not in self._known:
            columns = sum(
                factor
                * one.share
                * other.share
                * self.kinds.columns(
                    self.two.finishes(
                        (first.turn, one.second), (second.turn, other.second), gone.cards
                    ),
                    self.faced.pinkjacks(other.gone),
                )
                for factor, gone in others
                for one in self.faced.parts(first, gone)
                for other in self.faced.parts(second, one.gone)
            )
            self._known[key] = self._both(np.asarray(columns), first, second)
        return self._known[key]

    def _both(self, columns: Floats, first: PlayedHand, second: PlayedHand) -> Floats:
        """Tell the finishes of two hands apart by kind."""
        one = self._by_kind(columns, first)
        both = self._by_kind(one.transpose(1, 0, 2), second).transpose(1, 0, 2)
        if self.box.against.tells_pinks(self.box.card):
            # Two naturals draw their suits from one shoe: they are not independent.
            rows, chance = np.array(self.kinds.naturals), columns[NATURAL, NATURAL]
            for column in np.flatnonzero(chance).tolist():
                case = max(0, column - both.shape[2] + 3)
                pinks = (first.pink, second.pink)
                shares = self.kinds.two_naturals(self.box.card, pinks)[case]
                both[rows[:, None], rows, column] = shares * chance[column]
        return both

    @cached_property
    def _ends(self) -> list["_End"]:
        """The box at every end of the dealer, course by course."""
        ends = []
        for course in self.faced.courses:
            places = range(len(course.places))
            hands = [self.hand(course, place) for place in places]
            pairs = {two: self.pair(course, two) for two in combinations(places, 2)}
            for column in np.flatnonzero(hands[0].any(axis=0)).tolist():
                classes, into = self.kinds.classes[column]
                each = [into @ hand[:, column] for hand in hands]
                both = {two: into @ pair[:, :, column] @ into.T for two, pair in pairs.items()}
                ends.append(_End(classes, each, both))
        return ends

    def results(self) -> Iterator[tuple[Floats, Floats]]:
        """Yield what the box wins and how likely that is, course by course and end by end."""
        for end in self._ends:
            values, place = end.column.outcomes(len(end.hands))
            sums = np.bincount(place, end.together.ravel(), values.size)
            yield values, np.asarray(sums, np.float64)

    def square(self) -> float:
        """Return the expected square of what the box wins."""
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
        return self.pairs[0, 1] if len(self.hands) == 2 else fit_joint(self.hands, self.pairs)

    def square(self) -> float:
        """Two hands at a time; only a natural asks about all of them."""
        if self.column.is_open.any():
            return float((self.together * self.column.box(len(self.hands)) ** 2).sum())
        pays = self.column.pays
        alone = sum(float(each @ pays**2) for each in self.hands)
        return alone + 2 * sum(float(pays @ each @ pays) for each in self.pairs.values())
