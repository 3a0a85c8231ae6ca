"""The first decision: every two cards against one upcard, and the best that can be done with them."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

from houserules.odds.against import NATURAL_HAND, Against
from houserules.odds.arena import ACE, TEN, VALUES, Floats, hand_of
from houserules.odds.collecting import spared
from houserules.odds.finals import NATURAL
from houserules.odds.looks import Looks
from houserules.odds.playing import HIT, Played
from houserules.odds.splits import SplitBox, split_hands
from houserules.odds.suits import BONUS_CARDS, COMPLETING, Suited

NO_SUITS: Final[list[Suited | None]] = [None]
SPLIT: Final = 3
SURRENDER: Final = 4


@dataclass(frozen=True, slots=True)
class Choice:
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
    choices: tuple[Choice, ...]  # none: a natural

    @property
    def hand(self) -> int:
        """The number of the hand."""
        return hand_of(*self.cards)

    def share(self, action: int) -> float:
        """How much of these two cards is played so."""
        return sum(choice.share for choice in self.choices if choice.action == action)


@dataclass(frozen=True)
class Opening:
    """All first two cards against one upcard."""

    against: Against
    chance: float  # of the upcard
    _boxes: dict[int, SplitBox] = field(default_factory=dict)
    _split_values: dict[int, float] = field(default_factory=dict)

    @cached_property
    def played(self) -> tuple[Played, ...]:
        """Unsplit hands, by how many aces were dealt first; one for all where that is no matter."""
        layers = 3 if self.against.game.aces_when_doubling == "initial aces are 1" else 1
        return tuple(self.against.unsplit(aces) for aces in range(layers))

    def of_aces(self, aces: int) -> Played:
        """Unsplit hands with so many aces dealt first."""
        return self.played[min(aces, len(self.played) - 1)]

    @cached_property
    def boxes(self) -> dict[int, SplitBox]:
        """The pairs that can be split, by value."""
        return {card: self.box(card) for card in range(VALUES) if self.may_split(card)}

    def may_split(self, card: int) -> bool:
        """Whether there can be two cards of this value, to be split."""
        return bool(self.against.left[card] >= 2)

    def box(self, card: int) -> SplitBox:
        """Give the box with a pair of this value split."""
        if card not in self._boxes:
            self._boxes[card] = SplitBox(self.against, card, split_hands(self.against, card))
        return self._boxes[card]

    def split_value(self, card: int) -> float:
        """What splitting a pair is worth, all hands and the collection rule together."""
        box = self.box(card)
        if card not in self._split_values:
            worth = box.sum_of_hands + spared(box) - self._peeked(box.shoe(0))
            self._split_values[card] = worth
        return self._split_values[card]

    def _peeked(self, shoe: Floats) -> float:
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
        """Give how the suits of two cards can fall, where anything hangs on them."""
        first, second = cards
        if first != second or first not in BONUS_CARDS or self.against.game.bonuses is None:
            return self.against.suits_of(cards, split=False)
        ways = self.against.ways_of(cards, split=False)
        if not self.may_split(first):
            return ways
        looks = Looks(self.box(first))
        return looks.apart(ways) if self._hangs_on_suits(cards, ways, looks.most) else ways

    def _hangs_on_suits(self, cards: tuple[int, int], ways: list[Suited], most: float) -> bool:
        """Whether suits may decide between splitting and not: else the average is exact."""
        decided = set()
        for way in ways:
            values = self.action_values(cards, way)
            gap = values[SPLIT] - np.nanmax(np.delete(values, SPLIT))
            decided.add(0 if abs(gap) <= 2 * most else np.sign(gap))
        return len(decided) > 1 or 0 in decided

    def _natural(self) -> float:
        ends = self.against.dealt.ends[NATURAL_HAND]
        pays = float((ends * self.against.rules.pays[NATURAL]).sum())
        if self.against.game.peeks and not self.against.game.naturals.tie:
            pays += float(ends[-1]) * float(self.against.rules.pays[NATURAL, 0])
        return pays

    def _choice(self, cards: tuple[int, int], fall: Suited | None) -> Choice:
        values = self.action_values(cards, fall)
        action = self.against.policy.first(self.against.upcard, cards, fall, values)
        return Choice(fall, fall.share if fall else 1.0, values, action)

    def action_values(self, cards: tuple[int, int], fall: Suited | None) -> Floats:
        """Give the value of every action with these two cards."""
        hand, left = hand_of(*cards), self.against.left - _counts(cards)
        values = np.full(5, np.nan)
        played = self.of_aces(cards.count(ACE))
        values[:3] = played.values[hand] - self._peeked(left)
        if fall is not None and cards in COMPLETING:
            third = left[COMPLETING[cards]] / left.sum() * self.against.unnatural(left, 1)
            values[HIT] += third * fall.third * fall.extra
        if cards[0] == cards[1] and self.may_split(cards[0]):
            values[SPLIT] = self.split_value(cards[0]) + (fall.split if fall else 0.0)
        if self.against.upcard.surrender:
            natural = float(self.against.dealt.ends[hand, -1])
            lost = 1.0 - float(self.against.game.surrender_keeps)
            values[SURRENDER] = -lost * (1.0 - natural) - natural
        return values

    @cached_property
    def value(self) -> float:
        """What the round is worth once this upcard is seen."""
        return sum(pair.chance * pair.value for pair in self.pairs)


def _counts(cards: tuple[int, int]) -> Floats:
    counts = np.zeros(VALUES)
    for card in cards:
        counts[card] += 1
    return counts
