"""Hands formed by a split: each is played for itself, by its own cards and the split cards gone.

The A and J of diamonds are told apart from other split cards where naturals go by suit: such a hand
may become a Pinkjack (PJ 8.1.1, 11.3.1). Which faces the other split cards have is averaged.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

import numpy as np

from houserules.odds.solver.action_values import HIT, PlayedHands
from houserules.odds.solver.finished_hands import (
    FinishedHands,
    HandPlan,
    finish_hands,
    only,
    together,
    weigh_finishes,
    with_busts,
)
from houserules.odds.solver.hand_index import ACE, CHILD, EMPTY, HANDS, VALUES, Floats
from houserules.odds.solver.player_outcomes import LOST, NATURAL
from houserules.odds.solver.suits import COMPLETING, Own, Suited
from houserules.odds.solver.upcard import NATURAL_HAND, Against

ANY: Final = 0
OTHER: Final = 1
PAIR: Final = 2
"""What is asked of the second card of a split hand: nothing, or whether it is of the split value."""


class Turn(NamedTuple):
    """The hand of a split box whose turn it is, as far as its play depends on it.

    Later hands are told apart from the first only where a dealer natural never collects from them.
    """

    hands: int  # how many hands the box has when it is played
    later: bool = False


class Second(NamedTuple):
    """A split hand with its second card: what it is worth and what is done, by how suits fall."""

    hand: int
    value: float
    shares: Floats  # of stand, hit, double
    extra: float  # what completing it in one suit adds, times the chance of the third card
    ways: tuple[tuple[Suited, int], ...]


@dataclass(frozen=True)
class SplitHand:
    """A hand that starts with one split card in a box of so many hands."""

    against: Against
    card: int
    turn: Turn
    played: PlayedHands
    seconds: tuple[Second | None, ...]
    again: tuple[bool, bool, bool]  # whether a pair with no, one, two pink cards is split again
    value: tuple[float, float]  # by whether the split card is pink
    _finished: dict[int, FinishedHands] = field(default_factory=dict)

    @property
    def hands(self) -> int:
        """How many hands the box has when it is played."""
        return self.turn.hands

    def splits(self, *, pink: bool) -> tuple[bool, bool]:
        """Whether a second card of the split value is split again: a plain one, a pink one."""
        return self.again[int(pink)], self.again[int(pink) + 1]

    def finish_hands(self, second: int) -> FinishedHands:
        """Return its finished hands, by what is asked of the second card."""
        if second not in self._finished:
            start = np.zeros((HANDS, 3))
            for drawn, each in enumerate(self.seconds):
                if each is not None and second in (ANY, PAIR if drawn == self.card else OTHER):
                    start[CHILD[EMPTY, drawn]] = each.shares
            plan = HandPlan(self.played.action, self.played.forfeit)
            initial, rules = int(self.card == ACE), self.against.rules
            self._finished[second] = finish_hands(
                rules, plan, start, own=self.card, initial_aces=initial
            )
        return self._finished[second]

    def alone(self, second: int) -> float:
        """Return what it earns in the shoe it was planned for, with such a second card."""
        shoe = self.against.left.copy()
        shoe[self.card] -= self.hands
        worth = [
            shoe[drawn] * each.value
            for drawn, each in enumerate(self.seconds)
            if each is not None and second in (ANY, PAIR if drawn == self.card else OTHER)
        ]
        return float(sum(worth) / shoe.sum())

    def extra(self, shoe: Floats, second: int) -> float:
        """Return what suits add to the hand when it is drawn from this shoe."""
        cards, extra = shoe.sum(), 0.0
        for drawn, each in enumerate(self.seconds):
            asked = second in (ANY, PAIR if drawn == self.card else OTHER)
            if asked and each is not None and each.extra:
                third = COMPLETING[sort_cards(self.card, drawn)]
                rest = shoe[third] - (third == drawn)
                extra += each.extra * shoe[drawn] / cards * rest / (cards - 1)
        return float(extra) * self.against.unnatural(shoe, 2)


def sort_cards(first: int, second: int) -> tuple[int, int]:
    """Return two cards, the lower value first."""
    return (first, second) if first <= second else (second, first)


def split_hands(against: Against, card: int) -> dict[Turn, SplitHand]:
    """Return the hands of a box whose pair is split, by whose turn it is."""
    game = against.game
    most = 2 if card == ACE and not game.resplit_aces else game.hands_most
    most = min(most, int(against.left[card]))
    later = (False, True) if against.spares_later else (False,)
    by_turn: dict[Turn, SplitHand] = {}
    for hands in range(most, 1, -1):
        for each in later:
            again = split_again(by_turn, Turn(hands, each))
            by_turn[Turn(hands, each)] = _split_hand(against, card, Turn(hands, each), again)
    return by_turn


def split_again(hands: Mapping[Turn, SplitHand], turn: Turn) -> Floats | None:
    """Return what splitting again is worth: by the hand's own card and the one drawn, pink or not.

    Two hands of the larger box take its place: the same turn, and one that comes later.
    None: it is refused.
    """
    first = hands.get(Turn(turn.hands + 1, turn.later))
    if first is None:
        return None
    later = hands.get(Turn(turn.hands + 1, later=True), first)
    return np.add.outer(first.value, later.value)


def by_pinks(again: Floats) -> tuple[float, float, float]:
    """Return what splitting again is worth to a pair with no, one, two pink cards."""
    return float(again[0, 0]), float(again[0, 1] + again[1, 0]) / 2, float(again[1, 1])


def _split_hand(against: Against, card: int, turn: Turn, again: Floats | None) -> SplitHand:
    shoe = against.left.copy()
    shoe[card] -= turn.hands
    played = against.after_split(card, turn.hands, later=turn.later)
    seconds = tuple(_second(against, played, card, second, shoe) for second in range(VALUES))
    pair, splits = seconds[card], (False, False, False)
    if again is not None and pair is not None:
        none, one, two = (
            against.policy.again(against.upcard, card, pinks, (worth, pair.value))
            for pinks, worth in enumerate(by_pinks(again))
        )
        splits = (none, one, two) if against.pinks(card) else (none, none, none)
    hand = SplitHand(against, card, turn, played, seconds, splits, (0.0, 0.0))
    plain = _value(hand, shoe, again, pink=False)
    pink = _value(hand, shoe, again, pink=True) if against.pinks(card) else plain
    return replace(hand, value=(plain, pink))


def _value(hand: SplitHand, shoe: Floats, again: Floats | None, *, pink: bool) -> float:
    """Value a split hand before its second card."""
    against, card, worth = hand.against, hand.card, 0.0
    natural_counts = against.rules.settled[NATURAL_HAND] == NATURAL
    for second, each in enumerate(hand.seconds):
        if each is None:
            continue
        value = each.value
        if second == card:
            value = _pair_value(hand, each.value, again, pink=pink)
        elif each.hand == NATURAL_HAND and against.pinks(card) and natural_counts:
            ends, pays = hand.played.dealt.of(NATURAL_HAND), against.rules.pays[NATURAL]
            value += float(ends @ (against.natural_pays(Own(card, pink)) - pays))
        worth += shoe[second] / shoe.sum() * value
    return float(worth)


def _pair_value(hand: SplitHand, kept: float, again: Floats | None, *, pink: bool) -> float:
    """Value a split hand that got another card of its value, pink or not."""
    pinks, cards = hand.against.pinks(hand.card), float(hand.against.left[hand.card])
    share = (pinks - pink) / (cards - 1) if cards > 1 else 0.0
    plain_split, pink_split = hand.splits(pink=pink)
    value = (1.0 - share) * (again[int(pink), 0] if again is not None and plain_split else kept)
    if share > 0:
        value += share * (again[int(pink), 1] if again is not None and pink_split else kept)
    return float(value)


def _second(
    against: Against, played: PlayedHands, card: int, second: int, shoe: Floats
) -> Second | None:
    """Value a split hand with its second card."""
    if shoe[second] <= 0:
        return None
    hand = int(CHILD[CHILD[EMPTY, card], second])
    shares = np.zeros(3)
    cards = sort_cards(card, second)
    falls = against.suits_of(cards, split=True)
    if falls is None or against.rules.settled[hand] >= 0 or np.isnan(played.values[hand, HIT]):
        shares[played.action[hand]] = 1.0
        return Second(hand, float(played.value[hand]), shares, 0.0, ())
    third = COMPLETING[cards]
    chance = (shoe[third] - (third == second)) / (shoe.sum() - 1) * against.unnatural(shoe, 2)
    value, extra, chosen = 0.0, 0.0, []
    for fall in falls:
        values = played.values[hand].copy()
        values[HIT] += chance * fall.third * fall.extra
        action = against.policy.second(against.upcard, cards, fall, values)
        value += fall.share * float(values[action])
        shares[action] += fall.share
        extra += fall.share * fall.third * fall.extra if action == HIT else 0.0
        chosen.append((fall, action))
    return Second(hand, value, shares, extra, tuple(chosen))


# A split box by value.
#
# The hands of a box are played one after another from the same shoe, and each is played by its own
# cards and the number of hands alone. Three facts make their exact value affordable:
#
# 1. Draws are exchangeable. Before anything is known about the other hands, the cards that a hand will
#    draw are as likely as if it drew first. So the box earns the sum of its hands, and no joint
#    distribution is needed (only the deviation and a dealer natural need one: `box_results`,
#    `natural_collection`).
# 2. The other hands matter only through their second cards, since another card of the split value
#    would have been split again. "The second card of a hand is not of the split value" is written as
#    all second cards less those that are. Each such condition turns a term into two: one as it is, and
#    one with a factor of -1 and one more card of the split value known to be gone (`_factors`).
# 3. So every term is a hand drawn from a shoe with some further cards of the split value missing,
#    and a box of two to four hands has only a few such shoes. `again` counts these missing cards.
#
# Which hands are formed also depends on the faces of the split cards: see `FacedBox`.


@dataclass(frozen=True)
class SplitBox:
    """A pair split against an upcard, by value."""

    against: Against
    card: int
    hands: dict[Turn, SplitHand]
    _finishes: dict[tuple[Turn, int, int], Floats] = field(default_factory=dict)
    _means: dict[tuple[Turn, int, int], float] = field(default_factory=dict)
    _together: dict[object, float] = field(default_factory=dict)

    def shoe(self, again: int, gone: int | None = None) -> Floats:
        """The cards left by value: so many more of the split value gone, and the dealer's second."""
        shoe = self.against.left.copy()
        shoe[self.card] -= 2 + again
        if gone is not None:
            shoe[gone] -= 1
        return shoe

    def finishes(self, turn: Turn, second: int, again: int) -> Floats:
        """Return the probability of each finish of a hand together with each end of the dealer.

        `second`: what is asked of its second card, and part of the probability.
        """
        key = (turn, second, again)
        if key not in self._finishes:
            against, hand = self.against, self.hands[turn].finish_hands(second)
            dealt = against.ends.ends_for(self.card, again + 1)
            chances = weigh_finishes(hand, self.shoe(again), dealt, against.finishes)
            self._finishes[key] = with_busts(chances, self.ends([second], again))
        return self._finishes[key]

    def ends(self, seconds: Sequence[int], again: int) -> Floats:
        """Return the dealer's ends together with what is asked of the second cards of hands."""
        shoe, ends = self.shoe(again), self.against.ends.without(self.card)
        chance, total = 1.0, np.zeros(ends.shape[1])
        for more, factor in enumerate(_factors(seconds)):
            total += factor * chance * ends[2 + again + more]
            rest = max(float(shoe[self.card]) - more, 0.0)
            chance *= rest / (float(shoe.sum()) - more)
        return total

    def mean(self, turn: Turn, second: int, again: int) -> float:
        """Return what one hand earns, a dealer natural costing it its own wager."""
        key = (turn, second, again)
        if key not in self._means:
            self._means[key] = self._mean(turn, second, again)
        return self._means[key]

    def _mean(self, turn: Turn, second: int, again: int) -> float:
        if again == turn.hands - 2 and not turn.later:
            return self.hands[turn].alone(second)
        chances = self.finishes(turn, second, again)
        assert chances[LOST].min() > -1e-9
        extra = self.hands[turn].extra(self.shoe(again), second)
        return float((chances * self.against.rules.pays).sum()) + extra

    def together(
        self,
        again: int,
        gone: int,
        hands: Sequence[tuple[Turn, int, tuple[int, int]]],
    ) -> float:
        """Return the chance that hands finish in these ways, the dealer's second card being `gone`.

        Each is a turn, what is asked of its second card, and the range of its finishes.
        """
        key = (again, gone, *sorted(hands))
        if key not in self._together:
            lists = [
                only(self.hands[turn].finish_hands(asked), among) for turn, asked, among in hands
            ]
            chance = 0.0
            if all(each.any() for each in lists):
                chance = together(self.shoe(again, gone), lists)
            self._together[key] = chance
        return self._together[key]


def _factors(seconds: Sequence[int]) -> list[float]:
    """Return by how many second cards are of the split value with what factor that counts."""
    factors = [1.0]
    for second in seconds:
        if second == PAIR:
            factors = [0.0, *factors]
        elif second != ANY:
            factors = [a - b for a, b in zip([*factors, 0.0], [0.0, *factors], strict=True)]
    return factors
