"""A game made ready for the kernels: everything that does not change from batch to batch."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from houserules.core.cards import SUITS
from houserules.rulebook.schema import Rulebook
from houserules.simulator import layout
from houserules.simulator.bettors import Bettor, BettorError, check
from houserules.simulator.cards import full_shoe
from houserules.simulator.deciding import MOST_HANDS
from houserules.simulator.equipment import Device, Equipment, EquipmentError, Fresh, Shoe
from houserules.simulator.layout import Money, Tables
from houserules.simulator.money import Amounts, amounts, packed_money
from houserules.simulator.packing import At, Packed, pack
from houserules.simulator.single import Outcome
from houserules.simulator.tables import build
from houserules.simulator.tallying import CELLS_OF
from houserules.simulator.terms import Payments

By = Literal["nothing", "upcard", "first-two", "depth"]
BYS: Final = ("nothing", "upcard", "first-two", "depth")
MOST_BOXES: Final = 9
_LONGEST: Final = 64
"""More cards than a round of one box ever takes."""


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """Rules, bettors and equipment as the kernels want them; can be pickled."""

    rulebook: str
    wagers: tuple[int, ...]  # cents, of every box
    alone: bool  # whether the kernel for one box plays it
    by: By
    tables: Tables
    money: Money
    outcomes: tuple[Outcome, ...]
    amounts: Amounts
    unit: Fraction  # of results, in cents
    shoe: NDArray[np.uint8]
    side_stakes: tuple[int, ...]  # cents, of every box


def game(
    rules: Rulebook,
    bettors: Sequence[Bettor],
    *,
    equipment: Equipment,
    by: By = "nothing",
    in_chips: bool = False,
    plain: bool = False,
) -> Game:
    """Make a game ready; `plain` has one box played by the kernel for several."""
    packed = pack(rules)
    if not 1 <= len(bettors) <= MOST_BOXES:
        raise BettorError(f"{len(bettors)} boxes; there are 1 to {MOST_BOXES}")
    for bettor in bettors:
        check(packed, bettor)
    shoe = full_shoe(packed)
    _check_cards(packed, shoe, boxes=len(bettors), equipment=equipment)
    alone = not plain and by == "nothing" and _may_be_alone(bettors, equipment, len(shoe))
    built = build(packed, bettors, in_chips=in_chips, alone=alone)
    every = amounts(Payments(packed, in_chips=in_chips), bettors)
    money, levels = packed_money(every, every.unit, hands=MOST_HANDS)
    tables = built.tables
    _put_equipment(tables, packed, equipment, len(shoe))
    _put_counting(tables, bettors, by)
    tables[layout.LEVELS] = levels
    return Game(
        rulebook=rules.id,
        wagers=tuple(bettor.wager for bettor in bettors),
        alone=alone,
        by=by,
        tables=tables,
        money=money,
        outcomes=built.outcomes,
        amounts=every,
        unit=every.unit,
        shoe=shoe,
        side_stakes=tuple(_side_stake(packed, bettor) for bettor in bettors),
    )


def _check_cards(
    packed: Packed, shoe: NDArray[np.uint8], *, boxes: int, equipment: Equipment
) -> None:
    """Refuse a shoe that one round could use up: no hand comes to more than 31, aces counted 1.

    A shuffling device lacks the cards of the round before until the initial deal is made.
    """
    hands = max(2, packed[At.HANDS_MOST] if packed[At.RESPLIT] else 2)
    points = int(np.minimum(shoe & 15, 9).sum()) + len(shoe)
    initial = 10 * (2 * boxes + 1) if isinstance(equipment, Device) else 0
    if boxes * hands * 31 + 27 + initial > points:
        raise EquipmentError(
            f"{packed[At.DECKS]} deck(s) may not last for a round of {boxes} boxes"
        )


def _may_be_alone(bettors: Sequence[Bettor], equipment: Equipment, size: int) -> bool:
    """One box without side wagers, from a shoe that never runs out within a round."""
    if len(bettors) > 1 or bettors[0].perfect_pairs or bettors[0].suits_you is not None:
        return False
    if isinstance(equipment, Shoe):
        return size - equipment.cards_before_cut(size) >= _LONGEST
    return isinstance(equipment, Fresh)


def _put_equipment(tables: Tables, packed: Packed, equipment: Equipment, size: int) -> None:
    tables[layout.SIZE] = size
    tables[layout.STRIDE] = -(-size // 64) * 64
    match equipment:
        case Shoe():
            cut = equipment.cards_before_cut(size) - packed[At.FIRST_CARD_BURNED]
            tables[layout.CUT] = max(cut, 1)
        case Device():
            tables[layout.DEVICE] = 1


def _put_counting(tables: Tables, bettors: Sequence[Bettor], by: By) -> None:
    tables[layout.COUNTED_BY] = BYS.index(by)
    tables[layout.CELLS] = CELLS_OF[BYS.index(by)]
    for box, bettor in enumerate(bettors):
        if bettor.perfect_pairs:
            tables[layout.SIDES + box] = 1
        if bettor.suits_you is not None:
            tables[layout.SIDES + box] = 2 + SUITS.index(bettor.suits_you)
        tables[layout.HAS_SIDES] |= tables[layout.SIDES + box] > 0


def _side_stake(packed: Packed, bettor: Bettor) -> int:
    pairs = packed[At.PERFECT_PAIRS] if bettor.perfect_pairs else 0
    return pairs + (packed[At.SUITS_YOU] if bettor.suits_you is not None else 0)
