"""The stack: the cards of a game from the top, which leaves the shoe first, down to the back."""

from houserules.core.cards import Card, deck
from houserules.rulebook.schema import Rulebook

Stack = tuple[Card, ...]
"""Cards from the front (the first to leave the shoe) to the back."""


def decks_of(rules: Rulebook) -> Stack:
    """Give all the cards that the game is played with, deck by deck, unshuffled."""
    equipment = rules.equipment
    return deck(tens=equipment.tens_in_deck.value) * equipment.decks.value


def deck_size(rules: Rulebook) -> int:
    """Give the number of cards in one deck of the game."""
    return len(deck(tens=rules.equipment.tens_in_deck.value))


def cut(stack: Stack, at: int) -> Stack:
    """Put the `at` cards in front of the cutting card behind the rest (S24 5.6 and peers)."""
    if not 0 <= at <= len(stack):
        raise ValueError(f"a stack of {len(stack)} cards cannot be cut behind card {at}")
    return stack[at:] + stack[:at]
