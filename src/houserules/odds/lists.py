"""The finished hands that a strategy can make, as a list: cards drawn, in how many orders, finish.

Because cards are dealt without looking at who gets them, the chance of several hands and the
dealer's cards together hangs only on all their cards: lists of different hands are simply added up.
"""

from typing import Any, NamedTuple

import numpy as np

from houserules.odds.arena import ARENA, STEP, Arena, Floats, Ints
from houserules.odds.compiled import kernel
from houserules.odds.dealing import dealer_ends
from houserules.odds.finals import FORFEITED, LOST, OPEN, Finishes
from houserules.odds.playing import DOUBLE, HIT, STAND, Flags, Rules, doubled_finish
from houserules.odds.trees import Tree


class Plan(NamedTuple):
    """What to do with every hand, and with a hand doubled and the card that came."""

    action: Ints
    forfeit: Flags


class Finished(NamedTuple):
    """Finished hands without those lost by a bust, which are what remains."""

    counts: Ints  # by hand: cards drawn, of each value
    orders: Floats
    finish: Ints


@kernel
def _collect(
    arena: Arena, step: Ints, rules: Rules, plan: Plan, start: Floats, own: int, initial: int
) -> Any:
    """Follow the plan from `start` (orders by cards drawn and first action) to every finish."""
    room = 24 * arena.hard.size
    keys, finishes = np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int64)
    found = np.empty(room)
    used = 0
    orders = np.zeros((arena.hard.size, 3))
    for drawn in range(arena.hard.size):
        hand = drawn if own < 0 else arena.child[drawn, own]
        if hand < 0:
            continue
        if rules.settled[hand] >= 0:
            each = orders[drawn].sum() + start[drawn].sum()
            if each > 0.0:
                keys[used], found[used] = arena.key[drawn], each
                finishes[used] = rules.settled[hand]
                used += 1
            continue
        stands = start[drawn, STAND] + orders[drawn, STAND]
        hits = start[drawn, HIT] + orders[drawn, HIT]
        doubles = start[drawn, DOUBLE] + orders[drawn, DOUBLE]
        if stands > 0.0:
            keys[used], found[used] = arena.key[drawn], stands
            finishes[used] = OPEN + max(0, arena.total[hand] - rules.least + 1)
            used += 1
        for card in range(10):
            child = arena.child[drawn, card]
            if hits > 0.0 and child >= 0:
                after = child if own < 0 else arena.child[child, own]
                if after >= 0:
                    orders[child, plan.action[after]] += hits
            if doubles > 0.0:
                finish = doubled_finish(arena, rules, hand, card, initial)
                keys[used], found[used] = arena.key[drawn] + step[card], doubles
                finishes[used] = FORFEITED if plan.forfeit[hand, card] else finish
                used += 1
    return keys[:used], found[:used], finishes[:used]


@kernel
def _reached(arena: Arena, rules: Rules, plan: Plan, start: Floats) -> Any:
    orders = np.zeros((arena.hard.size, 3))
    for hand in range(arena.hard.size):
        if rules.settled[hand] >= 0:
            continue
        for action in range(3):
            orders[hand, action] += start[hand, action]
        for card in range(10):
            child = arena.child[hand, card]
            if child >= 0 and orders[hand, HIT] > 0.0:
                orders[child, plan.action[child]] += orders[hand, HIT]
    return orders.sum(axis=1)


def reached(rules: Rules, plan: Plan, start: Floats, shoe: Floats) -> Floats:
    """Give the probability that each hand is reached and acted on."""
    return np.asarray(_reached(ARENA, rules, plan, start) * falling(ARENA.counts, shoe))


def finished(rules: Rules, plan: Plan, start: Floats, *, own: int, initial_aces: int) -> Finished:
    """Give the finished hands of a plan; `own` is the card that a split hand starts with."""
    keys, orders, finishes = _collect(ARENA, STEP, rules, plan, start, own, initial_aces)
    order = np.lexsort((finishes, keys))
    keys, orders, finishes = keys[order], orders[order], finishes[order]
    new = np.append(True, (keys[1:] != keys[:-1]) | (finishes[1:] != finishes[:-1]))[: keys.size]
    merged = np.asarray(np.bincount(np.cumsum(new) - 1, orders), dtype=np.float64)
    return Finished((keys[new, None] // STEP) % 64, merged, finishes[new])


def falling_tables(shoe: Floats, most: int) -> tuple[Floats, Floats]:
    """Give in how many ways k cards of each value are drawn, and one by those of any k cards."""
    drawn = np.arange(most)
    ways = np.ones((shoe.size, most + 1))
    np.cumprod(np.maximum(shoe[:, None] - drawn, 0.0), axis=1, out=ways[:, 1:])
    rest = np.maximum(float(shoe.sum()) - drawn, 1.0)
    return ways, 1.0 / np.cumprod(np.append(1.0, rest))


def falling(counts: Ints, shoe: Floats) -> Floats:
    """Give the probability that these cards come in one certain order; 0 where there are too few."""
    sizes = counts.sum(axis=1)
    ways, shares = falling_tables(shoe, int(sizes.max(initial=0)))
    found = shares[sizes]
    for value in range(shoe.size):
        found = found * ways[value, counts[:, value]]
    return np.asarray(found)


def chances(hands: Finished, shoe: Floats) -> Floats:
    """Give the probability of each finished hand when its cards are drawn from this shoe."""
    return hands.orders * falling(hands.counts, shoe)


def weighed(hands: Finished, shoe: Floats, tree: Tree, finishes: Finishes) -> Floats:
    """Give the probability of each finish (busts aside) together with each of the dealer's ends."""
    found = np.zeros((finishes.count, finishes.ends.count))
    each = chances(hands, shoe)
    made = each > 0.0
    ends = dealer_ends(tree, shoe - hands.counts[made], finishes.ends) * each[made, None]
    np.add.at(found, hands.finish[made], ends)
    return found


def with_busts(found: Floats, all_ends: Floats) -> Floats:
    """Put what is missing from the dealer's ends where it belongs: hands that went bust."""
    found = found.copy()
    found[LOST] = all_ends - found.sum(axis=0)
    return found
