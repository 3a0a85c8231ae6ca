"""Where suits matter: 6-7-8 and 7-7-7 of one suit, and the Super Bonus.

Suits change what a two-card hand may become with one card more, and what a natural pays (see
`naturals`); everything else is a matter of values. Given the values of all cards, which faces they
are is uniform.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from houserules.core.cards import SUITS, Card
from houserules.odds.game import Game
from houserules.odds.solver.hand_index import ACE
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
    split: float = 0.0  # what splitting is worth more than on the average of all ways
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
        found = []
        for likely, face in faces:
            left = bonus_rows(self._shoe, face)
            found += [
                self._with_bonus(hand, way, left, split=split)
                for way in _falls(left, hand, face, likely)
            ]
        mixed = [way for way in found if way.suit == MIXED]
        if not mixed or (hand[0] == hand[1] and not split):
            return found
        together = mixed[0]._replace(share=sum(way.share for way in mixed))
        return [together, *(way for way in found if way.suit != MIXED)]

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
