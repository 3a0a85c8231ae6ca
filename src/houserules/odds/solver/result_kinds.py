"""Finishes told apart by suit, and the dealer's Pinkjack told apart from other naturals.

The play of a hand needs neither; what a round pays, and how often, does. A finish is shared out
over its kinds, and the dealer's natural over two columns, the last of them for Pinkjacks.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

import numpy as np

from houserules.odds.game import Collects
from houserules.odds.solver.dealer import Ends
from houserules.odds.solver.hand_index import Flags, Floats, Ints
from houserules.odds.solver.player_outcomes import (
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
from houserules.odds.solver.suits import (
    SPADES,
    GoneCards,
    Own,
    natural_shares,
    naturals_gone,
    own_natural_shares,
    two_natural_shares,
    upcards_gone,
)
from houserules.odds.solver.upcard import Against

# What the hands of a box win together: the sum of the hands, but for the dealer's natural.


DIGITS: Final = 9
"""Results that agree to so many places are one."""


@dataclass(frozen=True, slots=True)
class Column:
    """One end of the dealer: what each kind of finished hand brings to its box.

    Hands that a natural may collect from bring nothing by themselves; the box pays for them.
    """

    pays: Floats
    is_open: Flags
    is_lost: Flags
    collects: Collects
    _won: dict[int, Floats] = field(default_factory=dict)
    _outcomes: dict[int, tuple[Floats, Ints]] = field(default_factory=dict)

    def classes(self) -> tuple["Column", Floats]:
        """Put kinds together that are alike at this end; return the matrix that does it too."""
        each = np.stack([self.pays, self.is_open, self.is_lost], axis=1)
        every, of = np.unique(each, axis=0, return_inverse=True)
        opens, losts = every[:, 1] > 0, every[:, 2] > 0
        into = (np.arange(len(every))[:, None] == of).astype(np.float64)
        return Column(every[:, 0], opens, losts, self.collects), into

    def box(self, count: int) -> Floats:
        """Return what a box of so many hands wins, for every combination: one dimension per hand."""
        if count not in self._won:
            won = sum(_along(self.pays, place, count) for place in range(count))
            opens = [_along(self.is_open, place, count) for place in range(count)]
            losts = [_along(self.is_lost, place, count) for place in range(count)]
            self._won[count] = np.asarray(won - _collects(self.collects, opens, losts))
        return self._won[count]

    def outcomes(self, count: int) -> tuple[Floats, Ints]:
        """Return all that such a box can win, and which of these each combination wins."""
        if count not in self._outcomes:
            self._outcomes[count] = alike(self.box(count))
        return self._outcomes[count]


def alike(results: Floats) -> tuple[Floats, Ints]:
    """Return the results that differ, and which of these each one is."""
    values, place = np.unique(np.round(results.ravel(), DIGITS) + 0.0, return_inverse=True)
    return values, place.ravel()


def _along(row: Any, place: int, count: int) -> Any:
    """Lay a row along one of the hands."""
    return np.expand_dims(row, tuple(each for each in range(count) if each != place))


def _any(flags: list[Any]) -> Any:
    return np.logical_or.reduce(np.broadcast_arrays(*flags))


def _collects(collects: Collects, opens: list[Any], losts: list[Any]) -> Any:
    """Whether a natural takes an amount from the box (readings 6 to 8 and 36)."""
    match collects:
        case "busted-bets-plus-one":
            return _any(opens)
        case "original-hand":
            return opens[0]
        case "one-in-all":
            return opens[0] | (~opens[0] & _any(opens[1:]) & ~_any(losts))


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
EXTRA_NAMES: Final = (
    *("suited-678", "spades-678", "suited-777", "spades-777", "super-bonus", "super-bonus"),
    "suited-blackjack",
)
"""All of them except Pinkjacks, whose name depends on the dealer's hand."""


class Suit(NamedTuple):
    """Hands that became 21 in one suit: how many of their finish, and which kind they are."""

    share: float
    finish: int
    kind: int


def suit_kind(finish: int, suit: int, prize: float) -> int:
    """Return the kind of a 6-7-8 or 7-7-7 of one suit."""
    spades = int(suit == SPADES)
    if prize:
        return PRIZE_SUITED + spades
    return (RUN_SUITED if finish == RUN else SEVENS_SUITED) + spades


@dataclass(frozen=True)
class Kinds:
    """The kinds of one game against one upcard."""

    against: Against
    _own: dict[tuple[int, bool], list[Floats]] = field(default_factory=dict)
    _two: dict[tuple[int, tuple[bool, bool]], list[Floats]] = field(default_factory=dict)

    @property
    def finishes(self) -> int:
        """How many finishes there are; the further kinds follow them."""
        return self.against.finishes.count

    def columns(self, chances: Floats, pinkjacks: float | None = None) -> Floats:
        """Part the dealer's naturals in those that are no Pinkjack and those that are.

        `pinkjacks`: their share, if cards are gone that change it.
        """
        share = self.against.upcard.pinkjacks if pinkjacks is None else pinkjacks
        natural = chances[..., -1:]
        return np.concatenate([chances[..., :-1], natural * (1 - share), natural * share], axis=-1)

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
        extra[NATURAL_PINK] = float(naturals.held if self.holds_pinkjack else naturals.pinkjack)
        extra[NATURAL_PINK, -1] = float(naturals.ultimate)
        rows[NATURAL] = float(naturals.unsuited)
        rows = np.concatenate([rows, extra])
        if naturals.tie:
            rows[NATURAL, -2:] = 0.0
        if game.peeks:  # against a natural that the dealer looked for, one wager is lost
            rows[:, -2:] = -1.0
            rows[NATURAL, -2:] = 0.0 if naturals.tie else rows[NATURAL, 0]
        return rows

    @property
    def holds_pinkjack(self) -> bool:
        """Whether a Pinkjack is held: the dealer may still get one."""
        return self.against.upcard.face is not None

    def apart(self, chances: Floats, suits: Sequence[Suit]) -> Floats:
        """Tell the finishes of a hand (first dimension) apart by kind; columns are the last one."""
        first = self.finishes
        told = np.zeros((first + EXTRA, *chances.shape[1:]))
        told[:first] = chances
        for suit in suits:
            told[first + suit.kind] += suit.share * chances[suit.finish]
            told[suit.finish] -= suit.share * chances[suit.finish]
        if self.against.game.naturals.by_suit:
            self._by_suit(told, chances[NATURAL], self._naturals)
        return told

    def of_split(
        self, chances: Floats, card: int, *, pink: bool, suits: Sequence[Suit] = ()
    ) -> Floats:
        """Tell the finishes of a split hand apart that starts with a pink card, or with another."""
        told = self.apart(chances, suits)
        if self.against.pinks(card):
            self._by_suit(told, chances[NATURAL], self._own_naturals(card, pink=pink))
        return told

    def _by_suit(self, told: Floats, naturals: Floats, shares: list[Floats]) -> None:
        """Share naturals out by suit."""
        plain, natural, pink = shares
        each = np.array([*[plain] * (naturals.shape[-1] - 2), natural, pink])
        for kind, share in zip(self.naturals, each.T, strict=True):
            told[kind] = share * naturals

    @property
    def naturals(self) -> tuple[int, int, int]:
        """The kinds of naturals where they go by suit: unsuited, suited, Pinkjack."""
        return NATURAL, self.finishes + NATURAL_SUITED, self.finishes + NATURAL_PINK

    @cached_property
    def _naturals(self) -> list[Floats]:
        """How a player's natural divides: dealer has no natural, a blackjack, a Pinkjack."""
        return [natural_shares(self.against.shoe, gone) for gone in self._losses]

    @cached_property
    def _losses(self) -> list[GoneCards]:
        shoe, upcard = self.against.shoe, self.against.upcard
        return [
            upcards_gone(shoe, upcard),
            naturals_gone(shoe, upcard, pinkjack=False),
            naturals_gone(shoe, upcard, pinkjack=True),
        ]

    def _own_naturals(self, card: int, *, pink: bool) -> list[Floats]:
        """How a natural divides that has a pink split card, or another one: the same three cases."""
        if (card, pink) not in self._own:
            shoe = self.against.shoe
            self._own[card, pink] = [
                own_natural_shares(shoe, gone, Own(card, pink)) for gone in self._losses
            ]
        return self._own[card, pink]

    def two_naturals(self, card: int, pinks: tuple[bool, bool]) -> list[Floats]:
        """How two naturals of one box divide together, by the same three cases."""
        if (card, pinks) not in self._two:
            shoe = self.against.shoe
            self._two[card, pinks] = [
                two_natural_shares(shoe, gone, card, pinks) for gone in self._losses
            ]
        return self._two[card, pinks]

    @cached_property
    def classes(self) -> list[tuple[Column, Floats]]:
        """By column: what classes of kinds that are alike bring, and the matrix that makes them."""
        return [self.column(column).classes() for column in range(self.pays.shape[1])]

    def column(self, column: int) -> Column:
        """Return what each kind brings to a box at one end of the dealer."""
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


# The names of results: what a kind of finished hand is called at each end of the dealer.


def add_by_name(kinds: Kinds, hands: Floats) -> dict[str, float]:
    """Add up kinds of hands by column under the names of their results."""
    game, finishes = kinds.against.game, kinds.against.finishes
    shape = _Shape(
        finishes.ends,
        finishes.totals,
        by_suit=game.naturals.by_suit,
        ties_stand_off=game.tie_pays == 0,
        held=kinds.holds_pinkjack,
        pinkjack_apart=game.naturals.by_suit and not (game.pinkjack_counts or game.peeks),
    )
    names, which = _names(shape)
    sums = np.bincount(which, hands.ravel(), len(names))
    return dict(zip(names, sums.tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class _Shape:
    """What the names of results depend on."""

    ends: Ends
    totals: int
    by_suit: bool
    ties_stand_off: bool
    held: bool
    pinkjack_apart: bool  # a dealer's Pinkjack takes what a natural spares (reading 9)

    def name(self, kind: int, column: int) -> str:
        """Return the name of the result that a kind of hand has in a column."""
        finishes = OPEN + 2 * self.totals
        if kind >= finishes:
            if kind - finishes < len(EXTRA_NAMES):
                return EXTRA_NAMES[kind - finishes]
            if not self.held:
                return "pinkjack"
            return "ultimate-pinkjack" if column == self.ends.count else "held-pinkjack"
        if kind == NATURAL:
            return "unsuited-blackjack" if self.by_suit else "pontoon"
        if kind < OPEN:
            return SETTLED_NAMES[kind]
        total = (kind - OPEN) % self.totals - 1
        return ("doubled-" if kind >= OPEN + self.totals else "") + self._compare(total, column)

    def _compare(self, total: int, column: int) -> str:
        if column > self.ends.natural and self.pinkjack_apart:
            return "dealer-pinkjack"
        if column >= self.ends.natural:
            return "dealer-natural"
        if column == self.ends.bust:
            return "dealer-bust"
        if total == column:
            return "stand-off" if self.ties_stand_off else "tie-lost"
        return "higher" if total > column else "lower"


@cache
def _names(shape: _Shape) -> tuple[list[str], Ints]:
    """Return the names of results, and which of them each kind has in each column."""
    kinds, columns = OPEN + 2 * shape.totals + EXTRA, shape.ends.count + 1
    every = [shape.name(kind, column) for kind in range(kinds) for column in range(columns)]
    names = list(dict.fromkeys(every))
    return names, np.array([names.index(each) for each in every])
