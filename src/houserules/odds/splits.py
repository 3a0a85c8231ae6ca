"""A split box: how its hands are formed and played, and what they earn together.

Each hand is played for itself, by its own cards and the split cards that are gone. What a hand
draws is then as likely as if it drew first, so a box earns the sum of its hands, whatever order they
are played in; only how many hands there are hangs on their second cards. A hand whose second card
was not another of the split value is "all hands, less those whose second card was": both are exact.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import NamedTuple

import numpy as np

from houserules.odds.against import Against
from houserules.odds.arena import ACE, CHILD, EMPTY, HANDS, VALUES, Floats
from houserules.odds.dealing import dealer_ends
from houserules.odds.finals import LOST
from houserules.odds.lists import Finished, Plan, finished, weighed, with_busts
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
    played: list[Played] = []
    for _ in range(2, most + 1):
        before = played[-1].dealt if played else against.dealt
        played.append(against.after_split(before, card))
    for hands in range(most, 1, -1):
        more = found.get(hands + 1)
        again = 2 * more.value if more else None
        found[hands] = _split_hand(against, played[hands - 2], card, hands, again)
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


class Course(NamedTuple):
    """One way in which the hands of a box are formed."""

    hands: tuple[int, ...]  # for each hand in order: how many there were when it was played
    again: int  # how many further cards of the split value were split


def courses(hands: dict[int, SplitHand]) -> list[Course]:
    """Give the ways in which a box can come to its hands."""

    def go_on(done: tuple[int, ...], waiting: int, now: int, again: int) -> Iterator[Course]:
        if not hands[now].again or now + 1 not in hands:
            yield Course((*done, *[now] * waiting), again)
            return
        yield from go_on(done, waiting + 1, now + 1, again + 1)
        if waiting > 1:
            yield from go_on((*done, now), waiting - 1, now, again)
        else:
            yield Course((*done, now), again)

    return list(go_on((), 2, 2, 0))


@dataclass(frozen=True)
class SplitBox:
    """A pair split against an upcard, all its hands together."""

    against: Against
    card: int
    hands: dict[int, SplitHand]

    @cached_property
    def courses(self) -> list[Course]:
        """The ways in which it comes to its hands."""
        return courses(self.hands)

    def shoe(self, again: int, gone: int | None = None) -> Floats:
        """The cards left by value: so many more of the split value gone, and the dealer's second."""
        shoe = self.against.left.copy()
        shoe[self.card] -= 2 + again
        if gone is not None:
            shoe[gone] -= 1
        return shoe

    def chance(self, again: int, gone: int | None = None) -> float:
        """The chance that so many further cards are all of the split value."""
        shoe, chance = self.shoe(0, gone), 1.0
        for drawn in range(again):
            chance *= max(shoe[self.card] - drawn, 0.0) / (shoe.sum() - drawn)
        return float(chance)

    def others(
        self, course: Course, apart: tuple[int, ...], gone: int | None = None
    ) -> list[tuple[float, int]]:
        """Give the terms by which other hands' second cards are not of the split value.

        Each is a factor and how many further cards of that value are gone with it.
        """
        bound = sum(
            self.hands[hands].again
            for place, hands in enumerate(course.hands)
            if place not in apart
        )
        terms = []
        for more in range(bound + 1):
            again = course.again + more
            terms.append(((-1.0) ** more * comb(bound, more) * self.chance(again, gone), again))
        return [(factor, again) for factor, again in terms if factor != 0.0]

    def finishes(self, hands: int, again: int) -> Floats:
        """Give the probability of each finish of a hand together with each end of the dealer."""
        against, hand, shoe = self.against, self.hands[hands], self.shoe(again)
        found = weighed(hand.finished, shoe, against.tree, against.finishes)
        return with_busts(found, self._all_ends(hand, shoe))

    def _all_ends(self, hand: SplitHand, shoe: Floats) -> Floats:
        """Give the dealer's ends, together with a second card that is not split again."""
        ends = self.against.finishes.ends
        shoes = shoe[None, :]
        found = dealer_ends(self.against.tree, shoes, ends)[0]
        if hand.again:
            shoes = shoe - np.eye(VALUES)[[self.card]]
            chance = shoe[self.card] / shoe.sum()
            found = found - chance * dealer_ends(self.against.tree, shoes, ends)[0]
        return np.asarray(found)

    def mean(self, hands: int, again: int) -> float:
        """What one hand earns, a dealer natural costing it its own wager."""
        if again == hands - 2:
            return self.hands[hands].alone
        found = self.finishes(hands, again)
        assert found[LOST].min() > -1e-9
        return float((found * self.against.rules.pays).sum()) + self.hands[hands].extra(
            self.shoe(again)
        )

    @cached_property
    def sum_of_hands(self) -> float:
        """What all hands earn, a dealer natural costing each its own wager."""
        found = 0.0
        for course in self.courses:
            for place, hands in enumerate(course.hands):
                for factor, again in self.others(course, (place,)):
                    found += factor * self.mean(hands, again)
        return found
