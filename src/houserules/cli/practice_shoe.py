"""The shoe of a practice table: the table's decks in the order that a seed gives."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from houserules.core.cards import Card
from houserules.core.refusal import Clause

FIRST_CARD_BURNED: Final[dict[str, Clause]] = {
    "nsw-pontoon-2024": Clause("5.9"),
    "nsw-pontoon-6to5-2017": Clause("4.9"),
    "nsw-pinkjack-2016": Clause("4.8.2"),
}
"""Where the document burns the first card; New Zealand leaves it to the operator (8.1)."""

CARDS_RAN_OUT: Final[dict[str, Clause]] = {
    "nsw-pontoon-2024": Clause("18.9"),
    "nsw-pontoon-6to5-2017": Clause("17.9"),
    "nz-pontoon": Clause("16.7"),
    "nsw-pinkjack-2016": Clause("15.9"),
}


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The cards went into the shoe anew; the clause that burned the first, or that let it be."""

    cards: int
    burned: Clause | None = None
    ran_out: Clause | None = None


@dataclass(slots=True)
class Shoe:
    """The table's decks in an order that the seed gives; the next card is the last of `left`."""

    full: tuple[Card, ...]
    chance: Random
    left: list[Card] = field(default_factory=list)

    @property
    def is_low(self) -> bool:
        """Whether fewer than a quarter of the cards are left."""
        return len(self.left) * 4 < len(self.full)

    def shuffle(self, layout: Iterable[Card] = ()) -> None:
        """Shuffle every card that does not lie on the layout."""
        self.left = list((Counter(self.full) - Counter(layout)).elements())
        self.chance.shuffle(self.left)
