"""Random numbers: one SplitMix64 sequence a seed (Steele, Lea and Flood), cut into lanes.

A lane is a run of rounds at one table. Lane n has the 2^32 words of the sequence from n * 2^32 on,
so no two lanes share a word and it does not matter which worker plays which lane. Each word gives
two draws of 32 bits. The second half of a lane is for what comes seldom: the cards of split boxes,
and draws that are made again.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from houserules.simulator.compiled import compile_kernel, inline_kernel, u32, u64
from houserules.simulator.layout import SELDOM, Work

_GOLDEN: Final = u64(0x9E3779B97F4A7C15)
_FIRST: Final = u64(0xBF58476D1CE4E5B9)
_SECOND: Final = u64(0x94D049BB133111EB)
_LANE: Final = u64(0x7F4A7C1500000000)  # 2^32 steps of the sequence
_HALF: Final = u64(0xBFA53E0A80000000)  # 2^31 steps
_S27, _S30, _S31, _S32 = u64(27), u64(30), u64(31), u64(32)
_ONE, _TWO, _SELDOM = u64(1), u64(2), u64(SELDOM)
_LOW: Final = u64(0xFFFFFFFF)


@inline_kernel
def scramble(z: int) -> int:
    """Scramble a number as SplitMix64 does."""
    z = u64((z ^ (z >> _S30)) * _FIRST)
    z = u64((z ^ (z >> _S27)) * _SECOND)
    return z ^ (z >> _S31)


@compile_kernel
def begin(seed: int, lane: int) -> tuple[int, int]:
    """Return where a lane begins: its main draws, and the seldom ones."""
    start = u64(scramble(u64(u64(seed) + _GOLDEN)) + u64(u64(lane) * _LANE))
    return start, u64(start + _HALF)


@inline_kernel
def fill(words: NDArray[np.uint32], at: int, count: int, state: int) -> int:
    """Fill an even count of draws from a place on; give the state after them."""
    place = u64(at)
    for _ in range(count >> 1):
        state = u64(state + _GOLDEN)
        word = scramble(state)
        words[place] = u32(word & _LOW)
        words[place + _ONE] = u32(word >> _S32)
        place += _TWO
    return state


@inline_kernel
def seldom_below(work: Work, lane: int, bound: int) -> int:
    """Return a whole number below the bound, each equally likely (Lemire's method)."""
    product = u64(_seldom_draw(work, lane) * bound)
    if product & _LOW < bound:
        product = again(work, lane, product, bound)
    return product >> _S32


@compile_kernel
def again(work: Work, lane: int, product: int, bound: int) -> int:
    """Keep a product of draw and bound, or draw again if keeping it would favour some numbers.

    To be asked only when its low half is below the bound, which is one draw in ten million.
    """
    least = u64(u64(_LOW + _ONE) % bound)
    while product & _LOW < least:
        product = u64(_seldom_draw(work, lane) * bound)
    return product


@inline_kernel
def _seldom_draw(work: Work, lane: int) -> int:
    place = lane + _SELDOM
    state = u64(u64(work[place]) + _GOLDEN)
    work[place] = state
    return scramble(state) >> _S32
