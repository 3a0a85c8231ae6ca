"""Three or more hands together, from the exact probabilities of every two of them.

Of all ways for the hands to hang together that agree with every pair, the one that adds nothing of
its own: iterative proportional fitting, starting from hands that only the dealer connects. What
three hands do beyond what pairs do is of the second order in one card of the shoe.
"""

from collections.abc import Iterable

import numpy as np

from houserules.odds.arena import Floats

ROUNDS = 60
CLOSE = 1e-15


def fitted(hands: list[Floats], pairs: dict[tuple[int, int], Floats]) -> Floats:
    """Give a joint distribution, a dimension a hand, that has these pairs."""
    every = range(len(hands))
    found = np.ones([each.size for each in hands])
    for place, each in enumerate(hands):
        found *= np.maximum(each, 0.0).reshape(_along(found, (place,)))
    aims = [
        (tuple(each for each in every if each not in two), _along(found, two), np.maximum(aim, 0.0))
        for two, aim in pairs.items()
    ]
    for _ in range(ROUNDS):
        off = 0.0
        for besides, shape, aim in aims:
            now = found.sum(axis=besides)
            off = max(off, float(np.abs(aim - now).max()))
            ratio = np.divide(aim, now, out=np.zeros_like(aim), where=now > 0)
            found *= ratio.reshape(shape)
        if off < CLOSE:
            break
    return found


def _along(found: Floats, places: Iterable[int]) -> list[int]:
    """Give the shape of something that goes with these hands only."""
    return [size if place in places else 1 for place, size in enumerate(found.shape)]
