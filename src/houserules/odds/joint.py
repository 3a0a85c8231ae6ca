"""The chance that several hands of a box finish together in given ways, drawn from one shoe."""

from typing import Any, NamedTuple

import numpy as np

from houserules.odds.arena import STEP, Floats, Ints
from houserules.odds.compiled import kernel
from houserules.odds.lists import Finished


class Cards(NamedTuple):
    """Finished hands by the values that they have: hand i has entries start[i] to start[i + 1]."""

    counts: Ints
    orders: Floats
    start: Ints
    value: Ints
    number: Ints  # of that value
    size: Ints


def only(hands: Finished, among: tuple[int, int]) -> Cards:
    """Give the hands whose finish is in a range, those of the same cards together."""
    chosen = (hands.finish >= among[0]) & (hands.finish < among[1])
    keys, place = np.unique(hands.counts[chosen] @ STEP, return_inverse=True)
    return _cards(keys, np.bincount(place, hands.orders[chosen], keys.size))


def _cards(keys: Ints, orders: Any) -> Cards:
    counts = (keys[:, None] // STEP) % 64
    hand, value = np.nonzero(counts)
    start = np.searchsorted(hand, np.arange(len(counts) + 1))
    return Cards(
        counts,
        np.asarray(orders, dtype=np.float64),
        start,
        value,
        counts[hand, value],
        counts.sum(axis=1),
    )


@kernel
def _falling(shoe: Floats, taken: Ints, table: Floats) -> None:
    """Fill in how many ways there are to draw k cards of each value, these cards gone."""
    for value in range(10):
        table[value, 0] = 1.0
        for drawn in range(table.shape[1] - 1):
            rest = max(shoe[value] - taken[value] - drawn, 0.0)
            table[value, drawn + 1] = table[value, drawn] * rest


@kernel
def _sum(hands: Cards, table: Floats, shares: Floats) -> float:
    """Sum the chances of a list of hands."""
    found = 0.0
    for hand in range(hands.orders.size):
        chance = hands.orders[hand] * shares[hands.size[hand]]
        for entry in range(hands.start[hand], hands.start[hand + 1]):
            chance *= table[hands.value[entry], hands.number[entry]]
        found += chance
    return found


@kernel
def _shares(cards: float, shares: Floats) -> None:
    """Fill in one by the number of ways to draw k of so many cards."""
    shares[0] = 1.0
    for drawn in range(shares.size - 1):
        rest = cards - drawn
        shares[drawn + 1] = shares[drawn] / rest if rest > 0.0 else 0.0


@kernel
def _after(shoe: Floats, first: Cards, last: Cards) -> float:
    """Sum the chances of two hands, one of each list."""
    table, shares = np.empty((10, 23)), np.empty(23)
    none = np.zeros(10, dtype=np.int64)
    before, whole = np.empty((10, 70)), np.empty(70)
    _falling(shoe, none, before)
    _shares(shoe.sum(), whole)
    found = 0.0
    for hand in range(first.orders.size):
        chance = first.orders[hand] * whole[first.size[hand]]
        for entry in range(first.start[hand], first.start[hand + 1]):
            chance *= before[first.value[entry], first.number[entry]]
        if chance > 0.0:
            _falling(shoe, first.counts[hand], table)
            _shares(shoe.sum() - first.size[hand], shares)
            found += chance * _sum(last, table, shares)
    return found


@kernel
def _added(first: Cards, second: Cards, step: Ints) -> Any:
    """Give the cards and orders of every two hands."""
    size = first.orders.size * second.orders.size
    keys, orders = np.empty(size, dtype=np.int64), np.empty(size)
    at = 0
    for one in range(first.orders.size):
        key = (first.counts[one] * step).sum()
        for other in range(second.orders.size):
            keys[at] = key + (second.counts[other] * step).sum()
            orders[at] = first.orders[one] * second.orders[other]
            at += 1
    return keys, orders


def together(shoe: Floats, hands: list[Cards]) -> float:
    """Give the chance that hands of these lists are drawn from the shoe, one of each list."""
    if len(hands) == 1:
        table, shares = np.empty((10, 23)), np.empty(23)
        _falling(shoe, np.zeros(10, dtype=np.int64), table)
        _shares(float(shoe.sum()), shares)
        return float(_sum(hands[0], table, shares))
    *firsts, last = sorted(hands, key=lambda each: each.orders.size)
    first = firsts[0]
    for each in firsts[1:]:
        keys, orders = _added(first, each, STEP)
        keys, place = np.unique(keys, return_inverse=True)
        first = _cards(keys, np.bincount(place, orders, keys.size))
    return float(_after(shoe, first, last))
