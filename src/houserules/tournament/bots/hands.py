"""How a bot plays its hand: a chart by totals that needs no analysis and fits every rulebook.

It never surrenders, insures or forfeits. A bot that could not pay for a full double only hits and
stands. `simulator.rough_chart` without surrender is its twin, and tests compare the two.
"""

from collections.abc import Collection, Sequence
from typing import Final, Literal

from houserules.core.cards import Card

Play = Literal["hit", "stand", "double", "split"]

_SPLIT_AGAINST: Final[dict[int, Collection[int]]] = {
    1: range(1, 11),
    2: range(2, 8),
    3: range(2, 8),
    6: range(2, 7),
    7: range(2, 8),
    8: range(2, 10),
    9: (2, 3, 4, 5, 6, 8, 9),
}
"""Pairs, and the upcards against which they are split; an ace is 1."""

_MOST_CARDS_TO_DOUBLE: Final = 4


def choose_play(cards: Sequence[Card], upcard: Card, open_to: Collection[Play]) -> Play:
    """Return how to play a hand against the dealer's first card, among what is open to the player."""
    values = [card.value for card in cards]
    up, hard = upcard.value, sum(values)
    points = hard + 10 if 1 in values and hard + 10 <= 21 else hard
    is_pair = len(values) == 2 and values[0] == values[1]
    if "split" in open_to and is_pair and up in _SPLIT_AGAINST.get(values[0], ()):
        return "split"
    few = len(values) <= _MOST_CARDS_TO_DOUBLE
    if "double" in open_to and few and hard == points and _doubles(points, up):
        return "double"
    wanted: Play = (
        "hit" if _draws(points, up, is_soft=points != hard, cards=len(values)) else "stand"
    )
    return (
        wanted if wanted in open_to else next(each for each in ("hit", "stand") if each in open_to)
    )


def _doubles(points: int, up: int) -> bool:
    return points in (10, 11) and 2 <= up <= points - 3


def _draws(points: int, up: int, *, is_soft: bool, cards: int) -> bool:
    """Whether to draw: more boldly on many cards, where a bonus for 21 is near."""
    if is_soft:
        return points < 18 or (points == 18 and (not 2 <= up <= 8 or cards >= 4))
    return points < (13 + (cards >= 5) if 2 <= up <= 6 else 17)
