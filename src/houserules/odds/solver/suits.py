"""Where suits matter: 6-7-8 and 7-7-7 of one suit, the Super Bonus, and naturals that pay by suit.

Suits change what a two-card hand may become with one card more, and what a natural pays; everything
else is a matter of values. Given the values of all cards, which faces they are is uniform.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from houserules.core.cards import CARDS, SUITS, Card
from houserules.odds.game import Game
from houserules.odds.solver.hand_index import ACE, TEN, Floats
from houserules.odds.solver.player_outcomes import RUN, SEVENS
from houserules.odds.solver.shoe import Shoe, Upcard

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
    suit: int  # of both cards, MIXED if they differ
    face: Card | None  # the upcard, where its suit is a matter: a six, seven or eight itself
    third: float = 0.0  # the share of the completing cards that have the suit of both
    extra: float = 0.0  # what completing in that suit pays more than mixed
    prize: float = 0.0  # of that, the Super Bonus
    split: float = 0.0  # how much more splitting is worth than on average over all ways
    pinks: int | None = None  # of a pair of aces or tens: how many are the A or J of diamonds


Rows = dict[int, list[float]]
"""How many sixes, sevens and eights of each suit there are, by value."""


def bonus_rows(shoe: Shoe, face: Card | None) -> Rows:
    """Return the sixes, sevens and eights that are left beside an upcard."""
    left = shoe if face is None else shoe.without([face])
    return {value: left.faces[value].tolist() for value in BONUS_CARDS}


class Falls:
    """How the suits of two sixes, sevens or eights can fall, for one game and shoe."""

    def __init__(self, game: Game, shoe: Shoe) -> None:
        self._game, self._shoe = game, shoe
        self._found: dict[object, list[Suited]] = {}

    def of(self, hand: tuple[int, int], upcard: Upcard, *, split: bool) -> list[Suited]:
        """Return the ways; only of a pair that may be split does it matter which suits differ."""
        faces = upcard.faces if upcard.value in BONUS_CARDS else ()
        key = (hand, split, faces)
        if key not in self._found:
            likely = [(self._shoe.of(face) / upcard.cards, face) for face in faces]
            self._found[key] = self._ways(hand, likely or [(1.0, None)], split=split)
        return self._found[key]

    def _ways(
        self, hand: tuple[int, int], faces: Sequence[tuple[float, Card | None]], *, split: bool
    ) -> list[Suited]:
        ways = []
        for likely, face in faces:
            left = bonus_rows(self._shoe, face)
            ways += [
                self._with_bonus(hand, way, left, split=split)
                for way in _falls(left, hand, face, likely)
            ]
        mixed = [way for way in ways if way.suit == MIXED]
        if not mixed or (hand[0] == hand[1] and not split):
            return ways
        together = mixed[0]._replace(share=sum(way.share for way in mixed))
        return [together, *(way for way in ways if way.suit != MIXED)]

    def _with_bonus(self, hand: tuple[int, int], way: Suited, left: Rows, *, split: bool) -> Suited:
        """Add what a third card of the same suit would bring."""
        bonuses = self._game.bonuses
        if hand not in COMPLETING or way.suit == MIXED:
            return way
        assert bonuses is not None
        sevens, last = hand == (SEVEN, SEVEN), COMPLETING[hand]
        pays = bonuses.sevens if sevens else bonuses.run
        wins_prize = sevens and way.face is not None and way.face.rank == "7" and not split
        prize = float(bonuses.prize) if wins_prize else 0.0
        odds = float(pays[2] if way.suit == SPADES else pays[1])
        third = share_of(left[last], way.suit, used=hand.count(last))
        return way._replace(third=third, extra=odds + prize - float(pays[0]), prize=prize)


def share_of(row: list[float], suit: int, *, used: int) -> float:
    """The share of a suit among the cards of a value, so many of it gone besides."""
    rest = sum(row) - used
    return max(row[suit] - used, 0.0) / rest if rest > 0 else 0.0


def _falls(left: Rows, hand: tuple[int, int], face: Card | None, likely: float) -> Iterator[Suited]:
    first, second = left[hand[0]], left[hand[1]]
    same = hand[0] == hand[1]
    pairs = sum(first) * (sum(second) - same)
    for one in range(len(SUITS)):
        for other in range(len(SUITS)):
            both = first[one] * (second[other] - (same and one == other))
            if both > 0:
                suit = one if one == other else MIXED
                yield Suited(likely * both / pairs, (one, other), suit, face)


def finish_of(hand: tuple[int, int]) -> int:
    """Return the finish that the hand completes."""
    return SEVENS if hand == (SEVEN, SEVEN) else RUN


def suits_name(fall: Suited | None, card: int) -> str | None:
    """Return the name of the suits of two cards, the first of this value; None: they do not matter."""
    if fall is None:
        return None
    if fall.pinks is not None:
        return pinks_name(fall.pinks, card)
    if fall.suit == MIXED:
        return "mixed"
    return "spades" if fall.suit == SPADES else "same"


def pinks_name(pinks: int, card: int) -> str:
    """Return the name of a pair of aces or ten-value cards with so many diamonds of a Pinkjack."""
    return " ".join(["Ad" if card == ACE else "Jd"] * pinks) or "other"


# What a natural pays where that goes by suit: unsuited, suited, Pinkjack (PJ 8.1, 14.1.1).


_DIAMONDS: Final = SUITS.index("d")

GoneCards = list[tuple[float, tuple[Card, ...]]]
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
        kinds = np.array([pairs - suited - pink, suited, pink])
        return kinds / pairs if pairs > 0 else np.zeros(3)

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
    kinds = np.zeros((5, 5, 3))
    for ace, ten in product(range(5), range(5)):
        pink = ace == _DIAMONDS and ten == 4
        kinds[ace, ten, 2 if pink else int(ace == ten)] = 1.0
    return kinds


_KINDS: Final = {ACE: _kinds(), TEN: _kinds().transpose(1, 0, 2)}


def _naturals_left(shoe: Shoe, gone: GoneCards) -> dict[_Faces, float]:
    """Return what may be left of the cards of naturals, with its likelihood."""
    likelihoods: dict[_Faces, float] = defaultdict(float)
    for likely, cards in gone:
        left = shoe.without(cards)
        tens = left.faces[TEN:].sum(axis=0).tolist()
        faces = _Faces(tuple(left.faces[ACE].tolist()), tuple(tens), left.of(CARDS["Jd"]))
        likelihoods[faces] += likely
    return likelihoods


def natural_shares(shoe: Shoe, gone: GoneCards) -> Floats:
    """Return how a natural divides into the three kinds, for cards gone with these likelihoods."""
    shares = np.zeros(3)
    for left, likely in _naturals_left(shoe, gone).items():
        shares += likely * left.shares()
    return shares


def upcards_gone(shoe: Shoe, upcard: Upcard) -> GoneCards:
    """Return the upcard's faces with their likelihoods."""
    return [(shoe.of(face) / upcard.cards, (face,)) for face in upcard.faces]


def naturals_gone(shoe: Shoe, upcard: Upcard, *, pinkjack: bool) -> GoneCards:
    """Return the faces of a dealer's natural with their likelihoods: of a Pinkjack, or of no Pinkjack."""
    partner = upcard.partner
    naturals = []
    for likely, (face,) in upcards_gone(shoe, upcard):
        for second in CARDS.values():
            pink = {str(face), str(second)} == {"Ad", "Jd"}
            if second.value - 1 == partner and pink == pinkjack and shoe.of(second) > 0:
                naturals.append((likely * shoe.of(second), (face, second)))
    whole = sum(each for each, _ in naturals)
    return [(each / whole, cards) for each, cards in naturals]


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


def own_natural_shares(shoe: Shoe, gone: GoneCards, own: Own) -> Floats:
    """Return how a natural with a split card divides into the kinds."""
    shares = np.zeros(3)
    for left, likely in _naturals_left(shoe, gone).items():
        mine, others = left.own(own)
        shares += likely * np.einsum("a,b,abk->k", mine, np.maximum(others, 0.0), _KINDS[own.card])
    return shares / shares.sum() if shares.sum() > 0 else shares


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


def two_natural_shares(shoe: Shoe, gone: GoneCards, card: int, pinks: tuple[bool, bool]) -> Floats:
    """Return how two naturals of one box divide into the kinds together, their split cards pink or not."""
    shares = np.zeros((3, 3))
    for left, likely in _naturals_left(shoe, gone).items():
        first, others = left.own(Own(card, pinks[0]))
        second, _ = left.own(Own(card, pinks[1]))
        own = _both(first, second, same=pinks[0] == pinks[1])
        drawn = _both(others, others, same=True)
        kinds = _KINDS[card]
        shares += likely * np.einsum("ab,cd,ack,bdl->kl", own, drawn, kinds, kinds, optimize=True)
    return shares / shares.sum() if shares.sum() > 0 else shares


def _both(first: Floats, second: Floats, *, same: bool) -> Floats:
    """Return in how many ways two cards are drawn, one of each row; from one row without replacing."""
    ways = np.multiply.outer(first, second) - (np.diag(first) if same else 0.0)
    return np.maximum(ways, 0.0)
