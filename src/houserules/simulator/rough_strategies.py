"""A rough chart by totals: no analysis, but sensible play under any of the rules.

For trying things out and for measuring; `houserules strategy` knows better.
"""

from collections.abc import Callable
from typing import Final

from houserules.rulebook.schema import Rulebook
from houserules.simulator.cards import hands, total
from houserules.simulator.decisions import LATER, Action, may_split, soft_total, unsplit
from houserules.simulator.packed_rules import Packed, Rule, pack
from houserules.simulator.strategy import (
    ANYWHERE,
    Doubled,
    Strategy,
    StrategyError,
    empty_tables,
    with_apart,
)

_SPLIT_AGAINST: Final = {
    0: range(10),
    1: range(1, 7),
    2: range(1, 7),
    5: range(1, 6),
    6: range(1, 7),
    7: range(1, 9),
    8: (1, 2, 3, 4, 5, 7, 8),
}
"""Pairs by value, and the upcards against which they are split; values count from 0, the ace."""


def rough_chart(packed: Packed) -> Strategy:
    """Return a chart by totals, number of cards and upcard."""
    actions, suited = empty_tables()
    for state in range(len(hands().values)):
        pair = may_split(packed, state, unsplit(0))
        for up in range(10):
            plain = _plain(packed, state, up)
            actions[up, :LATER, state] = plain
            if pair and up in _SPLIT_AGAINST.get(hands().values[state][0], ()):
                actions[up, :3, state] = Action.SPLIT
            elif _gives_up(packed, state, up):
                actions[up, :3, state] = Action.SURRENDER
    with_apart(actions, suited)
    return Strategy("rough-chart", actions, suited, _forfeits())


def _plain(packed: Packed, state: int, up: int) -> Action:
    """Double, hit or stand by the total."""
    points, hard, cards = soft_total(state), hands().hard[state], hands().cards[state]
    may_double = 2 <= cards <= min(4, packed[Rule.DOUBLE_MOST_CARDS])
    if may_double and points == hard and points in (10, 11) and 1 <= up <= points - 4:
        return Action.DOUBLE
    must_draw = points < packed[Rule.MUST_DRAW_BELOW]
    return Action.HIT if must_draw or _draws(points, hard, cards=cards, up=up) else Action.STAND


def _draws(points: int, hard: int, *, cards: int, up: int) -> bool:
    weak = 1 <= up <= 5
    if points != hard:  # soft
        return points < 18 or (points == 18 and (not 1 <= up <= 7 or cards >= 4))
    return points < (13 + (cards >= 5) if weak else 17)


def _gives_up(packed: Packed, state: int, up: int) -> bool:
    """Surrender 16 and 17 against an ace, where that is offered."""
    offered = up == 0 and packed[Rule.SURRENDER_AGAINST] & 1
    hard_two = hands().cards[state] == 2 and hands().aces[state] == 0
    return bool(offered and hard_two and soft_total(state) in (16, 17))


def _forfeits() -> dict[Doubled, bool]:
    """Give up doubled totals of 12 to 16 against an 8 or better."""
    found = {}
    for state in range(len(hands().values)):
        if hands().hard[state] in (10, 11):
            for card in range(10):
                points = total(hands().hard[state] + card + 1, free_aces=int(card == 0))
                if 12 <= points <= 16:
                    for up in (0, 7, 8, 9, 10, 11, 12):
                        found[up, ANYWHERE, state, card, points] = True
    return found


# Strategies that need no analysis: never bust, and do as the dealer does.


def never_bust(packed: Packed) -> Strategy:
    """Draw as long as no card can bust the hand and its total is below 18; nothing else."""

    def draws(state: int) -> bool:
        hard = hands().hard[state]
        return hard <= 11 and soft_total(state) < 18

    return _drawing("never-bust", draws, packed)


def mimic_the_dealer(packed: Packed) -> Strategy:
    """Draw when the dealer would have to; nothing else."""

    def draws(state: int) -> bool:
        total, hard = soft_total(state), hands().hard[state]
        stands_on = Rule.DEALER_STANDS_ON_HARD if total == hard else Rule.DEALER_STANDS_ON_SOFT
        return bool(total < packed[stands_on])

    return _drawing("mimic-the-dealer", draws, packed)


def _drawing(name: str, draws: Callable[[int], bool], packed: Packed) -> Strategy:
    """Make a strategy of drawing and standing; a draw that the rules demand is made."""
    actions, suited = empty_tables()
    for state in range(len(hands().values)):
        must = soft_total(state) < packed[Rule.MUST_DRAW_BELOW]
        actions[:, :LATER, state] = Action.HIT if must or draws(state) else Action.STAND
    return Strategy(name, actions, suited, {})


NAMED: Final[dict[str, Callable[[Packed], Strategy]]] = {
    "mimic": mimic_the_dealer,
    "never-bust": never_bust,
    "rough-chart": rough_chart,
}


def named_strategy(name: str, rules: Rulebook) -> Strategy:
    """Return a strategy that needs no analysis, by its name."""
    if name not in NAMED:
        raise StrategyError(
            f"no strategy {name!r} here; there are {', '.join(NAMED)}. `from houserules import "
            "simulate` also takes best and chart, which it solves first"
        )
    return NAMED[name](pack(rules))
