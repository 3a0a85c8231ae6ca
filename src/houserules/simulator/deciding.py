"""What a hand may do: the decisions that the rules leave open, by number of cards and context."""

from enum import IntEnum
from typing import Final, NamedTuple

from houserules.simulator.hands import hands, total
from houserules.simulator.packing import (
    EVERY_ACE,
    INITIAL_ACES,
    At,
    Packed,
)


class Action(IntEnum):
    """A decision on a hand; the order is that of a strategy's columns."""

    STAND = 0
    HIT = 1
    DOUBLE = 2
    SPLIT = 3
    SURRENDER = 4


class Context(NamedTuple):
    """Where a hand comes from."""

    split_from: int  # the value of the cards that were split, or UNSPLIT
    hands: int  # of the box, now
    initial_aces: int  # among the first two cards; of a split hand, the card that was split

    @property
    def is_split(self) -> bool:
        """Whether the hand was formed by a split."""
        return self.split_from != UNSPLIT


UNSPLIT: Final = -1
MOST_HANDS: Final = 4
"""The most hands of a box that the counts have room for."""

CONTEXTS: Final = 3 + 10 * (MOST_HANDS - 1)


def unsplit(initial_aces: int) -> Context:
    """Give the context of a hand that was dealt."""
    return Context(UNSPLIT, 1, initial_aces)


def split(value: int, number: int) -> Context:
    """Give the context of a hand in a box that was split into that many hands."""
    return Context(value, number, 1 if value == 0 else 0)


def number_of(context: Context) -> int:
    """Give the place of a context in a strategy's tables."""
    if not context.is_split:
        return context.initial_aces
    return 3 + 10 * (context.hands - 2) + context.split_from


def soft_total(state: int) -> int:
    """Give the total of a hand that was not doubled."""
    return hands().totals[state]


def doubled_total(packed: Packed, state: int, value: int, *, context: Context) -> int:
    """Give the total of a double with that card (S24 13.1.4, NZ 12.2, readings 10-11)."""
    every = hands()
    aces = every.aces[state]
    held = {EVERY_ACE: aces, INITIAL_ACES: context.initial_aces}.get(
        packed[At.ACES_WHEN_DOUBLING], 0
    )
    free = aces + (value == 0) - held
    return total(every.hard[state] + value + 1, free_aces=free)


def takes_one_card(packed: Packed, context: Context) -> bool:
    """Whether the hand is a split ace that gets one card and no decision (S24 14.6, NZ 13.4(b))."""
    return context.split_from == 0 and bool(packed[At.SPLIT_ACES_GET_ONE_CARD])


def open_to(packed: Packed, state: int, context: Context, *, up_rank: int) -> tuple[Action, ...]:
    """Give the decisions that are open on a hand of 20 or less."""
    return tuple(
        action for action in Action if is_open_to(packed, action, state, context, up_rank=up_rank)
    )


def is_open_to(
    packed: Packed, action: Action, state: int, context: Context, *, up_rank: int
) -> bool:
    """Whether a decision is open on a hand of 20 or less."""
    if takes_one_card(packed, context) and action is not Action.SPLIT:
        return action is Action.STAND
    match action:
        case Action.STAND:
            return soft_total(state) >= packed[At.MUST_DRAW_BELOW]
        case Action.HIT:
            return True
        case Action.DOUBLE:
            return hands().cards[state] <= packed[At.DOUBLE_MOST_CARDS]
        case Action.SPLIT:
            return may_split(packed, state, context)
        case Action.SURRENDER:
            return may_surrender(packed, state, context, up_rank=up_rank)


def may_split(packed: Packed, state: int, context: Context) -> bool:
    """Two cards of one value; again only where, and as often as, that is allowed (S24 14)."""
    values = hands().values[state]
    if len(values) != 2 or values[0] != values[1]:
        return False
    if not context.is_split:
        return True
    again = packed[At.RESPLIT] and context.hands < packed[At.HANDS_MOST]
    return bool(again and (values[0] != 0 or packed[At.RESPLIT_ACES]))


def may_surrender(packed: Packed, state: int, context: Context, *, up_rank: int) -> bool:
    """The first decision on the two cards dealt, against certain ranks (S24 10.1, NZ 9.3)."""
    against = packed[At.SURRENDER_AGAINST] >> up_rank & 1
    return bool(against) and not context.is_split and hands().cards[state] == 2
