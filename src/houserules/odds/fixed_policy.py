"""The play of one solve, laid down card for card and valued on another shoe.

A bettor who does not look at what is gone plays as if the shoe were full. What that earns on the
shoe as it is, best play for that shoe cannot tell: every choice is taken over, and weighed again.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import nan
from typing import Final

import numpy as np

from houserules.odds.solved_game import SolvedGame
from houserules.odds.solver.action_values import HIT, PlayedHands
from houserules.odds.solver.first_decision import SPLIT, FirstDecision, Looks, Pair, PairChoice
from houserules.odds.solver.hand_index import VALUES, Floats
from houserules.odds.solver.results import Results
from houserules.odds.solver.shoe import Shoe, Upcard, check_shoe, upcards
from houserules.odds.solver.splits import Second, SplitBox, SplitHand, Turn
from houserules.odds.solver.suits import MIXED, Falls, Suited
from houserules.odds.solver.upcard import against

Label = tuple[tuple[int, ...], str]
"""A way in which suits fall: the suits of two cards, none if they just differ, and the upcard.

Of a pair of aces or ten-value cards in Pinkjack: how many of them are pink.
"""

_UNASKED: Final = np.full(5, nan)
"""Choices are taken over, so the other actions have no value."""


def replay(played: SolvedGame, shoe: Shoe) -> SolvedGame:
    """Value the play of a solve on another shoe: ask for edge, deviation and results, not for hands."""
    check_shoe(shoe)
    whole, finishes = float(shoe.values.sum()), played.openings[0].against.finishes
    falls = Falls(played.game, shoe)
    openings = tuple(
        _Replayed(
            against(finishes, shoe, upcard, falls=falls),
            upcard.cards / whole,
            before=_same(played, upcard),
        )
        for upcard in upcards(played.game, shoe)
    )
    return SolvedGame(played.game, shoe, openings)


def _same(played: SolvedGame, upcard: Upcard) -> FirstDecision:
    """Find what was played against this upcard."""
    for opening in played.openings:
        if upcard.faces[0] in opening.against.upcard.faces:
            return opening
    raise KeyError(f"nothing was played against {upcard.faces[0]}")


def _label(fall: Suited, *, merged: bool) -> Label:
    """Name a way in which suits fall so that it is found again in another shoe."""
    if fall.pinks is not None:
        return (fall.pinks,), ""
    if merged and fall.suit == MIXED:
        return (), ""
    return fall.suits, str(fall.face or "")


def _actions(before: Iterable[tuple[Suited, int]], now: list[Suited], *, merged: bool) -> list[int]:
    """Return what was done when suits fell so; a way that could not be is played as the first."""
    done = {_label(fall, merged=merged): action for fall, action in before}
    first = next(iter(done.values()))
    return [done.get(_label(fall, merged=merged), first) for fall in now]


@dataclass(frozen=True)
class _Replayed(FirstDecision):
    """All first two cards against one upcard, played as before."""

    before: FirstDecision = field(kw_only=True)

    @cached_property
    def unsplit_hands(self) -> tuple[PlayedHands, ...]:
        """The earlier plans; their values belong to the other shoe."""
        return self.before.unsplit_hands

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Every two cards with the earlier choices."""
        left = self.against.left
        cards = float(left.sum())
        pairs = []
        for pair in self.before.pairs:
            first, second = pair.cards
            orders = 1 if first == second else 2
            ways = orders * max(left[first], 0.0) * max(left[second] - (first == second), 0.0)
            chance = float(ways / (cards * (cards - 1)))
            pairs.append(Pair(pair.cards, chance, nan, self._choices(pair)))
        return tuple(pairs)

    def _choices(self, pair: Pair) -> tuple[PairChoice, ...]:
        before = [(choice.fall, choice.action) for choice in pair.choices if choice.fall]
        if not before:
            return tuple(replace(choice, values=_UNASKED) for choice in pair.choices)
        first, second = pair.cards
        if first == second and self.against.tells_pinks(first):
            falls = self.against.pink_pairs(first)
        else:
            falls = self.against.ways_of(pair.cards, split=False)
        if (
            falls[0].pinks is None
            and SPLIT in (done := {action for _, action in before})
            and len(done) > 1
        ):
            falls = Looks(self.split_box(first)).apart(falls)
        actions = _actions(before, falls, merged=first != second)
        return tuple(
            PairChoice(fall, fall.share, _UNASKED, action)
            for fall, action in zip(falls, actions, strict=True)
        )

    def box(self, card: int) -> SplitBox:
        """Return the box with a pair of this value split, as it was."""
        if card not in self._boxes:
            replayed = {
                turn: replace(
                    hand,
                    against=self.against,
                    seconds=tuple(self._second(hand, second) for second in range(VALUES)),
                    value=(nan, nan),
                    _finished={},
                )
                for turn, hand in self.before.box(card).hands.items()
            }
            self._boxes[card] = _Box(self.against, card, replayed)
        return self._boxes[card]

    def _second(self, hand: SplitHand, second: int) -> Second | None:
        """Share the earlier choices out over the suits as they fall now."""
        each = hand.seconds[second]
        if each is None or not each.ways:
            return each
        cards = (min(hand.card, second), max(hand.card, second))
        falls = self.against.suits_of(cards, split=True)
        assert falls is not None
        actions = _actions(each.ways, falls, merged=True)
        chosen = tuple(zip(falls, actions, strict=True))
        shares, extra = np.zeros(3), 0.0
        for fall, action in chosen:
            shares[action] += fall.share
            extra += fall.share * fall.third * fall.extra if action == HIT else 0.0
        return each._replace(value=nan, shares=shares, extra=extra, ways=chosen)

    @cached_property
    def value(self) -> float:
        """What the round is worth once this upcard is seen."""
        results = Results(self)
        kept, void = results.surrenders
        lost = 1.0 - float(self.against.game.surrender_keeps)
        alone = _worth(results.unsplit, results.kinds.pays) - lost * kept - void
        split = 0.0
        for pair in self.pairs:
            for choice in pair.choices:
                if choice.action == SPLIT:
                    pinks, more = (choice.fall.pinks, choice.fall.split) if choice.fall else (0, 0)
                    worth = self.split_value(pair.cards[0], pinks or 0) + more
                    split += pair.chance * choice.share * worth
        return alone + split


def _worth(chances: Floats, pays: Floats) -> float:
    return float((chances * pays).sum())


class _Box(SplitBox):
    """A split box whose hands are worth what their finishes pay."""

    def _mean(self, turn: Turn, second: int, again: int) -> float:
        worth = _worth(self.finishes(turn, second, again), self.against.rules.pays)
        return worth + self.hands[turn].extra(self.shoe(again), second)
