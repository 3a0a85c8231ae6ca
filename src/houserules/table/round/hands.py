"""Point totals and naturals (S24 2.1, 4.2, 13.1.4; NZ 1.0, 4.1, 12.2; PJ 1.1, 3.2)."""

from collections.abc import Sequence

from houserules.core.cards import Card
from houserules.rulebook.schema import Rulebook
from houserules.table.state import Hand


def total_of(cards: Sequence[Card], *, aces_at_1: int = 0) -> tuple[int, bool]:
    """Return the point total and whether it is soft; aces among the first `aces_at_1` cards stay 1."""
    total = 0
    free_ace = False
    for position, card in enumerate(cards):
        total += card.value
        if card.value == 1 and position >= aces_at_1:
            free_ace = True
    if free_ace and total <= 11:
        return total + 10, True
    return total, False


def aces_at_1(rules: Rulebook, *, cards: int, split: bool) -> int:
    """How many leading cards of a hand doubled at `cards` cards hold their aces at 1."""
    match rules.doubling.aces_when_doubling.value:
        case "every ace is 1":  # reading 10: every ace in the hand when the double is made
            return cards
        case "initial aces are 1":  # reading 11: of a split hand only the card that was split
            return 1 if split else 2
        case "usual":
            return 0


def total_with(rules: Rulebook, hand: Hand, card: Card) -> tuple[int, bool]:
    """Return the total of a hand once the card has come to it."""
    held = aces_at_1(rules, cards=hand.doubled_at, split=hand.split) if hand.doubled_at else 0
    return total_of((*hand.cards, card), aces_at_1=held)


def is_natural(cards: Sequence[Card]) -> bool:
    """An ace and a ten-value card, and nothing else."""
    return len(cards) == 2 and {cards[0].value, cards[1].value} == {1, 10}


def is_pinkjack(cards: Sequence[Card]) -> bool:
    """The ace and the jack of diamonds, and nothing else."""
    return len(cards) == 2 and {(c.rank, c.suit) for c in cards} == {("A", "d"), ("J", "d")}
