"""The finished hands that a strategy can make, as a list: cards drawn, in how many orders, finish.

Because cards are dealt without looking at who gets them, the chance of several hands and the
dealer's cards together depends only on all their cards: lists of different hands are simply added up.
"""

from typing import NamedTuple

import numpy as np

from houserules.odds.solver.action_values import (
    DOUBLE,
    HIT,
    STAND,
    Rules,
    counts_ace_high,
    doubled_finish,
)
from houserules.odds.solver.compiled import inline_kernel, kernel
from houserules.odds.solver.dealer import Dealt, tree_of, weigh
from houserules.odds.solver.hand_index import (
    ARENA,
    HANDS,
    KEY,
    STEP,
    VALUES,
    Arena,
    Flags,
    Floats,
    Ints,
    counts_of,
)
from houserules.odds.solver.player_outcomes import DOUBLE_LOST, FORFEITED, LOST, OPEN, Finishes


class HandPlan(NamedTuple):
    """What to do with every hand, and with a hand doubled and the card that came."""

    action: Ints
    forfeit: Flags


class FinishedHands(NamedTuple):
    """Finished hands without those lost by a bust, which are what remains.

    A double that goes bust is the doubled hand, whatever comes, less all that does not bust it: so
    that orders may be negative, and no hand here has more than 21.
    """

    drawn: Ints  # the cards drawn, as the number of a hand
    orders: Floats
    finish: Ints
    own: int  # the card that a split hand starts with, -1 for none


class _Book(NamedTuple):
    """What was written down on the way: orders by cards drawn."""

    acting: Floats  # by action
    doubled: Floats  # by whether an ace counts 11, and whether the hand is given up
    lost: Floats  # doubles that go bust


@inline_kernel
def _double(
    arena: Arena, rules: Rules, plan: HandPlan, drawn: int, hand: int, initial: int, book: _Book
) -> None:
    """Write down what becomes of a hand that is doubled."""
    orders = book.acting[drawn, DOUBLE]
    busts = arena.child[hand, 9] < 0
    if busts:
        book.lost[drawn] += orders
    for card in range(10):
        after = arena.child[hand, card]
        if after >= 0:
            child = arena.child[drawn, card]
            soft = counts_ace_high(arena, rules, hand, after, initial)
            book.doubled[child, soft, int(plan.forfeit[hand, card])] += orders
            if busts:
                book.lost[child] -= orders


@inline_kernel
def _go_on(arena: Arena, plan: HandPlan, drawn: int, own: int, book: _Book) -> None:
    """Write down the hands that a hit makes."""
    for card in range(10):
        child = arena.child[drawn, card]
        if child >= 0:
            after = child if own < 0 else arena.child[child, own]
            if after >= 0:
                book.acting[child, plan.action[after]] += book.acting[drawn, HIT]


@inline_kernel
def _after_double(
    arena: Arena,
    rules: Rules,
    drawn: int,
    hand: int,
    book: _Book,
    finished: FinishedHands,
    used: int,
) -> int:
    """Put down the hands that came of a double."""
    for soft in range(2):
        for given_up in range(2):
            if book.doubled[drawn, soft, given_up] > 0.0:
                total = arena.hard[hand] + 10 * soft
                finish = doubled_finish(rules, total, arena.size[hand])
                finished.drawn[used], finished.finish[used] = (
                    drawn,
                    FORFEITED if given_up else finish,
                )
                finished.orders[used] = book.doubled[drawn, soft, given_up]
                used += 1
    if book.lost[drawn] != 0.0:
        finished.drawn[used], finished.finish[used] = drawn, DOUBLE_LOST
        finished.orders[used] = book.lost[drawn]
        used += 1
    return used


@kernel
def _collect(
    arena: Arena, rules: Rules, plan: HandPlan, initial: int, book: _Book, finished: FinishedHands
) -> int:
    """Follow the plan from the first actions to every finish; return how many there are."""
    own, used = finished.own, 0
    for drawn in range(arena.hard.size):
        hand = drawn if own < 0 else arena.child[drawn, own]
        if hand < 0:
            continue
        settled, acting = rules.settled[hand], book.acting[drawn]
        stands = acting[STAND]
        if settled >= 0:
            stands += acting[HIT] + acting[DOUBLE]
        if stands > 0.0:
            compared = OPEN + max(0, arena.total[hand] - rules.least + 1)
            finished.drawn[used], finished.orders[used] = drawn, stands
            finished.finish[used] = settled if settled >= 0 else compared
            used += 1
        if settled < 0 and acting[HIT] > 0.0:
            _go_on(arena, plan, drawn, own, book)
        if settled < 0 and acting[DOUBLE] > 0.0:
            _double(arena, rules, plan, drawn, hand, initial, book)
        used = _after_double(arena, rules, drawn, hand, book, finished, used)
    return used


@kernel
def _reach(arena: Arena, rules: Rules, plan: HandPlan, book: _Book) -> None:
    for hand in range(arena.hard.size):
        if rules.settled[hand] < 0 and book.acting[hand, HIT] > 0.0:
            _go_on(arena, plan, hand, -1, book)


def reach_probabilities(rules: Rules, plan: HandPlan, start: Floats, shoe: Floats) -> Floats:
    """Return the probability that each hand is reached and acted on."""
    book = _Book(start.copy(), np.zeros((HANDS, 2, 2)), np.zeros(HANDS))
    _reach(ARENA, rules, plan, book)
    orders = np.where(rules.settled < 0, book.acting.sum(axis=1), 0.0)
    return np.asarray(orders * falling(ARENA.counts, shoe))


def finish_hands(
    rules: Rules, plan: HandPlan, start: Floats, *, own: int, initial_aces: int
) -> FinishedHands:
    """Return the finished hands of a plan; `own` is the card that a split hand starts with."""
    book = _Book(start.copy(), np.zeros((HANDS, 2, 2)), np.zeros(HANDS))
    room = np.empty((2, 6 * HANDS), dtype=np.int64)
    finished = FinishedHands(room[0], np.empty(6 * HANDS), room[1], own)
    used = _collect(ARENA, rules, plan, initial_aces, book, finished)
    return FinishedHands(
        drawn=finished.drawn[:used].copy(),
        orders=finished.orders[:used].copy(),
        finish=finished.finish[:used].copy(),
        own=own,
    )


def falling_tables(shoe: Floats, most: int) -> tuple[Floats, Floats]:
    """Return in how many ways k cards of each value are drawn, and one by those of any k cards."""
    drawn = np.arange(most)
    ways = np.ones((shoe.size, most + 1))
    np.cumprod(np.maximum(shoe[:, None] - drawn, 0.0), axis=1, out=ways[:, 1:])
    rest = np.maximum(float(shoe.sum()) - drawn, 1.0)
    return ways, 1.0 / np.cumprod(np.append(1.0, rest))


def falling(counts: Ints, shoe: Floats) -> Floats:
    """Return the probability that these cards come in one certain order; 0 where there are too few."""
    sizes = counts.sum(axis=1)
    ways, shares = falling_tables(shoe, int(sizes.max(initial=0)))
    chances = shares[sizes]
    for value in range(shoe.size):
        chances = chances * ways[value, counts[:, value]]
    return np.asarray(chances)


@kernel
def _weigh(
    arena: Arena, hands: FinishedHands, dealt: Dealt, ways: Floats, shares: Floats, chances: Floats
) -> None:
    for each in range(hands.drawn.size):
        drawn = hands.drawn[each]
        chance = hands.orders[each] * shares[arena.size[drawn]]
        for value in range(10):
            chance *= ways[value, arena.counts[drawn, value]]
        if chance != 0.0:
            row = dealt.rows[drawn if hands.own < 0 else arena.child[drawn, hands.own]]
            for end in range(chances.shape[1]):
                chances[hands.finish[each], end] += chance * dealt.ends[row, end]


def weigh_finishes(hands: FinishedHands, shoe: Floats, dealt: Dealt, finishes: Finishes) -> Floats:
    """Return the probability of each finish (busts aside) together with each of the dealer's ends."""
    chances = np.zeros((finishes.count, finishes.ends.count))
    _weigh(ARENA, hands, dealt, *falling_tables(shoe, 21), chances)
    return chances


def with_busts(chances: Floats, all_ends: Floats) -> Floats:
    """Put what is missing from the dealer's ends where it belongs: hands that went bust."""
    chances = chances.copy()
    chances[LOST] = all_ends - chances.sum(axis=0)
    return chances


# The chance that several hands of a box finish together in given ways, drawn from one shoe.


def only(hands: FinishedHands, among: tuple[int, int]) -> Floats:
    """Return in how many orders hands come whose finish is in a range, by the number of the hand."""
    chosen = (hands.finish >= among[0]) & (hands.finish < among[1])
    return np.asarray(np.bincount(hands.drawn[chosen], hands.orders[chosen], HANDS), np.float64)


def together(shoe: Floats, hands: list[Floats]) -> float:
    """Return the chance that hands of these lists are drawn from the shoe, one of each list."""
    *firsts, last = sorted(hands, key=np.count_nonzero)
    counts, orders = np.zeros((1, VALUES), dtype=np.int64), np.ones(1)
    for more in firsts:
        which = np.flatnonzero(more)
        keys = np.add.outer(counts @ STEP, KEY[which]).ravel()
        every, place = np.unique(keys, return_inverse=True)
        ways = np.multiply.outer(orders, more[which]).ravel()
        counts = counts_of(every)
        orders = np.asarray(np.bincount(place, ways, every.size), np.float64)
    chances = orders * falling(counts, shoe)
    tree = tree_of(last, np.zeros(HANDS, dtype=np.int64))
    return float(chances @ weigh(tree, shoe - counts, 1)[:, 0])
