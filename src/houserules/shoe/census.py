"""The census: which cards have been seen, and which card is impossible."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from houserules.core.cards import Card
from houserules.shoe.stack import Stack


@dataclass(frozen=True, slots=True)
class Impossible:
    """A card that cannot have come: all its copies are already out."""

    card: Card
    seen: int  # including this one
    most: int  # in all the decks; 0 for a card that the game is played without


@dataclass(frozen=True, slots=True)
class Census:
    """The cards of a game by face, and how many of each have been seen out of the shoe."""

    most: Mapping[Card, int]
    seen: Mapping[Card, int] = field(default_factory=dict)

    def impossible(self, card: Card) -> Impossible | None:
        """Say whether this card is impossible as the next one."""
        most, seen = self.most.get(card, 0), self.seen.get(card, 0) + 1
        return Impossible(card, seen, most) if seen > most else None

    def saw(self, *cards: Card) -> "Census":
        """Count cards that came out, impossible ones too."""
        seen = dict(self.seen)
        for card in cards:
            seen[card] = seen.get(card, 0) + 1
        return replace(self, seen=seen)

    def put_back(self, cards: Iterable[Card]) -> "Census":
        """Count cards as unseen again: they went back to be shuffled."""
        seen = dict(self.seen)
        for card in cards:
            if not seen.get(card):
                raise ValueError(f"{card} cannot be put back; it has not been seen")
            seen[card] -= 1
        return replace(self, seen=seen)

    @property
    def left(self) -> dict[Card, int]:
        """How many of each face have not been seen, in the order of a deck."""
        return {card: max(most - self.seen.get(card, 0), 0) for card, most in self.most.items()}


def census_of(decks: Stack) -> Census:
    """Start the census of a shoe with these cards."""
    most: dict[Card, int] = {}
    for card in decks:
        most[card] = most.get(card, 0) + 1
    return Census(most)
