"""Random numbers, and the cards that they draw from a shoe in memory, each equally likely.

The numbers are one SplitMix64 sequence per seed (Steele, Lea and Flood), cut into lanes. A lane is a
run of rounds at one table. Lane n has the 2^32 words of the sequence from n * 2^32 on, so no two
lanes share a word, and it does not matter which worker plays which lane. Each word gives two draws of
32 bits. The second half of a lane is for rare draws: the cards of split boxes, and repeated draws.

The shoe of a lane is an array. The cards dealt since the last shuffle lie in front of a position, in
the order in which they came; a draw swaps a card from behind the position to it. To shuffle, set the
position back to 0: a draw does not depend on where cards lie. A position beyond the end means that
the shoe ran out and dealing went on with the discards of earlier rounds (S24 18.9). A card burned
unseen could as well be one that is never reached: it stays where it is, and the cutting card comes
one card earlier.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houserules.simulator import layout
from houserules.simulator.compiled import compile_kernel, inline_kernel, u32, u64
from houserules.simulator.layout import Shoes, Tables, Work

_GOLDEN: Final = u64(0x9E3779B97F4A7C15)
_FIRST: Final = u64(0xBF58476D1CE4E5B9)
_SECOND: Final = u64(0x94D049BB133111EB)
_LANE: Final = u64(0x7F4A7C1500000000)  # 2^32 steps of the sequence
_HALF: Final = u64(0xBFA53E0A80000000)  # 2^31 steps
_S27, _S30, _S31, _S32 = u64(27), u64(30), u64(31), u64(32)
_ONE, _TWO, _SELDOM = u64(1), u64(2), u64(layout.SELDOM)
_LOW: Final = u64(0xFFFFFFFF)


@inline_kernel
def scramble(z: int) -> int:
    """Scramble a number as SplitMix64 does."""
    z = u64((z ^ (z >> _S30)) * _FIRST)
    z = u64((z ^ (z >> _S27)) * _SECOND)
    return z ^ (z >> _S31)


@compile_kernel
def start_of_lane(seed: int, lane: int) -> tuple[int, int]:
    """Return where a lane begins: its main draws, and the seldom ones."""
    start = u64(scramble(u64(u64(seed) + _GOLDEN)) + u64(u64(lane) * _LANE))
    return start, u64(start + _HALF)


@inline_kernel
def fill(words: NDArray[np.uint32], at: int, count: int, state: int) -> int:
    """Fill an even count of draws from a place on; return the state after them."""
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
        product = redraw(work, lane, product, bound)
    return product >> _S32


@compile_kernel
def redraw(work: Work, lane: int, product: int, bound: int) -> int:
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


_ROW_BITS, _ROWS = u64(0xFFFF0), u64(layout.ROWS)
_S4 = u64(4)
ZERO: Final = u64(0)
ONE: Final = u64(1)


class DealPosition(NamedTuple):
    """Where a round is dealt: the lane, its shoe, and the position at which the round began."""

    shoes: Shoes
    work: Work
    lane: int
    base: int
    size: int
    first: int


@inline_kernel
def follow_card(tables: Tables, entry: int, code: int) -> int:
    """Follow an entry of the automaton by one card."""
    return u64(tables[_ROWS + ((entry >> _S4) & _ROW_BITS) + (code & entry)])


@inline_kernel
def draw_card(shoes: Shoes, work: Work, lane: int, here: int, left: int, word: int) -> int:
    """Draw one of the cards that are left, from here on, by a word of the main stream."""
    product = word * left
    if product & _LOW < left:
        product = redraw(work, lane, product, left)
    return swap_cards(shoes, here, here + (product >> _S32))


@inline_kernel
def deal_card(at: DealPosition, position: int, word: int) -> int:
    """Draw a card to a position, beyond the end of the shoe from the discards."""
    left, here = at.size - position, at.base + position
    if position >= at.size:
        left += at.first
        here -= at.size
    return draw_card(at.shoes, at.work, at.lane, here, left, word)


@inline_kernel
def deal_seldom(at: DealPosition, position: int) -> int:
    """Draw a card to a position by the seldom stream."""
    left, here = at.size - position, at.base + position
    if position >= at.size:
        left += at.first
        here -= at.size
    return swap_cards(at.shoes, here, here + seldom_below(at.work, at.lane, left))


@inline_kernel
def swap_cards(shoes: Shoes, here: int, there: int) -> int:
    """Swap two cards; return the one that is now here."""
    code = u64(shoes[there])
    shoes[there] = shoes[here]
    shoes[here] = code
    return code


@inline_kernel
def place_of(tables: Tables, shoes: Shoes, work: Work, lane: int, first: int) -> DealPosition:
    """Return the place of a round that begins at a position."""
    return DealPosition(
        shoes, work, lane, lane * u64(tables[layout.STRIDE]), u64(tables[layout.SIZE]), first
    )
