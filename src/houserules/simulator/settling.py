"""The dealer's hand, and the settlement of a split box, in compiled code."""

from typing import Final

from houserules.simulator.collecting import collected
from houserules.simulator.compiled import compiled, inlined, u64
from houserules.simulator.dealing import NATURAL
from houserules.simulator.drawing import ONE, ZERO, Place, after, drawn_seldom
from houserules.simulator.layout import (
    COLLECTS,
    DEALER_ROOTS,
    ENDINGS,
    FIRST_END,
    INSURED,
    KEYS,
    NEEDS,
    PLACES,
    SETTLED,
    TIMES,
    UNDECIDED,
    Tables,
    Work,
)
from houserules.simulator.rows import ENDED, ENDING_SHIFT, ROW_SHIFT
from houserules.simulator.stream import mixed

_ENDED, _ENDING, _ROW = u64(ENDED), u64(ENDING_SHIFT), u64(ROW_SHIFT)
_DEALER_ROOTS, _UNDECIDED, _FIRST_END = u64(DEALER_ROOTS), u64(UNDECIDED), u64(FIRST_END)
_NEEDS, _SETTLED, _ENDINGS, _INSURED = u64(NEEDS), u64(SETTLED), u64(ENDINGS), u64(INSURED)
_KEYS, _TIMES, _LAST = u64(KEYS), u64(TIMES), u64(PLACES - 1)
_S5, _S8, _S13, _RANK, _NATURAL = u64(5), u64(8), u64(13), u64(15), u64(NATURAL)
INSURANCE_SHIFT: Final = 56
NO_INSURANCE, INSURANCE_LOST, INSURANCE_WON = range(3)
_SHIFT, _NONE = u64(INSURANCE_SHIFT), u64(NO_INSURANCE)
_LOST, _WON = u64(INSURANCE_LOST), u64(INSURANCE_WON)


@inlined
def dealer_draws(tables: Tables, at: Place, position: int, up: int, need: int) -> tuple[int, int]:
    """Draw for the dealer while anything in `need` is undecided; give the position and the end."""
    entry = u64(tables[_DEALER_ROOTS + up])
    while not entry & _ENDED:
        row = entry >> _ROW
        if not u64(tables[_UNDECIDED + row]) & need:
            return position, u64(tables[_FIRST_END + row])
        entry = after(tables, entry, drawn_seldom(at, position))
        position += ONE
    return position, entry >> _ENDING


@inlined
def needs_of(tables: Tables, work: Work, hands: int, taken: int) -> int:
    """Give the bits of what the hands of a split box leave open."""
    need, hand = ZERO, ZERO
    while hand < hands:
        ending = u64(work[_ENDINGS + hand])
        need |= u64(tables[_NEEDS + ending + ending + (ONE if hand == taken else ZERO)])
        hand += ONE
    return need


@inlined
def kind_of(tables: Tables, ending: int, end: int, taken: int) -> int:
    """Give the settlement of a hand; `taken` is 1 where a natural collects it."""
    return u64(tables[_SETTLED + (taken << _S13) + (ending << _S5) + end])


@compiled
def settle_split(tables: Tables, at: Place, position: int, up: int, hands: int) -> int:
    """Finish a round in which the only box was split, and count it; give the position."""
    work = at.work
    taken = collected(u64(tables[COLLECTS]), work, hands)
    insured = u64(tables[_INSURED + (up & _RANK)])
    need = needs_of(tables, work, hands, taken) | insured
    position, end = dealer_draws(tables, at, position, up, need)
    key = _key(tables, work, hands, taken, end)
    if insured:
        key |= (_WON if end >= _NATURAL else _LOST) << _SHIFT
    _count(work, key)
    return position


@inlined
def _key(tables: Tables, work: Work, hands: int, taken: int, end: int) -> int:
    """Give the settlements of a split box as one number: its kinds in falling order."""
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


@inlined
def _count(work: Work, key: int) -> None:
    """Count settlements by their key; there are far fewer of them than places."""
    place = mixed(key) & _LAST
    while u64(work[_KEYS + place]) != key and u64(work[_KEYS + place]) != ZERO:
        place = (place + ONE) & _LAST
    work[_KEYS + place] = key
    work[_TIMES + place] += ONE
