"""The kernel for one box: eight lanes in step, a card each at a time, every round one automaton.

Nothing in the loop depends on what the cards are, except split boxes and the cutting card, so the
processor never guesses wrong and works on all lanes at once.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from houserules.simulator import layout
from houserules.simulator.automaton import ENDED, ENDING_SHIFT, SPLIT
from houserules.simulator.compiled import compile_kernel, inline_kernel, u64
from houserules.simulator.dealer import SPLIT_ROUND
from houserules.simulator.kernels.boxes import play_split
from houserules.simulator.kernels.draw import ONE, deal_card, draw_card, fill, follow_card, place_of
from houserules.simulator.kernels.settle import settle_split
from houserules.simulator.layout import Shoes, Tables, Words, Work

BLOCK: Final = 64
_ROUNDS: Final = BLOCK // 3 + 1  # no block finishes so many
_ENDED, _SPLIT, _ENDING = u64(ENDED), u64(SPLIT), u64(ENDING_SHIFT)
_SPLIT_ENDED: Final = u64(ENDED | SPLIT_ROUND << ENDING_SHIFT)
_ENTRY, _POSITION, _OUTCOMES = u64(layout.ENTRY), u64(layout.POSITION), u64(layout.OUTCOMES)
_S6, _S8, _TWO, _ZERO, _BLOCK = u64(6), u64(8), u64(2), u64(0), u64(BLOCK)


@compile_kernel
def play_lanes(
    tables: Tables, shoes: Shoes, work: Work, words: Words, rounds: NDArray[np.int64]
) -> None:
    """Play so many rounds on each lane of a batch: in step, then every lane's last by itself."""
    for lane in range(len(rounds)):
        work[layout.ENTRY + lane] = tables[layout.STARTS]
        work[layout.POSITION + lane] = 0
    while _all_have(rounds, _ROUNDS):
        for lane in range(layout.LANES):
            work[layout.MAIN + lane] = fill(
                words, lane * BLOCK, BLOCK, u64(work[layout.MAIN + lane])
            )
            rounds[lane] -= BLOCK + int(work[layout.OUTCOMES + lane * 256])
        if tables[layout.CUT]:
            _block_of_shoes(tables, shoes, work, words)
        else:
            _block_of_fresh(tables, shoes, work, words)
        for lane in range(layout.LANES):
            rounds[lane] += int(work[layout.OUTCOMES + lane * 256])
    for lane in range(len(rounds)):
        _finish(tables, shoes, work, words, lane, rounds[lane])


@compile_kernel
def _all_have(rounds: NDArray[np.int64], least: int) -> bool:
    """Whether there are eight lanes, and on each at least so many rounds are left."""
    for left in rounds:
        if left < least:
            return False
    return len(rounds) == layout.LANES


@compile_kernel
def _block_of_fresh(tables: Tables, shoes: Shoes, work: Work, words: Words) -> None:
    """Deal a block of cards to every lane; a round that ends puts its position back to the top."""
    size, stride = u64(tables[layout.SIZE]), u64(tables[layout.STRIDE])
    for step in range(BLOCK):
        for number in range(layout.LANES):
            lane = u64(number)
            position, entry = _next_card(
                tables, shoes, work, words, lane, u64(step), size, lane * stride
            )
            if entry & _SPLIT:
                position, entry = _split_round(tables, shoes, work, lane, position)
            _count(work, lane, entry)
            work[_POSITION + lane] = u64((position + ONE) & (((entry >> _S6) & ONE) - ONE))


@compile_kernel
def _block_of_shoes(tables: Tables, shoes: Shoes, work: Work, words: Words) -> None:
    """Deal a block of cards to every lane; shuffle after the round of the cutting card."""
    last = u64(tables[layout.CUT]) - ONE
    size, stride = u64(tables[layout.SIZE]), u64(tables[layout.STRIDE])
    for step in range(BLOCK):
        for number in range(layout.LANES):
            lane = u64(number)
            position, entry = _next_card(
                tables, shoes, work, words, lane, u64(step), size, lane * stride
            )
            if entry & _SPLIT:
                position, entry = _split_round(tables, shoes, work, lane, position)
            _count(work, lane, entry)
            over = (entry >> _S6) & (ONE if position >= last else _ZERO)
            work[_POSITION + lane] = u64((position + ONE) & (over - ONE))


@inline_kernel
def _next_card(
    tables: Tables,
    shoes: Shoes,
    work: Work,
    words: Words,
    lane: int,
    step: int,
    size: int,
    base: int,
) -> tuple[int, int]:
    """Deal a card to a lane; return its position and the entry that it leads to.

    What a split takes is left to the caller: inlined with it, it would get in the way of the rest.
    """
    position, word = u64(work[_POSITION + lane]), u64(words[lane * _BLOCK + step])
    code = draw_card(shoes, work, lane, base + position, size - position, word)
    return position, follow_card(tables, u64(work[_ENTRY + lane]), code)


@inline_kernel
def _count(work: Work, lane: int, entry: int) -> None:
    """Count what a card has ended, if anything, and go on from there."""
    work[_OUTCOMES + (lane << _S8) + (entry >> _ENDING)] += ONE
    work[_ENTRY + lane] = entry


@compile_kernel
def _finish(tables: Tables, shoes: Shoes, work: Work, words: Words, number: int, left: int) -> None:
    """Play the last rounds of a lane by itself."""
    lane, step = u64(number), BLOCK
    entry, position = u64(work[_ENTRY + lane]), u64(work[_POSITION + lane])
    while left > 0:
        if step == BLOCK:
            work[layout.MAIN + number] = fill(words, 0, BLOCK, u64(work[layout.MAIN + number]))
            step = 0
        code = deal_card(place_of(tables, shoes, work, lane, _ZERO), position, u64(words[step]))
        step += 1
        entry = follow_card(tables, entry, code)
        if entry & _SPLIT:
            position, entry = _split_round(tables, shoes, work, lane, position)
        work[_OUTCOMES + (lane << _S8) + (entry >> _ENDING)] += ONE
        position += ONE
        if entry & _ENDED:
            left -= 1
            if position >= u64(tables[layout.CUT]):
                position = _ZERO


@compile_kernel
def _split_round(
    tables: Tables, shoes: Shoes, work: Work, lane: int, position: int
) -> tuple[int, int]:
    """Play a round to its end that the third card split; return its last position, and the entry."""
    at = place_of(tables, shoes, work, lane, position - _TWO)
    here = at.base + position
    work[layout.CARDS], work[layout.CARDS + 1] = shoes[here - _TWO], shoes[here]
    up = u64(shoes[here - ONE])
    position, hands = play_split(tables, at, position + ONE, _ZERO, up)
    position = settle_split(tables, at, position, up, hands)
    return position - ONE, u64(tables[layout.STARTS]) | _SPLIT_ENDED
