"""The stack: the cards of a game from the top, which leaves the shoe first, down to the back."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from houserules.core.cards import Card, deck
from houserules.rulebook.schema import Rulebook
from houserules.shoe.entropy import Entropy

Stack = tuple[Card, ...]
"""Cards from the front (the first to leave the shoe) to the back."""


def decks_of(rules: Rulebook) -> Stack:
    """Return all cards of the game, deck by deck, unshuffled."""
    equipment = rules.equipment
    return deck(tens=equipment.tens_in_deck.value) * equipment.decks.value


def deck_size(rules: Rulebook) -> int:
    """Return the number of cards in one deck of the game."""
    return len(deck(tens=rules.equipment.tens_in_deck.value))


def cut(stack: Stack, at: int) -> Stack:
    """Put the `at` cards in front of the cutting card behind the rest (S24 5.6 and peers)."""
    if not 0 <= at <= len(stack):
        raise ValueError(f"a stack of {len(stack)} cards cannot be cut behind card {at}")
    return stack[at:] + stack[:at]


# The shuffle: Fisher-Yates, with unbiased draws because values that would favour some cards are
# thrown away.


T = TypeVar("T")

Draw = Callable[[Entropy, int], int]
"""Returns a number from 0 to below n."""

BYTE: Final = 256


def fair(value: int, n: int, *, span: int) -> int | None:
    """Turn one of `span` equally likely values into one of `n`; None: throw it away.

    The values kept are a multiple of `n`, so each result has equally many of them.
    """
    return value % n if value < span - span % n else None


def below(entropy: Entropy, n: int) -> int:
    """Draw a number from 0 to below `n`, all equally likely, from as few bytes as possible."""
    if n < 1:
        raise ValueError(f"there is no number from 0 to below {n}")
    size = ((n - 1).bit_length() + 7) // 8
    while True:
        value = int.from_bytes(entropy.take(size), "big")
        kept = fair(value, n, span=BYTE**size)
        if kept is not None:
            return kept


def shuffle(cards: Sequence[T], entropy: Entropy, *, draw: Draw = below) -> tuple[T, ...]:
    """Return the cards in random order, all orders equally likely (S24 5.1, S65 4.1, NZ 7.1, PJ 4.3).

    From the last place to the second, each place takes one of the cards not yet placed. Every
    sequence of draws gives exactly one order.
    """
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chosen = draw(entropy, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)
