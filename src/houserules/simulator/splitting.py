"""A split box in compiled code: one in thirty rounds comes here."""

from houserules.simulator.compiled import compiled, inlined, u64
from houserules.simulator.drawing import ONE, ZERO, Place, after, drawn_seldom
from houserules.simulator.layout import CARDS, ENDINGS, ROOTS, STRATEGIES, Tables, Work
from houserules.simulator.rows import ENDED, ENDING_SHIFT, SPLIT

_ENDED, _SPLIT, _SHIFT = u64(ENDED), u64(SPLIT), u64(ENDING_SHIFT)
_TWO, _S6, _CARDS, _ENDINGS = u64(2), u64(6), u64(CARDS), u64(ENDINGS)
_STRATEGIES = u64(STRATEGIES)


@compiled
def play_split(tables: Tables, at: Place, position: int, box: int, up: int) -> tuple[int, int]:
    """Play the hands of a split box in turn; give the position after them and their number.

    CARDS has the first cards of the two hands, ENDINGS will have what became of all.
    """
    work, hands, turn = at.work, _TWO, ZERO
    roots = u64(tables[ROOTS]) + u64(tables[_STRATEGIES + box]) + (up << _S6)
    while turn < hands:
        place = roots + ((hands - _TWO) << u64(12)) + u64(work[_CARDS + turn])
        code = drawn_seldom(at, position)
        position += ONE
        entry = after(tables, u64(tables[place]), code)
        if entry & _SPLIT:
            _insert(work, hands, turn, code)
            hands += ONE
            continue
        while not entry & _ENDED:
            entry = after(tables, entry, drawn_seldom(at, position))
            position += ONE
        work[_ENDINGS + turn] = entry >> _SHIFT
        turn += ONE
    return position, hands


@inlined
def _insert(work: Work, hands: int, turn: int, code: int) -> None:
    """Put the new hand directly behind the one that was split (S24 14.2)."""
    place = _CARDS + hands
    while place > _CARDS + turn + ONE:
        work[place] = work[place - ONE]
        place -= ONE
    work[place] = code
