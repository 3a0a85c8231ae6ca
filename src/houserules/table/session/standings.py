"""Who is placed where after a session, who goes on, and which ties are played off (20.10)."""

from dataclasses import dataclass
from itertools import groupby
from typing import Final

from houserules.core.money import Cents
from houserules.table.events import WagerSettled
from houserules.table.session.state import Elimination, Player

COLLECTION_ORDER: Final = ("perfect-pairs", "in play", "insurance", "final", "undisclosed")
"""In which order chips are collected; only in play they go as it happens, else by boxes."""


def collection_rank(row: WagerSettled, at: int) -> tuple[int, int]:
    """Return when a lost wager was collected, `at` being its place among the round's settlements."""
    if row.wager in ("perfect-pairs", "insurance"):
        return COLLECTION_ORDER.index(row.wager), row.box or 0
    if row.stage == "interim":
        return COLLECTION_ORDER.index("in play"), at
    return COLLECTION_ORDER.index("final"), row.box or 0


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
