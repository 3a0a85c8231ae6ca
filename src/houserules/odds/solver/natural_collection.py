"""A split box by the faces of its pair: how its hands are formed, and what they earn together.

The A and J of diamonds ("pink" cards) are told apart where naturals go by suit: such a hand may
become a Pinkjack, and whether a pair is split again depends on it. Given the values of all cards,
which faces they are is uniform, so faces are counted beside the values, never dealt one by one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from houserules.odds.solver.hand_index import Floats
from houserules.odds.solver.player_outcomes import NATURAL, OPEN, TWENTY_ONE
from houserules.odds.solver.result_kinds import Kinds
from houserules.odds.solver.splits import ANY, OTHER, PAIR, SplitBox, Turn


class Gone(NamedTuple):
    """How many further cards of the split value are gone, plain and pink."""

    plain: int
    pink: int

    @property
    def cards(self) -> int:
        return self.plain + self.pink

    def and_one(self, *, pink: bool) -> "Gone":
        """Return what is gone with one card more."""
        return Gone(self.plain + (not pink), self.pink + pink)


NONE_GONE = Gone(0, 0)


class PlayedHand(NamedTuple):
    """One hand of a box when it is played."""

    turn: Turn
    pink: bool  # the card it starts with
    splits: tuple[bool, bool]  # whether a plain, a pink card of its value would be split again


class Course(NamedTuple):
    """One way in which the hands of a box are formed."""

    places: tuple[PlayedHand, ...]
    gone: Gone  # the further cards that were split
    weight: float  # of the order of the first two cards


class Part(NamedTuple):
    """A share of a hand: what is asked of its second card, and the cards known to be gone with it."""

    second: int
    share: float
    gone: Gone


@dataclass(frozen=True)
class FacedBox:
    """A split pair of which so many cards are pink, all its hands together."""

    box: SplitBox
    kinds: Kinds
    pinks: int
    order: tuple[bool, bool] | None = None  # which card of the pair is pink; None: either order
    _terms: dict[object, list[tuple[float, Gone]]] = field(default_factory=dict)
    _means: dict[object, float] = field(default_factory=dict)

    @cached_property
    def left(self) -> tuple[float, float]:
        """The plain and the pink cards of the split value beside the pair and the upcard."""
        against, card = self.box.against, self.box.card
        pink = against.pinks(card)
        return float(against.left[card]) - pink - (2 - self.pinks), pink - self.pinks

    @cached_property
    def courses(self) -> list[Course]:
        """The ways in which the box comes to its hands."""
        orders = {0: [(False, False)], 1: [(False, True), (True, False)], 2: [(True, True)]}
        pairs = orders[self.pinks] if self.order is None else [self.order]
        return [
            course
            for pair in pairs
            for course in self._go_on((), pair, 2, NONE_GONE, 1.0 / len(pairs))
        ]

    def _go_on(
        self,
        done: tuple[PlayedHand, ...],
        waiting: tuple[bool, ...],
        hands: int,
        gone: Gone,
        weight: float,
    ) -> Iterator[Course]:
        """Split the first hand that waits again, or have it played and go on with the next."""
        if not waiting:
            yield Course(done, gone, weight)
            return
        own, *rest = waiting
        turn = Turn(hands, bool(done) and self.box.against.spares_later)
        splits = self.box.hands[turn].splits(pink=own)
        splits = (
            splits[0] and self._has(gone, pink=False),
            splits[1] and self._has(gone, pink=True),
        )
        for pink in (False, True):
            if splits[pink]:
                formed = (own, pink, *rest)
                yield from self._go_on(done, formed, hands + 1, gone.and_one(pink=pink), weight)
        place = PlayedHand(turn, own, splits)
        yield from self._go_on((*done, place), tuple(rest), hands, gone, weight)

    def _has(self, gone: Gone, *, pink: bool) -> bool:
        return self.left[pink] - gone[pink] > 0

    def others(
        self, course: Course, apart: tuple[int, ...], dealer: Gone | None = None
    ) -> list[tuple[float, Gone]]:
        """Return the terms by which the other hands are not split again.

        Each is a factor and which further cards of the split value are gone with it. `dealer`: the
        dealer's second card is known, and is one of these or none of them.
        """
        bound = sorted(
            each.splits
            for place, each in enumerate(course.places)
            if place not in apart and any(each.splits)
        )
        key = (course.gone, course.weight, tuple(bound), dealer)
        if key not in self._terms:
            factors = {course.gone: course.weight}
            for splits in bound:
                for gone, factor in list(factors.items()):
                    for pink in (False, True):
                        if splits[pink]:
                            more = gone.and_one(pink=pink)
                            factors[more] = factors.get(more, 0.0) - factor
            terms = [(factor * self.chance(gone, dealer), gone) for gone, factor in factors.items()]
            self._terms[key] = [term for term in terms if term[0] != 0.0]
        return self._terms[key]

    def chance(self, gone: Gone, dealer: Gone | None = None) -> float:
        """Return the chance that further cards are these, in one order."""
        chance, cards = 1.0, float(self.box.shoe(0).sum()) - (dealer is not None)
        for left, taken, used in zip(self.left, gone, dealer or NONE_GONE, strict=True):
            for drawn in range(taken):
                chance *= max(left - used - drawn, 0.0)
        for drawn in range(gone.cards):
            chance /= cards - drawn
        return chance

    def parts(self, place: PlayedHand, gone: Gone, dealer: Gone = NONE_GONE) -> list[Part]:
        """Return the parts of a hand that is not split again, by its second card."""
        if not any(place.splits):
            return [Part(ANY, 1.0, gone)]
        kept = [
            Part(PAIR, self.share(gone, dealer, pink=pink), gone.and_one(pink=pink))
            for pink in (False, True)
            if not place.splits[pink]
        ]
        return [Part(OTHER, 1.0, gone), *(part for part in kept if part.share)]

    def share(self, gone: Gone, dealer: Gone = NONE_GONE, *, pink: bool) -> float:
        """Return the share of pink or plain cards among those of the split value that are left."""
        left = [
            max(each - taken - used, 0.0)
            for each, taken, used in zip(self.left, gone, dealer, strict=True)
        ]
        return left[pink] / sum(left) if sum(left) > 0 else 0.0

    def pinkjacks(self, gone: Gone) -> float:
        """Return the share of Pinkjacks among the dealer's naturals, these cards being gone."""
        upcard = self.box.against.upcard
        if upcard.pinkjacks and upcard.partner == self.box.card:
            return self.share(gone, pink=True)
        return upcard.pinkjacks

    @cached_property
    def sum_of_hands(self) -> float:
        """What all hands earn, a dealer natural costing each its own wager."""
        return sum(
            factor * part.share * self._mean(each, part, gone)
            for course in self.courses
            for place, each in enumerate(course.places)
            for factor, gone in self.others(course, (place,))
            for part in self.parts(each, gone)
        )

    def _mean(self, place: PlayedHand, part: Part, gone: Gone) -> float:
        if not self.box.against.pinks(self.box.card):
            return self.box.mean(place.turn, part.second, gone.cards)
        key = (place.turn, place.pink, part, gone)
        if key not in self._means:
            self._means[key] = float(
                (self.kinds_by_column(place, part, gone) * self.kinds.pays).sum()
            )
        return self._means[key]

    def kinds_by_column(self, place: PlayedHand, part: Part, gone: Gone) -> Floats:
        """Return the kinds of one part of a hand by column."""
        finishes = self.box.finishes(place.turn, part.second, gone.cards)
        columns = self.kinds.columns(finishes, self.pinkjacks(part.gone))
        return self.kinds.of_split(columns, self.box.card, pink=place.pink)

    def naturals(self) -> tuple[Floats, Floats, Floats]:
        """Return naturals with a plain split card by the dealer's end.

        Of the first card of the pair, the second, and of cards that were split later.
        """
        ends = self.box.against.finishes.ends.count
        naturals = np.zeros(ends), np.zeros(ends), np.zeros(ends)
        for course in self.courses:
            last = len(course.places) - 1
            for place, each in enumerate(course.places):
                if each.pink:
                    continue
                of = naturals[{0: 0, last: 1}.get(place, 2)]
                for factor, gone in self.others(course, (place,)):
                    of += factor * self.box.finishes(each.turn, OTHER, gone.cards)[NATURAL]
        return naturals


# What a dealer natural leaves to a split box: it collects one original amount, not each hand's wager.
#
# `sum_of_hands` lets every open hand lose its own wager to a natural. The rulebooks collect less
# (readings 6 to 8 and 36), and how much less depends on how all hands of the box stand together: this
# is the one place where the value of a box needs joint chances. They are taken for each course (the
# order in which the hands were formed) given that the dealer's second card makes the natural.
#
# - "original-hand": only the first hand can lose, so every other open wager is saved.
# - "busted-bets-plus-one": one open wager is lost, so the hands saved are max(open - 1, 0). By
#   inclusion and exclusion that is the chances of all pairs being open, less those of all triples,
#   plus those of all fours.
# - "one-in-all": the first hand loses if it is open. If it has already won, one of the others loses,
#   unless one of them has bust (one amount was collected already) or all of them have won too.


_END: Final = 64
OPENS: Final = (OPEN, _END)
WON: Final = (TWENTY_ONE, OPEN)  # paid at once, so never at risk
UNLOST: Final = (TWENTY_ONE, _END)


def collection_value(faced: FacedBox) -> float:
    """Return what the collection rule is worth to the box, against a sum of hands that all lose."""
    return _expected_collection(faced, _Standing.collection_value)


def doubles_collected(faced: FacedBox) -> float:
    """Return how many doubled hands of the box a natural is expected to collect from."""
    return _expected_collection(faced, _Standing.doubles_collected)


def _expected_collection(faced: FacedBox, what: Callable[["_Standing"], float]) -> float:
    """Return what is expected of the hands together with a natural that collects from one of them."""
    box = faced.box
    against, shoe = box.against, box.shoe(0)
    partner = against.upcard.partner
    if partner is None or against.game.peeks or against.left[partner] <= 0:
        return 0.0

    def of_courses(dealer: Gone) -> float:
        return sum(what(_Standing(faced, course, partner, dealer)) for course in faced.courses)

    if partner != box.card:
        chance = max(shoe[partner], 0.0) / shoe.sum() * (1.0 - against.unspared_share)
        return float(chance * of_courses(NONE_GONE)) if chance else 0.0
    expected = 0.0
    for pink, left in enumerate(faced.left):
        taken = pink and against.upcard.pinkjacks and not against.game.pinkjack_counts
        if left > 0 and not taken:
            dealer = NONE_GONE.and_one(pink=bool(pink))
            expected += left / shoe.sum() * of_courses(dealer)
    return float(expected)


@dataclass(frozen=True, slots=True)
class _Standing:
    """How the hands of one course stand when the dealer's second card makes a natural."""

    faced: FacedBox
    course: Course
    partner: int
    dealer: Gone  # the dealer's second card, if it is of the split value

    def collection_value(self) -> float:
        """Return how many open wagers are expected beyond the one that is collected."""
        first, *others = range(len(self.course.places))
        beyond_first = sum(self._all({place: OPENS}) for place in others)
        match self.faced.box.against.game.natural_collects:
            case "busted-bets-plus-one":
                return self._all_but_one_open()
            case "original-hand":
                return beyond_first
            case "one-in-all":
                unlost = self._all({first: WON} | dict.fromkeys(others, UNLOST))
                return beyond_first - unlost + self._all({first: WON} | dict.fromkeys(others, WON))

    def doubles_collected(self) -> float:
        """Return the chance that the hand that is collected from was doubled."""
        first, *others = range(len(self.course.places))
        against = self.faced.box.against
        doubles = (against.finishes.first_doubled, _END)
        match against.game.natural_collects:
            case "busted-bets-plus-one":
                every = (first, *others)
                return sum(self._with_none_open({place: doubles}, every[:place]) for place in every)
            case "original-hand":
                return self._all({first: doubles})
            case "one-in-all":
                return self._all({first: doubles}) + sum(
                    self._all(
                        {first: WON}
                        | dict.fromkeys(others, UNLOST)
                        | dict.fromkeys(range(first, place), WON)
                        | {place: doubles}
                    )
                    for place in others
                )

    def _with_none_open(self, among: dict[int, tuple[int, int]], before: Sequence[int]) -> float:
        """Return the chance that hands finish in these ways and none of those before is open."""
        chance = 0.0
        for size in range(len(before) + 1):
            for some in combinations(before, size):
                chance += (-1) ** size * self._all(among | dict.fromkeys(some, OPENS))
        return chance

    def _all_but_one_open(self) -> float:
        """Return how many hands are open, less one if any is: twos, less threes, and so on."""
        expected, every = 0.0, range(len(self.course.places))
        for size in range(2, len(every) + 1):
            opens = (self._all(dict.fromkeys(some, OPENS)) for some in combinations(every, size))
            expected += (-1) ** size * sum(opens)
        return expected

    def _all(self, among: dict[int, tuple[int, int]]) -> float:
        """Return the chance that these hands finish in these ways, whatever the others do."""
        hands = [(self.course.places[place], each) for place, each in among.items()]
        return sum(
            factor * self._together(hands, gone, gone, ())
            for factor, gone in self.faced.others(self.course, tuple(among), self.dealer)
        )

    def _together(
        self,
        hands: list[tuple[PlayedHand, tuple[int, int]]],
        gone: Gone,
        known: Gone,
        done: tuple[tuple[Turn, int, tuple[int, int]], ...],
    ) -> float:
        """Go through the parts of each hand; `known`: with the second cards that were not split."""
        if not hands:
            return self.faced.box.together(gone.cards, self.partner, done)
        (place, among), *rest = hands
        return sum(
            part.share
            * self._together(rest, gone, part.gone, (*done, (place.turn, part.second, among)))
            for part in self.faced.parts(place, known, self.dealer)
        )
