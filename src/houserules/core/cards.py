"""Cards: ranks, suits, values and the decks they come in (S24 4.1-4.2, NZ 3.3-4.1, PJ 3.1-3.2)."""

from dataclasses import dataclass
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "shdc"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One of the 52 faces. There is one object per face, so cards compare by identity."""

    rank: str
    suit: str
    value: int  # an ace is 1 here; `table.totals` raises it to 11 where the rules do

    def __str__(self) -> str:
        return self.rank + self.suit

    __repr__ = __str__

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Copy and unpickle to the same object."""
        return card, (str(self),)

    @property
    def is_red(self) -> bool:
        return self.suit in "hd"


CARDS: Final[dict[str, Card]] = {
    rank + suit: Card(rank, suit, min(position, 10))
    for position, rank in enumerate(RANKS, start=1)
    for suit in SUITS
}


class CardError(ValueError):
    """The text is not a card."""


def card(text: str) -> Card:
    """Read one card: a rank `A 2 ... 9 T J Q K` and a suit `s h d c`, such as `Qd`."""
    if text not in CARDS:
        raise CardError(
            f"{text!r} is not a card; a card is a rank (A 2 3 4 5 6 7 8 9 T J Q K) "
            "and a suit (s h d c), as in Qd"
        )
    return CARDS[text]


def cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces."""
    return tuple(card(word) for word in text.split())


def show(hand: tuple[Card, ...]) -> str:
    """Write cards separated by spaces; the inverse of `cards`."""
    return " ".join(map(str, hand))


def deck(*, tens: bool) -> tuple[Card, ...]:
    """Return one deck in order: 52 cards, or 48 with the four tens taken out."""
    return tuple(card for card in CARDS.values() if tens or card.rank != "T")
