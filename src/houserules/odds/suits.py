"""Where suits matter: 6-7-8 and 7-7-7 of one suit, the Super Bonus, and Pinkjack's naturals.

Suits change what a two-card hand may become with one card more, and what a natural pays; everything
else is a matter of values. Given the values of all cards, which faces they are is uniform.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from houserules.core.cards import CARDS, SUITS, Card
from houserules.odds.arena import ACE, TEN, Floats
from houserules.odds.cards import Shoe, Upcard
from houserules.odds.finals import RUN, SEVENS
from houserules.odds.game import Game

SIX, SEVEN, EIGHT = 5, 6, 7
BONUS_CARDS: Final = (SIX, SEVEN, EIGHT)
COMPLETING: Final = {
    (SIX, SEVEN): EIGHT,
    (SIX, EIGHT): SEVEN,
    (SEVEN, EIGHT): SIX,
    (SEVEN, SEVEN): SEVEN,
}
"""Two-card hands on which suits matter, and the value that makes them 21."""

MIXED: Final = -1
SPADES: Final = SUITS.index("s")


class Suited(NamedTuple):
    """One way for the suits of a two-card hand and the upcard to fall."""

    share: float  # of the hands with these values
    suits: tuple[int, int]
    face: Card  # the upcard; one for all where its suit is no matter
    third: float = 0.0  # the share of the completing cards that have the suit of both
    extra: float = 0.0  # what completing in that suit pays more than mixed
    prize: float = 0.0  # of that, the Super Bonus
    split: float = 0.0  # what splitting is worth more than on the average of all ways

    @property
    def suit(self) -> int:
        """The suit of both cards, MIXED if they differ."""
        return self.suits[0] if self.suits[0] == self.suits[1] else MIXED


def ways(
    game: Game, shoe: Shoe, hand: tuple[int, int], upcard: Upcard, *, split: bool
) -> list[Suited]:
    """Give the ways in which the suits of a hand of two sixes, sevens or eights can fall.

    Only of a pair that may be split does it matter which suits differ.
    """
    found = [
        _with_bonus(game, shoe, hand, way, split=split)
        for likely, face in _faces(shoe, upcard)
        for way in _falls(shoe.without([face]), hand, face, likely)
    ]
    mixed = [way for way in found if way.suit == MIXED]
    if not mixed or (hand[0] == hand[1] and not split):
        return found
    together = mixed[0]._replace(share=sum(way.share for way in mixed))
    return [together, *(way for way in found if way.suit != MIXED)]


def _faces(shoe: Shoe, upcard: Upcard) -> list[tuple[float, Card]]:
    """Give the upcard's faces; one for all unless it is a six, seven or eight itself."""
    if upcard.value not in BONUS_CARDS:
        return [(1.0, upcard.faces[0])]
    return [(shoe.of(face) / upcard.cards, face) for face in upcard.faces]


def _falls(left: Shoe, hand: tuple[int, int], face: Card, likely: float) -> Iterator[Suited]:
    first, second = left.faces[hand[0]], left.faces[hand[1]]
    same = hand[0] == hand[1]
    pairs = first.sum() * (second.sum() - same)
    for one in range(len(SUITS)):
        for other in range(len(SUITS)):
            both = first[one] * (second[other] - (same and one == other))
            if both > 0:
                yield Suited(float(likely * both / pairs), (one, other), face)


def _with_bonus(
    game: Game, shoe: Shoe, hand: tuple[int, int], way: Suited, *, split: bool
) -> Suited:
    """Add what a third card of the same suit would bring."""
    if hand not in COMPLETING or way.suit == MIXED:
        return way
    assert game.bonuses is not None
    pays = game.bonuses.sevens if hand == (SEVEN, SEVEN) else game.bonuses.run
    wins_prize = hand == (SEVEN, SEVEN) and way.face.rank == "7" and not split
    prize = float(game.bonuses.prize) if wins_prize else 0.0
    odds = float(pays[2] if way.suit == SPADES else pays[1])
    left = shoe.without([way.face]).faces[COMPLETING[hand]]
    used = sum(card == COMPLETING[hand] for card in hand)
    rest = left.sum() - used
    third = max(float(left[way.suit]) - used, 0.0) / rest if rest > 0 else 0.0
    return way._replace(third=third, extra=odds + prize - float(pays[0]), prize=prize)


def finish_of(hand: tuple[int, int]) -> int:
    """Give the finish that the hand completes."""
    return SEVENS if hand == (SEVEN, SEVEN) else RUN


Gone = list[tuple[float, tuple[Card, ...]]]
"""Cards that are off the shoe, with the likelihood of each possibility."""


def natural_shares(shoe: Shoe, gone: Gone) -> Floats:
    """Give how a natural divides into the three kinds, for cards gone with these likelihoods."""
    found = np.zeros(3)
    for likely, cards in gone:
        left = shoe.without(cards)
        aces, tens = left.faces[ACE], left.faces[TEN:]
        pairs = float(aces.sum() * tens.sum())
        pink = left.of(CARDS["Ad"]) * left.of(CARDS["Jd"])
        suited = float((aces * tens.sum(axis=0)).sum()) - pink
        if pairs > 0:
            found += likely * np.array([pairs - suited - pink, suited, pink]) / pairs
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
    for likely, cards in gone:
        left = shoe.without(cards)
        for ace in (card for card in CARDS.values() if card.rank == "A" and left.of(card) > 0):
            for ten in (card for card in CARDS.values() if card.value == 10 and left.of(card) > 0):
                kind = _kind(ace, ten)
                chance = left.of(ace) / left.values[ACE] * left.of(ten) / left.values[TEN]
                rest = natural_shares(left, [(1.0, (ace, ten))])
                found[kind] += likely * chance * rest
    return found


def _kind(ace: Card, ten: Card) -> int:
    if ace.suit != ten.suit:
        return 0
    return 2 if str(ace) == "Ad" and str(ten) == "Jd" else 1
