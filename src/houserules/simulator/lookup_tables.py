"""Everything a kernel looks things up in, made of a rulebook and the bettors' strategies."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houserules.simulator import layout
from houserules.simulator.automaton import RowBank, Splits, StrategyRows, end_entry, split_roots
from houserules.simulator.bettors import BoxBettor, Counting, Rungs
from houserules.simulator.dealer import DealerRows, Outcome, Single, dealer_rows
from houserules.simulator.decisions import MOST_HANDS, SUPER_BONUSES
from houserules.simulator.layout import (
    Money,
    Ramp,
    Tables,
)
from houserules.simulator.packed_rules import Packed, Rule
from houserules.simulator.payouts import Payments
from houserules.simulator.strategy import StrategyError


class _Strategy(NamedTuple):
    start: int
    place: int  # of its roots among all
    roots: NDArray[np.uint32]


@dataclass(frozen=True, slots=True, eq=False)
class Built:
    """Tables, and what the counts of the one-box kernel stand for."""

    tables: Tables
    outcomes: tuple[Outcome, ...]  # by number, from 1; none where the box is not alone
    plays: dict[int, _Strategy]  # by the id of the strategy
    insurance: int  # the bit of an insurance wager

    def seat(self, payments: Payments, bettors: Sequence[BoxBettor]) -> None:
        """Put in where each box begins, the roots of its split hands, and what it insures."""
        tables, against = self.tables, payments.packed[Rule.INSURANCE_AGAINST]
        for box, bettor in enumerate(bettors):
            play = self.plays[id(bettor.strategy)]
            tables[layout.STARTS + box] = play.start
            tables[layout.STRATEGIES + box] = play.place
            lays = lays_insurance(payments, bettor)
            tables[layout.HAS_INSURANCE] |= lays
            for rank in range(13):
                offered = against >> rank & 1
                bit = self.insurance if lays and offered else 0
                tables[layout.INSURED + box * 16 + rank] = bit


def build(payments: Payments, rungs: Rungs, *, alone: bool) -> Built:
    """Build the tables; `alone`: one box, whose rounds the rows carry through to their outcome."""
    packed = payments.packed
    if packed[Rule.RESPLIT] and packed[Rule.HANDS_MOST] > MOST_HANDS:
        raise StrategyError(f"hands_most: the simulator has room for {MOST_HANDS} hands per box")
    bank = RowBank(tens=bool(packed[Rule.TENS_IN_DECK]))
    dealer = dealer_rows(packed, bank)
    bettors = rungs[0]
    single = None
    if alone:
        single = Single(packed, bank, insures=lays_insurance(payments, bettors[0]))
    plays = _plays(packed, rungs, bank, single)
    rows = bank.table(plays[id(bettors[0].strategy)].start if alone else 0)
    tables = align_rows(
        np.concatenate([_front(packed, dealer, rows), *(play.roots for play in plays.values())])
    )
    built = Built(tables, tuple(single.outcomes) if single else (), plays, dealer.insurance)
    tables[layout.NUMBER_OF_BOXES] = len(bettors)
    built.seat(payments, bettors)
    return built


def lays_insurance(payments: Payments, bettor: BoxBettor) -> bool:
    """Whether a bettor insures and there is something to be laid."""
    return bettor.insures and payments.insurance(bettor.wager) > 0


def _plays(
    packed: Packed, rungs: Rungs, bank: RowBank, single: Single | None
) -> dict[int, _Strategy]:
    """Build the rows of every strategy that anybody plays, at any count."""
    plays: dict[int, _Strategy] = {}
    place = 0
    for strategy in {id(each.strategy): each.strategy for rung in rungs for each in rung}.values():
        splits: Splits = {}
        finish = single.finish if single else _ending
        start = StrategyRows(packed, strategy, bank, finish=finish, splits=splits).start()
        # Rows of split hands end with the hand, whoever plays.
        hands = StrategyRows(packed, strategy, bank, finish=_ending, splits=splits)
        roots = split_roots(hands, MOST_HANDS)
        plays[id(strategy)] = _Strategy(start, place, roots)
        place += len(roots)
    return plays


def _front(packed: Packed, dealer: DealerRows, rows: Tables) -> Tables:
    """Return the tables up to the roots of split hands."""
    tables = np.zeros(layout.ROWS + len(rows), dtype=np.uint32)
    for place, section in (
        (layout.DEALER_ROOTS, dealer.roots),
        (layout.NEEDS, dealer.needs),
        (layout.SETTLED, dealer.settled),
        (layout.UNDECIDED, dealer.undecided),
        (layout.FIRST_END, dealer.first_end),
    ):
        tables[place : place + len(section)] = section
    for kind in SUPER_BONUSES:
        tables[layout.NEEDS + 2 * kind + 1] |= layout.PRIZE_BIT
    tables[layout.ROWS :] = rows
    tables[layout.ROOTS] = len(tables)
    tables[layout.COLLECTS] = packed[Rule.NATURAL_COLLECTS]
    return tables


def align_rows(tables: Tables) -> Tables:
    """Return a copy whose rows begin where the processor's cache lines do."""
    room = np.zeros(len(tables) + 16, dtype=np.uint32)
    shift = -(room.ctypes.data // 4 + layout.ROWS) % 16
    copy = room[shift : shift + len(tables)]
    copy[:] = tables
    return copy


def _ending(up: int, ending: int) -> int:
    return end_entry(ending)


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
    width = layout.RUNG_BOXES + boxes * layout.RUNG_BOX
    ramp = np.zeros(layout.RUNGS + len(rungs) * width, dtype=np.int64)
    ramp[layout.RAMP_MOST], ramp[layout.RAMP_DECK] = counting.most, deck
    ramp[layout.RAMP_TAGS : layout.RAMP_TAGS + len(counting.tags)] = counting.tags
    for rung in reversed(range(len(rungs))):
        built.seat(payments, rungs[rung])
        place = layout.RUNGS + rung * width
        ramp[place + layout.RUNG_LAID] = counting.units(rung - counting.most) > 0
        for box in range(boxes):
            at = place + layout.RUNG_BOXES + box * layout.RUNG_BOX
            pays = money[rung]
            ramp[at : at + layout.RUNG_BOX] = np.concatenate(  # in the order of a rung
                [
                    built.tables[[layout.STARTS + box, layout.STRATEGIES + box]],
                    built.tables[layout.INSURED + box * 16 :][:16],
                    pays[layout.PAYS + box * 64 :][:64],
                    pays[layout.INSURANCE_PAYS + box * 2 :][:2],
                    pays[layout.PRIZED + box :][:1],
                ]
            )
    return ramp
