"""What the hands of a box win together: the sum of the hands, but for the dealer's natural."""

from typing import Any

import numpy as np

from houserules.odds.arena import Floats
from houserules.odds.finals import DOUBLE_LOST, OPEN
from houserules.odds.kinds import Kinds


def box_results(kinds: Kinds, shape: tuple[int, ...]) -> Floats:
    """Give the result for every combination of kinds (a dimension a hand) and column."""
    count = len(shape) - 1
    found = np.zeros(shape)
    for place in range(count):
        found = found + _along(kinds.pays, place, count)
    for column in _collecting(kinds):
        found[..., column] = _collected(kinds, count, column)
    return found


def _along(rows: Any, place: int, count: int) -> Any:
    """Lay rows by column along one of the hands."""
    besides = tuple(each for each in range(count) if each != place)
    return np.expand_dims(rows, besides)


def _collecting(kinds: Kinds) -> tuple[int, ...]:
    """The columns in which the dealer's natural collects one amount (readings 6 to 9)."""
    natural = kinds.against.finishes.ends.natural
    counts = kinds.against.game.pinkjack_counts or kinds.against.game.peeks
    return (natural, natural + 1) if counts else (natural,)


def _collected(kinds: Kinds, count: int, column: int) -> Any:
    """The result against a natural: what was settled before, less what is collected."""
    game = kinds.against.game
    if game.peeks:
        return np.full((len(kinds.pays),) * count, -1.0)
    numbers = np.arange(len(kinds.pays))
    is_open = (numbers >= OPEN) & (numbers < kinds.finishes)
    is_lost = numbers <= DOUBLE_LOST
    settled = np.where(is_open, 0.0, kinds.pays[:, column])[:, None]
    total = np.zeros((len(numbers),) * count + (1,))
    for place in range(count):
        total = total + _along(settled, place, count)
    opens = [_along(is_open[:, None], place, count) for place in range(count)]
    losts = [_along(is_lost[:, None], place, count) for place in range(count)]
    match game.natural_collects:
        case "busted-bets-plus-one":
            taken = np.logical_or.reduce(np.broadcast_arrays(*opens))
        case "original-hand":
            taken = opens[0]
        case "one-in-all":
            elsewhere = np.logical_or.reduce(np.broadcast_arrays(*opens[1:]))
            lost = np.logical_or.reduce(np.broadcast_arrays(*losts))
            taken = opens[0] | (~opens[0] & elsewhere & ~lost)
    return (total - taken)[..., 0]
