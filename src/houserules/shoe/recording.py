"""A shoe written down while it is dealt; nothing of it is for anybody's eyes before the shoe is over."""

from dataclasses import dataclass, replace
from typing import Any

from houserules.core.cards import Card
from houserules.rulebook.schema import Rulebook
from houserules.shoe.record import Burn, Cut, Out, Segment, ShoeRecord
from houserules.shoe.stack import Stack

Options = tuple[tuple[str, str | int | bool], ...]
"""The options of the rulebook that were chosen, as a record has them."""


@dataclass(frozen=True, slots=True)
class Recording:
    """The record of a shoe so far: its stack, and a refill for every time that cards ran out."""

    rules: Rulebook
    options: Options = ()
    segments: tuple[Segment, ...] = ()

    def shuffled(
        self, stack: Stack, salt: bytes, *, commitment: str, layout: Stack | None = None
    ) -> "Recording":
        """Begin a new shoe; with the cards on the layout, a refill of the one that ran out."""
        segment = Segment(
            commitment=commitment,
            salt=salt,
            stack=stack,
            cut=None,
            cutting_card=None,
            burn=None,
            out=(),
            left=len(stack),
            layout=layout or (),
        )
        before = () if layout is None else self.segments
        return replace(self, segments=(*before, segment))

    def cut(self, at: int, by: str) -> "Recording":
        """Write down where the stack was cut, and by whom."""
        return self._with(cut=Cut(at, by))

    def cutting_card_placed(self, behind: int) -> "Recording":
        """Write down how many cards the dealer left behind the cutting card."""
        return self._with(cutting_card=behind)

    def burned(self, card: Card, *, left: int) -> "Recording":
        """Write down the first card, which went away face down."""
        return self._with(burn=Burn(card), left=left)

    def burned_card_shown(self) -> "Recording":
        """Write down that a player asked to see the burned card."""
        burn = self.segments[-1].burn
        return self if burn is None else self._with(burn=replace(burn, shown=True))

    def came_out(self, out: Out, *, left: int) -> "Recording":
        """Write down what came out, and the cards that the table counts in the shoe after it."""
        return self._with(out=(*self.segments[-1].out, out), left=left)

    def record(self) -> ShoeRecord | None:
        """Give the record of a shoe that is over; None: no cards have been shuffled."""
        if not self.segments:
            return None
        return ShoeRecord(self.rules, self.options, self.segments)

    def _with(self, **changes: Any) -> "Recording":
        last = replace(self.segments[-1], **changes)
        return replace(self, segments=(*self.segments[:-1], last))
