"""A game prepared for the kernels: equipment, and everything that stays the same in every batch."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from houserules.core.cards import SUITS
from houserules.rulebook.schema import Rulebook
from houserules.simulator import layout
from houserules.simulator.bettors import (
    BettorError,
    BoxBettor,
    Counting,
    check,
    counting_of,
    rungs_of,
)
from houserules.simulator.cards import full_shoe
from houserules.simulator.dealer import Outcome
from houserules.simulator.decisions import MOST_HANDS
from houserules.simulator.kernels.settle import CELLS_OF
from houserules.simulator.layout import Money, Ramp, Tables
from houserules.simulator.lookup_tables import build, ramp_of
from houserules.simulator.packed_rules import Packed, Rule, pack
from houserules.simulator.payouts import Amounts, Payments, purse_of


class EquipmentError(ValueError):
    """Equipment that cannot be played with."""


@dataclass(frozen=True, slots=True)
class FullShoe:
    """Every round from a full shoe, as the exact figures assume."""


@dataclass(frozen=True, slots=True)
class CardShoe:
    """A card shoe: burned, dealt down to the cutting card, shuffled after that round (S24 5)."""

    penetration: Fraction | float = Fraction(3, 4)  # the share of the cards before the cutting card

    def cards_before_cut(self, size: int) -> int:
        """Return how many cards lie in front of the cutting card."""
        cards = int(Fraction(self.penetration).limit_denominator(10_000) * size)
        if not 0 < cards <= size:
            raise EquipmentError(
                f"a penetration of {self.penetration}; it is above 0 and at most 1"
            )
        return cards


@dataclass(frozen=True, slots=True)
class ShufflingDevice:
    """A shuffling device: the discards go back after the next initial deal (S24 8.2, NZ 7.8)."""


Equipment = FullShoe | CardShoe | ShufflingDevice


By = Literal["nothing", "upcard", "first-two", "depth", "true-count"]
BYS: Final = ("nothing", "upcard", "first-two", "depth", "true-count")
MOST_BOXES: Final = 9
_LONGEST: Final = 64
"""More cards than a round of one box ever takes."""


@dataclass(frozen=True, slots=True, eq=False)
class PreparedGame:
    """Rules, bettors and equipment as the kernels want them; can be pickled."""

    rulebook: str
    wagers: tuple[int, ...]  # cents, of every box in the result
    counted: tuple[int, ...]  # the boxes that are in the result: if somebody counts, theirs
    alone: bool  # whether the kernel for one box plays it
    by: By
    tables: Tables
    money: Money
    ramp: Ramp
    outcomes: tuple[Outcome, ...]
    amounts: tuple[Amounts, ...]  # by true count; once, where nobody counts
    units: tuple[int, ...]  # by true count: how often the wagers are laid
    unit: Fraction  # of results, in cents
    shoe: NDArray[np.uint8]
    side_stakes: tuple[int, ...]  # cents, of every box


def game(
    rules: Rulebook,
    bettors: Sequence[BoxBettor],
    *,
    equipment: Equipment,
    by: By = "nothing",
    in_chips: bool = False,
    plain: bool = False,
) -> PreparedGame:
    """Make a game ready; `plain` has one box played by the kernel for several."""
    payments, counting = Payments(pack(rules), in_chips=in_chips), counting_of(bettors)
    packed, shoe = payments.packed, full_shoe(payments.packed)
    by = _counted_by(by, counting, equipment)
    if not 1 <= len(bettors) <= MOST_BOXES:
        raise BettorError(f"{len(bettors)} boxes; there are 1 to {MOST_BOXES}")
    rungs = rungs_of(bettors)
    for bettor in (each for rung in rungs for each in rung):
        check(packed, bettor)
    _check_cards(packed, shoe, boxes=len(bettors), equipment=equipment)
    alone = not plain and by == "nothing" and _may_be_alone(bettors, equipment, len(shoe))
    built = build(payments, rungs, alone=alone)
    counted = tuple(box for box, each in enumerate(bettors) if each.counting == counting)
    purse = purse_of(payments, rungs, counted=counted, hands=MOST_HANDS)
    ramp = ramp_of(built, payments, counting, rungs=rungs, money=purse.money, size=len(shoe))
    _put_equipment(built.tables, packed, equipment, len(shoe))
    _put_counting(built.tables, bettors, by, cells=len(rungs))
    built.tables[layout.LEVELS] = purse.levels
    return PreparedGame(
        rulebook=rules.id,
        wagers=tuple(bettors[box].wager for box in counted),
        counted=counted,
        alone=alone,
        by=by,
        tables=built.tables,
        money=purse.money[0],
        ramp=ramp,
        outcomes=built.outcomes,
        amounts=purse.amounts,
        units=(1,) if counting is None else tuple(map(counting.units, counting.true_counts)),
        unit=purse.unit,
        shoe=shoe,
        side_stakes=tuple(
            (packed[Rule.PERFECT_PAIRS] if bettor.perfect_pairs else 0)
            + (packed[Rule.SUITS_YOU] if bettor.suits_you is not None else 0)
            for bettor in bettors
        ),
    )


def _counted_by(by: By, counting: Counting | None, equipment: Equipment) -> By:
    """Return how rounds are counted: with a card counter, who needs a card shoe, by the true count."""
    if counting is None:
        if by == "true-count":
            raise BettorError("by true-count: no bettor counts cards")
        return by
    if not isinstance(equipment, CardShoe):
        raise EquipmentError("counting needs a card shoe; choose one with a penetration")
    if by not in ("nothing", "true-count"):
        raise BettorError(f"by {by}: with a card counter, results are by true count only")
    return "true-count"


def _check_cards(
    packed: Packed, shoe: NDArray[np.uint8], *, boxes: int, equipment: Equipment
) -> None:
    """Refuse a shoe that one round could use up: no hand comes to more than 31, aces counted 1.

    A shuffling device lacks the cards of the round before until the initial deal is made.
    """
    hands = max(2, packed[Rule.HANDS_MOST] if packed[Rule.RESPLIT] else 2)
    points = int(np.minimum(shoe & 15, 9).sum()) + len(shoe)
    initial = 10 * (2 * boxes + 1) if isinstance(equipment, ShufflingDevice) else 0
    if boxes * hands * 31 + 27 + initial > points:
        raise EquipmentError(
            f"{packed[Rule.DECKS]} deck(s) may not last for a round of {boxes} boxes"
        )


def _may_be_alone(bettors: Sequence[BoxBettor], equipment: Equipment, size: int) -> bool:
    """One box without side wagers, from a shoe that never runs out within a round."""
    if len(bettors) > 1 or bettors[0].perfect_pairs or bettors[0].suits_you is not None:
        return False
    if isinstance(equipment, CardShoe):
        return size - equipment.cards_before_cut(size) >= _LONGEST
    return isinstance(equipment, FullShoe)


def _put_equipment(tables: Tables, packed: Packed, equipment: Equipment, size: int) -> None:
    tables[layout.SIZE] = size
    tables[layout.STRIDE] = -(-size // 64) * 64
    match equipment:
        case CardShoe():
            cut = equipment.cards_before_cut(size) - packed[Rule.FIRST_CARD_BURNED]
            tables[layout.CUT] = max(cut, 1)
        case ShufflingDevice():
            tables[layout.DEVICE] = 1


def _put_counting(tables: Tables, bettors: Sequence[BoxBettor], by: By, *, cells: int) -> None:
    tables[layout.COUNTED_BY] = BYS.index(by)
    tables[layout.CELLS] = max(cells, CELLS_OF[BYS.index(by)])
    tables[layout.COUNTING] = by == "true-count"
    for box, bettor in enumerate(bettors):
        if bettor.perfect_pairs:
            tables[layout.SIDES + box] = 1
        if bettor.suits_you is not None:
            tables[layout.SIDES + box] = 2 + SUITS.index(bettor.suits_you)
        tables[layout.HAS_SIDES] |= tables[layout.SIDES + box] > 0
