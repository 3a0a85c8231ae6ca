"""The count of a card shoe, in compiled code: which rung of the ramp a round is played on."""

from houserules.simulator.compiled import compiled, u64
from houserules.simulator.drawing import ONE, Place
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

_RANK = u64(15)


@compiled
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


@compiled
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


@compiled
def staked(tables: Tables, work: Work, ramp: Ramp) -> int:
    """Whether the round is played for money: 0 if it is watched, else 1."""
    width = RUNG_BOXES + int(tables[NUMBER_OF_BOXES]) * RUNG_BOX
    return int(ramp[RUNGS + int(work[RUNG]) * width + RUNG_LAID])


@compiled
def seen_in(ramp: Ramp, at: Place, position: int) -> int:
    """Add up the tags of a round's cards; if the shoe ran out, it is shuffled anyway."""
    seen, here = 0, at.first
    while here < position and here < at.size:
        seen += ramp[RAMP_TAGS + int(u64(at.shoes[at.base + here]) & _RANK)]
        here += ONE
    return seen
