"""The cut: who is offered it, in turn, and how deep the cutting card goes (S24 5.3-5.6)."""

from collections.abc import Sequence
from typing import NamedTuple

from houserules.core.money import Odds


class Seat(NamedTuple):
    """A player at the table and their box; None: standing."""

    player: str
    box: int | None


Seats = Sequence[Seat]
"""The players in order of arrival."""


class Depth(NamedTuple):
    """The least and the most cards that may be on one side of a cutting card."""

    least: int
    most: int

    def takes(self, cards: int) -> bool:
        """Whether a cutting card may go there."""
        return self.least <= cards <= self.most


def farthest_right(seats: Seats) -> Seat | None:
    """Return the player farthest to the dealer's right, at the box that is dealt to last."""
    seated = [seat for seat in seats if seat.box is not None]
    return max(seated, key=_box, default=seats[0] if seats else None)


def farthest_left(seats: Seats) -> Seat | None:
    """Return the player farthest to the dealer's left, at the box that is dealt to first."""
    seated = [seat for seat in seats if seat.box is not None]
    return min(seated, key=_box, default=seats[0] if seats else None)


def _box(seat: Seat) -> int:
    return seat.box or 0


def clockwise(seats: Seats, *, start: int) -> tuple[str, ...]:
    """Return everybody once: clockwise from a box, then standing players in order of arrival."""
    seated = sorted((seat for seat in seats if seat.box is not None), key=_box)
    before = [seat for seat in seated if _box(seat) < start]
    behind = [seat for seat in seats if seat.box is None]
    return tuple(seat.player for seat in [*seated[len(before) :], *before, *behind])


def in_turn(seats: Seats, first: Seat | None, *, box: int) -> tuple[str, ...]:
    """Return the order in which players are offered the cut: `first`, then clockwise (S24 5.4, NZ 7.4).

    `box` is the starting point if the player who would be first has left or is standing.
    """
    if first is None:
        return clockwise(seats, start=box)
    others = [seat for seat in seats if seat.player != first.player]
    return (first.player, *clockwise(others, start=first.box or box))


def cut_depth(size: int, *, deck: int, decks: int) -> Depth:
    """Return how many cards may be in front of the cut: at least a deck from either end.

    A stack of less than two decks, which only a refill can be, is cut in the middle.
    """
    least = min(deck * decks, size // 2)
    return Depth(least, size - least)


def cutting_card_depth(size: int, share: Odds) -> Depth:
    """Return how many cards may be behind the dealer's cutting card: up to half of the stack."""
    most = size * share.pays // share.on
    return Depth(min(1, most), most)
