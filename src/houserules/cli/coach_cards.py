"""Cards as a player names them: with a suit, or by value alone where the suit is no matter."""

from dataclasses import dataclass
from typing import Final

from houserules.core.cards import CARDS, RANKS, Card
from houserules.odds.cards import Shoe, ShoeError

_SUITS: Final = "shcd"  # diamonds last: Pinkjack tells the A and J of diamonds apart
_TENS: Final = "KQJT"


@dataclass(frozen=True, slots=True)
class Known:
    """The cards on the table, with suits for those that were typed without."""

    hand: tuple[Card, ...]
    upcard: Card
    seen: tuple[Card, ...]
    guessed: bool  # whether a suit was left to us


def read_known(shoe: Shoe, *, hand: str, upcard: str, seen: str) -> Known:
    """Read hand, upcard and other cards; raises ShoeError for what is no card or not in the shoe."""
    groups = [_words(hand), _words(upcard), _words(seen)]
    if len(groups[1]) != 1:
        raise ShoeError(f"{upcard!r} is not one card; the dealer shows one")
    if len(groups[0]) < 2:
        raise ShoeError(f"{hand!r} is no hand to act on; it needs two cards or more")
    exact = [[CARDS.get(word) for word in group] for group in groups]
    left = shoe.without(card for group in exact for card in group if card)
    found: list[tuple[Card, ...]] = []
    for words, cards in zip(groups, exact, strict=True):
        for place, word in enumerate(words):
            if cards[place] is None:
                chosen = _some_suit(left, word, {card.suit for card in cards if card})
                cards[place], left = chosen, left.without([chosen])
        found.append(tuple(card for card in cards if card))
    guessed = any(len(word) == 1 for group in groups[:2] for word in group)
    return Known(found[0], found[1][0], found[2], guessed)


def _words(text: str) -> list[str]:
    """Give the cards of a text one by one: a rank, or a rank and a suit."""
    words = [word.replace("10", "T") for word in text.split()]
    words = [word[:1].upper() + word[1:].lower() for word in words]
    for word in words:
        if word not in CARDS and word not in RANKS:
            raise ShoeError(
                f"{word!r} is not a card; write a rank (A 2 3 4 5 6 7 8 9 T J Q K), "
                "or a rank and a suit (s h d c), as in Qd"
            )
    return words


def _some_suit(shoe: Shoe, rank: str, used: set[str]) -> Card:
    """Choose a card of this rank that the shoe has; a ten is any ten-value card."""
    ranks = _TENS if rank == "T" else rank
    suits = sorted(_SUITS, key=lambda suit: suit in used)
    for card in (CARDS[each + suit] for suit in suits for each in ranks):
        if shoe.of(card) >= 1:
            return card
    raise ShoeError(f"there is no {rank} left in the shoe")
