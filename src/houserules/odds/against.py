"""Everything that the hands of one round have in common: game, upcard, shoe, the dealer's tree."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from houserules.odds.arena import ACE, HANDS, TEN, VALUES, Floats, hand_of
from houserules.odds.cards import Shoe, Upcard
from houserules.odds.ends import EndTable
from houserules.odds.finals import NATURAL, Finishes
from houserules.odds.game import Game
from houserules.odds.halves import CutTree, cut_tree
from houserules.odds.naturals import natural_pays
from houserules.odds.playing import Dealt, Played, play
from houserules.odds.policy import BEST_PLAY, FORCED, Policy
from houserules.odds.rules import Rules, rules_of
from houserules.odds.suits import COMPLETING, Falls, Suited
from houserules.odds.trees import Tree, dealer_tree

NATURAL_HAND = hand_of(ACE, TEN)


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

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.finishes.game

    @property
    def taken(self) -> float:
        """The share of the dealer's naturals that spare nothing: Pinkjacks (reading 9)."""
        return 0.0 if self.game.pinkjack_counts else self.upcard.pinkjacks

    def unnatural(self, shoe: Floats, drawn: int) -> float:
        """The chance that a dealer who looks has no natural, so many other cards being drawn first."""
        partner = self.upcard.partner
        if not self.game.peeks or partner is None:
            return 1.0
        return 1.0 - float(shoe[partner] / (shoe.sum() - drawn))

    def suits_of(self, hand: tuple[int, int], *, split: bool) -> list[Suited] | None:
        """Give how the suits of a two-card hand can fall, where they matter to drawing a third."""
        if self.game.bonuses is None or hand not in COMPLETING:
            return None
        return self.ways_of(hand, split=split)

    def ways_of(self, hand: tuple[int, int], *, split: bool) -> list[Suited]:
        """Give how the suits of a hand of two sixes, sevens or eights can fall."""
        return self.falls.of(hand, self.upcard, split=split)

    @cached_property
    def ends(self) -> EndTable:
        """The dealer's ends by the cards that are gone, as far as they were asked for."""
        return EndTable(self.left, self.tree, self.finishes.ends)

    @property
    def dealt(self) -> Dealt:
        """The dealer's ends for every hand that is not split."""
        return self.ends.dealt()

    @property
    def cut_tree(self) -> CutTree:
        """The dealer's tree cut in two."""
        return cut_tree(*_dealer(self.game, self.upcard, self.left))

    def unsplit(self, initial_aces: int) -> Played:
        """Play every hand that is not split; only a double asks which aces were dealt first."""
        fixed = self.policy.fixed(self.upcard, split=False)
        return play(self.rules, self.dealt, fixed, initial_aces=initial_aces, one_card=False)

    def after_split(self, card: int, hands: int) -> Played:
        """Play every hand that starts with a split card in a box of so many hands."""
        dealt = self.ends.dealt(card, hands - 1)
        one = card == ACE and self.game.split_aces_get_one_card
        fixed = FORCED if one else self.policy.fixed(self.upcard, split=True)
        return play(self.rules, dealt, fixed, initial_aces=int(card == ACE), one_card=one)


def _dealer(game: Game, upcard: Upcard, left: Floats) -> tuple[int, int, int, tuple[int, ...]]:
    """Give what the dealer's tree hangs on."""
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
