"""How a hand may end: the kinds of settlement, and what is still open when the dealer draws.

One numbering serves both, so that an ending fits into eight bits: kinds from 1, then the open hands
by their total, plain and doubled, then a surrendered hand and a held Pinkjack.
"""

from enum import IntEnum
from typing import Final


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
