"""The kernel for several boxes, or for one with more to be counted: a round at a time."""

from typing import Final

from houserules.simulator.boxes import (
    initial_deal,
    needs_of_boxes,
    play_queue,
    queued,
)
from houserules.simulator.compiled import compiled, inlined, u64
from houserules.simulator.drawing import ONE, ZERO, Place, after, dealt, place_of, swapped
from houserules.simulator.extras import pay_others, settle_insurance, settle_sides
from houserules.simulator.layout import (
    BOX_ENTRY,
    CELLS,
    CUT,
    DEALER_ROOTS,
    DEVICE,
    FIRST_END,
    HAS_INSURANCE,
    HAS_SIDES,
    INSURED,
    MAIN,
    NUMBER_OF_BOXES,
    PRIZE_BIT,
    TALLY_KINDS,
    UNDECIDED,
    Money,
    Shoes,
    Tables,
    Tally,
    Words,
    Work,
)
from houserules.simulator.rows import ENDED, ENDING_SHIFT, ROW_SHIFT
from houserules.simulator.settling import dealer_draws
from houserules.simulator.single import NATURALS
from houserules.simulator.stream import fill
from houserules.simulator.tallying import count_result, settle_boxes, settle_in_turn

WORDS: Final = 1024
_ENOUGH: Final = 256
"""More cards than any round of nine boxes takes without its split hands."""

_ENDED, _ENDING, _ROW = u64(ENDED), u64(ENDING_SHIFT), u64(ROW_SHIFT)
_ROOTS, _UNDECIDED, _FIRST_END = u64(DEALER_ROOTS), u64(UNDECIDED), u64(FIRST_END)
_PRIZE, _INSURED, _ENTRY = u64(PRIZE_BIT), u64(INSURED), u64(BOX_ENTRY)
_TWO, _S4, _RANK = u64(2), u64(4), u64(15)
_LIMIT: Final = u64(WORDS - _ENOUGH)
_N0, _N1, _N2, _N3, _N4 = (u64(ending) for ending in NATURALS)


@compiled
def play_rounds(
    tables: Tables,
    shoes: Shoes,
    work: Work,
    words: Words,
    money: Money,
    tally: Tally,
    number: int,
    rounds: int,
) -> None:
    """Play so many rounds on a lane."""
    lane, cursor = u64(number), u64(WORDS)
    position = ZERO
    levels_at = TALLY_KINDS + 64 * int(tables[NUMBER_OF_BOXES]) * int(tables[CELLS])
    for _ in range(rounds):
        cursor = topped_up(work, words, number, cursor)
        position, cursor, net, _ = play_round(
            tables, shoes, work, words, money, tally, lane, position, cursor
        )
        count_result(tables, money, tally, net, levels_at)


@inlined
def topped_up(work: Work, words: Words, number: int, cursor: int) -> int:
    """See that there are words enough for a round; those that are left come first."""
    if cursor <= _LIMIT:
        return cursor
    kept, moved = u64(WORDS) - cursor, ZERO
    odd = kept & ONE  # words come in twos
    while moved < kept:
        words[odd + moved] = words[cursor + moved]
        moved += ONE
    at = int(kept + odd)
    work[MAIN + number] = fill(words, at, WORDS - at, u64(work[MAIN + number]))
    return odd


@inlined
def play_round(
    tables: Tables,
    shoes: Shoes,
    work: Work,
    words: Words,
    money: Money,
    tally: Tally,
    lane: int,
    position: int,
    cursor: int,
) -> tuple[int, int, int, int]:
    """Play and settle a round; give position, cursor, its result and that of the side wagers."""
    boxes = u64(tables[NUMBER_OF_BOXES])
    if not tables[DEVICE] and position >= u64(tables[CUT]):
        position = ZERO
    at = place_of(tables, lane, position)
    up = initial_deal(tables, shoes, work, words, at, position, cursor)
    position, cursor = position + boxes + boxes + ONE, cursor + boxes + boxes + ONE
    if tables[DEVICE]:
        at, position = _discards_into_device(shoes, at, position)
    insured, naturals = ZERO, ZERO
    if tables[HAS_INSURANCE]:
        insured, naturals = _insured(tables, work, up)
    waiting, splits = queued(tables, work)
    position, cursor, need = play_queue(
        tables, shoes, work, words, at, position, cursor, up, waiting
    )
    need |= needs_of_boxes(tables, work)
    if splits:
        position, end = dealer_draws(tables, shoes, work, at, position, up, need | insured)
        net = settle_in_turn(tables, work, money, tally, at, up, end)
    else:
        position, cursor, end = _dealer(
            tables, shoes, work, words, at, position, cursor, up, need | insured
        )
        net = settle_boxes(tables, work, money, tally, at, up, end)
    if insured:
        net += settle_insurance(tables, work, money, tally, up, end, naturals)
    if need & _PRIZE and boxes > ONE:
        net += pay_others(tables, work, money, tally)
    sides = settle_sides(tables, work, money, tally) if tables[HAS_SIDES] else 0
    return position, cursor, net, sides


@inlined
def _dealer(
    tables: Tables,
    shoes: Shoes,
    work: Work,
    words: Words,
    at: Place,
    position: int,
    cursor: int,
    up: int,
    need: int,
) -> tuple[int, int, int]:
    """Draw for the dealer from the main stream; give position, cursor and the dealer's end."""
    entry = u64(tables[_ROOTS + up])
    while not entry & _ENDED:
        row = entry >> _ROW
        if not u64(tables[_UNDECIDED + row]) & need:
            return position, cursor, u64(tables[_FIRST_END + row])
        entry = after(tables, entry, dealt(shoes, work, at, position, u64(words[cursor])))
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
def _discards_into_device(shoes: Shoes, at: Place, position: int) -> tuple[Place, int]:
    """Put the discards back after the initial deal: this round's cards come in front (S24 8.2)."""
    dealt_now, moved = position - at.first, ZERO
    while moved < dealt_now and moved < at.first:
        swapped(shoes, at.base + moved, at.base + position - ONE - moved)
        moved += ONE
    return Place(at.lane, at.base, at.size, ZERO), dealt_now
