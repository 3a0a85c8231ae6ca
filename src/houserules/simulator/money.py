"""What every settlement brings every bettor, in whole units: the largest that leave no fraction."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import gcd, lcm
from typing import Final

import numpy as np

from houserules.simulator import layout
from houserules.simulator.bettors import Bettor
from houserules.simulator.kinds import SUPER_BONUSES, Kind
from houserules.simulator.layout import Money
from houserules.simulator.packing import At
from houserules.simulator.sides import Side, side_net
from houserules.simulator.terms import Payments

MOST_LEVELS: Final = 1 << 16
"""Room in the distribution of results; what lies outside is counted, and kept in the sums."""


class AmountError(ValueError):
    """Wagers that are too large or too odd to be added up exactly."""


@dataclass(frozen=True, slots=True, eq=False)
class Amounts:
    """Money by box: what kinds, insurance and side wagers bring, in cents."""

    kinds: tuple[dict[Kind, Fraction], ...]
    insurance: tuple[tuple[Fraction, Fraction], ...]  # lost, won
    sides: tuple[dict[Side, Fraction], ...]
    prized: tuple[bool, ...]  # whether the wager is large enough for a Super Bonus
    others: Fraction  # to those who do not win it

    @property
    def unit(self) -> Fraction:
        """The largest amount of which every one here is a whole multiple, in cents."""
        every = [self.others, *(each for pair in self.insurance for each in pair)]
        every += [each for box in self.kinds for each in box.values()]
        every += [each for box in self.sides for each in box.values()]
        below = reduce(lcm, (each.denominator for each in every), 1)
        above = reduce(gcd, (int(each * below) for each in every), 0)
        return Fraction(above or 1, below)


def amounts(payments: Payments, bettors: Sequence[Bettor]) -> Amounts:
    """Reckon what everything brings."""
    others = payments.up(Fraction(payments.packed[At.BONUS_OF_OTHERS]))
    return Amounts(
        kinds=tuple(
            {kind: payments.net(kind, each.wager) for kind in Kind if payments.has(kind)}
            for each in bettors
        ),
        insurance=tuple(_insurance(payments, each) for each in bettors),
        sides=tuple(_sides(payments, each) for each in bettors),
        prized=tuple(
            any(payments.prize(kind, each.wager) > 0 for kind in SUPER_BONUSES) for each in bettors
        ),
        others=others if len(bettors) > 1 else Fraction(0),
    )


def _insurance(payments: Payments, bettor: Bettor) -> tuple[Fraction, Fraction]:
    if not bettor.insures:
        return Fraction(0), Fraction(0)
    stake = payments.insurance(bettor.wager)
    return -stake, payments.won(stake, At.INSURANCE_PAYS)


def _sides(payments: Payments, bettor: Bettor) -> dict[Side, Fraction]:
    pairs = [side for side in Side if side <= Side.PERFECT_PAIR] if bettor.perfect_pairs else []
    suits = [] if bettor.suits_you is None else [side for side in Side if side > Side.PERFECT_PAIR]
    return {side: side_net(payments, side) for side in (*pairs, *suits)}


def packed_money(amounts: Amounts, unit: Fraction, *, hands: int) -> tuple[Money, int]:
    """Put the amounts into their places; give how many results the distribution has room for."""
    money = np.zeros(layout.MONEY, dtype=np.int64)
    for box, kinds in enumerate(amounts.kinds):
        for kind, net in kinds.items():
            money[layout.PAYS + box * 64 + kind] = whole(net, unit)
        for won, net in enumerate(amounts.insurance[box]):
            money[layout.INSURANCE_PAYS + box * 2 + won] = whole(net, unit)
        for side, net in amounts.sides[box].items():
            money[layout.SIDE_PAYS + box * 8 + side] = whole(net, unit)
        money[layout.PRIZED + box] = amounts.prized[box]
    money[layout.OTHERS] = whole(amounts.others, unit)
    lowest, highest = _range(amounts, unit, hands=hands)
    money[layout.LOWEST] = lowest
    if max(-lowest, highest) >= 1 << 31:
        raise AmountError("the wagers are too large, or too odd, to add up squares of results")
    return money, min(highest - lowest + 1, MOST_LEVELS)


def whole(amount: Fraction, unit: Fraction) -> int:
    """Give an amount in units."""
    units = amount / unit
    assert units.denominator == 1
    return units.numerator


def _range(amounts: Amounts, unit: Fraction, *, hands: int) -> tuple[int, int]:
    """Give bounds of a round's result, without the side wagers."""
    lowest = highest = Fraction(0)
    for kinds, insurance in zip(amounts.kinds, amounts.insurance, strict=True):
        lowest += min(kinds.values()) * hands + min(insurance)
        prize = max(kinds.values()) + amounts.others
        highest += max(prize, max(_plain(kinds)) * hands) + max(insurance)
    return whole(lowest, unit), whole(highest, unit)


def _plain(kinds: dict[Kind, Fraction]) -> list[Fraction]:
    return [net for kind, net in kinds.items() if kind not in SUPER_BONUSES]
