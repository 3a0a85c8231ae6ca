"""A round of several boxes, in compiled code: from the initial deal to the settlement."""

from typing import Final

from houserules.simulator import layout
from houserules.simulator.automaton import ENDED, ENDING_SHIFT, ROW_SHIFT
from houserules.simulator.compiled import compile_kernel, inline_kernel, u64
from houserules.simulator.dealer import NATURALS
from houserules.simulator.kernels.boxes import initial_deal, needs_of_boxes, play_queue, queue_boxes
from houserules.simulator.kernels.draw import (
    ONE,
    ZERO,
    DealPosition,
    deal_card,
    fill,
    follow_card,
    place_of,
    swap_cards,
)
from houserules.simulator.kernels.settle import (
    count_result,
    count_squares,
    dealer_draws,
    pay_others,
    settle_boxes,
    settle_in_turn,
    settle_insurance,
    settle_sides,
)
from houserules.simulator.layout import Money, Ramp, Shoes, Tables, Tally, Words, Work

# The count of a card shoe: which rung of the ramp a round is played on.


_RANK = u64(15)


@compile_kernel
def rung_for(
    tables: Tables, work: Work, money: Money, ramp: Ramp, position: int, running: int
) -> None:
    """Go to the rung of the true count, which is rounded down."""
    unseen, most = int(tables[layout.SIZE]) - int(position), ramp[layout.RAMP_MOST]
    true_count = running * ramp[layout.RAMP_DECK] // unseen
    rung = min(max(true_count, -most), most) + most
    if rung != int(work[layout.RUNG]):
        work[layout.RUNG] = rung
        _climb(tables, money, ramp, rung)


@compile_kernel
def _climb(tables: Tables, money: Money, ramp: Ramp, rung: int) -> None:
    """Put what a rung plays, insures and is paid where the kernel looks for it."""
    boxes = int(tables[layout.NUMBER_OF_BOXES])
    place = layout.RUNGS + rung * (layout.RUNG_BOXES + boxes * layout.RUNG_BOX) + layout.RUNG_BOXES
    for box in range(boxes):
        tables[layout.STARTS + box] = ramp[place + layout.RUNG_START]
        tables[layout.STRATEGIES + box] = ramp[place + layout.RUNG_STRATEGY]
        for rank in range(16):
            tables[layout.INSURED + box * 16 + rank] = ramp[place + layout.RUNG_INSURED + rank]
        for kind in range(64):
            money[layout.PAYS + box * 64 + kind] = ramp[place + layout.RUNG_PAYS + kind]
        for won in range(2):
            money[layout.INSURANCE_PAYS + box * 2 + won] = ramp[place + layout.RUNG_INSURANCE + won]
        money[layout.PRIZED + box] = ramp[place + layout.RUNG_PRIZED]
        place += layout.RUNG_BOX


@compile_kernel
def is_staked(tables: Tables, work: Work, ramp: Ramp) -> int:
    """Whether the round is played for money: 0 if it is watched, else 1."""
    width = layout.RUNG_BOXES + int(tables[layout.NUMBER_OF_BOXES]) * layout.RUNG_BOX
    return int(ramp[layout.RUNGS + int(work[layout.RUNG]) * width + layout.RUNG_LAID])


@compile_kernel
def seen_in(ramp: Ramp, at: DealPosition, position: int) -> int:
    """Add up the tags of a round's cards; if the shoe ran out, it is shuffled anyway."""
    seen, here = 0, at.first
    while here < position and here < at.size:
        seen += ramp[layout.RAMP_TAGS + int(u64(at.shoes[at.base + here]) & _RANK)]
        here += ONE
    return seen


# The ramp as the kernel has it: for every true count what is played, insured and paid.


# One round.


_ENDED, _ENDING, _ROW = u64(ENDED), u64(ENDING_SHIFT), u64(ROW_SHIFT)
_ROOTS, _UNDECIDED, _FIRST_END = (
    u64(layout.DEALER_ROOTS),
    u64(layout.UNDECIDED),
    u64(layout.FIRST_END),
)
_PRIZE, _INSURED, _ENTRY = u64(layout.PRIZE_BIT), u64(layout.INSURED), u64(layout.BOX_ENTRY)
_S4 = u64(4)
_N0, _N1, _N2, _N3, _N4 = (u64(ending) for ending in NATURALS)


@inline_kernel
def play_round(
    tables: Tables, words: Words, money: Money, tally: Tally, at: DealPosition, cursor: int
) -> tuple[int, int, int, int]:
    """Play and settle a round; return position, cursor, its result and that of the side wagers."""
    boxes, work = u64(tables[layout.NUMBER_OF_BOXES]), at.work
    up = initial_deal(tables, words, at, at.first, cursor)
    position, cursor = at.first + boxes + boxes + ONE, cursor + boxes + boxes + ONE
    if tables[layout.DEVICE]:
        at, position = _discards_into_device(at, position)
    insured, naturals = ZERO, ZERO
    if tables[layout.HAS_INSURANCE]:
        insured, naturals = _insurance_bit(tables, work, up)
    waiting, splits = queue_boxes(tables, work)
    position, cursor, need = play_queue(tables, words, at, position, cursor, up, waiting)
    need |= needs_of_boxes(tables, work)
    if splits:
        position, end = dealer_draws(tables, at, position, up, need | insured)
    else:
        position, cursor, end = _dealer(tables, words, at, position, cursor, up, need | insured)
    if splits or tables[layout.COUNTED_BY]:
        net = settle_in_turn(tables, money, tally, at, up, end)
    else:
        net = settle_boxes(tables, money, tally, work, end)
    if insured:
        net += settle_insurance(tables, money, tally, at, up, end, naturals)
    if need & _PRIZE and boxes > ONE:
        net += pay_others(tables, money, tally, at, up)
    if tables[layout.COUNTED_BY]:
        count_squares(tables, tally, at, up)
    sides = settle_sides(tables, money, tally, work) if tables[layout.HAS_SIDES] else 0
    return position, cursor, net, sides


@inline_kernel
def _dealer(
    tables: Tables, words: Words, at: DealPosition, position: int, cursor: int, up: int, need: int
) -> tuple[int, int, int]:
    """Draw for the dealer from the main stream; return position, cursor and the dealer's end."""
    entry = u64(tables[_ROOTS + up])
    while not entry & _ENDED:
        row = entry >> _ROW
        if not u64(tables[_UNDECIDED + row]) & need:
            return position, cursor, u64(tables[_FIRST_END + row])
        entry = follow_card(tables, entry, deal_card(at, position, u64(words[cursor])))
        position, cursor = position + ONE, cursor + ONE
    return position, cursor, entry >> _ENDING


@inline_kernel
def _insurance_bit(tables: Tables, work: Work, up: int) -> tuple[int, int]:
    """Return the insurance bit if anybody insures now, and which boxes have a natural instead."""
    boxes, box, bit, naturals = u64(tables[layout.NUMBER_OF_BOXES]), ZERO, ZERO, ZERO
    while box < boxes:
        ending = u64(work[_ENTRY + box]) >> _ENDING
        natural = ending in (_N0, _N1, _N2, _N3, _N4)
        if natural:
            naturals |= ONE << box
        else:
            bit |= u64(tables[_INSURED + (box << _S4) + (up & _RANK)])
        box += ONE
    return bit, naturals


@compile_kernel
def _discards_into_device(at: DealPosition, position: int) -> tuple[DealPosition, int]:
    """Put the discards back after the initial deal: this round's cards come in front (S24 8.2)."""
    dealt_now, moved = position - at.first, ZERO
    while moved < dealt_now and moved < at.first:
        swap_cards(at.shoes, at.base + moved, at.base + position - ONE - moved)
        moved += ONE
    return DealPosition(at.shoes, at.work, at.lane, at.base, at.size, ZERO), dealt_now


# The kernel for several boxes, or for one with more to be counted: a round at a time.


WORDS: Final = 1024
_ENOUGH: Final = 256
"""More cards than any round of nine boxes takes without its split hands."""

_LIMIT: Final = u64(WORDS - _ENOUGH)


@compile_kernel
def play_rounds(
    tables: Tables,
    shoes: Shoes,
    work: Work,
    words: Words,
    money: Money,
    tally: Tally,
    ramp: Ramp,
    number: int,
    rounds: int,
) -> None:
    """Play so many rounds on a lane."""
    lane, cursor, position, running = u64(number), u64(WORDS), ZERO, 0
    levels_at = layout.TALLY_CELLS + 64 * int(tables[layout.NUMBER_OF_BOXES]) * int(
        tables[layout.CELLS]
    )
    for _ in range(rounds):
        position, cursor, running, net, _ = next_round(
            tables, shoes, work, words, money, tally, ramp, lane, position, cursor, running
        )
        count_result(tables, money, tally, net, levels_at)


@inline_kernel
def next_round(
    tables: Tables,
    shoes: Shoes,
    work: Work,
    words: Words,
    money: Money,
    tally: Tally,
    ramp: Ramp,
    lane: int,
    position: int,
    cursor: int,
    running: int,
) -> tuple[int, int, int, int, int]:
    """Play on from a position; return position, cursor, running count, and the two results."""
    cursor = top_up(work, words, lane, cursor)
    if not tables[layout.DEVICE] and position >= u64(tables[layout.CUT]):
        position, running = ZERO, 0
    if tables[layout.COUNTING]:
        rung_for(tables, work, money, ramp, position, running)
    at = place_of(tables, shoes, work, lane, position)
    position, cursor, net, sides = play_round(tables, words, money, tally, at, cursor)
    if tables[layout.COUNTING]:
        net *= is_staked(tables, work, ramp)
        running += seen_in(ramp, at, position)
    return position, cursor, running, net, sides


@inline_kernel
def top_up(work: Work, words: Words, lane: int, cursor: int) -> int:
    """See that there are words enough for a round; return where they begin, the old ones first."""
    if cursor <= _LIMIT:
        return cursor
    kept, moved = u64(WORDS) - cursor, ZERO
    odd = kept & ONE  # words come in twos
    while moved < kept:
        words[odd + moved] = words[cursor + moved]
        moved += ONE
    at = int(kept + odd)
    main = u64(layout.MAIN) + lane
    work[main] = fill(words, at, WORDS - at, u64(work[main]))
    return odd
