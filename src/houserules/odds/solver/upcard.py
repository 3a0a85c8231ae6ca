"""Everything that the hands of one round have in common: game, upcard, shoe, the dealer's tree."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

from houserules.core.cards import CARDS
from houserules.odds.game import Game
from houserules.odds.solver.action_values import (
    BEST_PLAY,
    FORCED,
    PlayedHands,
    Policy,
    Rules,
    play,
    rules_of,
)
from houserules.odds.solver.dealer import CutTree, Dealt, EndTable, Tree, cut_tree, dealer_tree
from houserules.odds.solver.hand_index import ACE, HANDS, TEN, VALUES, Floats, hand_of
from houserules.odds.solver.player_outcomes import NATURAL, OPEN, Finishes
from houserules.odds.solver.shoe import Shoe, Upcard
from houserules.odds.solver.suits import (
    COMPLETING,
    MIXED,
    Falls,
    Own,
    Suited,
    natural_pays,
    own_natural_pays,
)

NATURAL_HAND = hand_of(ACE, TEN)

_PINK: Final = {ACE: CARDS["Ad"], TEN: CARDS["Jd"]}
"""The cards of a Pinkjack, by value."""


@dataclass(frozen=True)
class Against:
    """A game against one upcard: the shoe has the upcard gone, and nothing else."""

    finishes: Finishes
    upcard: Upcard
    shoe: Shoe  # with the upcard, for questions of suit
    left: Floats  # by value, without it
    tree: Tree
    rules: Rules
    policy: Policy
    falls: Falls
    _natural_pays: dict[Own, Floats] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        return self.finishes.game

    @property
    def unspared_share(self) -> float:
        """The share of the dealer's naturals that spare nothing: Pinkjacks (reading 9)."""
        return 0.0 if self.game.pinkjack_counts else self.upcard.pinkjacks

    @property
    def spares_later(self) -> bool:
        """Whether a dealer natural may come, and never collects from a later hand of a split box."""
        partner = self.upcard.partner
        if partner is None or self.game.peeks or self.left[partner] <= 0:
            return False
        return self.game.natural_collects == "original-hand"

    def pinks(self, card: int) -> float:
        """How many jacks (or aces) of diamonds there are beside the upcard, where they matter."""
        face = _PINK.get(card)
        if face is None or not self.game.naturals.by_suit:
            return 0.0
        return max(self.shoe.of(face) - (face in self.upcard.faces), 0.0)

    def tells_pinks(self, card: int) -> bool:
        """Whether a pair of this value is told apart by its pink cards."""
        return self.game.naturals.by_suit and card in _PINK

    def pink_pairs(self, card: int) -> list[Suited]:
        """Return how many of two cards of this value can be pink, with the share of each."""
        pink, cards = self.pinks(card), float(self.left[card])
        plain = cards - pink
        ways = {2: pink * (pink - 1), 1: 2 * plain * pink, 0: plain * (plain - 1)}
        return [
            Suited(each / (cards * (cards - 1)), (MIXED, MIXED), MIXED, None, pinks=pinks)
            for pinks, each in ways.items()
            if each > 0
        ]

    def natural_pays(self, own: Own) -> Floats:
        """Return what a natural with a split card pays by the dealer's end."""
        if own not in self._natural_pays:
            share = self.upcard.pinkjacks
            if share and own.card == self.upcard.partner:  # the hand's own card is gone
                share = (self.pinks(own.card) - own.pink) / (float(self.left[own.card]) - 1)
            plain, natural = own_natural_pays(self.game, self.shoe, self.upcard, own, share)
            pays = np.full(self.finishes.ends.count, plain)
            pays[-1] = natural
            self._natural_pays[own] = pays
        return self._natural_pays[own]

    def unnatural(self, shoe: Floats, drawn: int) -> float:
        """The chance that a dealer who looks has no natural, so many other cards being drawn first."""
        partner = self.upcard.partner
        if not self.game.peeks or partner is None:
            return 1.0
        return 1.0 - float(shoe[partner] / (shoe.sum() - drawn))

    def suits_of(self, hand: tuple[int, int], *, split: bool) -> list[Suited] | None:
        """Return how the suits of a two-card hand can fall, where they matter to drawing a third."""
        if self.game.bonuses is None or hand not in COMPLETING:
            return None
        return self.ways_of(hand, split=split)

    def ways_of(self, hand: tuple[int, int], *, split: bool) -> list[Suited]:
        """Return how the suits of a hand of two sixes, sevens or eights can fall."""
        return self.falls.of(hand, self.upcard, split=split)

    @cached_property
    def ends(self) -> EndTable:
        """The dealer's ends by the cards that are gone, as far as they were asked for."""
        return EndTable(self.left, self.tree, self.finishes.ends)

    @property
    def unsplit_ends(self) -> Dealt:
        """The dealer's ends for every hand that is not split."""
        return self.ends.ends_for()

    @property
    def cut_tree(self) -> CutTree:
        return cut_tree(*_dealer(self.game, self.upcard, self.left))

    def unsplit(self, initial_aces: int) -> PlayedHands:
        """Play every hand that is not split; only a double asks which aces were dealt first."""
        fixed = self.policy.fixed_actions(self.upcard, split=False)
        return play(self.rules, self.unsplit_ends, fixed, initial_aces=initial_aces, one_card=False)

    def after_split(self, card: int, hands: int, *, later: bool) -> PlayedHands:
        """Play every hand that starts with a split card in a box of so many hands."""
        dealt = self.ends.ends_for(card, hands - 1)
        one = card == ACE and self.game.split_aces_get_one_card
        fixed = FORCED if one else self.policy.fixed_actions(self.upcard, split=True)
        rules = self._later_rules if later else self.rules
        return play(rules, dealt, fixed, initial_aces=int(card == ACE), one_card=one)

    @cached_property
    def _later_rules(self) -> Rules:
        """The rules for hands that a dealer natural does not collect from, Pinkjacks aside."""
        pays, doubled = self.rules.pays.copy(), self.finishes.first_doubled
        pays[OPEN:doubled, -1] = -self.unspared_share
        pays[doubled:, -1] = -self.unspared_share * (1.0 + float(self.game.double_size))
        return self.rules._replace(pays=pays)


def _dealer(game: Game, upcard: Upcard, left: Floats) -> tuple[int, int, int, tuple[int, ...]]:
    """Return what the dealer's tree depends on."""
    missing = tuple(np.flatnonzero(left <= 0).tolist())
    return upcard.value, game.dealer_stands_on_hard, game.dealer_stands_on_soft, missing


def against(
    finishes: Finishes,
    shoe: Shoe,
    upcard: Upcard,
    policy: Policy = BEST_PLAY,
    falls: Falls | None = None,
) -> Against:
    """Set a game against one upcard; `falls` may be shared by all upcards."""
    game = finishes.game
    left = shoe.values.copy()
    left[upcard.value] -= 1
    rules = rules_of(finishes, upcard.value, upcard.pinkjacks)
    plain, natural = natural_pays(game, shoe, upcard)
    rules.pays[NATURAL, :-1] = plain
    if not (game.naturals.tie or game.peeks):
        rules.pays[NATURAL, -1] = natural
    settled = rules.settled.copy()
    if game.naturals_after_split:
        settled[NATURAL_HAND] = NATURAL
    tree = dealer_tree(*_dealer(game, upcard, left))
    rules = rules._replace(settled=settled)
    assert settled.shape == (HANDS,) and left.shape == (VALUES,) and left.dtype == np.float64
    falls = falls or Falls(game, shoe)
    return Against(finishes, upcard, shoe, left, tree, rules, policy, falls)


def with_upcard(now: Against, upcard: Upcard) -> Against:
    """Return a game against the same upcard, of which something else is known."""
    return against(now.finishes, now.shoe, upcard, now.policy, now.falls)
