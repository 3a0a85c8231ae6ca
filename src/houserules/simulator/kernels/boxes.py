"""Several boxes in compiled code: the initial deal, and the play of every box in turn."""

from houserules.simulator import layout
from houserules.simulator.automaton import ENDED, ENDING_SHIFT, SPLIT
from houserules.simulator.compiled import compile_kernel, inline_kernel, u64
from houserules.simulator.decisions import MOST_HANDS
from houserules.simulator.kernels.draw import (
    ONE,
    ZERO,
    DealPosition,
    deal_card,
    deal_seldom,
    follow_card,
)
from houserules.simulator.kernels.settle import needs_of
from houserules.simulator.layout import Tables, Words, Work
from houserules.simulator.payouts import collected_place

# A split box in compiled code: one in thirty rounds comes here.


_ENDED, _SPLIT_SHIFT, _SHIFT = u64(ENDED), u64(SPLIT), u64(ENDING_SHIFT)
_TWO, _SPLIT_S6, _CARDS, _SPLIT_ENDINGS = u64(2), u64(6), u64(layout.CARDS), u64(layout.ENDINGS)
_STRATEGIES = u64(layout.STRATEGIES)
_LATER = u64((MOST_HANDS - 1) << 12)  # from the roots of a first hand to those of later ones


@compile_kernel
def play_split(
    tables: Tables, at: DealPosition, position: int, box: int, up: int
) -> tuple[int, int]:
    """Play the hands of a split box in turn; return the position after them and their number.

    layout.CARDS has the first cards of the two hands, layout.ENDINGS will have what became of all.
    """
    work, hands, turn = at.work, _TWO, ZERO
    roots = u64(tables[layout.ROOTS]) + u64(tables[_STRATEGIES + box]) + (up << _SPLIT_S6)
    while turn < hands:
        later = _LATER if turn else ZERO
        place = roots + later + ((hands - _TWO) << u64(12)) + u64(work[_CARDS + turn])
        code = deal_seldom(at, position)
        position += ONE
        entry = follow_card(tables, u64(tables[place]), code)
        if entry & _SPLIT_SHIFT:
            _insert(work, hands, turn, code)
            hands += ONE
            continue
        while not entry & _ENDED:
            entry = follow_card(tables, entry, deal_seldom(at, position))
            position += ONE
        work[_SPLIT_ENDINGS + turn] = entry >> _SHIFT
        turn += ONE
    return position, hands


@inline_kernel
def _insert(work: Work, hands: int, turn: int, code: int) -> None:
    """Put the new hand directly behind the one that was split (S24 14.2)."""
    place = _CARDS + hands
    while place > _CARDS + turn + ONE:
        work[place] = work[place - ONE]
        place -= ONE
    work[place] = code


_SPLIT, _ENDING = u64(SPLIT), u64(ENDING_SHIFT)
_ENTRY, _FIRST, _SECOND = u64(layout.BOX_ENTRY), u64(layout.BOX_FIRST), u64(layout.BOX_SECOND)
_HANDS, _TAKEN, _QUEUE, _BOX_ENDINGS = (
    u64(layout.BOX_HANDS),
    u64(layout.BOX_TAKEN),
    u64(layout.QUEUE),
    u64(layout.BOX_ENDINGS),
)
_STARTS, _NEEDS, _ENDINGS = u64(layout.STARTS), u64(layout.NEEDS), u64(layout.ENDINGS)
_S3, _S6 = u64(3), u64(6)


@inline_kernel
def initial_deal(tables: Tables, words: Words, at: DealPosition, position: int, cursor: int) -> int:
    """Deal two cards to every box and one to the dealer; return the dealer's (S24 8.1)."""
    work, boxes, box = at.work, u64(tables[layout.NUMBER_OF_BOXES]), ZERO
    while box < boxes:
        code = deal_card(at, position + box, u64(words[cursor + box]))
        work[_FIRST + box] = code
        work[_ENTRY + box] = follow_card(tables, u64(tables[_STARTS + box]), code)
        box += ONE
    position, cursor = position + boxes, cursor + boxes
    up, box = deal_card(at, position, u64(words[cursor])), ZERO
    while box < boxes:
        box += ONE
        code = deal_card(at, position + box, u64(words[cursor + box]))
        place = _ENTRY + box - ONE
        work[place] = follow_card(tables, follow_card(tables, u64(work[place]), up), code)
        work[_SECOND + box - ONE] = code
    return up


@inline_kernel
def queue_boxes(tables: Tables, work: Work) -> tuple[int, int]:
    """Queue the boxes that go on; return how many, and whether one of them is to be split."""
    boxes, box, waiting, splits = u64(tables[layout.NUMBER_OF_BOXES]), ZERO, ZERO, ZERO
    while box < boxes:
        entry = u64(work[_ENTRY + box])
        work[_QUEUE + waiting] = _ENTRY + box
        waiting += ONE - ((entry >> _S6) & ONE)
        splits |= entry & _SPLIT
        box += ONE
    work[_QUEUE + waiting] = _ENTRY  # looked at when the last boxes are played, and not used
    work[_QUEUE + waiting + ONE] = _ENTRY
    return waiting, splits


@inline_kernel
def play_queue(
    tables: Tables,
    words: Words,
    at: DealPosition,
    position: int,
    cursor: int,
    up: int,
    waiting: int,
) -> tuple[int, int, int]:
    """Deal to the queued boxes until all are done; return what split ones leave open too.

    Which box the next card goes to is computed, so that the processor need not guess it.
    """
    work, place, need = at.work, ZERO, ZERO
    box = u64(work[_QUEUE])
    entry = u64(work[box])
    while place < waiting:
        coming = u64(work[_QUEUE + place + ONE])
        if entry & _SPLIT:
            position, left_open = play_split_box(tables, at, position, box - _ENTRY, up)
            need |= left_open
            place, box, entry = place + ONE, coming, u64(work[coming])
            continue
        upcoming = u64(work[coming])
        code = deal_card(at, position, u64(words[cursor]))
        position, cursor = position + ONE, cursor + ONE
        entry = follow_card(tables, entry, code)
        work[box] = entry
        done = (entry >> _S6) & ONE
        place += done
        if_done = u64(ZERO - done)
        entry ^= (entry ^ upcoming) & if_done
        box ^= (box ^ coming) & if_done
    return position, cursor, need


@compile_kernel
def play_split_box(
    tables: Tables, at: DealPosition, position: int, box: int, up: int
) -> tuple[int, int]:
    """Play a split box and keep its endings; return the position and what they leave open."""
    work = at.work
    work[layout.CARDS], work[layout.CARDS + 1] = work[_FIRST + box], work[_SECOND + box]
    position, hands = play_split(tables, at, position, box, up)
    taken = collected_place(u64(tables[layout.COLLECTS]), work, hands)
    work[_HANDS + box], work[_TAKEN + box] = hands, taken
    hand = ZERO
    while hand < hands:
        work[_BOX_ENDINGS + (box << _S3) + hand] = work[_ENDINGS + hand]
        hand += ONE
    return position, needs_of(tables, work, hands, taken)


@inline_kernel
def needs_of_boxes(tables: Tables, work: Work) -> int:
    """Return the bits of what unsplit boxes leave open, and of a Super Bonus."""
    boxes, box, need = u64(tables[layout.NUMBER_OF_BOXES]), ZERO, ZERO
    while box < boxes:
        ending = u64(work[_ENTRY + box]) >> _ENDING
        need |= u64(tables[_NEEDS + ending + ending + ONE])
        box += ONE
    return need
