"""Cards from a shoe in memory: any card that is left, each equally likely.

The shoe of a lane is an array. What has been dealt since the last shuffle lies in front of a
position, in the order in which it came; a draw swaps a card from behind it to the position.
To shuffle is to put the position back to 0: what is drawn does not depend on where cards lie.
A position beyond the end has run out and gone on with the discards of earlier rounds (S24 18.9).
A card that is burned unseen could as well be one of those that are never reached: it is left where
it is, and the cutting card comes one card earlier.
"""

from typing import Final, NamedTuple

from houserules.simulator.compiled import inline_kernel, u64
from houserules.simulator.layout import (
    ROWS,
    SIZE,
    STRIDE,
    Shoes,
    Tables,
    Work,
)
from houserules.simulator.random_stream import again, seldom_below

_ROW_BITS, _ROWS = u64(0xFFFF0), u64(ROWS)
_S4, _S32, _LOW = u64(4), u64(32), u64(0xFFFFFFFF)
ZERO: Final = u64(0)
ONE: Final = u64(1)


class Place(NamedTuple):
    """Where a round is dealt: the lane, its shoe, and the position at which the round began."""

    shoes: Shoes
    work: Work
    lane: int
    base: int
    size: int
    first: int


@inline_kernel
def after(tables: Tables, entry: int, code: int) -> int:
    """Follow an entry of the automaton by one card."""
    return u64(tables[_ROWS + ((entry >> _S4) & _ROW_BITS) + (code & entry)])


@inline_kernel
def drawn(shoes: Shoes, work: Work, lane: int, here: int, left: int, word: int) -> int:
    """Draw one of the cards that are left, from here on, by a word of the main stream."""
    product = word * left
    if product & _LOW < left:
        product = again(work, lane, product, left)
    return swap_cards(shoes, here, here + (product >> _S32))


@inline_kernel
def dealt(at: Place, position: int, word: int) -> int:
    """Draw a card to a position, beyond the end of the shoe from the discards."""
    left, here = at.size - position, at.base + position
    if position >= at.size:
        left += at.first
        here -= at.size
    return drawn(at.shoes, at.work, at.lane, here, left, word)


@inline_kernel
def drawn_seldom(at: Place, position: int) -> int:
    """Draw a card to a position by the seldom stream."""
    left, here = at.size - position, at.base + position
    if position >= at.size:
        left += at.first
        here -= at.size
    return swap_cards(at.shoes, here, here + seldom_below(at.work, at.lane, left))


@inline_kernel
def swap_cards(shoes: Shoes, here: int, there: int) -> int:
    """Swap two cards; give the one that is now here."""
    code = u64(shoes[there])
    shoes[there] = shoes[here]
    shoes[here] = code
    return code


@inline_kernel
def place_of(tables: Tables, shoes: Shoes, work: Work, lane: int, first: int) -> Place:
    """Return the place of a round that begins at a position."""
    return Place(shoes, work, lane, lane * u64(tables[STRIDE]), u64(tables[SIZE]), first)
