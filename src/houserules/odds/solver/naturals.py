"""What a player's natural pays where that goes by suit: unsuited, suited, Pinkjack (PJ 8.1, 14.1.1)."""

from collections import defaultdict
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from houserules.core.cards import CARDS, SUITS, Card
from houserules.odds.game import Game
from houserules.odds.solver.hand_index import ACE, TEN, Floats
from houserules.odds.solver.shoe import Shoe, Upcard

_DIAMONDS: Final = SUITS.index("d")

Gone = list[tuple[float, tuple[Card, ...]]]
"""Cards that are off the shoe, with the likelihood of each possibility."""


class Own(NamedTuple):
    """A split card that may become a natural: its value, whether it is pink, its suit if known."""

    card: int
    pink: bool
    suit: int | None = None


class _Faces(NamedTuple):
    """The aces and ten-value cards that are left, by suit, and of these the jacks of diamonds."""

    aces: tuple[float, ...]
    tens: tuple[float, ...]
    pink: float

    def shares(self) -> Floats:
        """Return how a natural divides into the three kinds."""
        pairs = sum(self.aces) * sum(self.tens)
        pink = self.aces[_DIAMONDS] * self.pink
        suited = sum(ace * ten for ace, ten in zip(self.aces, self.tens, strict=True)) - pink
        found = np.array([pairs - suited - pink, suited, pink])
        return found / pairs if pairs > 0 else np.zeros(3)

    def rows(self) -> tuple[Floats, Floats]:
        """Return the aces and the ten-value cards by suit, the jacks of diamonds last."""
        tens = np.array([*self.tens, self.pink])
        tens[_DIAMONDS] -= self.pink
        return np.array([*self.aces, 0.0]), tens

    def own(self, own: Own) -> tuple[Floats, Floats]:
        """Return the split card by suit, and the cards that make it a natural."""
        aces, tens = self.rows()
        mine, others = (aces, tens) if own.card == ACE else (tens, aces)
        is_pink = np.arange(5) == (_DIAMONDS if own.card == ACE else 4)
        is_mine = is_pink == own.pink
        if own.suit is not None and not own.pink:
            is_mine = is_mine & (np.arange(5) == own.suit)
        return np.where(is_mine, mine, 0.0), others


def _kinds() -> Floats:
    """Return which kind an ace and a ten-value card make, by their rows."""
    found = np.zeros((5, 5, 3))
    for ace, ten in product(range(5), range(5)):
        pink = ace == _DIAMONDS and ten == 4
        found[ace, ten, 2 if pink else int(ace == ten)] = 1.0
    return found


_KINDS: Final = {ACE: _kinds(), TEN: _kinds().transpose(1, 0, 2)}


def _left(shoe: Shoe, gone: Gone) -> dict[_Faces, float]:
    """Return what may be left of the cards of naturals, with its likelihood."""
    found: dict[_Faces, float] = defaultdict(float)
    for likely, cards in gone:
        left = shoe.without(cards)
        tens = left.faces[TEN:].sum(axis=0).tolist()
        faces = _Faces(tuple(left.faces[ACE].tolist()), tuple(tens), left.of(CARDS["Jd"]))
        found[faces] += likely
    return found


def natural_shares(shoe: Shoe, gone: Gone) -> Floats:
    """Return how a natural divides into the three kinds, for cards gone with these likelihoods."""
    found = np.zeros(3)
    for left, likely in _left(shoe, gone).items():
        found += likely * left.shares()
    return found


def upcards_gone(shoe: Shoe, upcard: Upcard) -> Gone:
    """Return the upcard's faces with their likelihoods."""
    return [(shoe.of(face) / upcard.cards, (face,)) for face in upcard.faces]


def naturals_gone(shoe: Shoe, upcard: Upcard, *, pinkjack: bool) -> Gone:
    """Return the faces of a dealer's natural with their likelihoods: of a Pinkjack, or of no Pinkjack."""
    partner = upcard.partner
    found = []
    for likely, (face,) in upcards_gone(shoe, upcard):
        for second in CARDS.values():
            pink = {str(face), str(second)} == {"Ad", "Jd"}
            if second.value - 1 == partner and pink == pinkjack and shoe.of(second) > 0:
                found.append((likely * shoe.of(second), (face, second)))
    whole = sum(each for each, _ in found)
    return [(each / whole, cards) for each, cards in found]


def natural_pays(game: Game, shoe: Shoe, upcard: Upcard) -> tuple[float, float]:
    """Return what a player's natural pays: without and with a dealer's (S24 11.1; PJ 8.1, 14.1.1)."""
    pays = game.naturals
    if not pays.by_suit:
        return float(pays.unsuited), float(pays.unsuited)
    pink = pays.pinkjack if upcard.face is None else pays.held
    rows = np.array(
        [[pays.unsuited, pays.suited, pink], [pays.unsuited, pays.suited, pays.ultimate]]
    )
    plain, beside, ultimate = (
        natural_shares(shoe, gone)
        for gone in (
            upcards_gone(shoe, upcard),
            naturals_gone(shoe, upcard, pinkjack=False),
            naturals_gone(shoe, upcard, pinkjack=True),
        )
    )
    each = rows.astype(float)
    natural = (1 - upcard.pinkjacks) * (beside @ each[0]) + upcard.pinkjacks * (ultimate @ each[1])
    return float(plain @ each[0]), float(natural)


def own_natural_shares(shoe: Shoe, gone: Gone, own: Own) -> Floats:
    """Return how a natural with a split card divides into the kinds."""
    found = np.zeros(3)
    for left, likely in _left(shoe, gone).items():
        mine, others = left.own(own)
        found += likely * np.einsum("a,b,abk->k", mine, np.maximum(others, 0.0), _KINDS[own.card])
    return found / found.sum() if found.sum() > 0 else found


def own_natural_pays(
    game: Game, shoe: Shoe, upcard: Upcard, own: Own, pinkjacks: float
) -> tuple[float, float]:
    """Return what a natural with a split card pays: without and with a dealer natural.

    `pinkjacks`: the share of Pinkjacks among the dealer's naturals.
    """
    pays = game.naturals
    pink = pays.pinkjack if upcard.face is None else pays.held
    plain, beside, ultimate = (
        own_natural_shares(shoe, gone, own)
        for gone in (
            upcards_gone(shoe, upcard),
            naturals_gone(shoe, upcard, pinkjack=False),
            naturals_gone(shoe, upcard, pinkjack=True),
        )
    )
    each = np.array([pays.unsuited, pays.suited, pink], dtype=float)
    last = np.array([pays.unsuited, pays.suited, pays.ultimate], dtype=float)
    natural = (1 - pinkjacks) * (beside @ each) + pinkjacks * (ultimate @ last)
    return float(plain @ each), float(natural)


def two_natural_shares(shoe: Shoe, gone: Gone, card: int, pinks: tuple[bool, bool]) -> Floats:
    """Return how two naturals of one box divide into the kinds together, their split cards pink or not."""
    found = np.zeros((3, 3))
    for left, likely in _left(shoe, gone).items():
        first, others = left.own(Own(card, pinks[0]))
        second, _ = left.own(Own(card, pinks[1]))
        own = _both(first, second, same=pinks[0] == pinks[1])
        drawn = _both(others, others, same=True)
        kinds = _KINDS[card]
        found += likely * np.einsum("ab,cd,ack,bdl->kl", own, drawn, kinds, kinds, optimize=True)
    return found / found.sum() if found.sum() > 0 else found


def _both(first: Floats, second: Floats, *, same: bool) -> Floats:
    """Return in how many ways two cards are drawn, one of each row; from one row without replacing."""
    ways = np.multiply.outer(first, second) - (np.diag(first) if same else 0.0)
    return np.maximum(ways, 0.0)
