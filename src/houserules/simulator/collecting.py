"""Which hand of a split box a dealer's natural takes (readings 6 to 8 and 36)."""

from typing import Final

from houserules.simulator.compiled import compiled, inlined, u64
from houserules.simulator.kinds import HELD, OPEN, Kind
from houserules.simulator.layout import ENDINGS, Work
from houserules.simulator.packing import ONE_IN_ALL, ORIGINAL_HAND

_HELD, _OPEN, _FIRST = u64(HELD), u64(OPEN), u64(ENDINGS)
_BUST, _DOUBLED_BUST, _FORFEIT = u64(Kind.BUST), u64(Kind.DOUBLED_BUST), u64(Kind.FORFEIT)
_ORIGINAL, _ONE_IN_ALL = u64(ORIGINAL_HAND), u64(ONE_IN_ALL)
_ZERO, _ONE = u64(0), u64(1)
NOBODY: Final = u64(255)


@compiled
def collected(rule: int, work: Work, hands: int) -> int:
    """Give the place of the hand that is collected, or NOBODY; the original hand is the first."""
    first = u64(work[_FIRST])
    if rule == _ORIGINAL:
        return _ZERO if _at_risk(first) else NOBODY
    if rule == _ONE_IN_ALL and (first >= _OPEN or _lost_before(work, hands)):
        return _ZERO if first >= _OPEN else NOBODY
    hand = _ZERO
    while hand < hands:
        if _at_risk(u64(work[_FIRST + hand])):
            return hand
        hand += _ONE
    return NOBODY


@inlined
def _at_risk(ending: int) -> bool:
    """Whether a hand is open and no held Pinkjack."""
    return ending >= _OPEN and ending != _HELD


@inlined
def _lost_before(work: Work, hands: int) -> bool:
    """Whether a hand of the box was bust or forfeited (reading 36)."""
    hand = _ZERO
    while hand < hands:
        ending = u64(work[_FIRST + hand])
        if ending in (_BUST, _DOUBLED_BUST, _FORFEIT):
            return True
        hand += _ONE
    return False
