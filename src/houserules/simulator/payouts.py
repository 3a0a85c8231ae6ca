"""What a settlement does with the wagers on a hand, and what that brings every bettor in money."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import reduce
from math import gcd, lcm
from typing import Final, NamedTuple

import numpy as np

from houserules.core.cards import SUITS
from houserules.simulator import layout
from houserules.simulator.bettors import BoxBettor, Rungs
from houserules.simulator.cards import JACK, is_red, rank_of, suit_of
from houserules.simulator.compiled import compile_kernel, inline_kernel, u64
from houserules.simulator.decisions import HELD, OPEN, SUPER_BONUSES, Kind
from houserules.simulator.layout import Money, Work
from houserules.simulator.packed_rules import ONE_IN_ALL, ORIGINAL_HAND, Packed, Rule, odds_at


class Terms(NamedTuple):
    """What becomes of the wager on the hand and of the double: odds of a win, or one of these."""

    wager: Rule | str
    double: Rule | str | None = None


LOST: Final = "lose"
BACK: Final = "stand-off"
KEPT: Final = "surrendered"

TERMS: Final[dict[Kind, Terms]] = {
    Kind.PONTOON: Terms(Rule.PONTOON_PAYS),
    Kind.TWENTY_ONE: Terms(Rule.TWENTY_ONE_PAYS),
    Kind.FIVE_CARD_21: Terms(Rule.FIVE_CARD_21_PAYS),
    Kind.SIX_CARD_21: Terms(Rule.SIX_CARD_21_PAYS),
    Kind.SEVEN_CARD_21: Terms(Rule.SEVEN_CARD_21_PAYS),
    Kind.MIXED_678: Terms(Rule.MIXED_678_PAYS),
    Kind.SUITED_678: Terms(Rule.SUITED_678_PAYS),
    Kind.SPADES_678: Terms(Rule.SPADES_678_PAYS),
    Kind.MIXED_777: Terms(Rule.MIXED_777_PAYS),
    Kind.SUITED_777: Terms(Rule.SUITED_777_PAYS),
    Kind.SPADES_777: Terms(Rule.SPADES_777_PAYS),
    Kind.SUPER_BONUS: Terms(Rule.SUITED_777_PAYS),
    Kind.SUPER_BONUS_SPADES: Terms(Rule.SPADES_777_PAYS),
    Kind.DOUBLED_21: Terms(Rule.DOUBLED_21_PAYS, Rule.DOUBLED_21_PAYS),
    Kind.BUST: Terms(LOST),
    Kind.DOUBLED_BUST: Terms(LOST, LOST),
    Kind.FORFEIT: Terms(LOST, BACK),
    Kind.SURRENDER: Terms(KEPT),
    Kind.SURRENDER_VOID: Terms(LOST),
    Kind.DEALER_BUST: Terms(Rule.DEALER_BUST_PAYS),
    Kind.HIGHER: Terms(Rule.HIGHER_TOTAL_PAYS),
    Kind.LOWER: Terms(LOST),
    Kind.STAND_OFF: Terms(BACK),
    Kind.TIE_LOST: Terms(LOST),
    Kind.DEALER_NATURAL: Terms(LOST),
    Kind.NATURAL_STAND_OFF: Terms(BACK),
    Kind.DEALER_PINKJACK: Terms(LOST),
    Kind.DOUBLED_DEALER_BUST: Terms(Rule.DEALER_BUST_PAYS, Rule.DEALER_BUST_PAYS),
    Kind.DOUBLED_HIGHER: Terms(Rule.HIGHER_TOTAL_PAYS, Rule.HIGHER_TOTAL_PAYS),
    Kind.DOUBLED_LOWER: Terms(LOST, LOST),
    Kind.DOUBLED_STAND_OFF: Terms(BACK, BACK),
    Kind.DOUBLED_TIE_LOST: Terms(LOST, LOST),
    Kind.DOUBLED_DEALER_NATURAL: Terms(LOST, BACK),
    Kind.DOUBLED_NATURAL_STAND_OFF: Terms(BACK, BACK),
    Kind.DOUBLED_DEALER_PINKJACK: Terms(LOST, LOST),
    Kind.PINKJACK: Terms(Rule.PINKJACK_PAYS),
    Kind.SUITED_BLACKJACK: Terms(Rule.SUITED_BLACKJACK_PAYS),
    Kind.UNSUITED_BLACKJACK: Terms(Rule.UNSUITED_BLACKJACK_PAYS),
    Kind.FIVE_CARD_TRICK: Terms(Rule.FIVE_CARD_TRICK_PAYS),
    Kind.DOUBLED_FIVE_CARD_TRICK: Terms(Rule.FIVE_CARD_TRICK_PAYS, Rule.FIVE_CARD_TRICK_PAYS),
    Kind.HELD_PINKJACK: Terms(Rule.HELD_PINKJACK_PAYS),
    Kind.ULTIMATE_PINKJACK: Terms(Rule.ULTIMATE_PINKJACK_PAYS),
}


class Payments(NamedTuple):
    """How payments are computed: exactly, or in chips (reading 20)."""

    packed: Packed
    in_chips: bool

    def won(self, stake: Fraction, at: Rule) -> Fraction:
        """Return the winnings on a stake, in chips up to the next one (S24 6.10)."""
        pays, on = odds_at(self.packed, at)
        return self.up(stake * Fraction(pays, on))

    def up(self, amount: Fraction) -> Fraction:
        """Round an amount up to the next chip, where chips are what is paid with."""
        chip = self.packed[Rule.SMALLEST_CHIP]
        return -(-amount // chip) * Fraction(chip) if self.in_chips else amount

    def share(self, wager: int, at: Rule) -> Fraction:
        """Return the most that may be laid beside a wager; in chips, what they can make (reading 44)."""
        pays, on = odds_at(self.packed, at)
        amount, chip = Fraction(wager * pays, on or 1), self.packed[Rule.SMALLEST_CHIP]
        return Fraction(amount // chip * chip) if self.in_chips else amount

    def has(self, kind: Kind) -> bool:
        """Whether the game has such a settlement: what it lacks has no odds."""
        terms = TERMS[kind]
        return all(not isinstance(term, Rule) or self.packed[term + 1] > 0 for term in terms)

    def net(self, kind: Kind, wager: int) -> Fraction:
        """Return what a settlement of that kind brings the bettor, in cents."""
        terms = TERMS[kind]
        net = self._of(terms.wager, Fraction(wager)) + self.prize(kind, wager)
        if terms.double is not None:
            net += self._of(terms.double, self.share(wager, Rule.DOUBLE_MOST))
        return net

    def _of(self, term: Rule | str, stake: Fraction) -> Fraction:
        if isinstance(term, Rule):
            return self.won(stake, term)
        if term == KEPT:
            pays, on = odds_at(self.packed, Rule.SURRENDER_KEEPS)
            on = on or 1
            return min(stake, self.up(stake * Fraction(pays, on))) - stake
        return -stake if term == LOST else Fraction(0)

    def prize(self, kind: Kind, wager: int) -> Fraction:
        """Return the fixed prize of a kind: Super Bonus by the wager, or Ultimate Pinkjack's."""
        if kind is Kind.ULTIMATE_PINKJACK:
            return self.up(Fraction(self.packed[Rule.ULTIMATE_PINKJACK_BONUS]))
        if kind not in SUPER_BONUSES or wager < self.packed[Rule.SUPER_BONUS_LOWEST_WAGER]:
            return Fraction(0)
        small = wager < self.packed[Rule.SUPER_BONUS_LARGE_FROM]
        at = Rule.SUPER_BONUS_SMALL if small else Rule.SUPER_BONUS_LARGE
        return self.up(Fraction(self.packed[at]))

    def insurance(self, wager: int) -> Fraction:
        """Return the insurance that is laid: all that may be and can be paid (NZ 10.4)."""
        most = self.share(wager, Rule.INSURANCE_MOST)
        if not (self.in_chips and self.packed[Rule.INSURANCE_PAYABLE]):
            return most
        pays, on = odds_at(self.packed, Rule.INSURANCE_PAYS)
        chip = self.packed[Rule.SMALLEST_CHIP]
        made = range(int(most), 0, -chip)
        payable = (cents for cents in made if cents * pays % (on * chip) == 0)
        return Fraction(next(payable, 0))


# Which hand of a split box a dealer's natural takes (readings 6 to 8 and 36).


_HELD, _OPEN, _FIRST = u64(HELD), u64(OPEN), u64(layout.ENDINGS)
_BUST, _DOUBLED_BUST, _FORFEIT = u64(Kind.BUST), u64(Kind.DOUBLED_BUST), u64(Kind.FORFEIT)
_ORIGINAL, _ONE_IN_ALL = u64(ORIGINAL_HAND), u64(ONE_IN_ALL)
_ZERO, _ONE = u64(0), u64(1)
NOBODY: Final = u64(255)


@compile_kernel
def collected_place(rule: int, work: Work, hands: int) -> int:
    """Return the place of the hand that is collected, or NOBODY; the original hand is the first."""
    first = u64(work[_FIRST])
    if rule == _ORIGINAL:
        return _ZERO if _at_risk(first) else NOBODY
    if rule == _ONE_IN_ALL and (first >= _OPEN or _lost_before(work, hands)):
        return _ZERO if first >= _OPEN else NOBODY
    hand = _ZERO
    while hand < hands:
        if _at_risk(u64(work[_FIRST + hand])):
            return hand
        hand += _ONE
    return NOBODY


@inline_kernel
def _at_risk(ending: int) -> bool:
    """Whether a hand is open and no held Pinkjack."""
    return ending >= _OPEN and ending != _HELD


@inline_kernel
def _lost_before(work: Work, hands: int) -> bool:
    """Whether a hand of the box was bust or forfeited (reading 36)."""
    hand = _ZERO
    while hand < hands:
        ending = u64(work[_FIRST + hand])
        if ending in (_BUST, _DOUBLED_BUST, _FORFEIT):
            return True
        hand += _ONE
    return False


# Side wagers: what two cards, or the first, make of them (S24 16, NZ 11.2A and 15A, PJ 13).


class SideEnd(IntEnum):
    """How a side wager ends; place 0 stands for none."""

    NO_PAIR = 1
    MIXED_PAIR = 2
    COLOURED_PAIR = 3
    PERFECT_PAIR = 4
    OTHER_SUIT = 5
    SUIT = 6
    SUIT_OF_JACK = 7


_PAYS: Final = {
    SideEnd.MIXED_PAIR: Rule.MIXED_PAIR_PAYS,
    SideEnd.COLOURED_PAIR: Rule.COLOURED_PAIR_PAYS,
    SideEnd.PERFECT_PAIR: Rule.PERFECT_PAIR_PAYS,
    SideEnd.SUIT: Rule.SUIT_PAYS,
    SideEnd.SUIT_OF_JACK: Rule.SUIT_OF_JACK_PAYS,
}


def side_name(side: SideEnd) -> str:
    """Return the name under which a side wager's end is reported."""
    return side.name.lower().replace("_", "-")


def pair_of(first: int, second: int) -> SideEnd:
    """Tell a pair by rank, then by suit or colour (reading 41)."""
    if rank_of(first) != rank_of(second):
        return SideEnd.NO_PAIR
    if suit_of(first) == suit_of(second):
        return SideEnd.PERFECT_PAIR
    return SideEnd.COLOURED_PAIR if is_red(first) == is_red(second) else SideEnd.MIXED_PAIR


def suit_won(suit: str, first: int) -> SideEnd:
    """Tell whether the first card is of the suit that was named."""
    if suit_of(first) != SUITS.index(suit):
        return SideEnd.OTHER_SUIT
    return SideEnd.SUIT_OF_JACK if rank_of(first) == JACK else SideEnd.SUIT


def sides_of(bettor: BoxBettor, first: int, second: int) -> list[SideEnd]:
    ends = [pair_of(first, second)] if bettor.perfect_pairs else []
    return ends if bettor.suits_you is None else [*ends, suit_won(bettor.suits_you, first)]


def side_net(payments: Payments, side: SideEnd) -> Fraction:
    """Return what a side wager of that end brings the bettor, in cents."""
    pairs = side <= SideEnd.PERFECT_PAIR
    stake = Fraction(payments.packed[Rule.PERFECT_PAIRS if pairs else Rule.SUITS_YOU])
    return payments.won(stake, _PAYS[side]) if side in _PAYS else -stake


# Every amount in whole units: the largest that leave no fraction.


MOST_LEVELS: Final = 1 << 16
"""Room in the distribution of results; what lies outside is counted, and kept in the sums."""


class AmountError(ValueError):
    """Wagers that are too large or too odd to be added up exactly."""


@dataclass(frozen=True, slots=True, eq=False)
class Amounts:
    """Money by box: what kinds, insurance and side wagers bring, in cents.

    Nothing brings anything to a box that is not in the result.
    """

    kinds: tuple[dict[Kind, Fraction], ...]
    insurance: tuple[tuple[Fraction, Fraction], ...]  # lost, won
    sides: tuple[dict[SideEnd, Fraction], ...]
    prized: tuple[bool, ...]  # whether the wager is large enough for a Super Bonus
    others: tuple[Fraction, ...]  # what another's Super Bonus brings

    def all(self) -> Iterator[Fraction]:
        for kinds in self.kinds:
            yield from kinds.values()
        for sides in self.sides:
            yield from sides.values()
        for pair in self.insurance:
            yield from pair
        yield from self.others


class Purse(NamedTuple):
    """The money of a game, by true count; once, where nobody counts."""

    amounts: tuple[Amounts, ...]
    unit: Fraction  # of results, in cents
    money: tuple[Money, ...]
    levels: int  # how many results the distribution has room for


def purse_of(payments: Payments, rungs: Rungs, *, counted: Container[int], hands: int) -> Purse:
    """Compute what everything brings to the boxes that are in the result, and pack it."""
    every = tuple(_amounts(payments, rung, counted=counted) for rung in rungs)
    amounts = {amount for each in every for amount in each.all()}
    below = reduce(lcm, (amount.denominator for amount in amounts), 1)
    above = reduce(gcd, (int(amount * below) for amount in amounts), 0)
    unit = Fraction(above or 1, below)  # of which every amount is a whole multiple
    ranges = [_range(each, hands=hands) for each in every]
    lowest = whole(min(low for low, _ in ranges), unit)
    highest = whole(max(high for _, high in ranges), unit)
    if max(-lowest, highest) >= 1 << 31:
        raise AmountError("the wagers are too large, or too odd, to add up squares of results")
    money = tuple(_pack_amounts(each, unit, lowest=lowest) for each in every)
    return Purse(every, unit, money, levels=min(highest - lowest + 1, MOST_LEVELS))


def _amounts(
    payments: Payments, bettors: Sequence[BoxBettor], *, counted: Container[int]
) -> Amounts:
    others = payments.up(Fraction(payments.packed[Rule.BONUS_OF_OTHERS]))
    kinds: list[dict[Kind, Fraction]] = [{} for _ in bettors]
    insurance = [(Fraction(0), Fraction(0)) for _ in bettors]
    sides: list[dict[SideEnd, Fraction]] = [{} for _ in bettors]
    for box, bettor in enumerate(bettors):
        if box not in counted:
            continue
        kinds[box] = {kind: payments.net(kind, bettor.wager) for kind in Kind if payments.has(kind)}
        if bettor.insures:
            stake = payments.insurance(bettor.wager)
            insurance[box] = -stake, payments.won(stake, Rule.INSURANCE_PAYS)
        suits = bettor.suits_you is not None
        sides[box] = {
            side: side_net(payments, side)
            for side in SideEnd
            if (bettor.perfect_pairs if side <= SideEnd.PERFECT_PAIR else suits)
        }
    return Amounts(
        kinds=tuple(kinds),
        insurance=tuple(insurance),
        sides=tuple(sides),
        prized=tuple(
            any(payments.prize(kind, each.wager) > 0 for kind in SUPER_BONUSES) for each in bettors
        ),
        others=tuple(
            others if len(bettors) > 1 and box in counted else Fraction(0)
            for box in range(len(bettors))
        ),
    )


def _pack_amounts(amounts: Amounts, unit: Fraction, *, lowest: int) -> Money:
    """Put the amounts into their places; the distribution begins with the lowest result."""
    money = np.zeros(layout.MONEY, dtype=np.int64)
    for box, kinds in enumerate(amounts.kinds):
        for kind, net in kinds.items():
            money[layout.PAYS + box * 64 + kind] = whole(net, unit)
        for won, net in enumerate(amounts.insurance[box]):
            money[layout.INSURANCE_PAYS + box * 2 + won] = whole(net, unit)
        for side, net in amounts.sides[box].items():
            money[layout.SIDE_PAYS + box * 8 + side] = whole(net, unit)
        money[layout.PRIZED + box] = amounts.prized[box]
        money[layout.OTHERS + box] = whole(amounts.others[box], unit)
    money[layout.LOWEST] = lowest
    return money


def whole(amount: Fraction, unit: Fraction) -> int:
    """Return an amount in units."""
    units = amount / unit
    assert units.denominator == 1
    return units.numerator


def _range(amounts: Amounts, *, hands: int) -> tuple[Fraction, Fraction]:
    """Return bounds of a round's result, without the side wagers, in cents."""
    lowest = highest = Fraction(0)
    for kinds, insurance, others in zip(
        amounts.kinds, amounts.insurance, amounts.others, strict=True
    ):
        if kinds:
            lowest += min(kinds.values()) * hands + min(insurance)
            prize = max(kinds.values()) + others
            plain = max(net for kind, net in kinds.items() if kind not in SUPER_BONUSES)
            highest += max(prize, plain * hands) + max(insurance)
    return lowest, highest
