"""What a hand may do and how it may end: open decisions, kinds of settlement, what a card makes of it."""

from enum import IntEnum
from typing import Final, NamedTuple

from houserules.simulator.cards import (
    ACE_OF_DIAMONDS,
    BUST,
    JACK_OF_DIAMONDS,
    SEVEN,
    SPADES,
    hands,
    rank_of,
    suit_of,
    total,
)
from houserules.simulator.packed_rules import EVERY_ACE, INITIAL_ACES, Packed, Rule

# How a hand may end: the kinds of settlement, and what is still open when the dealer draws.
#
# One numbering serves both, so that an ending fits into eight bits: kinds from 1, then the open hands
# by their total, plain and doubled, then a surrendered hand and a held Pinkjack.


class Kind(IntEnum):
    """How one hand is settled, counted once per hand; docs/reference/results.md defines each."""

    PONTOON = 1
    TWENTY_ONE = 2
    FIVE_CARD_21 = 3
    SIX_CARD_21 = 4
    SEVEN_CARD_21 = 5
    MIXED_678 = 6
    SUITED_678 = 7
    SPADES_678 = 8
    MIXED_777 = 9
    SUITED_777 = 10
    SPADES_777 = 11
    SUPER_BONUS = 12  # on sevens of a suit other than spades
    SUPER_BONUS_SPADES = 13
    DOUBLED_21 = 14
    BUST = 15
    DOUBLED_BUST = 16
    FORFEIT = 17
    SURRENDER = 18
    SURRENDER_VOID = 19
    DEALER_BUST = 20
    HIGHER = 21
    LOWER = 22
    STAND_OFF = 23
    TIE_LOST = 24
    DEALER_NATURAL = 25
    NATURAL_STAND_OFF = 26
    DEALER_PINKJACK = 27
    DOUBLED_DEALER_BUST = 28
    DOUBLED_HIGHER = 29
    DOUBLED_LOWER = 30
    DOUBLED_STAND_OFF = 31
    DOUBLED_TIE_LOST = 32
    DOUBLED_DEALER_NATURAL = 33
    DOUBLED_NATURAL_STAND_OFF = 34
    DOUBLED_DEALER_PINKJACK = 35
    PINKJACK = 36
    SUITED_BLACKJACK = 37
    UNSUITED_BLACKJACK = 38
    FIVE_CARD_TRICK = 39
    DOUBLED_FIVE_CARD_TRICK = 40
    HELD_PINKJACK = 41
    ULTIMATE_PINKJACK = 42


KINDS: Final = 64
"""Room for kinds in a table of counts; place 0 counts rounds."""

OPEN: Final = 64
OPEN_DOUBLED: Final = 96
SURRENDERED: Final = 128
HELD: Final = 129
ENDINGS: Final = 256

_NAMES: Final = {Kind.TWENTY_ONE: "21", Kind.SUPER_BONUS_SPADES: "super-bonus"}


def name_of(kind: Kind) -> str:
    """Return the name under which a kind is reported; both Super Bonuses have one."""
    return _NAMES.get(kind, kind.name.lower().replace("_", "-"))


def open_hand(total: int, *, doubled: bool) -> int:
    """Return the ending of a hand that waits for the dealer."""
    return (OPEN_DOUBLED if doubled else OPEN) + total


def is_open(ending: int) -> bool:
    """Whether the hand waits for the dealer."""
    return ending >= OPEN


def total_of_open(ending: int) -> int:
    """Return the total of an open hand; a held Pinkjack has 21."""
    return 21 if ending == HELD else ending & 31


SUPER_BONUSES: Final = (Kind.SUPER_BONUS, Kind.SUPER_BONUS_SPADES)


# The decisions that the rules leave open, by number of cards and context.


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
    later: bool = False  # not the first hand of a split box

    @property
    def is_split(self) -> bool:
        return self.split_from != UNSPLIT


UNSPLIT: Final = -1
MOST_HANDS: Final = 4
"""The most hands of a box that the counts have room for."""

LATER: Final = 3 + 10 * (MOST_HANDS - 1)
"""Where the contexts of later hands begin; what is not said of them is as for the first hand."""

CONTEXTS: Final = LATER + 10 * (MOST_HANDS - 1)


def unsplit(initial_aces: int) -> Context:
    """Return the context of a hand that was dealt."""
    return Context(UNSPLIT, 1, initial_aces)


def split(value: int, number: int, *, later: bool = False) -> Context:
    """Return the context of a hand in a box that was split into that many hands."""
    return Context(value, number, 1 if value == 0 else 0, later)


def number_of(context: Context) -> int:
    """Return the place of a context in a strategy's tables."""
    if not context.is_split:
        return context.initial_aces
    return (LATER if context.later else 3) + 10 * (context.hands - 2) + context.split_from


def soft_total(state: int) -> int:
    """Return the total of a hand that was not doubled."""
    return hands().totals[state]


def doubled_total(packed: Packed, state: int, value: int, *, context: Context) -> int:
    """Return the total of a double with that card (S24 13.1.4, NZ 12.2, readings 10-11)."""
    every = hands()
    aces = every.aces[state]
    held = {EVERY_ACE: aces, INITIAL_ACES: context.initial_aces}.get(
        packed[Rule.ACES_WHEN_DOUBLING], 0
    )
    free = aces + (value == 0) - held
    return total(every.hard[state] + value + 1, free_aces=free)


def takes_one_card(packed: Packed, context: Context) -> bool:
    """Whether the hand is a split ace that gets one card and no decision (S24 14.6, NZ 13.4(b))."""
    return context.split_from == 0 and bool(packed[Rule.SPLIT_ACES_GET_ONE_CARD])


def open_to(packed: Packed, state: int, context: Context, *, up_rank: int) -> tuple[Action, ...]:
    """Return the decisions that are open on a hand of 20 or less."""
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
            return soft_total(state) >= packed[Rule.MUST_DRAW_BELOW]
        case Action.HIT:
            return True
        case Action.DOUBLE:
            return hands().cards[state] <= packed[Rule.DOUBLE_MOST_CARDS]
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
    again = packed[Rule.RESPLIT] and context.hands < packed[Rule.HANDS_MOST]
    return bool(again and (values[0] != 0 or packed[Rule.RESPLIT_ACES]))


def may_surrender(packed: Packed, state: int, context: Context, *, up_rank: int) -> bool:
    """The first decision on the two cards dealt, against certain ranks (S24 10.1, NZ 9.3)."""
    against = packed[Rule.SURRENDER_AGAINST] >> up_rank & 1
    return bool(against) and not context.is_split and hands().cards[state] == 2


# What a card makes of a hand: settled at once, or to be decided on (S24 11-14, NZ 9-14, PJ 8-11).
#
# A hand is told by the state of its values, its context and, where a bonus depends on them, its suits:
# `ONE_SUIT + suit` while all its cards are of one, else MIXED. Suits are followed up to three cards.


MIXED: Final = 0
ONE_SUIT: Final = 1
SPADES_ONLY: Final = ONE_SUIT + SPADES
PINK: Final = (ACE_OF_DIAMONDS, JACK_OF_DIAMONDS)

_LONG: Final = {5: Kind.FIVE_CARD_21, 6: Kind.SIX_CARD_21}
_RUN: Final = (Kind.MIXED_678, Kind.SUITED_678, Kind.SPADES_678)
_SEVENS: Final = (Kind.MIXED_777, Kind.SUITED_777, Kind.SPADES_777)


def suits_with(suits: int, code: int) -> int:
    """Follow the suits of a hand by one more card."""
    return suits if suits == ONE_SUIT + suit_of(code) else MIXED


def natural(packed: Packed, first: int, second: int, *, up: int) -> int:
    """Return the ending of a natural: paid at once, or a held Pinkjack (S24 11.1, PJ 8.1)."""
    if not packed[Rule.HAS_BLACKJACK]:
        return Kind.PONTOON
    if {first, second} == set(PINK):
        return HELD if up in PINK else Kind.PINKJACK
    if suit_of(first) == suit_of(second):
        return Kind.SUITED_BLACKJACK
    return Kind.UNSUITED_BLACKJACK


def is_natural(state: int) -> bool:
    """An ace and a ten-value card, and nothing else."""
    return state != BUST and hands().values[state] == (0, 9)


def natural_counts(packed: Packed, context: Context) -> bool:
    """Whether a natural is one after a split too (S24 14.3, PJ 11.3.1)."""
    return not context.is_split or bool(packed[Rule.NATURALS_AFTER_SPLIT])


def after_card(packed: Packed, state: int, *, context: Context, suits: int, up: int) -> int | None:
    """Return the ending of a hand other than a natural, or None while it is 20 or less."""
    if state == BUST:
        return Kind.BUST
    if soft_total(state) == 21:
        return _twenty_one(packed, state, context=context, suits=suits, up=up)
    if packed[Rule.HAS_FIVE_CARD_TRICK] and hands().cards[state] >= 5:
        return Kind.FIVE_CARD_TRICK
    return None


def _twenty_one(packed: Packed, state: int, *, context: Context, suits: int, up: int) -> Kind:
    """Tell a 21 by the payout table (S24 11.5 Table 1, NZ 11.1, PJ 9.6; reading 15)."""
    cards, values = hands().cards[state], hands().values[state]
    if not packed[Rule.HAS_BONUS_21]:
        return Kind.TWENTY_ONE
    one_suit = 0 if suits == MIXED else 2 if suits == SPADES_ONLY else 1
    if values == (5, 6, 7):
        return _RUN[one_suit]
    if values == (6, 6, 6):
        against_seven = rank_of(up) == SEVEN and packed[Rule.HAS_SUPER_BONUS]
        if one_suit and against_seven and not context.is_split:  # S24 11.2.2, 14.4; NZ 13.6
            return Kind.SUPER_BONUS_SPADES if one_suit == 2 else Kind.SUPER_BONUS
        return _SEVENS[one_suit]
    if cards >= 7:
        return Kind.SEVEN_CARD_21
    return _LONG.get(cards, Kind.TWENTY_ONE)


def after_double(packed: Packed, state: int, value: int, *, context: Context) -> int | None:
    """Return the ending of a doubled hand, or None if it waits (reading 13, PJ 9.6-9.7)."""
    total = doubled_total(packed, state, value, context=context)
    if total > 21:
        return Kind.DOUBLED_BUST
    if total == 21:
        return Kind.DOUBLED_21
    if packed[Rule.HAS_FIVE_CARD_TRICK] and hands().cards[state] + 1 >= 5:
        return Kind.DOUBLED_FIVE_CARD_TRICK
    return None
