"""A shoe record as data: what was fixed before the cut, what came out, and in which order."""

from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from houserules.core.cards import Card
from houserules.rulebook.schema import Rulebook
from houserules.shoe.stack import Stack

FORMAT: Final = "houserules/shoe-1"
SOURCE: Final = "card shoe"
UNDER: Final = "under the shoe"


@dataclass(frozen=True, slots=True)
class CardPlace:
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
    to: CardPlace
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
    redealt: tuple[int, ...] | None = None
    """The rounds whose cards were taken up and dealt again; None: an old record, which does not say."""


# A shoe written down while it is dealt; nothing of it is for anybody's eyes before the shoe is over.


Options = tuple[tuple[str, str | int | bool], ...]
"""The options of the rulebook that were chosen, as a record has them."""


Entry = tuple[int, int]
"""Where a card stands in a record: the segment, and the place in its `out`."""


@dataclass(frozen=True, slots=True)
class Recording:
    """The record of a shoe so far: its stack, and a refill for every time that cards ran out.

    A card stands where it left the shoe; when it comes to lie elsewhere, only that is changed.
    """

    rules: Rulebook
    options: Options = ()
    segments: tuple[Segment, ...] = ()
    dealt: tuple[Entry, ...] = ()  # in the order in which they were dealt
    ready: tuple[Entry, ...] = ()  # drawn too early, and lie ready
    loose: tuple[Entry, ...] = ()  # taken up: they are the next to be dealt
    redealt: tuple[int, ...] = ()  # the rounds in which cards were taken up

    def add_shuffle(
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
        if layout is None:
            return replace(self, segments=(segment,), dealt=(), ready=(), loose=(), redealt=())
        return replace(self, segments=(*self.segments, segment))

    def add_cut(self, at: int, by: str) -> "Recording":
        """Write down where the stack was cut, and by whom."""
        return self._with(cut=Cut(at, by))

    def add_cutting_card(self, behind: int) -> "Recording":
        """Write down how many cards the dealer left behind the cutting card."""
        return self._with(cutting_card=behind)

    def add_burn(self, card: Card, *, left: int) -> "Recording":
        """Write down the first card, which went away face down."""
        return self._with(burn=Burn(card), left=left)

    def reveal_burn(self) -> "Recording":
        """Write down that a player asked to see the burned card."""
        burn = self.segments[-1].burn
        return self if burn is None else self._with(burn=replace(burn, shown=True))

    def add_out(self, out: Out, *, left: int) -> "Recording":
        """Write down what came out, and the cards that the table counts in the shoe after it."""
        return self._with(out=(*self.segments[-1].out, out), left=left)

    def add_drawn(self, card: Card, *, round_: int, left: int) -> "Recording":
        """Write down a card that lies ready: it has left the shoe, and nobody knows for whom."""
        found = self._loose(card)
        if found is not None:
            return replace(self, ready=(*self.ready, found), loose=_without(self.loose, found))
        drawn = self.add_out(CardOut(round_, card, CardPlace("burned")), left=left)
        return replace(drawn, ready=(*drawn.ready, drawn._last))

    def use_ready_card(self) -> "Recording":
        """Write down that the first of the cards that lie ready is the next."""
        return replace(self, ready=self.ready[1:], loose=(*self.ready[:1], *self.loose))

    def add_card(self, out: CardOut, *, left: int) -> "Recording":
        """Write down where a card went: one that was taken up, or else the next of the shoe."""
        found = self._loose(out.card)
        after = self.add_out(out, left=left) if found is None else self._move(found, out.to)
        played = (found or after._last,) if out.to.kind in ("box", "dealer") else ()
        return replace(after, dealt=(*self.dealt, *played))

    def _move(self, entry: Entry, to: CardPlace) -> "Recording":
        """Change where a card lies that left the shoe before."""
        number, place = entry
        segment = self.segments[number]
        was = segment.out[place]
        assert isinstance(was, CardOut)
        out = (*segment.out[:place], replace(was, to=to), *segment.out[place + 1 :])
        before, behind = self.segments[:number], self.segments[number + 1 :]
        segments = (*before, replace(segment, out=out), *behind)
        return replace(self, segments=segments, loose=_without(self.loose, entry))

    def take_back(self, cards: int, *, round_: int) -> "Recording":
        """Write down that the last cards of a round, and those that lie ready, were taken up."""
        kept = len(self.dealt) - cards
        loose = (*self.dealt[kept:], *self.ready, *self.loose)
        redealt = tuple(sorted({*self.redealt, round_}))
        return replace(self, dealt=self.dealt[:kept], ready=(), loose=loose, redealt=redealt)

    def _loose(self, card: Card) -> Entry | None:
        """Find a card that was taken up, by its face."""
        for number, place in self.loose:
            out = self.segments[number].out[place]
            if isinstance(out, CardOut) and out.card is card:
                return number, place
        return None

    @property
    def _last(self) -> Entry:
        return len(self.segments) - 1, len(self.segments[-1].out) - 1

    def record(self) -> ShoeRecord | None:
        """Return the record of a shoe that is over; None: no cards have been shuffled."""
        if not self.segments:
            return None
        return ShoeRecord(self.rules, self.options, self.segments, self.redealt)

    def _with(self, **changes: Any) -> "Recording":
        last = replace(self.segments[-1], **changes)
        return replace(self, segments=(*self.segments[:-1], last))


def _without(entries: tuple[Entry, ...], entry: Entry) -> tuple[Entry, ...]:
    return tuple(each for each in entries if each != entry)
