"""How a player's hand may be finished, and what each finish is worth against each dealer's end.

A finish is settled at once (bust, 21, trick, forfeit) or open: a total that waits for the dealer,
with the wager alone or doubled. Totals below the lowest that the dealer can end with are alike.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from houserules.odds.game import Game
from houserules.odds.solver.dealer import Ends, least_end
from houserules.odds.solver.hand_index import ARENA, COUNTS, HARD, SIZE, TOTAL, Floats, Ints

LOST: Final = 0
FORFEITED: Final = 1
DOUBLE_LOST: Final = 2
TWENTY_ONE: Final = 3
FIVE: Final = 4
SIX: Final = 5
SEVEN: Final = 6
RUN: Final = 7  # 6-7-8
SEVENS: Final = 8  # 7-7-7
NATURAL: Final = 9
TRICK: Final = 10
DOUBLED_21: Final = 11
DOUBLED_TRICK: Final = 12
OPEN: Final = 13  # and one for each total
SETTLED: Final = OPEN

_SIX, _SEVEN, _EIGHT = 5, 6, 7


@dataclass(frozen=True, slots=True)
class Finishes:
    """The finishes of one game: which hands are settled at once, and what everything pays."""

    game: Game
    ends: Ends
    settled: Ints  # by hand: the finish, -1 where the hand goes on
    totals: int  # open totals told apart

    @property
    def first_doubled(self) -> int:
        return OPEN + self.totals

    @property
    def count(self) -> int:
        return OPEN + 2 * self.totals

    def pays(self, pinkjacks: float) -> Floats:
        """Return what each finish pays by the dealer's end; open ones lose to a natural.

        `pinkjacks`: the share of the dealer's naturals that are Pinkjacks, which take a double too.
        Where the dealer looks first nobody plays on against a natural: that column is empty.
        """
        table = np.zeros((self.count, self.ends.count))
        for finish, units in self._settled_pays().items():
            table[finish] = units
        for bucket in range(self.totals):
            row = np.array([self._against(bucket, end) for end in range(self.ends.count)])
            both = row * (1.0 + float(self.game.double_size))
            taken = 0.0 if self.game.pinkjack_counts else pinkjacks
            both[-1] = -1.0 - float(self.game.double_size) * taken
            table[OPEN + bucket], table[self.first_doubled + bucket] = row, both
        if self.game.naturals.tie:
            table[NATURAL, -1] = 0.0
        if self.game.peeks:
            table[:, -1] = 0.0
        return table

    def _settled_pays(self) -> dict[int, float]:
        game, bonus = self.game, self.game.bonuses
        even = 1.0 if game.twenty_one is None else float(game.twenty_one)
        both = 1.0 + float(game.double_size)
        trick = float(game.trick or 0)
        return {
            LOST: -1.0,
            FORFEITED: -1.0,
            DOUBLE_LOST: -both,
            TWENTY_ONE: even,
            FIVE: float(bonus.five) if bonus else even,
            SIX: float(bonus.six) if bonus else even,
            SEVEN: float(bonus.seven) if bonus else even,
            RUN: float(bonus.run[0]) if bonus else even,
            SEVENS: float(bonus.sevens[0]) if bonus else even,
            NATURAL: float(game.naturals.unsuited),
            TRICK: trick,
            DOUBLED_21: float(game.doubled_21) * both,
            DOUBLED_TRICK: trick * both,
        }

    def _against(self, bucket: int, end: int) -> float:
        """What an open total pays against an end, a natural aside."""
        game = self.game
        if end == self.ends.natural:
            return -1.0
        if end == self.ends.bust:
            return float(game.dealer_bust_pays)
        if bucket == end + 1:
            return float(game.tie_pays)
        return float(game.higher_total_pays) if bucket > end + 1 else -1.0


def finishes_of(game: Game) -> Finishes:
    ends = least_end(game.dealer_stands_on_hard, game.dealer_stands_on_soft)
    return Finishes(game, ends, _settlement_of_hands(game), totals=23 - ends.least)


def _settlement_of_hands(game: Game) -> Ints:
    """Return the finish of every hand that is settled at once, -1 for the others (two cards: natural)."""
    settled = np.full(ARENA.hard.size, -1, dtype=np.int64)
    if game.trick is not None:
        settled[SIZE >= 5] = TRICK
    if game.twenty_one is None:
        return settled
    made = TOTAL == 21
    settled[made] = TWENTY_ONE
    if game.bonuses is not None:
        settled[made & (SIZE == 5)] = FIVE
        settled[made & (SIZE == 6)] = SIX
        settled[made & (SIZE >= 7)] = SEVEN
        each = COUNTS[:, [_SIX, _SEVEN, _EIGHT]]
        settled[(HARD == 21) & (SIZE == 3) & (each == 1).all(axis=1)] = RUN
        settled[(HARD == 21) & (SIZE == 3) & (each[:, 1] == 3)] = SEVENS
    return settled
