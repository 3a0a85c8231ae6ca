"""What every settlement brings every bettor, in whole units: the largest that leave no fraction."""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import gcd, lcm
from typing import Final, NamedTuple

import numpy as np

from houserules.simulator import layout
from houserules.simulator.bettors import BoxBettor, Rungs
from houserules.simulator.layout import Money
from houserules.simulator.packed_rules import Rule
from houserules.simulator.payout_terms import Payments, SideEnd, side_net
from houserules.simulator.settlement_kinds import SUPER_BONUSES, Kind

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
        """Yield every amount."""
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
    unit = _unit_of(every)
    lowest, levels = _bounds(every, unit, hands=hands)
    money = tuple(_pack_amounts(each, unit, lowest=lowest) for each in every)
    return Purse(every, unit, money, levels)


def _unit_of(every: Iterable[Amounts]) -> Fraction:
    """Return the largest amount of which every one is a whole multiple, in cents."""
    found = {amount for each in every for amount in each.all()}
    below = reduce(lcm, (each.denominator for each in found), 1)
    above = reduce(gcd, (int(each * below) for each in found), 0)
    return Fraction(above or 1, below)


def _amounts(
    payments: Payments, bettors: Sequence[BoxBettor], *, counted: Container[int]
) -> Amounts:
    others = payments.up(Fraction(payments.packed[Rule.BONUS_OF_OTHERS]))
    every = [_of_box(payments, each, counts=box in counted) for box, each in enumerate(bettors)]
    return Amounts(
        kinds=tuple(kinds for kinds, _, _ in every),
        insurance=tuple(insurance for _, insurance, _ in every),
        sides=tuple(sides for _, _, sides in every),
        prized=tuple(
            any(payments.prize(kind, each.wager) > 0 for kind in SUPER_BONUSES) for each in bettors
        ),
        others=tuple(
            others if len(bettors) > 1 and box in counted else Fraction(0)
            for box in range(len(bettors))
        ),
    )


_OfBox = tuple[dict[Kind, Fraction], tuple[Fraction, Fraction], dict[SideEnd, Fraction]]


def _of_box(payments: Payments, bettor: BoxBettor, *, counts: bool) -> _OfBox:
    if not counts:
        return {}, (Fraction(0), Fraction(0)), {}
    kinds = {kind: payments.net(kind, bettor.wager) for kind in Kind if payments.has(kind)}
    return kinds, _insurance(payments, bettor), _sides(payments, bettor)


def _insurance(payments: Payments, bettor: BoxBettor) -> tuple[Fraction, Fraction]:
    if not bettor.insures:
        return Fraction(0), Fraction(0)
    stake = payments.insurance(bettor.wager)
    return -stake, payments.won(stake, Rule.INSURANCE_PAYS)


def _sides(payments: Payments, bettor: BoxBettor) -> dict[SideEnd, Fraction]:
    pairs = (
        [side for side in SideEnd if side <= SideEnd.PERFECT_PAIR] if bettor.perfect_pairs else []
    )
    suits = (
        []
        if bettor.suits_you is None
        else [side for side in SideEnd if side > SideEnd.PERFECT_PAIR]
    )
    return {side: side_net(payments, side) for side in (*pairs, *suits)}


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


def _bounds(every: Iterable[Amounts], unit: Fraction, *, hands: int) -> tuple[int, int]:
    """Return the lowest result of a round, and how many the distribution has room for."""
    ranges = [_range(each, hands=hands) for each in every]
    lowest = whole(min(low for low, _ in ranges), unit)
    highest = whole(max(high for _, high in ranges), unit)
    if max(-lowest, highest) >= 1 << 31:
        raise AmountError("the wagers are too large, or too odd, to add up squares of results")
    return lowest, min(highest - lowest + 1, MOST_LEVELS)


def _range(amounts: Amounts, *, hands: int) -> tuple[Fraction, Fraction]:
    """Return bounds of a round's result, without the side wagers, in cents."""
    lowest = highest = Fraction(0)
    for kinds, insurance, others in zip(
        amounts.kinds, amounts.insurance, amounts.others, strict=True
    ):
        if kinds:
            lowest += min(kinds.values()) * hands + min(insurance)
            prize = max(kinds.values()) + others
            highest += max(prize, max(_plain(kinds)) * hands) + max(insurance)
    return lowest, highest


def _plain(kinds: dict[Kind, Fraction]) -> list[Fraction]:
    return [net for kind, net in kinds.items() if kind not in SUPER_BONUSES]
