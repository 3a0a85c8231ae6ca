"""Finishes told apart by suit, and the dealer's Pinkjack told apart from other naturals.

The play of a hand needs neither; what a round pays, and how often, does. A finish is shared out
over its kinds, and the dealer's natural over two columns, the last of them for Pinkjacks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from houserules.odds.against import Against
from houserules.odds.arena import Floats
from houserules.odds.finals import (
    DOUBLE_LOST,
    DOUBLED_21,
    DOUBLED_TRICK,
    FIVE,
    FORFEITED,
    LOST,
    NATURAL,
    OPEN,
    RUN,
    SEVEN,
    SEVENS,
    SIX,
    TRICK,
    TWENTY_ONE,
)
from houserules.odds.naturals import (
    Gone,
    natural_shares,
    naturals_gone,
    two_natural_shares,
    upcards_gone,
)
from houserules.odds.paying import Column
from houserules.odds.suits import SPADES

SETTLED_NAMES: Final = {
    LOST: "bust",
    FORFEITED: "forfeit",
    DOUBLE_LOST: "doubled-bust",
    TWENTY_ONE: "21",
    FIVE: "five-card-21",
    SIX: "six-card-21",
    SEVEN: "seven-card-21",
    RUN: "mixed-678",
    SEVENS: "mixed-777",
    TRICK: "five-card-trick",
    DOUBLED_21: "doubled-21",
    DOUBLED_TRICK: "doubled-five-card-trick",
}
RUN_SUITED, RUN_SPADES, SEVENS_SUITED, SEVENS_SPADES, PRIZE_SUITED, PRIZE_SPADES = range(6)
NATURAL_SUITED, NATURAL_PINK = 6, 7
EXTRA: Final = 8
"""Kinds that the finishes do not have, numbered from the last finish on."""


class Suit(NamedTuple):
    """Hands that became 21 in one suit: how many of their finish, and which kind they are."""

    share: float
    finish: int
    kind: int


def suit_kind(finish: int, suit: int, prize: float) -> int:
    """Give the kind of a 6-7-8 or 7-7-7 of one suit."""
    spades = int(suit == SPADES)
    if prize:
        return PRIZE_SUITED + spades
    return (RUN_SUITED if finish == RUN else SEVENS_SUITED) + spades


@dataclass(frozen=True)
class Kinds:
    """The kinds of one game against one upcard."""

    against: Against

    @property
    def finishes(self) -> int:
        """How many finishes there are; the further kinds follow them."""
        return self.against.finishes.count

    def columns(self, found: Floats) -> Floats:
        """Part the dealer's naturals in those that are no Pinkjack and those that are."""
        share = self.against.upcard.pinkjacks
        natural = found[..., -1:]
        return np.concatenate([found[..., :-1], natural * (1 - share), natural * share], axis=-1)

    @cached_property
    def pays(self) -> Floats:
        """What each kind pays in each column; open hands lose all that the column can take."""
        game, finishes = self.against.game, self.against.finishes
        plain, pink = finishes.pays(0.0), finishes.pays(1.0)
        rows = np.concatenate([plain, pink[:, -1:]], axis=1)
        extra = np.zeros((EXTRA, rows.shape[1]))
        if game.bonuses is not None:
            run, sevens, prize = game.bonuses.run, game.bonuses.sevens, game.bonuses.prize
            for spades in (0, 1):
                extra[RUN_SUITED + spades] = float(run[1 + spades])
                extra[SEVENS_SUITED + spades] = float(sevens[1 + spades])
                extra[PRIZE_SUITED + spades] = float(sevens[1 + spades] + prize)
        naturals = game.naturals
        extra[NATURAL_SUITED] = float(naturals.suited)
        extra[NATURAL_PINK] = float(naturals.held if self.held else naturals.pinkjack)
        extra[NATURAL_PINK, -1] = float(naturals.ultimate)
        rows[NATURAL] = float(naturals.unsuited)
        rows = np.concatenate([rows, extra])
        if naturals.tie:
            rows[NATURAL, -2:] = 0.0
        return self._looked_at(rows) if game.peeks else rows

    @property
    def held(self) -> bool:
        """Whether a Pinkjack is held: the dealer may still get one."""
        return self.against.upcard.face is not None

    def _looked_at(self, rows: Floats) -> Floats:
        """Against a natural that the dealer looked for, one wager is lost and nothing else."""
        rows[:, -2:] = -1.0
        rows[NATURAL, -2:] = 0.0 if self.against.game.naturals.tie else rows[NATURAL, 0]
        return rows

    def apart(self, found: Floats, suits: Sequence[Suit]) -> Floats:
        """Tell the finishes of a hand (first dimension) apart by kind; columns are the last one."""
        first = self.finishes
        told = np.zeros((first + EXTRA, *found.shape[1:]))
        told[:first] = found
        for suit in suits:
            told[first + suit.kind] += suit.share * found[suit.finish]
            told[suit.finish] -= suit.share * found[suit.finish]
        if self.against.game.naturals.by_suit:
            plain, natural, pink = self._naturals
            shares = np.array([*[plain] * (found.shape[-1] - 2), natural, pink])
            for kind, share in zip(self.naturals, shares.T, strict=True):
                told[kind] = share * found[NATURAL]
        return told

    @property
    def naturals(self) -> tuple[int, int, int]:
        """The kinds of naturals where they go by suit: unsuited, suited, Pinkjack."""
        return NATURAL, self.finishes + NATURAL_SUITED, self.finishes + NATURAL_PINK

    @cached_property
    def _naturals(self) -> list[Floats]:
        """How a player's natural divides: dealer has no natural, a blackjack, a Pinkjack."""
        return [natural_shares(self.against.shoe, gone) for gone in self._gone]

    @cached_property
    def _gone(self) -> list[Gone]:
        shoe, upcard = self.against.shoe, self.against.upcard
        return [
            upcards_gone(shoe, upcard),
            naturals_gone(shoe, upcard, pinkjack=False),
            naturals_gone(shoe, upcard, pinkjack=True),
        ]

    @cached_property
    def two_naturals(self) -> list[Floats]:
        """How two naturals of one box divide together, by the same three cases."""
        return [two_natural_shares(self.against.shoe, gone) for gone in self._gone]

    @cached_property
    def classes(self) -> list[tuple[Column, Floats]]:
        """By column: what classes of kinds that are alike bring, and the matrix that makes them."""
        return [self.column(column).classes() for column in range(self.pays.shape[1])]

    def column(self, column: int) -> Column:
        """Give what each kind brings to a box at one end of the dealer."""
        game, natural = self.against.game, self.against.finishes.ends.natural
        pays, numbers = self.pays[:, column], np.arange(len(self.pays))
        none = np.zeros(len(pays), dtype=np.bool_)
        if column >= natural and game.peeks:  # one wager for the whole box
            return Column(np.zeros(len(pays)), ~none, none, "busted-bets-plus-one")
        if column == natural or (column > natural and game.pinkjack_counts):
            is_open = (numbers >= OPEN) & (numbers < self.finishes)
            settled = np.where(is_open, 0.0, pays)
            return Column(settled, is_open, numbers <= DOUBLE_LOST, game.natural_collects)
        return Column(pays, none, none, game.natural_collects)
