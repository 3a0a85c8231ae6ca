"""Several boxes in compiled code: the initial deal, and the play of every box in turn."""

from houserules.simulator.collecting import collected
from houserules.simulator.compiled import compiled, inlined, u64
from houserules.simulator.drawing import ONE, ZERO, Place, after, dealt
from houserules.simulator.layout import (
    BOX_ENDINGS,
    BOX_ENTRY,
    BOX_FIRST,
    BOX_HANDS,
    BOX_SECOND,
    BOX_TAKEN,
    CARDS,
    COLLECTS,
    ENDINGS,
    NEEDS,
    NUMBER_OF_BOXES,
    QUEUE,
    STARTS,
    Tables,
    Words,
    Work,
)
from houserules.simulator.rows import ENDING_SHIFT, SPLIT
from houserules.simulator.settling import needs_of
from houserules.simulator.splitting import play_split

_SPLIT, _ENDING = u64(SPLIT), u64(ENDING_SHIFT)
_ENTRY, _FIRST, _SECOND = u64(BOX_ENTRY), u64(BOX_FIRST), u64(BOX_SECOND)
_HANDS, _TAKEN, _QUEUE, _BOX_ENDINGS = (
    u64(BOX_HANDS),
    u64(BOX_TAKEN),
    u64(QUEUE),
    u64(BOX_ENDINGS),
)
_STARTS, _NEEDS, _ENDINGS = u64(STARTS), u64(NEEDS), u64(ENDINGS)
_S3, _S6 = u64(3), u64(6)


@inlined
def initial_deal(tables: Tables, words: Words, at: Place, position: int, cursor: int) -> int:
    """Deal two cards to every box and one to the dealer; give the dealer's (S24 8.1)."""
    work, boxes, box = at.work, u64(tables[NUMBER_OF_BOXES]), ZERO
    while box < boxes:
        code = dealt(at, position + box, u64(words[cursor + box]))
        work[_FIRST + box] = code
        work[_ENTRY + box] = after(tables, u64(tables[_STARTS + box]), code)
        box += ONE
    position, cursor = position + boxes, cursor + boxes
    up, box = dealt(at, position, u64(words[cursor])), ZERO
    while box < boxes:
        box += ONE
        code = dealt(at, position + box, u64(words[cursor + box]))
        place = _ENTRY + box - ONE
        work[place] = after(tables, after(tables, u64(work[place]), up), code)
        work[_SECOND + box - ONE] = code
    return up


@inlined
def queued(tables: Tables, work: Work) -> tuple[int, int]:
    """Queue the boxes that go on; give how many, and whether one of them is to be split."""
    boxes, box, waiting, splits = u64(tables[NUMBER_OF_BOXES]), ZERO, ZERO, ZERO
    while box < boxes:
        entry = u64(work[_ENTRY + box])
        work[_QUEUE + waiting] = _ENTRY + box
        waiting += ONE - ((entry >> _S6) & ONE)
        splits |= entry & _SPLIT
        box += ONE
    work[_QUEUE + waiting] = _ENTRY  # looked at when the last boxes are played, and not used
    work[_QUEUE + waiting + ONE] = _ENTRY
    return waiting, splits


@inlined
def play_queue(
    tables: Tables, words: Words, at: Place, position: int, cursor: int, up: int, waiting: int
) -> tuple[int, int, int]:
    """Deal to the queued boxes until all are done; give what split ones leave open too.

    Which box the next card goes to is reckoned, so that the processor need not guess it.
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
        code = dealt(at, position, u64(words[cursor]))
        position, cursor = position + ONE, cursor + ONE
        entry = after(tables, entry, code)
        work[box] = entry
        done = (entry >> _S6) & ONE
        place += done
        if_done = u64(ZERO - done)
        entry ^= (entry ^ upcoming) & if_done
        box ^= (box ^ coming) & if_done
    return position, cursor, need


@compiled
def play_split_box(tables: Tables, at: Place, position: int, box: int, up: int) -> tuple[int, int]:
    """Play a split box and keep its endings; give the position and what they leave open."""
    work = at.work
    work[CARDS], work[CARDS + 1] = work[_FIRST + box], work[_SECOND + box]
    position, hands = play_split(tables, at, position, box, up)
    taken = collected(u64(tables[COLLECTS]), work, hands)
    work[_HANDS + box], work[_TAKEN + box] = hands, taken
    hand = ZERO
    while hand < hands:
        work[_BOX_ENDINGS + (box << _S3) + hand] = work[_ENDINGS + hand]
        hand += ONE
    return position, needs_of(tables, work, hands, taken)


@inlined
def needs_of_boxes(tables: Tables, work: Work) -> int:
    """Give the bits of what unsplit boxes leave open, and of a Super Bonus."""
    boxes, box, need = u64(tables[NUMBER_OF_BOXES]), ZERO, ZERO
    while box < boxes:
        ending = u64(work[_ENTRY + box]) >> _ENDING
        need |= u64(tables[_NEEDS + ending + ending + ONE])
        box += ONE
    return need
