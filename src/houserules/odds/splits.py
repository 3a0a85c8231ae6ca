"""Hands formed by a split: each is played for itself, by its own cards and the split cards gone."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from houserules.odds.against import Against
from houserules.odds.arena import ACE, CHILD, EMPTY, HANDS, VALUES, Floats
from houserules.odds.lists import Finished, Plan, finished
from houserules.odds.playing import HIT, Played
from houserules.odds.suits import COMPLETING, Suited


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
    hands: int
    played: Played
    seconds: tuple[Second | None, ...]
    again: bool  # a second card of the split value is split again
    value: float

    @cached_property
    def finished(self) -> Finished:
        """Its finished hands; without those whose second card is split again."""
        start = np.zeros((HANDS, 3))
        for second, each in enumerate(self.seconds):
            if each is not None and not (self.again and second == self.card):
                start[CHILD[EMPTY, second]] = each.shares
        plan = Plan(self.played.action, self.played.forfeit)
        initial = int(self.card == ACE)
        return finished(self.against.rules, plan, start, own=self.card, initial_aces=initial)

    @property
    def alone(self) -> float:
        """What it earns in the shoe that it was planned for, unless it is split again."""
        shoe = self.against.left.copy()
        shoe[self.card] -= self.hands
        worth = [
            shoe[second] * each.value
            for second, each in enumerate(self.seconds)
            if each is not None and not (self.again and second == self.card)
        ]
        return float(sum(worth) / shoe.sum())

    def extra(self, shoe: Floats) -> float:
        """What suits add to the hand when it is drawn from this shoe."""
        cards, found = shoe.sum(), 0.0
        for second, each in enumerate(self.seconds):
            if each is not None and each.extra and not (self.again and second == self.card):
                third = COMPLETING[_sorted(self.card, second)]
                rest = shoe[third] - (third == second)
                found += each.extra * shoe[second] / cards * rest / (cards - 1)
        return float(found) * self.against.unnatural(shoe, 2)


def _sorted(first: int, second: int) -> tuple[int, int]:
    return (first, second) if first <= second else (second, first)


def split_hands(against: Against, card: int) -> dict[int, SplitHand]:
    """Give the hands of a box whose pair is split, by how many hands there are."""
    game = against.game
    most = 2 if card == ACE and not game.resplit_aces else game.hands_most
    most = min(most, int(against.left[card]))
    found: dict[int, SplitHand] = {}
    for hands in range(most, 1, -1):
        more = found.get(hands + 1)
        again = 2 * more.value if more else None
        found[hands] = _split_hand(against, against.after_split(card, hands), card, hands, again)
    return found


def _split_hand(
    against: Against, played: Played, card: int, hands: int, again: float | None
) -> SplitHand:
    shoe = against.left.copy()
    shoe[card] -= hands
    seconds = tuple(_second(against, played, card, second, shoe) for second in range(VALUES))
    pair = seconds[card]
    splits = (
        again is not None
        and pair is not None
        and against.policy.again(against.upcard, card, again, pair.value)
    )
    value = 0.0
    for second, each in enumerate(seconds):
        if each is not None:
            worth = again if splits and second == card else each.value
            assert worth is not None
            value += shoe[second] / shoe.sum() * worth
    return SplitHand(against, card, hands, played, seconds, splits, value)


def _second(
    against: Against, played: Played, card: int, second: int, shoe: Floats
) -> Second | None:
    """Value a split hand with its second card."""
    if shoe[second] <= 0:
        return None
    hand = int(CHILD[CHILD[EMPTY, card], second])
    shares = np.zeros(3)
    cards = _sorted(card, second)
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
