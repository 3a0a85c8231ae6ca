"""The virtual shoe: the order of the cards, held only by the house's dealer.

It says what comes out next; `table.cards.house_dealer` keeps it in step with the table.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal

from houserules.core.cards import Card
from houserules.shoe.entropy import Entropy
from houserules.shoe.stack import Stack, cut, shuffle
from houserules.shoe.state import Source

CuttingCard = Literal["cutting card"]
CUTTING_CARD: Final[CuttingCard] = "cutting card"


@dataclass(frozen=True, slots=True)
class VirtualShoe:
    """The cards from the top, those burned face down, and the one kept under the shoe."""

    stack: Stack = ()
    burned: Stack = ()
    under: Card | None = None
    waiting: Stack = ()  # shuffled, until the shuffle has happened at the table

    def comes_next(self, source: Source, *, first_of_round: bool) -> Card | CuttingCard:
        """Return what comes out next; the table's source must agree."""
        assert source.left == len(self.stack), "the shoe and the table count different cards"
        if first_of_round and self.under is not None:
            return self.under
        return CUTTING_CARD if source.cutting_card_is_next else self.stack[0]

    def prepare(self, cards: Stack, entropy: Entropy) -> "VirtualShoe":
        """Shuffle cards; they wait, and can be committed to, until the table takes them."""
        return replace(self, waiting=shuffle(cards, entropy))

    def refill(self, *, with_rack: bool) -> "VirtualShoe":
        """Take the shuffled cards; `with_rack`: including those of the discard rack."""
        if with_rack:
            return VirtualShoe(self.waiting)
        return replace(self, stack=self.waiting, waiting=())

    def cut_at(self, depth: int) -> "VirtualShoe":
        """Move the cards in front of the cut behind the rest."""
        return replace(self, stack=cut(self.stack, depth))

    def without_top(self, *, burned: bool = False, under: bool = False) -> "VirtualShoe":
        """Remove the top card: out, face down into the rack, or under the shoe."""
        top, rest = self.stack[0], self.stack[1:]
        return replace(
            self,
            stack=rest,
            burned=(*self.burned, top) if burned else self.burned,
            under=top if under else self.under,
        )

    def without(self, card: Card) -> "VirtualShoe":
        """Remove a card that has left: the top one, if nothing was mixed in since it was drawn."""
        place = self.stack.index(card) if card in self.stack else 0
        return replace(self, stack=self.stack[:place] + self.stack[place + 1 :])

    def without_under(self, card: Card) -> "VirtualShoe":
        """Deal the card under the shoe, or the one that was there when a round is redealt."""
        if self.under is None:
            return self.without(card)
        return replace(self, under=None, stack=(self.under, *self.stack)).without(card)

    def reveal(self, card: Card) -> "VirtualShoe":
        """Show a card that was burned face down."""
        place = self.burned.index(card)
        return replace(self, burned=self.burned[:place] + self.burned[place + 1 :])

    def mix_in(self, cards: Iterable[Card], entropy: Entropy) -> "VirtualShoe":
        """Mix the discards, seen and unseen, into a shuffling device (S24 8.2)."""
        return replace(self, stack=shuffle((*self.stack, *cards, *self.burned), entropy), burned=())


def rest_of(decks: Stack, layout: Iterable[Card]) -> Stack:
    """Return the decks without the cards on the layout: what is shuffled."""
    return tuple((Counter(decks) - Counter(layout)).elements())
