"""The kernel for several boxes, or for one with more to be counted: a round at a time."""

from typing import Final

from houserules.simulator.compiled import compiled, inlined, u64
from houserules.simulator.drawing import ONE, ZERO, place_of
from houserules.simulator.layout import (
    CELLS,
    COUNTING,
    CUT,
    DEVICE,
    MAIN,
    NUMBER_OF_BOXES,
    TALLY_CELLS,
    Money,
    Ramp,
    Shoes,
    Tables,
    Tally,
    Words,
    Work,
)
from houserules.simulator.one_round import play_round
from houserules.simulator.stream import fill
from houserules.simulator.tallying import count_result
from houserules.simulator.true_counts import rung_for, seen_in, staked

WORDS: Final = 1024
_ENOUGH: Final = 256
"""More cards than any round of nine boxes takes without its split hands."""

_LIMIT: Final = u64(WORDS - _ENOUGH)


@compiled
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
    levels_at = TALLY_CELLS + 64 * int(tables[NUMBER_OF_BOXES]) * int(tables[CELLS])
    for _ in range(rounds):
        position, cursor, running, net, _ = next_round(
            tables, shoes, work, words, money, tally, ramp, lane, position, cursor, running
        )
        count_result(tables, money, tally, net, levels_at)


@inlined
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
    """Play on from a position; give position, cursor, running count, and the two results."""
    cursor = _topped_up(work, words, lane, cursor)
    if not tables[DEVICE] and position >= u64(tables[CUT]):
        position, running = ZERO, 0
    if tables[COUNTING]:
        rung_for(tables, work, money, ramp, position, running)
    at = place_of(tables, shoes, work, lane, position)
    position, cursor, net, sides = play_round(tables, words, money, tally, at, cursor)
    if tables[COUNTING]:
        net *= staked(tables, work, ramp)
        running += seen_in(ramp, at, position)
    return position, cursor, running, net, sides


@inlined
def _topped_up(work: Work, words: Words, lane: int, cursor: int) -> int:
    """See that there are words enough for a round; those that are left come first."""
    if cursor <= _LIMIT:
        return cursor
    kept, moved = u64(WORDS) - cursor, ZERO
    odd = kept & ONE  # words come in twos
    while moved < kept:
        words[odd + moved] = words[cursor + moved]
        moved += ONE
    at = int(kept + odd)
    main = u64(MAIN) + lane
    work[main] = fill(words, at, WORDS - at, u64(work[main]))
    return odd
