"""A decision in a session of a tournament: what everybody had when a player wagered. Plain values only."""

from dataclasses import dataclass
from typing import Final

PLAYED_ON: Final = "tactical"
"""The style by which the player is modelled in the rounds after the one that is looked back on."""


@dataclass(frozen=True, slots=True)
class SeatBefore:
    """A player of the session before the cards of a round. Chips are in cents."""

    box: int
    style: str  # by which the player is modelled
    chips: int  # those on the box included
    pass_cards: int
    forms: int
    out_in: int | None = None  # the round in which the player left the session; None: still in
    entry: tuple[int, int] | None = None  # entered before: the wager, and that on a sealed form


@dataclass(frozen=True, slots=True)
class RoundBefore:
    """The session at the moment in which a player decided what to enter for a round."""

    rounds: int
    chips: int  # what everybody started with
    advance: int  # how many go on; in a final, how many places have a prize
    final: bool
    limits: tuple[tuple[int, int, int], ...]  # from which round, minimum, maximum
    pass_cards: int
    forms: int
    order_of_wagering: bool
    deal_from_marker: bool
    round: int
    marker: int | None  # the box that has it
    seats: tuple[SeatBefore, ...]  # by box
    me: int  # the place of the player among the seats
    entry: tuple[int, int]  # what the player entered; neither wager nor form: a pass card

    @property
    def left(self) -> int:
        """How many rounds are left, this one included."""
        return self.rounds - self.round + 1

    @property
    def bounds(self) -> tuple[int, int]:
        """The minimum, and the most that the player could wager."""
        minimum, maximum = [row[1:] for row in self.limits if row[0] <= self.round][-1]
        return minimum, min(maximum, self.seats[self.me].chips) // minimum * minimum
