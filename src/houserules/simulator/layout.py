"""Where everything stands in the flat arrays that a kernel works with.

`Tables` and `Money` are what a rulebook, the strategies and the wagers come to; they are written to
only where somebody counts cards, whose `Ramp` has what changes in them from one count to the next.
`Work` is what a batch of lanes changes: streams, positions, counts. A few arrays, since a compiled
function that is handed twenty spends its time on handing them over.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Tables = NDArray[np.uint32]
Work = NDArray[np.uint64]
Shoes = NDArray[np.uint8]
Words = NDArray[np.uint32]
Money = NDArray[np.int64]
Tally = NDArray[np.int64]
Ramp = NDArray[np.int64]

LANES: Final = 8
BOXES: Final = 16
"""Room for boxes: there are at most nine."""

# Tables: single values
SIZE: Final = 0  # cards of a shoe
STRIDE: Final = 1  # from one lane's shoe to the next
CUT: Final = 2  # cards dealt before the cutting card; 0: every round from a full shoe
COLLECTS: Final = 4  # which wagers a natural collects from a split box
ROOTS: Final = 5  # where the entries of split hands begin
NUMBER_OF_BOXES: Final = 6
DEVICE: Final = 7  # whether a shuffling device takes the discards back
HAS_INSURANCE: Final = 8  # whether anybody insures
HAS_SIDES: Final = 9  # whether anybody has a side wager
COUNTED_BY: Final = 10  # what settlements are counted by
CELLS: Final = 11  # and how many of that there are
LEVELS: Final = 12  # how many results the distribution has room for
COUNTING: Final = 13  # whether anybody counts cards

# Tables: sections of fixed size
STARTS: Final = 16  # of every box, the entry of its first card
STRATEGIES: Final = STARTS + BOXES  # of every box, where its strategy's roots begin
INSURED: Final = STRATEGIES + BOXES  # of every box and rank of upcard, the insurance bit
DEALER_ROOTS: Final = INSURED + BOXES * 16  # by upcard
SIDES: Final = DEALER_ROOTS + 64  # of every box: 0, 1 for Perfect Pairs, or 2 and the suit
NEEDS: Final = SIDES + BOXES  # by ending and whether collected
SETTLED: Final = NEEDS + 512  # by whether collected, ending and dealer's end
UNDECIDED: Final = SETTLED + 2 * 256 * 32  # by row of the dealer's
DEALER_ROWS: Final = 1024
FIRST_END: Final = UNDECIDED + DEALER_ROWS
ROWS: Final = FIRST_END + DEALER_ROWS

PRIZE_BIT: Final = 1 << 31
"""Among the needs: the hand has made a Super Bonus. No dealer's card is drawn for it."""

# Work: by lane
MAIN: Final = 0
SELDOM: Final = MAIN + LANES
ENTRY: Final = SELDOM + LANES
POSITION: Final = ENTRY + LANES
CARDS: Final = POSITION + LANES  # the first cards of a split box's hands
ENDINGS: Final = CARDS + 8
OUTCOMES: Final = 64  # 256 counts per lane; place 0 counts the cards that ended nothing
KEYS: Final = OUTCOMES + LANES * 256  # settlements of split boxes, found by their hash
PLACES: Final = 1 << 14
TIMES: Final = KEYS + PLACES
WORK: Final = TIMES + PLACES

# Work of several boxes, where that of one box has its outcomes
BOX_ENTRY: Final = OUTCOMES
BOX_FIRST: Final = BOX_ENTRY + BOXES
BOX_SECOND: Final = BOX_FIRST + BOXES
BOX_HANDS: Final = BOX_SECOND + BOXES
BOX_TAKEN: Final = BOX_HANDS + BOXES
QUEUE: Final = BOX_TAKEN + BOXES
BOX_ENDINGS: Final = QUEUE + 2 * BOXES  # eight per box
RUNG: Final = BOX_ENDINGS + 8 * BOXES  # of the ramp, which the round is played on
TABLE_WORK: Final = RUNG + 1

# Money, in units: what a bettor gets
PAYS: Final = 0  # of every box, by kind
INSURANCE_PAYS: Final = PAYS + BOXES * 64  # of every box: lost, won
SIDE_PAYS: Final = INSURANCE_PAYS + BOXES * 2  # of every box, by end
PRIZED: Final = SIDE_PAYS + BOXES * 8  # of every box: whether its wager is large enough for one
OTHERS: Final = PRIZED + BOXES  # of every box: what it gets when another wins a Super Bonus
LOWEST: Final = OTHERS + BOXES  # the result with which the distribution begins
MONEY: Final = LOWEST + 1

# Ramp: the same values for every rung, then the rungs
RAMP_MOST: Final = 0  # the largest true count; rungs go from minus that to it
RAMP_DECK: Final = 1  # the cards of a deck
RAMP_TAGS: Final = 2  # by rank
RUNGS: Final = RAMP_TAGS + 16
RUNG_LAID: Final = 0  # of a rung: whether anything is wagered
RUNG_BOXES: Final = 1
RUNG_START: Final = 0  # of a box on a rung: what goes into STARTS, STRATEGIES, INSURED and so on
RUNG_STRATEGY: Final = 1
RUNG_INSURED: Final = 2
RUNG_PAYS: Final = RUNG_INSURED + 16
RUNG_INSURANCE: Final = RUNG_PAYS + 64
RUNG_PRIZED: Final = RUNG_INSURANCE + 2
RUNG_BOX: Final = RUNG_PRIZED + 1

# Tally of several boxes
SQUARES_LOW: Final = 0  # of rounds' results, in two halves
SQUARES_HIGH: Final = 1
OUTSIDE: Final = 2  # results for which the distribution has no room
BOX_NETS: Final = 8  # of every box, the result of the round at hand: no count
TALLY_SIDES: Final = BOX_NETS + BOXES  # of every box, by end
TALLY_CELLS: Final = TALLY_SIDES + BOXES * 8  # of every box and cell, 64 counts

# A cell of the tally: kinds of settlement at their own numbers, and these
CELL_ROUNDS: Final = 0
CELL_OTHERS: Final = 59  # how often another's Super Bonus brought something
CELL_INSURANCE: Final = 60  # lost, won
CELL_SQUARES: Final = 62  # of the box's results, in two halves
