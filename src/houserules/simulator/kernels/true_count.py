"""The count of a card shoe, in compiled code: which rung of the ramp a round is played on."""

from collections.abc import Sequence

import numpy as np

from houserules.simulator import layout
from houserules.simulator.bettors import Counting, Rungs
from houserules.simulator.compiled import compile_kernel, u64
from houserules.simulator.kernels.draw import ONE, DealPosition
from houserules.simulator.layout import (
    INSURANCE_PAYS,
    INSURED,
    NUMBER_OF_BOXES,
    PAYS,
    PRIZED,
    RAMP_DECK,
    RAMP_MOST,
    RAMP_TAGS,
    RUNG,
    RUNG_BOX,
    RUNG_BOXES,
    RUNG_INSURANCE,
    RUNG_INSURED,
    RUNG_LAID,
    RUNG_PAYS,
    RUNG_PRIZED,
    RUNG_START,
    RUNG_STRATEGY,
    RUNGS,
    SIZE,
    STARTS,
    STRATEGIES,
    Money,
    Ramp,
    Tables,
    Work,
)
from houserules.simulator.lookup_tables import Built
from houserules.simulator.packed_rules import Rule
from houserules.simulator.payout_terms import Payments

_RANK = u64(15)


@compile_kernel
def rung_for(
    tables: Tables, work: Work, money: Money, ramp: Ramp, position: int, running: int
) -> None:
    """Go to the rung of the true count, which is rounded down."""
    unseen, most = int(tables[SIZE]) - int(position), ramp[RAMP_MOST]
    true_count = running * ramp[RAMP_DECK] // unseen
    rung = min(max(true_count, -most), most) + most
    if rung != int(work[RUNG]):
        work[RUNG] = rung
        _climb(tables, money, ramp, rung)


@compile_kernel
def _climb(tables: Tables, money: Money, ramp: Ramp, rung: int) -> None:
    """Put what a rung plays, insures and is paid where the kernel looks for it."""
    boxes = int(tables[NUMBER_OF_BOXES])
    place = RUNGS + rung * (RUNG_BOXES + boxes * RUNG_BOX) + RUNG_BOXES
    for box in range(boxes):
        tables[STARTS + box] = ramp[place + RUNG_START]
        tables[STRATEGIES + box] = ramp[place + RUNG_STRATEGY]
        for rank in range(16):
            tables[INSURED + box * 16 + rank] = ramp[place + RUNG_INSURED + rank]
        for kind in range(64):
            money[PAYS + box * 64 + kind] = ramp[place + RUNG_PAYS + kind]
        for won in range(2):
            money[INSURANCE_PAYS + box * 2 + won] = ramp[place + RUNG_INSURANCE + won]
        money[PRIZED + box] = ramp[place + RUNG_PRIZED]
        place += RUNG_BOX


@compile_kernel
def is_staked(tables: Tables, work: Work, ramp: Ramp) -> int:
    """Whether the round is played for money: 0 if it is watched, else 1."""
    width = RUNG_BOXES + int(tables[NUMBER_OF_BOXES]) * RUNG_BOX
    return int(ramp[RUNGS + int(work[RUNG]) * width + RUNG_LAID])


@compile_kernel
def seen_in(ramp: Ramp, at: DealPosition, position: int) -> int:
    """Add up the tags of a round's cards; if the shoe ran out, it is shuffled anyway."""
    seen, here = 0, at.first
    while here < position and here < at.size:
        seen += ramp[RAMP_TAGS + int(u64(at.shoes[at.base + here]) & _RANK)]
        here += ONE
    return seen


# The ramp as the kernel has it: for every true count what is played, insured and paid.


def ramp_of(
    built: Built,
    payments: Payments,
    counting: Counting | None,
    *,
    rungs: Rungs,
    money: Sequence[Money],
    size: int,
) -> Ramp:
    """Seat the bettors of every rung in turn and write down what that changes, if anybody counts.

    The lowest rung is the last, so it is what the tables are left with.
    """
    if counting is None:
        return np.zeros(0, dtype=np.int64)
    boxes, deck = len(rungs[0]), size // payments.packed[Rule.DECKS]
    ramp = np.zeros(layout.RUNGS + len(rungs) * rung_width(boxes), dtype=np.int64)
    ramp[layout.RAMP_MOST], ramp[layout.RAMP_DECK] = counting.most, deck
    ramp[layout.RAMP_TAGS : layout.RAMP_TAGS + len(counting.tags)] = counting.tags
    for rung in reversed(range(len(rungs))):
        built.seat(payments, rungs[rung])
        place = layout.RUNGS + rung * rung_width(boxes)
        ramp[place + layout.RUNG_LAID] = counting.units(rung - counting.most) > 0
        for box in range(boxes):
            at = place + layout.RUNG_BOXES + box * layout.RUNG_BOX
            ramp[at : at + layout.RUNG_BOX] = _of_box(built.tables, money[rung], box)
    return ramp


def rung_width(boxes: int) -> int:
    """Return how many places a rung takes."""
    return layout.RUNG_BOXES + boxes * layout.RUNG_BOX


def _of_box(tables: Tables, money: Money, box: int) -> Ramp:
    """Return what a box has in the tables and the money, in the order of a rung."""
    return np.concatenate(
        [
            tables[[layout.STARTS + box, layout.STRATEGIES + box]],
            tables[layout.INSURED + box * 16 :][:16],
            money[layout.PAYS + box * 64 :][:64],
            money[layout.INSURANCE_PAYS + box * 2 :][:2],
            money[layout.PRIZED + box :][:1],
        ]
    )
