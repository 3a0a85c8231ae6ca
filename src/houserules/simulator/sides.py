"""Side wagers: what two cards, or the first, make of them (S24 16, NZ 11.2A and 15A, PJ 13)."""

from enum import IntEnum
from fractions import Fraction
from typing import Final

from houserules.core.cards import SUITS
from houserules.simulator.bettors import Bettor
from houserules.simulator.cards import JACK, is_red, rank_of, suit_of
from houserules.simulator.packing import At
from houserules.simulator.terms import Payments


class Side(IntEnum):
    """How a side wager ends; place 0 stands for none."""

    NO_PAIR = 1
    MIXED_PAIR = 2
    COLOURED_PAIR = 3
    PERFECT_PAIR = 4
    OTHER_SUIT = 5
    SUIT = 6
    SUIT_OF_JACK = 7


_PAYS: Final = {
    Side.MIXED_PAIR: At.MIXED_PAIR_PAYS,
    Side.COLOURED_PAIR: At.COLOURED_PAIR_PAYS,
    Side.PERFECT_PAIR: At.PERFECT_PAIR_PAYS,
    Side.SUIT: At.SUIT_PAYS,
    Side.SUIT_OF_JACK: At.SUIT_OF_JACK_PAYS,
}


def side_name(side: Side) -> str:
    """Give the name under which a side wager's end is reported."""
    return side.name.lower().replace("_", "-")


def pair_of(first: int, second: int) -> Side:
    """Tell a pair by rank, then by suit or colour (reading 41)."""
    if rank_of(first) != rank_of(second):
        return Side.NO_PAIR
    if suit_of(first) == suit_of(second):
        return Side.PERFECT_PAIR
    return Side.COLOURED_PAIR if is_red(first) == is_red(second) else Side.MIXED_PAIR


def suit_won(suit: str, first: int) -> Side:
    """Tell whether the first card is of the suit that was named."""
    if suit_of(first) != SUITS.index(suit):
        return Side.OTHER_SUIT
    return Side.SUIT_OF_JACK if rank_of(first) == JACK else Side.SUIT


def sides_of(bettor: Bettor, first: int, second: int) -> list[Side]:
    """Give the ends of a bettor's side wagers."""
    ends = [pair_of(first, second)] if bettor.perfect_pairs else []
    return ends if bettor.suits_you is None else [*ends, suit_won(bettor.suits_you, first)]


def side_net(payments: Payments, side: Side) -> Fraction:
    """Give what a side wager of that end brings the bettor, in cents."""
    pairs = side <= Side.PERFECT_PAIR
    stake = Fraction(payments.packed[At.PERFECT_PAIRS if pairs else At.SUITS_YOU])
    return payments.won(stake, _PAYS[side]) if side in _PAYS else -stake
