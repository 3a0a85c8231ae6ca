"""A rulebook as one flat tuple of whole numbers: every value that moves money, at a named place.

Kernels and the tables built for them cannot read objects, so each value becomes a number: yes and no
are 1 and 0, amounts are cents, ranks are a set of bits (bit n for the n-th rank of RANKS), and words
are numbered in `_WORDS`. Odds take two places, the second directly behind the first, reduced to lowest
terms so that equal odds are equal numbers. A part that the game does not have stays 0, which for ranks
means "against no card" and for an amount "not offered"; `HAS_…` tells it from a real 0.

The name of a place is the rulebook's key in capitals, and `pack` finds values by it: a new key needs a
new place here and nothing else. The numbers are internal; nothing stores them.
"""

from enum import IntEnum
from math import gcd
from typing import Any, Final

from houserules.core.cards import RANKS
from houserules.core.money import Odds
from houserules.rulebook.options import values
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered

Packed = tuple[int, ...]


class Rule(IntEnum):
    """Where a value stands; the names are the keys of the rulebook in capitals."""

    DECKS = 0
    TENS_IN_DECK = 1
    FIRST_CARD_BURNED = 2
    REFILL_BURNED = 3
    SMALLEST_CHIP = 4
    UNIT = 5
    INSURANCE_AGAINST = 6
    INSURANCE_PAYABLE = 7
    SURRENDER_AGAINST = 8
    HAS_BLACKJACK = 9
    DEALER_PINKJACK_COUNTS_AS_BLACKJACK = 10
    ULTIMATE_PINKJACK_BONUS = 11
    HAS_BONUS_21 = 12
    HAS_SUPER_BONUS = 13
    SUPER_BONUS_LOWEST_WAGER = 14
    SUPER_BONUS_SMALL = 15
    SUPER_BONUS_LARGE_FROM = 16
    SUPER_BONUS_LARGE = 17
    BONUS_OF_OTHERS = 18
    HAS_FIVE_CARD_TRICK = 19
    MUST_DRAW_BELOW = 20
    DOUBLE_MOST_CARDS = 21
    DOUBLE_LEAST = 22
    ACES_WHEN_DOUBLING = 23
    HAS_FORFEIT = 24
    RESPLIT = 25
    HANDS_MOST = 26
    RESPLIT_ACES = 27
    SPLIT_ACES_GET_ONE_CARD = 28
    NATURALS_AFTER_SPLIT = 29
    DEALER_STANDS_ON_HARD = 30
    DEALER_STANDS_ON_SOFT = 31
    PERFECT_PAIRS = 32
    SUITS_YOU = 33
    EQUAL_TOTALS = 34
    NATURAL_COLLECTS = 35
    DEALER_SECOND_CARD = 36
    INSURANCE_MOST = 40
    INSURANCE_PAYS = 42
    SURRENDER_KEEPS = 44
    PONTOON_PAYS = 46
    PINKJACK_PAYS = 48
    SUITED_BLACKJACK_PAYS = 50
    UNSUITED_BLACKJACK_PAYS = 52
    ULTIMATE_PINKJACK_PAYS = 54
    HELD_PINKJACK_PAYS = 56
    FIVE_CARD_21_PAYS = 58
    MIXED_678_PAYS = 60
    MIXED_777_PAYS = 62
    SIX_CARD_21_PAYS = 64
    SUITED_678_PAYS = 66
    SUITED_777_PAYS = 68
    SEVEN_CARD_21_PAYS = 70
    SPADES_678_PAYS = 72
    SPADES_777_PAYS = 74
    TWENTY_ONE_PAYS = 76
    FIVE_CARD_TRICK_PAYS = 78
    DOUBLE_MOST = 80
    DOUBLED_21_PAYS = 82
    DEALER_BUST_PAYS = 84
    HIGHER_TOTAL_PAYS = 86
    MIXED_PAIR_PAYS = 88
    COLOURED_PAIR_PAYS = 90
    PERFECT_PAIR_PAYS = 92
    SUIT_PAYS = 94
    SUIT_OF_JACK_PAYS = 96


SIZE: Final = 98
ANY_NUMBER: Final = 99
"""How "any number of cards" is packed for the most cards of a double."""

USUAL, EVERY_ACE, INITIAL_ACES = range(3)
AS_NEEDED, ALWAYS = range(2)
PLUS_ONE, ORIGINAL_HAND, ONE_IN_ALL = range(3)

_WORDS: Final[dict[Rule, dict[str, int]]] = {
    Rule.INSURANCE_PAYABLE: {"rounded up": 0, "exactly": 1},
    Rule.DOUBLE_LEAST: {"any amount": 0, "the unit": 1},
    Rule.ACES_WHEN_DOUBLING: {
        "usual": USUAL,
        "every ace is 1": EVERY_ACE,
        "initial aces are 1": INITIAL_ACES,
    },
    Rule.DEALER_SECOND_CARD: {"as needed": AS_NEEDED, "always": ALWAYS},
    Rule.EQUAL_TOTALS: {"stand-off": 0, "lose": 1},
    Rule.NATURAL_COLLECTS: {
        "busted-bets-plus-one": PLUS_ONE,
        "original-hand": ORIGINAL_HAND,
        "one-in-all": ONE_IN_ALL,
    },
}
_RANKS: Final = {Rule.INSURANCE_AGAINST, Rule.SURRENDER_AGAINST}
_PARTS: Final = {
    Rule.HAS_BLACKJACK: "blackjack",
    Rule.HAS_BONUS_21: "bonus_21",
    Rule.HAS_SUPER_BONUS: "super_bonus",
    Rule.HAS_FIVE_CARD_TRICK: "five_card_trick",
    Rule.HAS_FORFEIT: "forfeit",
}


def pack(rules: Rulebook) -> Packed:
    """Put the values of a rulebook into their places."""
    packed = [0] * SIZE
    entries = dict(values(rules))
    for at in Rule:
        if at in _PARTS:
            packed[at] = not isinstance(getattr(rules, _PARTS[at]), NotOffered)
        elif at.name.lower() in entries:
            _store(packed, at, entries[at.name.lower()].value)
    if rules.limits.unit.value is None:
        packed[Rule.UNIT] = packed[Rule.SMALLEST_CHIP]
    if rules.doubling.double_most_cards.value is None:
        packed[Rule.DOUBLE_MOST_CARDS] = ANY_NUMBER
    return tuple(packed)


def _store(packed: list[int], at: Rule, value: Any) -> None:
    if isinstance(value, Odds):
        shared = gcd(value.pays, value.on)
        packed[at], packed[at + 1] = value.pays // shared, value.on // shared
    elif at in _RANKS:
        packed[at] = sum(1 << RANKS.index(rank) for rank in set(value))
    elif at in _WORDS:
        packed[at] = _WORDS[at][value]
    elif value is not None:
        packed[at] = int(value)


def odds_at(packed: Packed, at: Rule) -> tuple[int, int]:
    """Return odds, or a share, as what it pays on what."""
    return packed[at], packed[at + 1]
