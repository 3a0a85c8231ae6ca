"""The value of every action on every hand, from the highest totals down.

A hand is its cards by value; the shoe is what is left for it and the dealer. What the dealer will
draw does not depend on who drew before, so standing is weighed with the hand's own cards gone.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houserules.odds.arena import ARENA, CHILD, COUNTS, HANDS, Arena, Floats, Ints
from houserules.odds.compiled import kernel
from houserules.odds.dealing import dealer_ends
from houserules.odds.finals import (
    DOUBLE_LOST,
    DOUBLED_21,
    DOUBLED_TRICK,
    FORFEITED,
    LOST,
    OPEN,
    Finishes,
)
from houserules.odds.policy import EQUAL, Fixed
from houserules.odds.trees import Tree

STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
ACTIONS: Final = ("stand", "hit", "double", "split", "surrender")

Flags = NDArray[np.bool_]


class Rules(NamedTuple):
    """What of a game the play of a hand turns on, as the kernels take it."""

    settled: Ints
    pays: Floats
    doubled: int  # the first open finish with a double
    least: int  # the dealer's lowest total
    must_draw_below: int
    double_most_cards: int
    fixed_aces: int  # in a double count as 1: 0 every ace, 1 those of the initial deal, 2 none
    trick: bool
    pays_21: bool
    forfeits: bool
    peeks: bool
    partner: int  # the value that makes the upcard a natural, -1 if none does


class Dealt(NamedTuple):
    """The dealer's ends for every hand that a shoe can make, the hand's own cards gone."""

    shoe: Floats  # with the hand's own cards in it
    possible: Flags
    ends: Floats


class Played(NamedTuple):
    """Every hand against one upcard: what each action is worth and which is best."""

    dealt: Dealt
    values: Floats  # by hand: stand, hit, double; NaN where the rules refuse it
    value: Floats  # by hand: the best, or what the settled hand pays
    action: Ints
    forfeit: Flags  # by hand doubled and card drawn


@kernel
def _worth(ends: Floats, pays: Floats, row: int, finish: int) -> float:
    """What a finish is worth against the dealer's ends."""
    worth = 0.0
    for end in range(ends.shape[1]):
        worth += ends[row, end] * pays[finish, end]
    return worth


@kernel
def fixed_in_double(rule: int, aces: int, initial: int) -> int:
    """How many aces of a hand count 1 once it is doubled (readings 10 and 11)."""
    if rule == 0:
        return aces
    return min(initial, aces) if rule == 1 else 0


@kernel
def _raised(arena: Arena, rules: Rules, hand: int, card: int, initial: int) -> int:
    """Whether an ace counts 11 once a hand is doubled and given a card that does not bust it: 1 or 0."""
    child = arena.child[hand, card]
    ones = fixed_in_double(rules.fixed_aces, arena.counts[hand, 0], initial)
    return 1 if arena.counts[child, 0] > ones and arena.hard[child] <= 11 else 0


@kernel
def _doubled_finish(rules: Rules, total: int, size: int) -> int:
    """Give the finish of a doubled hand that is not bust, leaving a forfeit aside."""
    if total == 21 and rules.pays_21:
        return DOUBLED_21
    if rules.trick and size >= 5:
        return DOUBLED_TRICK
    return rules.doubled + max(0, total - rules.least + 1)


@kernel
def doubled_finish(arena: Arena, rules: Rules, hand: int, card: int, initial: int) -> Any:
    """Give the finish of a hand doubled and given a card, leaving a forfeit aside."""
    child = arena.child[hand, card]
    if child < 0:
        return DOUBLE_LOST
    total = arena.hard[child] + 10 * _raised(arena, rules, hand, card, initial)
    return _doubled_finish(rules, total, arena.size[child])


@kernel
def doubled_hands(arena: Arena, rules: Rules, initial: int) -> Any:
    """Give the finish and the total of every hand doubled and given every card."""
    finish = np.full((arena.hard.size, 10), DOUBLE_LOST)
    total = np.zeros((arena.hard.size, 10), dtype=np.int64)
    for hand in range(arena.hard.size):
        for card in range(10):
            if arena.child[hand, card] >= 0:
                finish[hand, card] = doubled_finish(arena, rules, hand, card, initial)
                raised = _raised(arena, rules, hand, card, initial)
                total[hand, card] = arena.hard[arena.child[hand, card]] + 10 * raised
    return finish, total


@kernel
def _bust(rules: Rules, left: Floats, cards: float, card: int, finish: int) -> Any:
    """What a bust costs; nothing where the dealer looked and has a natural, which is apart."""
    if not rules.peeks or rules.partner < 0:
        return rules.pays[finish, 0]
    partners = left[rules.partner] - (1.0 if card == rules.partner else 0.0)
    return rules.pays[finish, 0] * (1.0 - partners / (cards - 1.0))


class _Kept(NamedTuple):
    """Doubled hands, an ace counting 11 or not: what they are worth, and whether they are given up."""

    worth: Floats
    given_up: Flags


@kernel
def _keep(arena: Arena, rules: Rules, fixed: Fixed, ends: Floats, hand: int, kept: _Kept) -> None:
    """Value a hand as the outcome of a double."""
    softs = 2 if arena.counts[hand, 0] > 0 and arena.hard[hand] <= 11 else 1
    for raised in range(softs):
        total = arena.hard[hand] + 10 * raised
        finish = _doubled_finish(rules, total, arena.size[hand])
        worth = _worth(ends, rules.pays, hand, finish)
        if finish >= OPEN and rules.forfeits:
            lost = _worth(ends, rules.pays, hand, FORFEITED)
            laid_down = fixed.forfeit[total]
            if laid_down == 1 or (laid_down < 0 and lost > worth + EQUAL):
                kept.given_up[hand, raised], worth = True, lost
        kept.worth[hand, raised] = worth


@kernel
def _double(
    arena: Arena, rules: Rules, kept: _Kept, left: Floats, hand: int, initial: int, forfeit: Flags
) -> float:
    cards, worth = left.sum(), 0.0
    for card in range(10):
        if left[card] <= 0.0:
            continue
        child = arena.child[hand, card]
        if child < 0:
            value = _bust(rules, left, cards, card, DOUBLE_LOST)
        else:
            raised = _raised(arena, rules, hand, card, initial)
            value = kept.worth[child, raised]
            forfeit[hand, card] = kept.given_up[child, raised]
        worth += left[card] / cards * value
    return worth


@kernel
def _hit(arena: Arena, rules: Rules, value: Floats, left: Floats, hand: int) -> float:
    cards, worth = left.sum(), 0.0
    for card in range(10):
        if left[card] > 0.0:
            child = arena.child[hand, card]
            each = value[child] if child >= 0 else _bust(rules, left, cards, card, LOST)
            worth += left[card] / cards * each
    return worth


@kernel
def _choose(arena: Arena, rules: Rules, fixed: Fixed, dealt: Dealt, initial: int, one: bool) -> Any:
    hands = arena.hard.size
    values = np.full((hands, 3), np.nan)
    value, action = np.zeros(hands), np.zeros(hands, dtype=np.int64)
    forfeit = np.zeros((hands, 10), dtype=np.bool_)
    kept = _Kept(np.zeros((hands, 2)), np.zeros((hands, 2), dtype=np.bool_))
    left, ends = np.empty(10), dealt.ends
    for hand in range(hands - 1, -1, -1):
        if not dealt.possible[hand]:
            continue
        if 3 <= arena.size[hand] <= rules.double_most_cards + 1:
            _keep(arena, rules, fixed, ends, hand, kept)
        if rules.settled[hand] >= 0:
            value[hand] = _worth(ends, rules.pays, hand, rules.settled[hand])
            continue
        for card in range(10):
            left[card] = dealt.shoe[card] - arena.counts[hand, card]
        total, size = arena.total[hand], arena.size[hand]
        if total >= rules.must_draw_below or one:
            finish = OPEN + max(0, total - rules.least + 1)
            values[hand, STAND] = _worth(ends, rules.pays, hand, finish)
        if total < 21 and not one:
            values[hand, HIT] = _hit(arena, rules, value, left, hand)
            if 2 <= size <= rules.double_most_cards:
                values[hand, DOUBLE] = _double(arena, rules, kept, left, hand, initial, forfeit)
        action[hand] = fixed.action[hand]
        if action[hand] < 0:
            most = -np.inf
            for each in range(3):
                if values[hand, each] > most + EQUAL:
                    most, action[hand] = values[hand, each], each
        value[hand] = values[hand, action[hand]]
    return values, value, action, forfeit


def rules_of(finishes: Finishes, upcard: int, pinkjacks: float) -> Rules:
    """Give the rules for hands against an upcard of this value."""
    game = finishes.game
    most = 21 if game.double_most_cards is None else game.double_most_cards
    most = most if game.double_size else 0  # nothing to double with
    kinds = ("every ace is 1", "initial aces are 1", "usual")
    return Rules(
        settled=finishes.settled,
        pays=finishes.pays(pinkjacks),
        doubled=finishes.doubled,
        least=finishes.ends.least,
        must_draw_below=game.must_draw_below,
        double_most_cards=most,
        fixed_aces=kinds.index(game.aces_when_doubling),
        trick=game.trick is not None,
        pays_21=game.twenty_one is not None,
        forfeits=game.forfeits,
        peeks=game.peeks,
        partner={0: 9, 9: 0}.get(upcard, -1),
    )


def deal(finishes: Finishes, tree: Tree, shoe: Floats) -> Dealt:
    """Weigh the dealer's ends for every hand."""
    left = shoe - COUNTS
    possible = np.asarray((left >= 0).all(axis=1))
    ends = np.zeros((HANDS, finishes.ends.count))
    ends[possible] = dealer_ends(tree, left[possible], finishes.ends)
    return Dealt(shoe, possible, ends)


def deal_split(finishes: Finishes, tree: Tree, before: Dealt, card: int) -> Dealt:
    """Weigh the dealer's ends for hands with a split card, one more of its value gone than before.

    A hand and one more card of that value were a hand before, too: only the highest are new.
    """
    shoe = before.shoe.copy()
    shoe[card] -= 1
    left = shoe - COUNTS
    possible = (left >= 0).all(axis=1) & (COUNTS[:, card] > 0)
    known = possible & (CHILD[:, card] >= 0)
    ends = np.zeros_like(before.ends)
    ends[known] = before.ends[CHILD[known, card]]
    new = possible & ~known
    ends[new] = dealer_ends(tree, left[new], finishes.ends)
    return Dealt(shoe, possible, ends)


def play(rules: Rules, dealt: Dealt, fixed: Fixed, *, initial_aces: int, one_card: bool) -> Played:
    """Value every hand; `one_card`: no choice is left."""
    return Played(dealt, *_choose(ARENA, rules, fixed, dealt, initial_aces, one_card))
