"""Settlement and counting of several boxes, in compiled code; money in whole units."""

from typing import Final

from houserules.simulator.compiled import compiled, inlined, u64
from houserules.simulator.drawing import ONE, ZERO, Place
from houserules.simulator.layout import (
    BOX_ENDINGS,
    BOX_ENTRY,
    BOX_FIRST,
    BOX_HANDS,
    BOX_NETS,
    BOX_SECOND,
    BOX_TAKEN,
    CELL_SQUARES,
    CELLS,
    COUNTED_BY,
    LEVELS,
    LOWEST,
    NUMBER_OF_BOXES,
    OUTSIDE,
    PAYS,
    RUNG,
    SQUARES_HIGH,
    SQUARES_LOW,
    TALLY_CELLS,
    Money,
    Tables,
    Tally,
    Work,
)
from houserules.simulator.rows import ENDING_SHIFT, SPLIT
from houserules.simulator.settling import kind_of

BY_NOTHING, BY_UPCARD, BY_FIRST_TWO, BY_DEPTH, BY_TRUE_COUNT = range(5)
CELLS_OF: Final = (1, 13, 100, 32, 1)
"""How many cells there are by each; of true counts as many as the ramp has rungs."""

_ENDING, _SPLIT = u64(ENDING_SHIFT), u64(SPLIT)
_ENTRY, _FIRST, _SECOND = u64(BOX_ENTRY), u64(BOX_FIRST), u64(BOX_SECOND)
_HANDS, _TAKEN, _BOX_ENDINGS = u64(BOX_HANDS), u64(BOX_TAKEN), u64(BOX_ENDINGS)
_PAYS, _CELLS_AT, _NETS, _SQUARES = u64(PAYS), u64(TALLY_CELLS), u64(BOX_NETS), u64(CELL_SQUARES)
_S3, _S6, _RANK, _NINE, _TEN = u64(3), u64(6), u64(15), u64(9), u64(10)
_UPCARD, _FIRST_TWO, _DEPTH = u64(BY_UPCARD), u64(BY_FIRST_TWO), u64(BY_DEPTH)
_TRUE_COUNT, _DEPTHS = u64(BY_TRUE_COUNT), u64(CELLS_OF[BY_DEPTH])


@compiled
def cell_of(tables: Tables, at: Place, box: int, up: int) -> int:
    """Give where in the tally a box's round is counted."""
    work, cell, by = at.work, ZERO, u64(tables[COUNTED_BY])
    if by == _UPCARD:
        cell = up & _RANK
    elif by == _FIRST_TWO:
        first, second = u64(work[_FIRST + box]) & _RANK, u64(work[_SECOND + box]) & _RANK
        cell = min(first, _NINE) * _TEN + min(second, _NINE)
    elif by == _DEPTH:
        cell = at.first * _DEPTHS // at.size
    elif by == _TRUE_COUNT:
        cell = u64(work[RUNG])
    return _CELLS_AT + ((box * u64(tables[CELLS]) + cell) << _S6)


@inlined
def settle_boxes(tables: Tables, money: Money, tally: Tally, work: Work, end: int) -> int:
    """Settle and count a round without a split, one cell a box; give its result."""
    boxes, box, net = u64(tables[NUMBER_OF_BOXES]), ZERO, 0
    while box < boxes:
        kind = kind_of(tables, u64(work[_ENTRY + box]) >> _ENDING, end, ONE)
        cell = _CELLS_AT + (box << _S6)
        tally[cell] += 1
        tally[cell + kind] += 1
        net += money[_PAYS + (box << _S6) + kind]
        box += ONE
    return net


@compiled
def settle_in_turn(tables: Tables, money: Money, tally: Tally, at: Place, up: int, end: int) -> int:
    """Settle and count any round, hand by hand; note every box's result, and give that of all."""
    work, boxes, box, net = at.work, u64(tables[NUMBER_OF_BOXES]), ZERO, 0
    while box < boxes:
        cell, hand = cell_of(tables, at, box, up), ZERO
        tally[cell] += 1
        entry, hands, taken = u64(work[_ENTRY + box]), ONE, ZERO
        if entry & _SPLIT:
            hands, taken = u64(work[_HANDS + box]), u64(work[_TAKEN + box])
        tally[_NETS + box] = 0
        while hand < hands:
            ending = entry >> _ENDING
            if entry & _SPLIT:
                ending = u64(work[_BOX_ENDINGS + (box << _S3) + hand])
            kind = kind_of(tables, ending, end, ONE if hand == taken else ZERO)
            tally[cell + kind] += 1
            tally[_NETS + box] += money[_PAYS + (box << _S6) + kind]
            hand += ONE
        net += tally[_NETS + box]
        box += ONE
    return net


@compiled
def count_squares(tables: Tables, tally: Tally, at: Place, up: int) -> None:
    """Count the square of every box's result in its cell, in two halves."""
    boxes, box = u64(tables[NUMBER_OF_BOXES]), ZERO
    while box < boxes:
        place = cell_of(tables, at, box, up) + _SQUARES
        square = tally[_NETS + box] * tally[_NETS + box]
        tally[place] += square & 0xFFFFFFFF
        tally[place + ONE] += square >> 32
        box += ONE


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
