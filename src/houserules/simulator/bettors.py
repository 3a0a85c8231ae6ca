"""Who plays: one bettor a box, each with a wager, a strategy and perhaps a side wager."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from houserules.core.cards import SUITS
from houserules.simulator.counting import Counting
from houserules.simulator.packed_rules import At, Packed, odds_at
from houserules.simulator.strategy import Strategy

UNIT_WAGER: Final = 2500
"""What is wagered where nothing else is said, in cents: enough for the large Super Bonus."""


class BettorError(ValueError):
    """A bettor who asks for what the game does not offer."""


@dataclass(frozen=True, slots=True)
class Bettor:
    """One box: what is wagered on it, and how it is played."""

    strategy: Strategy
    wager: int = UNIT_WAGER  # cents; of a bettor who counts, one unit
    insures: bool = False  # for all that may be insured, whenever it is offered
    perfect_pairs: bool = False
    suits_you: str | None = None  # the suit of the wager: s, h, d or c
    counting: Counting | None = None  # wagers, plays and insures by the count

    def at(self, true_count: int) -> "Bettor":
        """Return the bettor as one who plays so at a true count; a watched round is for one unit."""
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


Rungs = tuple[tuple[Bettor, ...], ...]
"""The bettors by true count; once, where nobody counts."""


def counting_of(bettors: Sequence[Bettor]) -> Counting | None:
    """Return the count that is kept at the table, if any: one, whoever goes by it."""
    found = [bettor.counting for bettor in bettors if bettor.counting is not None]
    if any(each != found[0] for each in found):
        raise BettorError("bettors who count at one table must count alike, on one ramp")
    return found[0] if found else None


def rungs_of(bettors: Sequence[Bettor]) -> Rungs:
    """Return the bettors as they play at every true count."""
    counting = counting_of(bettors)
    if counting is None:
        return (tuple(bettors),)
    return tuple(tuple(each.at(count) for each in bettors) for count in counting.true_counts)


def check(packed: Packed, bettor: Bettor) -> None:
    """Refuse wagers and side wagers that this game does not take."""
    if bettor.wager <= 0:
        raise BettorError(f"a wager of {bettor.wager} cents; it must be more than 0")
    pays, on = odds_at(packed, At.DOUBLE_MOST)
    if packed[At.DOUBLE_LEAST] and bettor.wager * pays < packed[At.UNIT] * on:
        raise BettorError(f"a wager of {bettor.wager} cents is too small to double by the unit")
    if bettor.insures and not packed[At.INSURANCE_AGAINST]:
        raise BettorError("this game has no insurance")
    if bettor.perfect_pairs and not packed[At.PERFECT_PAIRS]:
        raise BettorError("Perfect Pairs is not offered; set perfect_pairs to its amount")
    if bettor.suits_you is not None:
        if not packed[At.SUITS_YOU]:
            raise BettorError("Suits You is not offered; set suits_you to its amount")
        if bettor.suits_you not in tuple(SUITS):
            raise BettorError(f"{bettor.suits_you!r} is no suit; there are {', '.join(SUITS)}")
