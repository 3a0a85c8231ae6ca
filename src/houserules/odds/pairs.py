"""Two hands of a box and the dealer together: how likely each finish of one is with each of the other.

Three sets of cards come off one shoe. What two hands took matters only by value, so pairs of hands
that took the same cards between them are weighed against the dealer once, whichever box they are of.
"""

from typing import Any

import numpy as np

from houserules.odds.arena import STEP, Floats, Ints
from houserules.odds.compiled import kernel
from houserules.odds.dealing import dealer_ends
from houserules.odds.lists import Finished, falling_tables
from houserules.odds.trees import Ends, Tree

_START = 1 << 15  # places at first


@kernel
def _place(key: int, slots: Ints, keys: Ints) -> int:
    """Give the slot where a key is, or would be."""
    slot = ((int(key) * 0x9E3779B97F4A7C1) >> 20) & (slots.size - 1)
    while slots[slot] >= 0 and keys[slots[slot]] != key:
        slot = (slot + 1) & (slots.size - 1)
    return slot


@kernel
def _unions(first: Ints, second: Ints, same: bool, slots: Ints, keys: Ints, used: int) -> Any:
    """Find the place of every sum of two keys; new ones get the next. -1: there is no more room.

    Gives how many places there are, the places of these sums, and that of every two hands.
    """
    which = np.empty((first.size, second.size), dtype=np.int32)
    seen = np.zeros(keys.size, dtype=np.bool_)
    for one in range(first.size):
        for other in range(one if same else 0, second.size):
            key = first[one] + second[other]
            slot = _place(key, slots, keys)
            if slots[slot] < 0:
                if used == keys.size:
                    return -1, seen.nonzero()[0], which
                slots[slot], keys[used] = used, key
                used += 1
            which[one, other] = slots[slot]
            seen[slots[slot]] = True
    return used, seen.nonzero()[0], which


@kernel
def _rehashed(keys: Ints, used: int, slots: Ints) -> None:
    for place in range(used):
        slots[_place(keys[place], slots, keys)] = place


@kernel
def _gather(
    first: Finished, second: Finished, same: bool, which: Ints, weights: Floats, found: Floats
) -> None:
    """Add up the weights of every two hands by how they finished."""
    for one in range(first.orders.size):
        for other in range(one if same else 0, second.orders.size):
            orders = first.orders[one] * second.orders[other]
            row = which[one, other]
            here, there = first.finish[one], second.finish[other]
            for end in range(weights.shape[1]):
                found[here, there, end] += orders * weights[row, end]
            if same and other > one:
                for end in range(weights.shape[1]):
                    found[there, here, end] += orders * weights[row, end]


@kernel
def _weights(
    mine: Ints, keys: Ints, rows: Floats, gone: Ints, table: Floats, shares: Floats, found: Floats
) -> None:
    """Fill in each row times the chance of its cards, those of `gone` not counted."""
    for place in mine:
        key, chance, cards = keys[place], 1.0, 0
        for value in range(10):
            number = ((key >> (6 * value)) & 63) - gone[value]
            chance *= table[value, number]
            cards += number
        for end in range(rows.shape[1]):
            found[place, end] = rows[place, end] * chance * shares[cards]


class Weighed:
    """The dealer's ends against one upcard, remembered by the cards that are gone."""

    def __init__(self, left: Floats, tree: Tree, ends: Ends) -> None:
        self._left, self._tree, self._ends = left, tree, ends
        self._used = 0
        self._slots = np.full(2 * _START, -1)
        self._keys = np.empty(_START, dtype=np.int64)
        self._rows = np.empty((_START, ends.count))
        self._found = np.empty_like(self._rows)

    def both(self, first: Finished, second: Finished, gone: Ints, finishes: int) -> Floats:
        """Give the probability of every two finishes (busts aside) with every end of the dealer.

        `gone`: the cards of each value that are off the shoe besides, the hands' own split cards too.
        """
        mine, which = self._all(first, second, int(gone @ STEP))
        shoe = self._left - gone
        table, shares = falling_tables(shoe, 2 * 21)
        _weights(mine, self._keys, self._rows, gone, table, shares, self._found)
        found = np.zeros((finishes, finishes, self._ends.count))
        _gather(first, second, first is second, which, self._found, found)
        return found

    def _all(self, first: Finished, second: Finished, gone: int) -> tuple[Ints, Ints]:
        keys = first.counts @ STEP + gone, second.counts @ STEP
        now, mine, which = _unions(*keys, first is second, self._slots, self._keys, self._used)
        while now < 0:
            self._grow()
            now, mine, which = _unions(*keys, first is second, self._slots, self._keys, self._used)
        new = (self._keys[self._used : now, None] // STEP) % 64
        self._rows[self._used : now] = dealer_ends(self._tree, self._left - new, self._ends)
        self._used = now
        return mine, which

    def _grow(self) -> None:
        """Make room for twice as many; places that were found stay."""
        self._slots = np.full(2 * self._slots.size, -1)
        keys, rows = self._keys, self._rows
        self._keys = np.empty(2 * keys.size, dtype=np.int64)
        self._rows = np.empty((2 * len(rows), self._ends.count))
        self._keys[: self._used], self._rows[: self._used] = keys[: self._used], rows[: self._used]
        self._found = np.empty_like(self._rows)
        _rehashed(self._keys, self._used, self._slots)
