"""Strategies that need no analysis: never bust, and do as the dealer does."""

from collections.abc import Callable

from houserules.simulator.deciding import Action, soft_total
from houserules.simulator.hands import hands
from houserules.simulator.packing import At, Packed
from houserules.simulator.strategy import Strategy, empty_tables


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
        stands_on = At.DEALER_STANDS_ON_HARD if total == hard else At.DEALER_STANDS_ON_SOFT
        return bool(total < packed[stands_on])

    return _drawing("mimic-the-dealer", draws, packed)


def _drawing(name: str, draws: Callable[[int], bool], packed: Packed) -> Strategy:
    """Make a strategy of drawing and standing; a draw that the rules demand is made."""
    actions, suited = empty_tables()
    for state in range(len(hands().values)):
        must = soft_total(state) < packed[At.MUST_DRAW_BELOW]
        actions[:, :, state] = Action.HIT if must or draws(state) else Action.STAND
    return Strategy(name, actions, suited, {})
