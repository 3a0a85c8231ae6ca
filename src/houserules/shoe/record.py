"""A shoe record as data: what was fixed before the cut, what came out, and in which order."""

from dataclasses import dataclass
from typing import Final, Literal

from houserules.core.cards import Card
from houserules.rulebook.schema import Rulebook
from houserules.shoe.stack import Stack

FORMAT: Final = "houserules/shoe-1"
SOURCE: Final = "card shoe"
UNDER: Final = "under the shoe"


class MalformedShoeRecord(Exception):  # noqa: N818  # as of a round record
    """The record cannot be read: where, and what was expected."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}")
        self.where, self.message = where, message


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card went: a hand on a box, the dealer's hand, the discard rack, under the shoe."""

    kind: Literal["box", "dealer", "burned", "under the shoe"]
    box: int | None = None
    hand: int | None = None

    def __str__(self) -> str:
        """Write the place as a record does: `box 3`, `box 3.2`, `dealer`, `burned`."""
        if self.kind != "box":
            return self.kind
        return f"box {self.box}" if self.hand is None else f"box {self.box}.{self.hand}"


@dataclass(frozen=True, slots=True)
class CardOut:
    """A card came out of the shoe, or from under it."""

    round: int
    card: Card
    to: Place
    from_under: bool = False


@dataclass(frozen=True, slots=True)
class CuttingCardOut:
    """A cutting card came out: the one the dealer placed, or the second one from the very back."""

    round: int
    which: Literal[1, 2] = 1


Out = CardOut | CuttingCardOut


@dataclass(frozen=True, slots=True)
class Cut:
    """How many cards lay in front of the cutting card, and who put it there."""

    at: int
    by: str


@dataclass(frozen=True, slots=True)
class Burn:
    """The first card, put away face down; and whether a player asked to see it."""

    card: Card
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Segment:
    """One shuffled stack from its commitment to its last card."""

    commitment: str
    salt: bytes
    stack: Stack  # as committed to, before the cut
    cut: Cut | None  # None: it was not cut
    cutting_card: int | None  # the cards behind it; None: it was not put in
    burn: Burn | None  # None: not burned
    out: tuple[Out, ...]
    left: int  # the cards counted in the shoe when the segment ended
    layout: Stack = ()  # of a refill: what lay on the layout while the discards were shuffled


@dataclass(frozen=True, slots=True)
class ShoeRecord:
    """A whole shoe: the decks, and a refill for every time they ran out within a round."""

    rules: Rulebook
    options: tuple[tuple[str, str | int | bool], ...]  # `table`, as written
    segments: tuple[Segment, ...]
