"""What a player's natural pays where that goes by suit: unsuited, suited, Pinkjack (PJ 8.1, 14.1.1)."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from houserules.core.cards import CARDS, SUITS, Card
from houserules.odds.arena import ACE, TEN, Floats
from houserules.odds.cards import Shoe, Upcard
from houserules.odds.game import Game

_DIAMONDS: Final = SUITS.index("d")

Gone = list[tuple[float, tuple[Card, ...]]]
"""Cards that are off the shoe, with the likelihood of each possibility."""


class _Faces(NamedTuple):
    """The aces and ten-value cards that are left, by suit, and of these the jacks of diamonds."""

    aces: tuple[float, ...]
    tens: tuple[float, ...]
    pink: float

    def shares(self) -> Floats:
        """Give how a natural divides into the three kinds."""
        pairs = sum(self.aces) * sum(self.tens)
        pink = self.aces[_DIAMONDS] * self.pink
        suited = sum(ace * ten for ace, ten in zip(self.aces, self.tens, strict=True)) - pink
        found = np.array([pairs - suited - pink, suited, pink])
        return found / pairs if pairs > 0 else np.zeros(3)

    def naturals(self) -> Iterator[tuple[float, int, "_Faces"]]:
        """Give every natural: its likelihood, its kind, and what it leaves."""
        pairs = sum(self.aces) * sum(self.tens)
        for ace, suit, pink in product(range(4), range(4), (False, True)):
            tens = self.pink if pink else self.tens[suit] - (suit == _DIAMONDS) * self.pink
            chance = self.aces[ace] * tens
            if chance > 0 and (suit == _DIAMONDS or not pink):
                kind = 0 if ace != suit else 1 + pink
                left = _Faces(_less(self.aces, ace), _less(self.tens, suit), self.pink - pink)
                yield chance / pairs, kind, left


def _less(row: tuple[float, ...], suit: int) -> tuple[float, ...]:
    return tuple(number - (each == suit) for each, number in enumerate(row))


def _left(shoe: Shoe, gone: Gone) -> dict[_Faces, float]:
    """Give what may be left of the cards of naturals, with its likelihood."""
    found: dict[_Faces, float] = defaultdict(float)
    for likely, cards in gone:
        left = shoe.without(cards)
        tens = left.faces[TEN:].sum(axis=0).tolist()
        faces = _Faces(tuple(left.faces[ACE].tolist()), tuple(tens), left.of(CARDS["Jd"]))
        found[faces] += likely
    return found


def natural_shares(shoe: Shoe, gone: Gone) -> Floats:
    """Give how a natural divides into the three kinds, for cards gone with these likelihoods."""
    found = np.zeros(3)
    for left, likely in _left(shoe, gone).items():
        found += likely * left.shares()
    return found


def upcards_gone(shoe: Shoe, upcard: Upcard) -> Gone:
    """Give the upcard's faces with their likelihoods."""
    return [(shoe.of(face) / upcard.cards, (face,)) for face in upcard.faces]


def naturals_gone(shoe: Shoe, upcard: Upcard, *, pinkjack: bool) -> Gone:
    """Give the faces of a dealer's natural with their likelihoods: of a Pinkjack, or of no Pinkjack."""
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
    """Give what a player's natural pays: without and with a dealer's (S24 11.1; PJ 8.1, 14.1.1)."""
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


def two_natural_shares(shoe: Shoe, gone: Gone) -> Floats:
    """Give how two naturals of one box divide into the kinds together."""
    found = np.zeros((3, 3))
    for left, likely in _left(shoe, gone).items():
        for chance, kind, rest in left.naturals():
            found[kind] += likely * chance * rest.shares()
    return found
