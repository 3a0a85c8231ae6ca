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
from houserules.odds.suits import (
    SPADES,
    Gone,
    natural_shares,
    naturals_gone,
    two_natural_shares,
    upcards_gone,
)

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
        extra[NATURAL_PINK] = float(naturals.held if self._held else naturals.pinkjack)
        extra[NATURAL_PINK, -1] = float(naturals.ultimate)
        rows[NATURAL] = float(naturals.unsuited)
        rows = np.concatenate([rows, extra])
        if naturals.tie:
            rows[NATURAL, -2:] = 0.0
        return self._looked_at(rows) if game.peeks else rows

    @property
    def _held(self) -> bool:
        return self.against.upcard.face is not None

    def _looked_at(self, rows: Floats) -> Floats:
        """Against a natural that the dealer looked for, one wager is lost and nothing else."""
        rows[:, -2:] = -1.0
        rows[NATURAL, -2:] = 0.0 if self.against.game.naturals.tie else rows[NATURAL, 0]
        return rows

    def shares(self, suits: Sequence[Suit]) -> Floats:
        """Give what share of each finish is of each kind, by column."""
        columns = self.against.finishes.ends.count + 1
        found = np.zeros((self.finishes + EXTRA, self.finishes, columns))
        found[range(self.finishes), range(self.finishes)] = 1.0
        for suit in suits:
            found[self.finishes + suit.kind, suit.finish] += suit.share
            found[suit.finish, suit.finish] -= suit.share
        if self.against.game.naturals.by_suit:
            plain, natural, pink = self._naturals
            by_column = [plain] * (columns - 2) + [natural, pink]
            for column, each in enumerate(by_column):
                found[NATURAL, NATURAL, column] = each[0]
                found[self.finishes + NATURAL_SUITED, NATURAL, column] = each[1]
                found[self.finishes + NATURAL_PINK, NATURAL, column] = each[2]
        return found

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

    def name(self, kind: int, column: int) -> str:
        """Give the name of the result that a kind of hand has in a column."""
        finishes = self.against.finishes
        if kind >= self.finishes:
            return _extra_name(kind - self.finishes, held=self._held, last=column == self._last)
        if kind == NATURAL:
            return "unsuited-blackjack" if self.against.game.naturals.by_suit else "pontoon"
        if kind < OPEN:
            return SETTLED_NAMES[kind]
        doubled = kind >= finishes.doubled
        total = (kind - OPEN) % finishes.totals - 1
        return ("doubled-" if doubled else "") + self._compared(total, column)

    @property
    def _last(self) -> int:
        return self.against.finishes.ends.count

    def _compared(self, total: int, column: int) -> str:
        ends = self.against.finishes.ends
        if column >= ends.natural:
            return "dealer-natural"
        if column == ends.bust:
            return "dealer-bust"
        if total == column:
            return "stand-off" if self.against.game.tie_pays == 0 else "lower"
        return "higher" if total > column else "lower"


def _extra_name(extra: int, *, held: bool, last: bool) -> str:
    names = ("suited-678", "spades-678", "suited-777", "spades-777", "super-bonus", "super-bonus")
    if extra < NATURAL_SUITED:
        return names[extra]
    if extra == NATURAL_SUITED:
        return "suited-blackjack"
    if not held:
        return "pinkjack"
    return "ultimate-pinkjack" if last else "held-pinkjack"
