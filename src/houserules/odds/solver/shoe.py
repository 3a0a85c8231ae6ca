"""The shoe as the mathematics sees it, and the upcards that must be distinguished."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from houserules.core.cards import CARDS, RANKS, SUITS, Card, deck
from houserules.odds.game import Game
from houserules.odds.solver.hand_index import ACE, NAMES, TEN, VALUES, Floats


class ShoeError(ValueError):
    """Cards that the shoe does not have, or too few of them to play a round."""


LEAST_CARDS = 12
"""The fewest cards that a round can be played from."""


@dataclass(frozen=True, slots=True, eq=False)
class Shoe:
    """How many there are of each face: one row per rank, one column per suit."""

    faces: Floats

    @property
    def values(self) -> Floats:
        """How many cards there are of each value."""
        low, tens = self.faces[:TEN].sum(axis=1), self.faces[TEN:].sum()
        return np.append(low, tens)

    def of(self, card: Card) -> float:
        """How many there are of one face."""
        return float(self.faces[RANKS.index(card.rank), SUITS.index(card.suit)])

    def without(self, cards: Iterable[Card]) -> "Shoe":
        faces = self.faces.copy()
        for card in cards:
            rank, suit = RANKS.index(card.rank), SUITS.index(card.suit)
            if faces[rank, suit] < 1:
                raise ShoeError(f"there is no {card} left in the shoe to take out")
            faces[rank, suit] -= 1
        return Shoe(faces)


def full_shoe(game: Game) -> Shoe:
    """Return a new shoe of as many decks as the game is dealt from."""
    return shoe_of(game.decks * deck(tens=game.tens_in_deck))


def shoe_of(cards: Iterable[Card]) -> Shoe:
    faces = np.zeros((len(RANKS), len(SUITS)))
    for card in cards:
        faces[RANKS.index(card.rank), SUITS.index(card.suit)] += 1
    return Shoe(faces)


_PARTNERS = {ACE: TEN, TEN: ACE}


@dataclass(frozen=True, slots=True)
class Upcard:
    """Upcards that are alike for the game: one value, and where it matters more of the face."""

    value: int  # an ace is 0
    faces: tuple[Card, ...]
    cards: float  # how many of them the shoe has
    surrender: bool  # whether a hand may be surrendered against it
    pinkjacks: float  # the share of the dealer's naturals with it that are Pinkjacks

    @property
    def name(self) -> str:
        """The value as the contract writes it: A 2 ... 9 T."""
        return NAMES[self.value]

    @property
    def face(self) -> Card | None:
        """The one face that it is, where it had to be told apart by suit."""
        return self.faces[0] if len(self.faces) == 1 and self.pinkjacks else None

    @property
    def partner(self) -> int | None:
        """The value that would make it a natural."""
        return _PARTNERS.get(self.value)


def upcards(game: Game, shoe: Shoe) -> list[Upcard]:
    """Return the upcards that the shoe can show: by value, and apart where the rules tell them apart.

    Surrender goes by rank (S24 10.1); the A and J of diamonds may become a Pinkjack (PJ 1).
    """
    groups: dict[tuple[int, bool, bool], list[Card]] = {}
    for card in CARDS.values():
        if shoe.of(card) > 0:
            pink = game.naturals.by_suit and str(card) in ("Ad", "Jd")
            key = (card.value - 1, card.rank in game.surrender_against, pink)
            groups.setdefault(key, []).append(card)
    return [
        Upcard(
            value=value,
            faces=tuple(faces),
            cards=sum(map(shoe.of, faces)),
            surrender=surrender,
            pinkjacks=_pinkjacks(shoe, faces[0]) if pink else 0.0,
        )
        for (value, surrender, pink), faces in sorted(groups.items(), key=lambda each: each[0])
    ]


def _pinkjacks(shoe: Shoe, upcard: Card) -> float:
    """The share of second cards making a natural that are the other diamond."""
    other, value = (CARDS["Jd"], TEN) if upcard.rank == "A" else (CARDS["Ad"], ACE)
    partners = float(shoe.values[value])
    return shoe.of(other) / partners if partners else 0.0


def check_shoe(shoe: Shoe) -> None:
    """Refuse a shoe from which no round can be dealt to its end."""
    cards = float(shoe.values.sum())
    if cards < LEAST_CARDS:
        raise ShoeError(f"{cards:g} cards are too few to play a round; at least {LEAST_CARDS}")
    assert shoe.values.size == VALUES
