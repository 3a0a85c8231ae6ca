"""What a card makes of a hand: settled at once, or to be decided on (S24 11-14, NZ 9-14, PJ 8-11).

A hand is told by the state of its values, its context and, where a bonus hangs on them, its suits:
`ONE_SUIT + suit` while all its cards are of one, else MIXED. Suits are followed up to three cards.
"""

from typing import Final

from houserules.simulator.cards import (
    ACE_OF_DIAMONDS,
    JACK_OF_DIAMONDS,
    SEVEN,
    SPADES,
    rank_of,
    suit_of,
)
from houserules.simulator.deciding import Context, doubled_total, soft_total
from houserules.simulator.hands import BUST, hands
from houserules.simulator.kinds import HELD, Kind
from houserules.simulator.packing import At, Packed

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
    """Give the ending of a natural: paid at once, or a held Pinkjack (S24 11.1, PJ 8.1)."""
    if not packed[At.HAS_BLACKJACK]:
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
    return not context.is_split or bool(packed[At.NATURALS_AFTER_SPLIT])


def after_card(packed: Packed, state: int, *, context: Context, suits: int, up: int) -> int | None:
    """Give the ending of a hand that is no natural, or None while it is 20 or less."""
    if state == BUST:
        return Kind.BUST
    if soft_total(state) == 21:
        return _twenty_one(packed, state, context=context, suits=suits, up=up)
    if packed[At.HAS_FIVE_CARD_TRICK] and hands().cards[state] >= 5:
        return Kind.FIVE_CARD_TRICK
    return None


def _twenty_one(packed: Packed, state: int, *, context: Context, suits: int, up: int) -> Kind:
    """Tell a 21 by the payout table (S24 11.5 Table 1, NZ 11.1, PJ 9.6; reading 15)."""
    cards, values = hands().cards[state], hands().values[state]
    if not packed[At.HAS_BONUS_21]:
        return Kind.TWENTY_ONE
    one_suit = 0 if suits == MIXED else 2 if suits == SPADES_ONLY else 1
    if values == (5, 6, 7):
        return _RUN[one_suit]
    if values == (6, 6, 6):
        if one_suit and rank_of(up) == SEVEN and packed[At.HAS_SUPER_BONUS]:
            return _super_bonus(context, one_suit)
        return _SEVENS[one_suit]
    if cards >= 7:
        return Kind.SEVEN_CARD_21
    return _LONG.get(cards, Kind.TWENTY_ONE)


def _super_bonus(context: Context, one_suit: int) -> Kind:
    """Sevens of one suit against a seven, unless the hand was split (S24 11.2.2, 14.4; NZ 13.6)."""
    if context.is_split:
        return _SEVENS[one_suit]
    return Kind.SUPER_BONUS_SPADES if one_suit == 2 else Kind.SUPER_BONUS


def after_double(packed: Packed, state: int, value: int, *, context: Context) -> int | None:
    """Give the ending of a doubled hand, or None if it waits (reading 13, PJ 9.6-9.7)."""
    total = doubled_total(packed, state, value, context=context)
    if total > 21:
        return Kind.DOUBLED_BUST
    if total == 21:
        return Kind.DOUBLED_21
    if packed[At.HAS_FIVE_CARD_TRICK] and hands().cards[state] + 1 >= 5:
        return Kind.DOUBLED_FIVE_CARD_TRICK
    return None
