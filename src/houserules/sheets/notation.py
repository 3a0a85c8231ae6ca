"""A strategy chart in codes that fit into a cell, and what every code means.

A code is read from the left: a letter says what to do, a number from how many cards on the next
letter holds instead. A number at the end of a code means hit from there on.

    S       stand
    S5      stand; with 5 or more cards hit
    D4S5    double; with 4 cards stand; with 5 or more hit
    H4S     hit; with 4 or more cards stand
    RH      surrender; where that is not open hit
    RS4     surrender; where that is not open stand; with 4 or more cards hit

What follows an R holds for more than two cards and for split hands, which nobody can surrender.
"""

from itertools import groupby
from typing import Final

from houserules.odds.chart import Cell

Steps = tuple[tuple[int, str], ...]

LETTERS: Final = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}
SPLIT: Final = "P"
FORFEIT: Final = "F"
NOTHING: Final = "·"
"""In the rows for pairs, doubles and suits: the hand is played by its total, the double kept."""

NOTHING_MEANS: Final = "nothing special: play by the total"
FORFEIT_MEANS: Final = "forfeit: take the double back, lose the original wager"
HOW_TO_READ: Final = (
    "A number in a code: from so many cards on do what follows it; where nothing follows, hit."
)


def code(cell: Cell) -> str:
    """Give the code of a cell."""
    surrenders, steps = _parted(cell)
    text = "".join(
        (str(cards) if place else "") + LETTERS[action]
        for place, (cards, action) in enumerate(steps)
    )
    return ("R" if surrenders else "") + (text[:-1] if len(steps) > 1 and text[-1] == "H" else text)


def meaning(cell: Cell) -> str:
    """Say in words what a cell asks for."""
    surrenders, steps = _parted(cell)
    ends = [cards for cards, _ in steps[1:]]
    parts = [
        _when(place, cards, end) + action
        for place, ((cards, action), end) in enumerate(zip(steps, [*ends, None], strict=True))
    ]
    if surrenders:
        parts[:1] = ["surrender", f"where that is not open {parts[0]}"]
    return "; ".join(parts)


def _parted(cell: Cell) -> tuple[bool, Steps]:
    """Take a surrender off a cell: whether it asks for one, and what holds where none is open."""
    surrenders = cell.steps[0][1] == "surrender"
    steps = ((2, cell.action(2)), *cell.steps[1:])
    return surrenders, tuple(next(alike) for _, alike in groupby(steps, key=lambda step: step[1]))


def _when(place: int, cards: int, until: int | None) -> str:
    """Say for how many cards a step holds; the first is for as few as there are."""
    if place == 0:
        return ""
    noun = " cards" if place == 1 else ""
    if until is None:
        return f"with {cards} or more{noun} "
    last = until - 1
    return f"with {cards}{noun} " if cards == last else f"with {cards} to {last}{noun} "
