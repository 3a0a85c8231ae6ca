"""Who plays: one bettor a box, each with a wager, a strategy and perhaps a side wager."""

from dataclasses import dataclass
from typing import Final

from houserules.core.cards import SUITS
from houserules.simulator.packing import At, Packed, odds_at
from houserules.simulator.strategy import Strategy

UNIT_WAGER: Final = 2500
"""What is wagered where nothing else is said, in cents: enough for the large Super Bonus."""


class BettorError(ValueError):
    """A bettor who asks for what the game does not offer."""


@dataclass(frozen=True, slots=True)
class Bettor:
    """One box: what is wagered on it, and how it is played."""

    strategy: Strategy
    wager: int = UNIT_WAGER  # cents
    insures: bool = False  # for all that may be insured, whenever it is offered
    perfect_pairs: bool = False
    suits_you: str | None = None  # the suit of the wager: s, h, d or c


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
