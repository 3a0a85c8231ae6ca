"""What of a game the play of a hand turns on, and how a double is finished."""

from typing import NamedTuple

import numpy as np

from houserules.odds.solver.compiled import inline_kernel, kernel
from houserules.odds.solver.hand_index import ARENA, HANDS, VALUES, Arena, Floats, Ints
from houserules.odds.solver.player_outcomes import DOUBLE_LOST, DOUBLED_21, DOUBLED_TRICK, Finishes


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


def rules_of(finishes: Finishes, upcard: int, pinkjacks: float) -> Rules:
    """Return the rules for hands against an upcard of this value."""
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


@inline_kernel
def fixed_in_double(rule: int, aces: int, initial: int) -> int:
    """How many aces of a hand count 1 once it is doubled (readings 10 and 11)."""
    if rule == 0:
        return aces
    return min(initial, aces) if rule == 1 else 0


@inline_kernel
def counts_ace_high(arena: Arena, rules: Rules, hand: int, child: int, initial: int) -> int:
    """Whether an ace counts 11 once a hand is doubled and becomes another one: 1 or 0."""
    ones = fixed_in_double(rules.fixed_aces, arena.counts[hand, 0], initial)
    return 1 if arena.counts[child, 0] > ones and arena.hard[child] <= 11 else 0


@inline_kernel
def doubled_finish(rules: Rules, total: int, size: int) -> int:
    """Return the finish of a doubled hand that is not bust, leaving a forfeit aside."""
    if total == 21 and rules.pays_21:
        return DOUBLED_21
    if rules.trick and size >= 5:
        return DOUBLED_TRICK
    return rules.doubled + max(0, total - rules.least + 1)


@kernel
def _double_all(arena: Arena, rules: Rules, initial: int, finish: Ints, total: Ints) -> None:
    for hand in range(arena.hard.size):
        for card in range(10):
            child = arena.child[hand, card]
            if child >= 0:
                high = arena.hard[child] + 10 * counts_ace_high(arena, rules, hand, child, initial)
                finish[hand, card] = doubled_finish(rules, high, arena.size[child])
                total[hand, card] = high


def doubled_hands(rules: Rules, initial: int) -> tuple[Ints, Ints]:
    """Return the finish and the total of every hand doubled and given every card."""
    finish, total = np.full((HANDS, VALUES), DOUBLE_LOST), np.zeros((HANDS, VALUES), dtype=np.int64)
    _double_all(ARENA, rules, initial, finish, total)
    return finish, total
