"""Who is placed where after a session, who goes on, and which ties are played off (20.10)."""

from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from houserules.core.money import Cents
from houserules.tournament.session_record import Player


class Elimination(NamedTuple):
    """How a player went out; the greater of two is placed above the other (20.10.4).

    Later rounds come first, then more chips left, then the larger total staked in that round, then
    whose last chips were collected later (readings 214 and 215).
    """

    round: int
    chips: Cents
    staked: Cents
    collected: tuple[int, int]


LAST_COLLECTED = (1_000_000, 0)
"""Whoever had nothing collected counts as collected last."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player who has a place: with chips, or eliminated."""

    player: Player
    chips: Cents
    eliminated: Elimination | None = None
    play_off: int = 0  # places lost within a tie that was played off

    @property
    def rank(self) -> tuple[object, ...]:
        """What places are told apart by, the best first."""
        if self.eliminated is None:
            return (0, -self.chips, self.play_off)
        worse = self.eliminated
        return (1, -worse.round, -worse.chips, -worse.staked, *(-each for each in worse.collected))


@dataclass(frozen=True, slots=True)
class Place:
    """One place, and the players who share it, by boxes."""

    number: int
    standings: tuple[Standing, ...]

    @property
    def last(self) -> int:
        """The last place that the players cover between them."""
        return self.number + len(self.standings) - 1


def find_places(standings: list[Standing], first: int = 1) -> list[Place]:
    """Return the places in order; players who cannot be told apart share one."""
    places = []
    ordered = sorted(standings, key=lambda standing: (standing.rank, standing.player.box))
    for _, shared in groupby(ordered, key=lambda standing: standing.rank):
        place = Place(first, tuple(shared))
        places.append(place)
        first = place.last + 1
    return places


def needs_play_off(place: Place, advance: int, *, final: bool) -> bool:
    """Whether a tie of players still in has to be played off (20.10.3, reading 212).

    It does if it lies across the last place that goes on; in a final, if it touches any of them.
    """
    if len(place.standings) == 1 or place.standings[0].eliminated is not None:
        return False
    return place.number <= advance and (final or place.last > advance)


def find_advancing(places: list[Place], advance: int) -> list[Player]:
    """Return who certainly has one of the first places, however open ties are played off."""
    return [
        standing.player for place in places if place.last <= advance for standing in place.standings
    ]
