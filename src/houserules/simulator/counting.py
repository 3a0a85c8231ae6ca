"""Counting cards: what somebody wagers, plays and insures by the true count (game protection)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

from houserules.core.cards import RANKS
from houserules.simulator.strategy import Strategy, fill_gaps

_T = TypeVar("_T")
MOST: Final = 50
"""No true count beyond this is told apart."""


class CountingError(ValueError):
    """A count that cannot be kept, or a ramp that says nothing."""


@dataclass(frozen=True, slots=True)
class Counting:
    """A counting system and what is made of it.

    The true count is the sum of the tags of all cards seen since the shuffle, for each deck that
    has not been seen, rounded down.
    """

    tags: tuple[int, ...]  # in the order of RANKS
    ramp: Mapping[int, int]  # from a true count on, so many wagers; below the lowest, none
    strategies: Mapping[int, Strategy] = field(default_factory=dict)  # before one's own
    insures_from: int | None = None
    most: int = 10  # counts beyond it, or below minus that, are taken for it

    def __post_init__(self) -> None:
        """Refuse what cannot be counted with."""
        if len(self.tags) != len(RANKS) or any(abs(tag) > 99 for tag in self.tags):
            raise CountingError(f"tags: {len(RANKS)} whole numbers from -99 to 99, one a rank")
        if not 1 <= self.most <= MOST:
            raise CountingError(f"most: {self.most}; true counts are told apart up to 1 to {MOST}")
        if any(units < 0 for units in self.ramp.values()) or not any(self.ramp.values()):
            raise CountingError(
                "ramp: units from a true count on, 0 or more, and not all of them 0"
            )

    @property
    def true_counts(self) -> range:
        """Every true count that is told apart."""
        return range(-self.most, self.most + 1)

    def units(self, true_count: int) -> int:
        """Return how many wagers are laid at a true count; 0: the round is watched."""
        return _ramp_units(self.ramp, true_count, 0)

    def strategy(self, true_count: int, own: Strategy) -> Strategy:
        """Return the strategy that is played at a true count; where it says nothing, one's own."""
        found = _ramp_units(self.strategies, true_count, own)
        return found if found is own else fill_gaps(found, own)

    def insures(self, true_count: int) -> bool:
        """Whether insurance is laid at a true count."""
        return self.insures_from is not None and true_count >= self.insures_from


def _ramp_units(steps: Mapping[int, _T], true_count: int, otherwise: _T) -> _T:
    reached = [start for start in steps if start <= true_count]
    return steps[max(reached)] if reached else otherwise
