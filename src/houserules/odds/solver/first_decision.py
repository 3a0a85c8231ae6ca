"""The first decision: every two cards against one upcard, and the best that can be done with them."""

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

from houserules.core.cards import Card
from houserules.odds.solver.action_values import HIT, PlayedHands
from houserules.odds.solver.hand_index import (
    ACE,
    CHILD,
    COUNTS,
    EMPTY,
    TEN,
    VALUES,
    Floats,
    hand_of,
)
from houserules.odds.solver.natural_collection import FacedBox, collection_value
from houserules.odds.solver.player_outcomes import NATURAL
from houserules.odds.solver.result_kinds import Kinds
from houserules.odds.solver.splits import SplitBox, Turn, sort_cards, split_hands
from houserules.odds.solver.suits import (
    BONUS_CARDS,
    COMPLETING,
    MIXED,
    SEVEN,
    Rows,
    Suited,
    bonus_rows,
    share_of,
)
from houserules.odds.solver.upcard import NATURAL_HAND, Against

# What the suits of a pair are worth when it is split.
#
# Splitting is valued as the average over all suits. A pair of sixes, sevens or eights whose suits are
# known makes 6-7-8 or 7-7-7 of one suit a little more or less likely, in two ways: each of the two
# hands starts with a known suit, and the cards of that suit are gone for all hands.
#
# Values and suits are independent: given the values of a hand's three cards, the suits are uniform over
# the cards that are left of each value. So the difference is a sum over hands and second cards of the
# chance by value (`_chances`), times the extra pay in each suit, times the chance that the second and
# the third card follow suit (`_matching`). Its average over all pairs is subtracted, because the value
# of the split already contains it: only the choice between suits changes, not the sum.


@dataclass(frozen=True)
class Looks:
    """A split box of sixes, sevens or eights, by the suits of its pair."""

    faced: FacedBox
    _known: dict[object, float] = field(default_factory=dict)

    @property
    def box(self) -> SplitBox:
        return self.faced.box

    def apart(self, ways: list[Suited]) -> list[Suited]:
        """Say of each way what splitting is worth beyond the average."""
        worth = [self._worth(way) for way in ways]
        if (self.box.card, self.box.card) not in COMPLETING:
            # The suits of the pair are looked at only where they make a bonus alone: average over them.
            shares: dict[Card | None, float] = defaultdict(float)
            sums: dict[Card | None, float] = defaultdict(float)
            for way, value in zip(ways, worth, strict=True):
                shares[way.face] += way.share
                sums[way.face] += way.share * value
            worth = [sums[way.face] / shares[way.face] for way in ways]
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
        chances: dict[tuple[Turn, int, bool], float] = {}
        for course in self.faced.courses:
            last = len(course.places) - 1
            for place, each_place in enumerate(course.places):
                for second in BONUS_CARDS:
                    cards = sort_cards(self.box.card, second)
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
                        chances[key] = chances.get(key, 0.0) + float(each)
        return chances

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
        brought = 0.0
        for suit in range(4):
            if share := share_of(left[card], suit, used=0):
                rest = left | {card: [n - (s == suit) for s, n in enumerate(left[card])]}
                brought += share * extra[suit] * _matching(rest, card, second, suit)
        return brought

    def _extra(self, turn: Turn, second: int, face: Card | None) -> list[float]:
        """What completing in each suit pays more, where the hand is drawn to."""
        extra = [0.0] * 4
        each = self.box.hands[turn].seconds[second]
        for fall, action in each.ways if each is not None else ():
            if fall.suit != MIXED and fall.face is face and action == HIT:
                extra[fall.suit] = fall.extra
        return extra


def _matching(left: Rows, card: int, second: int, suit: int) -> float:
    """Return how likely second and third card have the suit that the hand starts with."""
    third = COMPLETING[sort_cards(card, second)]
    last = share_of(left[third], suit, used=int(third == second))
    return share_of(left[second], suit, used=0) * last


# Every two cards against one upcard.


NO_SUITS: Final[list[Suited | None]] = [None]
SPLIT: Final = 3
SURRENDER: Final = 4


@dataclass(frozen=True, slots=True)
class PairChoice:
    """What is done with two cards, for one way in which their suits can fall."""

    fall: Suited | None
    share: float
    values: Floats  # of each action; NaN where the rules refuse it
    action: int

    @property
    def value(self) -> float:
        return float(self.values[self.action])


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cards by value, against one upcard."""

    cards: tuple[int, int]
    chance: float  # given the upcard
    value: float
    choices: tuple[PairChoice, ...]  # none: a natural

    @property
    def hand(self) -> int:
        return int(CHILD[CHILD[EMPTY, self.cards[0]], self.cards[1]])

    def shares(self) -> list[float]:
        """How much of these two cards is played in each way."""
        shares = [0.0] * 5
        for choice in self.choices:
            shares[choice.action] += choice.share
        return shares


@dataclass(frozen=True)
class FirstDecision:
    """All first two cards against one upcard."""

    against: Against
    chance: float  # of the upcard
    _boxes: dict[int, SplitBox] = field(default_factory=dict)
    _faced: dict[tuple[int, int], FacedBox] = field(default_factory=dict)
    _spared: dict[tuple[int, int], float] = field(default_factory=dict)
    _plain: dict[tuple[int, int], Floats] = field(default_factory=dict)

    @cached_property
    def unsplit_hands(self) -> tuple[PlayedHands, ...]:
        """Unsplit hands, by how many aces were dealt first; one for all where that is no matter."""
        layers = 3 if self.against.game.aces_when_doubling == "initial aces are 1" else 1
        return tuple(self.against.unsplit(aces) for aces in range(layers))

    def of_aces(self, aces: int) -> PlayedHands:
        """Unsplit hands with so many aces dealt first."""
        return self.unsplit_hands[min(aces, len(self.unsplit_hands) - 1)]

    @cached_property
    def boxes(self) -> dict[int, SplitBox]:
        """The pairs that can be split, by value."""
        return {card: self.box(card) for card in range(VALUES) if self.may_split(card)}

    def may_split(self, card: int) -> bool:
        """Whether there can be two cards of this value, to be split."""
        return bool(self.against.left[card] >= 2)

    def box(self, card: int) -> SplitBox:
        """Return the box with a pair of this value split."""
        if card not in self._boxes:
            self._boxes[card] = SplitBox(self.against, card, split_hands(self.against, card))
        return self._boxes[card]

    def split_box(self, card: int, pinks: int = 0) -> FacedBox:
        """Return the box with a pair of this value split that has so many pink cards."""
        if (card, pinks) not in self._faced:
            self._faced[card, pinks] = FacedBox(self.box(card), self.kinds, pinks)
        return self._faced[card, pinks]

    @cached_property
    def kinds(self) -> Kinds:
        return Kinds(self.against)

    def split_value(self, card: int, pinks: int = 0) -> float:
        """What splitting a pair is worth, all hands and the collection rule together."""
        faced = self.split_box(card, pinks)
        return (
            faced.sum_of_hands
            + self.collection_value(card, pinks)
            - self._natural_cost(faced.box.shoe(0))
        )

    def split_worth(self, faced: FacedBox) -> float:
        """What splitting is worth to a box that is not kept, such as a pair in a known order."""
        return faced.sum_of_hands + collection_value(faced) - self._natural_cost(faced.box.shoe(0))

    def split_average(self, card: int) -> float:
        """What splitting a pair is worth on average over its faces."""
        if not self.against.tells_pinks(card):
            return self.split_value(card)
        ways = self.against.pink_pairs(card)
        return sum(way.share * self.split_value(card, way.pinks or 0) for way in ways)

    def collection_value(self, card: int, pinks: int = 0) -> float:
        """What the collection rule is worth to the box with a pair of this value split."""
        if (card, pinks) not in self._spared:
            self._spared[card, pinks] = collection_value(self.split_box(card, pinks))
        return self._spared[card, pinks]

    def _natural_cost(self, shoe: Floats) -> float:
        """What a natural found by looking costs, which the values of hands leave out."""
        partner = self.against.upcard.partner
        if not self.against.game.peeks or partner is None:
            return 0.0
        return float(shoe[partner] / shoe.sum())

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Every two cards that can be dealt."""
        left = self.against.left
        cards = left.sum()
        pairs = []
        for first in range(VALUES):
            for second in range(first, VALUES):
                orders = 1 if first == second else 2
                chance = orders * left[first] * (left[second] - (first == second))
                if chance > 0:
                    each = float(chance / (cards * (cards - 1)))
                    pairs.append(self._pair((first, second), each))
        return tuple(pairs)

    def _pair(self, cards: tuple[int, int], chance: float) -> Pair:
        if cards == (ACE, TEN):
            ends, natural_pays = (
                self.against.unsplit_ends.of(NATURAL_HAND),
                self.against.rules.pays[NATURAL],
            )
            pays = float((ends * natural_pays).sum())
            if self.against.game.peeks and not self.against.game.naturals.tie:
                pays += float(ends[-1]) * float(natural_pays[0])
            return Pair(cards, chance, pays, ())
        falls = self.falls(cards)
        choices = []
        for fall in falls or NO_SUITS:
            values = self.action_values(cards, fall)
            action = self.against.policy.first(self.against.upcard, cards, fall, values)
            choices.append(PairChoice(fall, fall.share if fall else 1.0, values, action))
        value = sum(choice.share * choice.value for choice in choices)
        return Pair(cards, chance, value, tuple(choices))

    def falls(self, cards: tuple[int, int]) -> list[Suited] | None:
        """Return how the suits of two cards can fall, where anything depends on them."""
        first, second = cards
        if first == second and self.against.tells_pinks(first):
            return self.against.pink_pairs(first)
        ways = self.against.suits_of(cards, split=False)
        depends = self.against.game.bonuses is not None and first in BONUS_CARDS
        depends = depends and (first == SEVEN or self.against.upcard.value in BONUS_CARDS)
        if first != second or not depends or not self.may_split(first):
            return ways
        looks, every = Looks(self.split_box(first)), self.against.ways_of(cards, split=False)
        return looks.apart(every) if self._suits_decide(cards, every, looks.most) else ways

    def _suits_decide(self, cards: tuple[int, int], ways: list[Suited], most: float) -> bool:
        """Whether suits may decide between splitting and not: else the average is exact."""
        values = [self.action_values(cards, way) for way in ways]
        others = np.array([[*each[:SPLIT], each[SURRENDER]] for each in values])
        gaps = np.array([each[SPLIT] for each in values]) - np.nanmax(others, axis=1)
        return bool(gaps.min() <= 2 * most and gaps.max() >= -2 * most)

    def action_values(self, cards: tuple[int, int], fall: Suited | None) -> Floats:
        """Return the value of every action with these two cards."""
        if cards not in self._plain:
            self._plain[cards] = self._plain_values(cards)
        values = self._plain[cards].copy()
        if fall is not None and fall.pinks is not None:
            if not np.isnan(values[SPLIT]):
                values[SPLIT] = self.split_value(cards[0], fall.pinks)
        elif fall is not None:
            values[SPLIT] += fall.split
            if fall.extra:
                left = self.against.left - COUNTS[hand_of(*cards)]
                third = float(left[COMPLETING[cards]] / left.sum())
                third *= self.against.unnatural(left, 1)
                values[HIT] += third * fall.third * fall.extra
        return values

    def _plain_values(self, cards: tuple[int, int]) -> Floats:
        """Return the values without what depends on suits."""
        hand = hand_of(*cards)
        values = np.full(5, np.nan)
        peeked = self._natural_cost(self.against.left - COUNTS[hand])
        values[:3] = self.of_aces(cards.count(ACE)).values[hand] - peeked
        if cards[0] == cards[1] and self.may_split(cards[0]):
            values[SPLIT] = self.split_average(cards[0])
        if self.against.upcard.surrender:
            natural = float(self.against.unsplit_ends.of(hand)[-1])
            lost = 1.0 - float(self.against.game.surrender_keeps)
            values[SURRENDER] = -lost * (1.0 - natural) - natural
        return values

    @cached_property
    def value(self) -> float:
        """What the round is worth once this upcard is seen."""
        return sum(pair.chance * pair.value for pair in self.pairs)
