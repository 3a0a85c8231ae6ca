"""A round of several boxes, in compiled code: from the initial deal to the settlement."""

from houserules.simulator.boxes import (
    initial_deal,
    needs_of_boxes,
    play_queue,
    queued,
)
from houserules.simulator.compiled import compiled, inlined, u64
from houserules.simulator.drawing import ONE, ZERO, Place, after, dealt, swapped
from houserules.simulator.extras import pay_others, settle_insurance, settle_sides
from houserules.simulator.layout import (
    BOX_ENTRY,
    COUNTED_BY,
    DEALER_ROOTS,
    DEVICE,
    FIRST_END,
    HAS_INSURANCE,
    HAS_SIDES,
    INSURED,
    NUMBER_OF_BOXES,
    PRIZE_BIT,
    UNDECIDED,
    Money,
    Tables,
    Tally,
    Words,
    Work,
)
from houserules.simulator.rows import ENDED, ENDING_SHIFT, ROW_SHIFT
from houserules.simulator.settling import dealer_draws
from houserules.simulator.single import NATURALS
from houserules.simulator.tallying import count_squares, settle_boxes, settle_in_turn

_ENDED, _ENDING, _ROW = u64(ENDED), u64(ENDING_SHIFT), u64(ROW_SHIFT)
_ROOTS, _UNDECIDED, _FIRST_END = u64(DEALER_ROOTS), u64(UNDECIDED), u64(FIRST_END)
_PRIZE, _INSURED, _ENTRY = u64(PRIZE_BIT), u64(INSURED), u64(BOX_ENTRY)
_S4, _RANK = u64(4), u64(15)
_N0, _N1, _N2, _N3, _N4 = (u64(ending) for ending in NATURALS)


@inlined
def play_round(
    tables: Tables, words: Words, money: Money, tally: Tally, at: Place, cursor: int
) -> tuple[int, int, int, int]:
    """Play and settle a round; give position, cursor, its result and that of the side wagers."""
    boxes, work = u64(tables[NUMBER_OF_BOXES]), at.work
    up = initial_deal(tables, words, at, at.first, cursor)
    position, cursor = at.first + boxes + boxes + ONE, cursor + boxes + boxes + ONE
    if tables[DEVICE]:
        at, position = _discards_into_device(at, position)
    insured, naturals = ZERO, ZERO
    if tables[HAS_INSURANCE]:
        insured, naturals = _insured(tables, work, up)
    waiting, splits = queued(tables, work)
    position, cursor, need = play_queue(tables, words, at, position, cursor, up, waiting)
    need |= needs_of_boxes(tables, work)
    if splits:
        position, end = dealer_draws(tables, at, position, up, need | insured)
    else:
        position, cursor, end = _dealer(tables, words, at, position, cursor, up, need | insured)
    if splits or tables[COUNTED_BY]:
        net = settle_in_turn(tables, money, tally, at, up, end)
    else:
        net = settle_boxes(tables, money, tally, work, end)
    if insured:
        net += settle_insurance(tables, money, tally, at, up, end, naturals)
    if need & _PRIZE and boxes > ONE:
        net += pay_others(tables, money, tally, at, up)
    if tables[COUNTED_BY]:
        count_squares(tables, tally, at, up)
    sides = settle_sides(tables, money, tally, work) if tables[HAS_SIDES] else 0
    return position, cursor, net, sides


@inlined
def _dealer(
    tables: Tables, words: Words, at: Place, position: int, cursor: int, up: int, need: int
) -> tuple[int, int, int]:
    """Draw for the dealer from the main stream; give position, cursor and the dealer's end."""
    entry = u64(tables[_ROOTS + up])
    while not entry & _ENDED:
        row = entry >> _ROW
        if not u64(tables[_UNDECIDED + row]) & need:
            return position, cursor, u64(tables[_FIRST_END + row])
        entry = after(tables, entry, dealt(at, position, u64(words[cursor])))
        position, cursor = position + ONE, cursor + ONE
    return position, cursor, entry >> _ENDING


@inlined
def _insured(tables: Tables, work: Work, up: int) -> tuple[int, int]:
    """Give the insurance bit if anybody insures now, and which boxes have a natural instead."""
    boxes, box, bit, naturals = u64(tables[NUMBER_OF_BOXES]), ZERO, ZERO, ZERO
    while box < boxes:
        ending = u64(work[_ENTRY + box]) >> _ENDING
        natural = ending in (_N0, _N1, _N2, _N3, _N4)
        if natural:
            naturals |= ONE << box
        else:
            bit |= u64(tables[_INSURED + (box << _S4) + (up & _RANK)])
        box += ONE
    return bit, naturals


@compiled
def _discards_into_device(at: Place, position: int) -> tuple[Place, int]:
    """Put the discards back after the initial deal: this round's cards come in front (S24 8.2)."""
    dealt_now, moved = position - at.first, ZERO
    while moved < dealt_now and moved < at.first:
        swapped(at.shoes, at.base + moved, at.base + position - ONE - moved)
        moved += ONE
    return Place(at.shoes, at.work, at.lane, at.base, at.size, ZERO), dealt_now
