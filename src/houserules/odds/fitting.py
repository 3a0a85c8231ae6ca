"""Three or more hands together, from the exact probabilities of every two of them.

Of all ways for the hands to hang together that agree with every pair, the one that adds nothing of
its own: iterative proportional fitting, starting from hands that only the dealer connects. What
three hands do beyond what pairs do is of the second order in one card of the shoe.
"""

from itertools import combinations

import numpy as np

from houserules.odds.arena import Floats

ROUNDS = 60
CLOSE = 1e-15


def fitted(hands: list[Floats], pairs: dict[tuple[int, int], Floats]) -> Floats:
    """Give a joint distribution (a dimension a hand, columns last) that has these pairs."""
    count = len(hands)
    found = np.ones([each.shape[0] for each in hands] + [hands[0].shape[1]])
    for place, each in enumerate(hands):
        found = found * np.expand_dims(np.maximum(each, 0.0), _besides(count, (place,)))
    for _ in range(ROUNDS):
        off = 0.0
        for two in combinations(range(count), 2):
            aim = np.maximum(pairs[two], 0.0)
            now = found.sum(axis=_besides(count, two))
            off = max(off, float(np.abs(aim - now).max()))
            ratio = np.divide(aim, now, out=np.zeros_like(aim), where=now > 0)
            found = found * np.expand_dims(ratio, _besides(count, two))
        if off < CLOSE:
            break
    return found


def _besides(count: int, places: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(each for each in range(count) if each not in places)
