"""The first decision: every two cards against one upcard, and the best that can be done with them."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

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
from houserules.odds.solver.splits import SplitBox, split_hands
from houserules.odds.solver.suited_splits import Looks
from houserules.odds.solver.suits import BONUS_CARDS, COMPLETING, SEVEN, Suited
from houserules.odds.solver.upcard import NATURAL_HAND, Against

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
        """What the chosen action is worth."""
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
        """The number of the hand."""
        return int(CHILD[CHILD[EMPTY, self.cards[0]], self.cards[1]])

    def shares(self) -> list[float]:
        """How much of these two cards is played in each way."""
        found = [0.0] * 5
        for choice in self.choices:
            found[choice.action] += choice.share
        return found


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
        """The kinds of hands against this upcard."""
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
        """What splitting a pair is worth on the average of its faces."""
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
        found = []
        for first in range(VALUES):
            for second in range(first, VALUES):
                orders = 1 if first == second else 2
                chance = orders * left[first] * (left[second] - (first == second))
                if chance > 0:
                    each = float(chance / (cards * (cards - 1)))
                    found.append(self._pair((first, second), each))
        return tuple(found)

    def _pair(self, cards: tuple[int, int], chance: float) -> Pair:
        if cards == (ACE, TEN):
            return Pair(cards, chance, self._natural(), ())
        falls = self.falls(cards)
        choices = tuple(self._choice(cards, fall) for fall in falls or NO_SUITS)
        value = sum(choice.share * choice.value for choice in choices)
        return Pair(cards, chance, value, choices)

    def falls(self, cards: tuple[int, int]) -> list[Suited] | None:
        """Return how the suits of two cards can fall, where anything depends on them."""
        first, second = cards
        if first == second and self.against.tells_pinks(first):
            return self.against.pink_pairs(first)
        ways = self.against.suits_of(cards, split=False)
        if first != second or not self._looked_at(first) or not self.may_split(first):
            return ways
        looks, every = Looks(self.split_box(first)), self.against.ways_of(cards, split=False)
        return looks.apart(every) if self._hangs_on_suits(cards, every, looks.most) else ways

    def _looked_at(self, card: int) -> bool:
        """Whether splitting a pair depends on suits: those of sevens, or of an upcard beside it."""
        if self.against.game.bonuses is None or card not in BONUS_CARDS:
            return False
        return card == SEVEN or self.against.upcard.value in BONUS_CARDS

    def _hangs_on_suits(self, cards: tuple[int, int], ways: list[Suited], most: float) -> bool:
        """Whether suits may decide between splitting and not: else the average is exact."""
        values = [self.action_values(cards, way) for way in ways]
        others = np.array([[*each[:SPLIT], each[SURRENDER]] for each in values])
        gaps = np.array([each[SPLIT] for each in values]) - np.nanmax(others, axis=1)
        return bool(gaps.min() <= 2 * most and gaps.max() >= -2 * most)

    def _natural(self) -> float:
        ends = self.against.unsplit_ends.of(NATURAL_HAND)
        pays = float((ends * self.against.rules.pays[NATURAL]).sum())
        if self.against.game.peeks and not self.against.game.naturals.tie:
            pays += float(ends[-1]) * float(self.against.rules.pays[NATURAL, 0])
        return pays

    def _choice(self, cards: tuple[int, int], fall: Suited | None) -> PairChoice:
        values = self.action_values(cards, fall)
        action = self.against.policy.first(self.against.upcard, cards, fall, values)
        return PairChoice(fall, fall.share if fall else 1.0, values, action)

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
                values[HIT] += self._third(cards) * fall.third * fall.extra
        return values

    def _third(self, cards: tuple[int, int]) -> float:
        """How likely the third card is of the value that makes 6-7-8 or 7-7-7."""
        left = self.against.left - COUNTS[hand_of(*cards)]
        return float(left[COMPLETING[cards]] / left.sum()) * self.against.unnatural(left, 1)

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
