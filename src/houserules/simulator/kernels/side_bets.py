"""Insurance, side wagers and what another's Super Bonus brings, in compiled code."""

from houserules.simulator.automaton import ENDING_SHIFT
from houserules.simulator.compiled import compile_kernel, inline_kernel, u64
from houserules.simulator.dealer import NATURAL
from houserules.simulator.kernels.draw import ONE, ZERO, DealPosition
from houserules.simulator.kernels.settle import cell_of
from houserules.simulator.layout import (
    BOX_ENTRY,
    BOX_FIRST,
    BOX_NETS,
    BOX_SECOND,
    CELL_INSURANCE,
    CELL_OTHERS,
    INSURANCE_PAYS,
    INSURED,
    NUMBER_OF_BOXES,
    OTHERS,
    PRIZED,
    SIDE_PAYS,
    SIDES,
    TALLY_SIDES,
    Money,
    Tables,
    Tally,
    Work,
)
from houserules.simulator.payout_terms import SideEnd
from houserules.simulator.settlement_kinds import SUPER_BONUSES

_ENDING, _NATURAL = u64(ENDING_SHIFT), u64(NATURAL)
_ENTRY, _FIRST, _SECOND = u64(BOX_ENTRY), u64(BOX_FIRST), u64(BOX_SECOND)
_INSURANCE_PAYS, _SIDE_PAYS, _PRIZED = u64(INSURANCE_PAYS), u64(SIDE_PAYS), u64(PRIZED)
_CELL_INSURANCE, _CELL_OTHERS = u64(CELL_INSURANCE), u64(CELL_OTHERS)
_OTHERS, _TALLY_SIDES, _NETS = u64(OTHERS), u64(TALLY_SIDES), u64(BOX_NETS)
_INSURED, _SIDE = u64(INSURED), u64(SIDES)
_S1, _S3, _S4, _RANK = u64(1), u64(3), u64(4), u64(15)
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
    boxes, box, net = u64(tables[NUMBER_OF_BOXES]), ZERO, 0
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
    boxes, winners, box, net = u64(tables[NUMBER_OF_BOXES]), ZERO, ZERO, 0
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
    boxes, box, net = u64(tables[NUMBER_OF_BOXES]), ZERO, 0
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
