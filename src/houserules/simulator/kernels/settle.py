"""Settlement and counting of rounds, in compiled code; money in whole units."""

from typing import Final

from houserules.simulator import layout
from houserules.simulator.automaton import ENDED, ENDING_SHIFT, ROW_SHIFT, SPLIT
from houserules.simulator.compiled import compile_kernel, inline_kernel, u64
from houserules.simulator.dealer import NATURAL
from houserules.simulator.decisions import SUPER_BONUSES
from houserules.simulator.kernels.draw import (
    ONE,
    ZERO,
    DealPosition,
    deal_seldom,
    follow_card,
    scramble,
)
from houserules.simulator.layout import Money, Tables, Tally, Work
from houserules.simulator.payouts import SideEnd, collected_place

# The dealer's hand, and the settlement of a split box, in compiled code.


_ENDED, _ENDING, _ROW = u64(ENDED), u64(ENDING_SHIFT), u64(ROW_SHIFT)
_DEALER_ROOTS, _UNDECIDED, _FIRST_END = (
    u64(layout.DEALER_ROOTS),
    u64(layout.UNDECIDED),
    u64(layout.FIRST_END),
)
_NEEDS, _SETTLED, _ENDINGS, _INSURED = (
    u64(layout.NEEDS),
    u64(layout.SETTLED),
    u64(layout.ENDINGS),
    u64(layout.INSURED),
)
_KEYS, _TIMES, _LAST = u64(layout.KEYS), u64(layout.TIMES), u64(layout.PLACES - 1)
_S5, _S8, _S13, _RANK, _NATURAL = u64(5), u64(8), u64(13), u64(15), u64(NATURAL)
INSURANCE_SHIFT: Final = 56
NO_INSURANCE, INSURANCE_LOST, INSURANCE_WON = range(3)
_SHIFT, _NONE = u64(INSURANCE_SHIFT), u64(NO_INSURANCE)
_LOST, _WON = u64(INSURANCE_LOST), u64(INSURANCE_WON)


@inline_kernel
def dealer_draws(
    tables: Tables, at: DealPosition, position: int, up: int, need: int
) -> tuple[int, int]:
    """Draw for the dealer while anything in `need` is undecided; return the position and the end."""
    entry = u64(tables[_DEALER_ROOTS + up])
    while not entry & _ENDED:
        row = entry >> _ROW
        if not u64(tables[_UNDECIDED + row]) & need:
            return position, u64(tables[_FIRST_END + row])
        entry = follow_card(tables, entry, deal_seldom(at, position))
        position += ONE
    return position, entry >> _ENDING


@inline_kernel
def needs_of(tables: Tables, work: Work, hands: int, taken: int) -> int:
    """Return the bits of what the hands of a split box leave open."""
    need, hand = ZERO, ZERO
    while hand < hands:
        ending = u64(work[_ENDINGS + hand])
        need |= u64(tables[_NEEDS + ending + ending + (ONE if hand == taken else ZERO)])
        hand += ONE
    return need


@inline_kernel
def kind_of(tables: Tables, ending: int, end: int, taken: int) -> int:
    """Return the settlement of a hand; `taken` is 1 where a natural collects it."""
    return u64(tables[_SETTLED + (taken << _S13) + (ending << _S5) + end])


@compile_kernel
def settle_split(tables: Tables, at: DealPosition, position: int, up: int, hands: int) -> int:
    """Finish a round in which the only box was split, count it, and return the position."""
    work = at.work
    taken = collected_place(u64(tables[layout.COLLECTS]), work, hands)
    insured = u64(tables[_INSURED + (up & _RANK)])
    need = needs_of(tables, work, hands, taken) | insured
    position, end = dealer_draws(tables, at, position, up, need)
    key = _key(tables, work, hands, taken, end)
    if insured:
        key |= (_WON if end >= _NATURAL else _LOST) << _SHIFT
    _count(work, key)
    return position


@inline_kernel
def _key(tables: Tables, work: Work, hands: int, taken: int, end: int) -> int:
    """Return the settlements of a split box as one number: its kinds in falling order."""
    key, hand = ZERO, ZERO
    while hand < hands:
        place = _ENDINGS + hand
        kind = kind_of(tables, u64(work[place]), end, ONE if hand == taken else ZERO)
        while place > _ENDINGS and u64(work[place - ONE]) < kind:
            work[place] = work[place - ONE]
            place -= ONE
        work[place] = kind
        hand += ONE
    hand = ZERO
    while hand < hands:
        key = (key << _S8) | u64(work[_ENDINGS + hand])
        hand += ONE
    return key


@inline_kernel
def _count(work: Work, key: int) -> None:
    """Count settlements by their key; there are far fewer of them than places."""
    place = scramble(key) & _LAST
    while u64(work[_KEYS + place]) != key and u64(work[_KEYS + place]) != ZERO:
        place = (place + ONE) & _LAST
    work[_KEYS + place] = key
    work[_TIMES + place] += ONE


BY_NOTHING, BY_UPCARD, BY_FIRST_TWO, BY_DEPTH, BY_TRUE_COUNT = range(5)
CELLS_OF: Final = (1, 13, 100, 32, 1)
"""How many cells there are by each; of true counts as many as the ramp has rungs."""

_SPLIT = u64(SPLIT)
_ENTRY, _FIRST, _SECOND = u64(layout.BOX_ENTRY), u64(layout.BOX_FIRST), u64(layout.BOX_SECOND)
_HANDS, _TAKEN, _BOX_ENDINGS = u64(layout.BOX_HANDS), u64(layout.BOX_TAKEN), u64(layout.BOX_ENDINGS)
_PAYS, _CELLS_AT, _NETS, _SQUARES = (
    u64(layout.PAYS),
    u64(layout.TALLY_CELLS),
    u64(layout.BOX_NETS),
    u64(layout.CELL_SQUARES),
)
_S3, _S6, _NINE, _TEN = u64(3), u64(6), u64(9), u64(10)
_UPCARD, _FIRST_TWO, _DEPTH = u64(BY_UPCARD), u64(BY_FIRST_TWO), u64(BY_DEPTH)
_TRUE_COUNT, _DEPTHS = u64(BY_TRUE_COUNT), u64(CELLS_OF[BY_DEPTH])


@compile_kernel
def cell_of(tables: Tables, at: DealPosition, box: int, up: int) -> int:
    """Return where in the tally a box's round is counted."""
    work, cell, by = at.work, ZERO, u64(tables[layout.COUNTED_BY])
    if by == _UPCARD:
        cell = up & _RANK
    elif by == _FIRST_TWO:
        first, second = u64(work[_FIRST + box]) & _RANK, u64(work[_SECOND + box]) & _RANK
        cell = min(first, _NINE) * _TEN + min(second, _NINE)
    elif by == _DEPTH:
        cell = at.first * _DEPTHS // at.size
    elif by == _TRUE_COUNT:
        cell = u64(work[layout.RUNG])
    return _CELLS_AT + ((box * u64(tables[layout.CELLS]) + cell) << _S6)


@inline_kernel
def settle_boxes(tables: Tables, money: Money, tally: Tally, work: Work, end: int) -> int:
    """Settle and count a round without a split, one cell per box,; return its result."""
    boxes, box, net = u64(tables[layout.NUMBER_OF_BOXES]), ZERO, 0
    while box < boxes:
        kind = kind_of(tables, u64(work[_ENTRY + box]) >> _ENDING, end, ONE)
        cell = _CELLS_AT + (box << _S6)
        tally[cell] += 1
        tally[cell + kind] += 1
        net += money[_PAYS + (box << _S6) + kind]
        box += ONE
    return net


@compile_kernel
def settle_in_turn(
    tables: Tables, money: Money, tally: Tally, at: DealPosition, up: int, end: int
) -> int:
    """Settle and count any round, hand by hand; note every box's result, and give that of all."""
    work, boxes, box, net = at.work, u64(tables[layout.NUMBER_OF_BOXES]), ZERO, 0
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


@compile_kernel
def count_squares(tables: Tables, tally: Tally, at: DealPosition, up: int) -> None:
    """Count the square of every box's result in its cell, in two halves."""
    boxes, box = u64(tables[layout.NUMBER_OF_BOXES]), ZERO
    while box < boxes:
        place = cell_of(tables, at, box, up) + _SQUARES
        square = tally[_NETS + box] * tally[_NETS + box]
        tally[place] += square & 0xFFFFFFFF
        tally[place + ONE] += square >> 32
        box += ONE


@inline_kernel
def count_result(tables: Tables, money: Money, tally: Tally, net: int, levels_at: int) -> None:
    """Count a round's result: its square in two halves, and its place in the distribution."""
    square = net * net
    tally[layout.SQUARES_LOW] += square & 0xFFFFFFFF
    tally[layout.SQUARES_HIGH] += square >> 32
    level = net - money[layout.LOWEST]
    if 0 <= level < tables[layout.LEVELS]:
        tally[levels_at + level] += 1
    else:
        tally[layout.OUTSIDE] += 1


# Insurance, side wagers, and what another's Super Bonus brings.


_INSURANCE_PAYS, _SIDE_PAYS, _PRIZED = (
    u64(layout.INSURANCE_PAYS),
    u64(layout.SIDE_PAYS),
    u64(layout.PRIZED),
)
_CELL_INSURANCE, _CELL_OTHERS = u64(layout.CELL_INSURANCE), u64(layout.CELL_OTHERS)
_OTHERS, _TALLY_SIDES, _SIDE = u64(layout.OTHERS), u64(layout.TALLY_SIDES), u64(layout.SIDES)
_S1, _S4 = u64(1), u64(4)
_SUPER, _SUPER_SPADES = u64(SUPER_BONUSES[0]), u64(SUPER_BONUSES[1])
_PAIRS, _JACK, _TWO = u64(1), u64(10), u64(2)
_NO_PAIR, _MIXED, _COLOURED, _PERFECT = (
    u64(SideEnd.NO_PAIR),
    u64(SideEnd.MIXED_PAIR),
    u64(SideEnd.COLOURED_PAIR),
    u64(SideEnd.PERFECT_PAIR),
)
_OTHER_SUIT, _SUIT, _SUIT_OF_JACK = (
    u64(SideEnd.OTHER_SUIT),
    u64(SideEnd.SUIT),
    u64(SideEnd.SUIT_OF_JACK),
)


@compile_kernel
def settle_insurance(
    tables: Tables, money: Money, tally: Tally, at: DealPosition, up: int, end: int, naturals: int
) -> int:
    """Settle the insurance of the boxes that had no natural; return its result."""
    boxes, box, net = u64(tables[layout.NUMBER_OF_BOXES]), ZERO, 0
    won = ONE if end >= _NATURAL else ZERO
    while box < boxes:
        insured = u64(tables[_INSURED + (box << _S4) + (up & _RANK)])
        if insured and not (naturals >> box) & ONE:
            pays = money[_INSURANCE_PAYS + (box << _S1) + won]
            tally[cell_of(tables, at, box, up) + _CELL_INSURANCE + won] += 1
            tally[_NETS + box] += pays
            net += pays
        box += ONE
    return net


@compile_kernel
def pay_others(tables: Tables, money: Money, tally: Tally, at: DealPosition, up: int) -> int:
    """Pay the others when a Super Bonus was won (readings 4, 5 and 40); return the sum.

    No box that was split can win one, and no dealer's card can change one.
    """
    boxes, winners, box, net = u64(tables[layout.NUMBER_OF_BOXES]), ZERO, ZERO, 0
    while box < boxes:
        ending = u64(at.work[_ENTRY + box]) >> _ENDING
        if ending in (_SUPER, _SUPER_SPADES) and money[_PRIZED + box]:
            winners |= ONE << box
        box += ONE
    box = ZERO
    while winners and box < boxes:
        if not (winners >> box) & ONE:
            tally[cell_of(tables, at, box, up) + _CELL_OTHERS] += 1
            tally[_NETS + box] += money[_OTHERS + box]
            net += money[_OTHERS + box]
        box += ONE
    return net


@compile_kernel
def settle_sides(tables: Tables, money: Money, tally: Tally, work: Work) -> int:
    """Settle the side wagers; return their result."""
    boxes, box, net = u64(tables[layout.NUMBER_OF_BOXES]), ZERO, 0
    while box < boxes:
        wager = u64(tables[_SIDE + box])
        if wager:
            end = _side_end(wager, u64(work[_FIRST + box]), u64(work[_SECOND + box]))
            tally[_TALLY_SIDES + (box << _S3) + end] += 1
            net += money[_SIDE_PAYS + (box << _S3) + end]
        box += ONE
    return net


@inline_kernel
def _side_end(wager: int, first: int, second: int) -> int:
    """Tell how a side wager ends (S24 16, NZ 11.2A, PJ 13)."""
    if wager != _PAIRS:
        if first >> _S4 != wager - _TWO:
            return _OTHER_SUIT
        return _SUIT_OF_JACK if first & _RANK == _JACK else _SUIT
    if (first ^ second) & _RANK:
        return _NO_PAIR
    if first == second:
        return _PERFECT
    red = ((first >> _S4) + ONE) ^ ((second >> _S4) + ONE)  # hearts and diamonds: 2 and 3
    return _MIXED if red & _TWO else _COLOURED
