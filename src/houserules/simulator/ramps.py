"""The ramp as the kernel has it: for every true count what is played, insured and paid."""

from collections.abc import Sequence

import numpy as np

from houserules.simulator import layout
from houserules.simulator.bettors import Rungs
from houserules.simulator.counting import Counting
from houserules.simulator.layout import Money, Ramp, Tables
from houserules.simulator.packing import At
from houserules.simulator.tables import Built
from houserules.simulator.terms import Payments


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
    boxes, deck = len(rungs[0]), size // payments.packed[At.DECKS]
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
    """Give how many places a rung takes."""
    return layout.RUNG_BOXES + boxes * layout.RUNG_BOX


def _of_box(tables: Tables, money: Money, box: int) -> Ramp:
    """Give what a box has in the tables and the money, in the order of a rung."""
    return np.concatenate(
        [
            tables[[layout.STARTS + box, layout.STRATEGIES + box]],
            tables[layout.INSURED + box * 16 :][:16],
            money[layout.PAYS + box * 64 :][:64],
            money[layout.INSURANCE_PAYS + box * 2 :][:2],
            money[layout.PRIZED + box :][:1],
        ]
    )
