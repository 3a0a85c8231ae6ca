"""Who plays: one bettor per box with a wager, a strategy, perhaps a side wager, perhaps a card count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from houserules.core.cards import RANKS, SUITS
from houserules.simulator.packed_rules import Packed, Rule, odds_at
from houserules.simulator.strategy import Strategy, fill_gaps

_T = TypeVar("_T")
MOST: Final = 50
"""The largest true count that is distinguished."""


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
            raise CountingError(f"tags: {len(RANKS)} whole numbers from -99 to 99, one per rank")
        if not 1 <= self.most <= MOST:
            raise CountingError(
                f"most: {self.most}; choose 1 to {MOST}, the largest true count to distinguish"
            )
        if any(units < 0 for units in self.ramp.values()) or not any(self.ramp.values()):
            raise CountingError(
                "ramp: units from a true count on, 0 or more, and not all of them 0"
            )

    @property
    def true_counts(self) -> range:
        """Every true count that is distinguished."""
        return range(-self.most, self.most + 1)

    def units(self, true_count: int) -> int:
        """Return how many wagers are laid at a true count; 0: the round is watched."""
        return _ramp_units(self.ramp, true_count, 0)

    def strategy(self, true_count: int, own: Strategy) -> Strategy:
        """Return the strategy that is played at a true count; where it says nothing, one's own."""
        chosen = _ramp_units(self.strategies, true_count, own)
        return chosen if chosen is own else fill_gaps(chosen, own)

    def insures(self, true_count: int) -> bool:
        return self.insures_from is not None and true_count >= self.insures_from


def _ramp_units(steps: Mapping[int, _T], true_count: int, otherwise: _T) -> _T:
    reached = [start for start in steps if start <= true_count]
    return steps[max(reached)] if reached else otherwise


UNIT_WAGER: Final = 2500
"""What is wagered where nothing else is said, in cents: enough for the large Super Bonus."""


class BettorError(ValueError):
    """A bettor with a wager that the game does not offer."""


@dataclass(frozen=True, slots=True)
class BoxBettor:
    """One box: what is wagered on it, and how it is played."""

    strategy: Strategy
    wager: int = UNIT_WAGER  # cents; of a bettor who counts, one unit
    insures: bool = False  # for all that may be insured, whenever it is offered
    perfect_pairs: bool = False
    suits_you: str | None = None  # the suit of the wager: s, h, d or c
    counting: Counting | None = None  # wagers, plays and insures by the count

    def at(self, true_count: int) -> "BoxBettor":
        """Return how the bettor wagers, plays and insures at a true count; a watched round counts as one unit."""
        counting = self.counting
        if counting is None:
            return self
        return replace(
            self,
            strategy=counting.strategy(true_count, self.strategy),
            wager=self.wager * max(counting.units(true_count), 1),
            insures=counting.insures(true_count),
            counting=None,
        )


Rungs = tuple[tuple[BoxBettor, ...], ...]
"""The bettors by true count; once, where nobody counts."""


def counting_of(bettors: Sequence[BoxBettor]) -> Counting | None:
    """Return the count that is kept at the table, if any: one, whoever goes by it."""
    counts = [bettor.counting for bettor in bettors if bettor.counting is not None]
    if any(each != counts[0] for each in counts):
        raise BettorError("bettors who count at one table must count alike, on one ramp")
    return counts[0] if counts else None


def rungs_of(bettors: Sequence[BoxBettor]) -> Rungs:
    """Return the bettors as they play at every true count."""
    counting = counting_of(bettors)
    if counting is None:
        return (tuple(bettors),)
    return tuple(tuple(each.at(count) for each in bettors) for count in counting.true_counts)


def check(packed: Packed, bettor: BoxBettor) -> None:
    """Refuse wagers and side wagers that this game does not take."""
    if bettor.wager <= 0:
        raise BettorError(f"a wager of {bettor.wager} cents; it must be more than 0")
    pays, on = odds_at(packed, Rule.DOUBLE_MOST)
    if packed[Rule.DOUBLE_LEAST] and bettor.wager * pays < packed[Rule.UNIT] * on:
        raise BettorError(f"a wager of {bettor.wager} cents is too small to double by the unit")
    if bettor.insures and not packed[Rule.INSURANCE_AGAINST]:
        raise BettorError("this game has no insurance")
    if bettor.perfect_pairs and not packed[Rule.PERFECT_PAIRS]:
        raise BettorError("Perfect Pairs is not offered; set perfect_pairs to its amount")
    if bettor.suits_you is not None:
        if not packed[Rule.SUITS_YOU]:
            raise BettorError("Suits You is not offered; set suits_you to its amount")
        if bettor.suits_you not in tuple(SUITS):
            raise BettorError(f"{bettor.suits_you!r} is not a suit; choose from {', '.join(SUITS)}")
