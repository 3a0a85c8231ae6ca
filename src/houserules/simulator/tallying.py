"""Settlement and counting of several boxes, in compiled code; money in whole units."""

from typing import Final

from houserules.simulator.compiled import compiled, inlined, u64
from houserules.simulator.drawing import ONE, ZERO, Place
from houserules.simulator.layout import (
    BOX_ENDINGS,
    BOX_ENTRY,
    BOX_FIRST,
    BOX_HANDS,
    BOX_SECOND,
    BOX_TAKEN,
    CELLS,
    COUNTED_BY,
    LEVELS,
    LOWEST,
    NUMBER_OF_BOXES,
    OUTSIDE,
    PAYS,
    SQUARES_HIGH,
    SQUARES_LOW,
    TALLY_KINDS,
    Money,
    Tables,
    Tally,
    Work,
)
from houserules.simulator.rows import ENDING_SHIFT, SPLIT
from houserules.simulator.settling import kind_of

BY_NOTHING, BY_UPCARD, BY_FIRST_TWO, BY_DEPTH = range(4)
CELLS_OF: Final = (1, 13, 100, 32)
_ENDING, _SPLIT = u64(ENDING_SHIFT), u64(SPLIT)
_ENTRY, _FIRST, _SECOND = u64(BOX_ENTRY), u64(BOX_FIRST), u64(BOX_SECOND)
_HANDS, _TAKEN, _BOX_ENDINGS = u64(BOX_HANDS), u64(BOX_TAKEN), u64(BOX_ENDINGS)
_PAYS, _KINDS = u64(PAYS), u64(TALLY_KINDS)
_S3, _S6, _RANK, _NINE, _TEN = u64(3), u64(6), u64(15), u64(9), u64(10)
_UPCARD, _FIRST_TWO, _DEPTH = u64(BY_UPCARD), u64(BY_FIRST_TWO), u64(BY_DEPTH)
_DEPTHS: Final = u64(CELLS_OF[BY_DEPTH])


@inlined
def cell_of(work: Work, at: Place, by: int, cells: int, box: int, up: int) -> int:
    """Give the cell that a box's settlements are counted in."""
    cell = ZERO
    if by == _UPCARD:
        cell = up & _RANK
    elif by == _FIRST_TWO:
        first, second = u64(work[_FIRST + box]) & _RANK, u64(work[_SECOND + box]) & _RANK
        cell = min(first, _NINE) * _TEN + min(second, _NINE)
    elif by == _DEPTH:
        cell = at.first * _DEPTHS // at.size
    return _KINDS + ((box * cells + cell) << _S6)


@inlined
def settle_boxes(
    tables: Tables, work: Work, money: Money, tally: Tally, at: Place, up: int, end: int
) -> int:
    """Settle and count a round without a split; give its result."""
    boxes, box, net = u64(tables[NUMBER_OF_BOXES]), ZERO, 0
    by, cells = u64(tables[COUNTED_BY]), u64(tables[CELLS])
    while box < boxes:
        ending = u64(work[_ENTRY + box]) >> _ENDING
        kind = kind_of(tables, ending, end, ONE)
        cell = cell_of(work, at, by, cells, box, up)
        tally[cell] += 1
        tally[cell + kind] += 1
        net += money[_PAYS + (box << _S6) + kind]
        box += ONE
    return net


@compiled
def settle_in_turn(
    tables: Tables, work: Work, money: Money, tally: Tally, at: Place, up: int, end: int
) -> int:
    """Settle and count a round in which a box was split; give its result."""
    boxes, box, net = u64(tables[NUMBER_OF_BOXES]), ZERO, 0
    by, cells = u64(tables[COUNTED_BY]), u64(tables[CELLS])
    while box < boxes:
        cell, hand = cell_of(work, at, by, cells, box, up), ZERO
        tally[cell] += 1
        entry, hands, taken = u64(work[_ENTRY + box]), ONE, ZERO
        if entry & _SPLIT:
            hands, taken = u64(work[_HANDS + box]), u64(work[_TAKEN + box])
        while hand < hands:
            ending = entry >> _ENDING
            if entry & _SPLIT:
                ending = u64(work[_BOX_ENDINGS + (box << _S3) + hand])
            kind = kind_of(tables, ending, end, ONE if hand == taken else ZERO)
            tally[cell + kind] += 1
            net += money[_PAYS + (box << _S6) + kind]
            hand += ONE
        box += ONE
    return net


@inlined
def count_result(tables: Tables, money: Money, tally: Tally, net: int, levels_at: int) -> None:
    """Count a round's result: its square in two halves, and its place in the distribution."""
    square = net * net
    tally[SQUARES_LOW] += square & 0xFFFFFFFF
    tally[SQUARES_HIGH] += square >> 32
    level = net - money[LOWEST]
    if 0 <= level < tables[LEVELS]:
        tally[levels_at + level] += 1
    else:
        tally[OUTSIDE] += 1
