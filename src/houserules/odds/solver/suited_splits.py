"""What the suits of a pair are worth when it is split.

Splitting is valued on the average over all suits. A pair of sixes, sevens or eights whose suits are
known makes 6-7-8 or 7-7-7 of one suit a little more or less likely, in two ways: each of the two
hands starts with a known suit, and the cards of that suit are gone for all hands.

Values and suits are independent: given the values of a hand's three cards, the suits are uniform over
the cards that are left of each value. So the difference is a sum over hands and second cards of the
chance by value (`_chances`), times the extra pay in each suit, times the chance that the second and
the third card follow suit (`_matching`). Its average over all pairs is subtracted, because the value
of the split already contains it: only the choice between suits changes, not the sum.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property

from houserules.core.cards import Card
from houserules.odds.solver.action_values import HIT
from houserules.odds.solver.natural_collection import FacedBox
from houserules.odds.solver.splits import SplitBox, Turn
from houserules.odds.solver.suits import (
    BONUS_CARDS,
    COMPLETING,
    MIXED,
    Rows,
    Suited,
    bonus_rows,
    share_of,
)


@dataclass(frozen=True)
class Looks:
    """A split box of sixes, sevens or eights, by the suits of its pair."""

    faced: FacedBox
    _known: dict[object, float] = field(default_factory=dict)

    @property
    def box(self) -> SplitBox:
        """The box by value."""
        return self.faced.box

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
    def _chances(self) -> dict[tuple[Turn, int, bool], float]:
        """How likely a hand draws each second card and the third that completes it.

        By the turn of the hand, the second card, and whether the hand starts with a card of the
        first pair (the first and the last do; those between have a card that was drawn).
        """
        found: dict[tuple[Turn, int, bool], float] = {}
        for course in self.faced.courses:
            last = len(course.places) - 1
            for place, each_place in enumerate(course.places):
                for second in BONUS_CARDS:
                    cards = _sort_suits(self.box.card, second)
                    again = second == self.box.card and each_place.splits[0]
                    if cards not in COMPLETING or again:
                        continue
                    for factor, gone in self.faced.others(course, (place,)):
                        shoe = self.box.shoe(gone.cards)
                        third = COMPLETING[cards]
                        chance = shoe[second] * (shoe[third] - (third == second))
                        key = (each_place.turn, second, place in (0, last))
                        whole = shoe.sum() * (shoe.sum() - 1)
                        each = factor * chance / whole * self.box.against.unnatural(shoe, 2)
                        found[key] = found.get(key, 0.0) + float(each)
        return found

    def _worth(self, way: Suited) -> float:
        """What suits bring to all hands of the box."""
        key = (way.face, *sorted(way.suits))
        if key not in self._known:
            left = bonus_rows(self.box.against.shoe, way.face)
            for suit in way.suits:
                left[self.box.card][suit] -= 1
            self._known[key] = sum(
                chance * self._brought(left, way, turn, second, first_pair=first_pair)
                for (turn, second, first_pair), chance in self._chances.items()
            )
        return self._known[key]

    def _brought(
        self, left: Rows, way: Suited, turn: Turn, second: int, *, first_pair: bool
    ) -> float:
        """What suits bring to one hand that is completed."""
        card, extra = self.box.card, self._extra(turn, second, way.face)
        if first_pair:
            return sum(extra[suit] * _matching(left, card, second, suit) for suit in way.suits) / 2
        found = 0.0
        for suit in range(4):
            if share := share_of(left[card], suit, used=0):
                rest = left | {card: [n - (s == suit) for s, n in enumerate(left[card])]}
                found += share * extra[suit] * _matching(rest, card, second, suit)
        return found

    def _extra(self, turn: Turn, second: int, face: Card | None) -> list[float]:
        """What completing in each suit pays more, where the hand is drawn to."""
        found = [0.0] * 4
        each = self.box.hands[turn].seconds[second]
        for fall, action in each.ways if each is not None else ():
            if fall.suit != MIXED and fall.face is face and action == HIT:
                found[fall.suit] = fall.extra
        return found


def _by_face(ways: list[Suited], worth: list[float]) -> list[float]:
    """Average over the suits of the pair: they are looked at only where they make a bonus alone."""
    shares: dict[Card | None, float] = defaultdict(float)
    sums: dict[Card | None, float] = defaultdict(float)
    for way, value in zip(ways, worth, strict=True):
        shares[way.face] += way.share
        sums[way.face] += way.share * value
    return [sums[way.face] / shares[way.face] for way in ways]


def _sort_suits(first: int, second: int) -> tuple[int, int]:
    return (first, second) if first <= second else (second, first)


def _matching(left: Rows, card: int, second: int, suit: int) -> float:
    """Return how likely second and third card have the suit that the hand starts with."""
    third = COMPLETING[_sort_suits(card, second)]
    last = share_of(left[third], suit, used=int(third == second))
    return share_of(left[second], suit, used=0) * last
