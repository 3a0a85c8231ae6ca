"""Everything a kernel looks things up in, made of a rulebook and the bettors' strategies."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houserules.simulator import layout
from houserules.simulator.bettors import Bettor
from houserules.simulator.dealer_rows import DealerRows, dealer_rows
from houserules.simulator.deciding import MOST_HANDS
from houserules.simulator.kinds import SUPER_BONUSES
from houserules.simulator.layout import Tables
from houserules.simulator.packing import At, Packed
from houserules.simulator.playing import Play, Splits, split_roots
from houserules.simulator.rows import RowBank, ended
from houserules.simulator.single import Outcome, Single
from houserules.simulator.strategy import Strategy, StrategyError
from houserules.simulator.terms import Payments


@dataclass(frozen=True, slots=True, eq=False)
class Built:
    """Tables, and what the counts of the one-box kernel stand for."""

    tables: Tables
    outcomes: tuple[Outcome, ...]  # by number, from 1; none where the box is not alone


class _Strategy(NamedTuple):
    start: int
    roots: NDArray[np.uint32]


def build(packed: Packed, bettors: Sequence[Bettor], *, in_chips: bool, alone: bool) -> Built:
    """Build the tables; `alone`: one box, whose rounds the rows carry through to their outcome."""
    if packed[At.RESPLIT] and packed[At.HANDS_MOST] > MOST_HANDS:
        raise StrategyError(f"hands_most: the simulator has room for {MOST_HANDS} hands a box")
    bank = RowBank(tens=bool(packed[At.TENS_IN_DECK]))
    dealer = dealer_rows(packed, bank)
    payments = Payments(packed, in_chips=in_chips)
    insures = [each.insures and payments.insurance(each.wager) > 0 for each in bettors]
    strategies = list({id(each.strategy): each.strategy for each in bettors}.values())
    single = Single(packed, bank, insures=insures[0]) if alone else None
    plays = {id(each): _play(packed, each, bank, single) for each in strategies}
    rows = bank.finished(plays[id(strategies[0])].start if alone else 0)
    tables = _aligned(layout.ROWS + len(rows) + sum(len(each.roots) for each in plays.values()))
    _put_dealer(tables, dealer)
    tables[layout.ROWS : layout.ROWS + len(rows)] = rows
    tables[layout.ROOTS] = layout.ROWS + len(rows)
    tables[layout.COLLECTS] = packed[At.NATURAL_COLLECTS]
    tables[layout.NUMBER_OF_BOXES] = len(bettors)
    _put_boxes(tables, bettors, plays)
    _put_insurance(tables, packed, insures, bit=dealer.insurance)
    return Built(tables, tuple(single.outcomes) if single else ())


def _aligned(size: int) -> Tables:
    """Give an array whose rows begin where the processor's cache lines do."""
    room = np.zeros(size + 16, dtype=np.uint32)
    shift = -(room.ctypes.data // 4 + layout.ROWS) % 16
    return room[shift : shift + size]


def _play(packed: Packed, strategy: Strategy, bank: RowBank, single: Single | None) -> _Strategy:
    """Build a strategy's rows; those of split hands end with the hand, whoever plays."""
    splits = Splits()
    finish = single.finish if single else _ending
    start = Play(packed, strategy, bank, finish=finish, splits=splits).start()
    hands = Play(packed, strategy, bank, finish=_ending, splits=splits)
    return _Strategy(start, split_roots(hands, MOST_HANDS))


def _ending(up: int, ending: int) -> int:
    return ended(ending)


def _put_dealer(tables: Tables, dealer: DealerRows) -> None:
    for place, section in (
        (layout.DEALER_ROOTS, dealer.roots),
        (layout.NEEDS, dealer.needs),
        (layout.SETTLED, dealer.settled),
        (layout.UNDECIDED, dealer.undecided),
        (layout.FIRST_END, dealer.first_end),
    ):
        tables[place : place + len(section)] = section
    for kind in SUPER_BONUSES:
        tables[layout.NEEDS + 2 * kind + 1] = layout.PRIZE_BIT


def _put_boxes(tables: Tables, bettors: Sequence[Bettor], plays: dict[int, _Strategy]) -> None:
    """Put in where each box begins, and the roots of its split hands."""
    places, place = {}, 0
    for number, play in plays.items():
        at = int(tables[layout.ROOTS]) + place
        tables[at : at + len(play.roots)] = play.roots
        places[number], place = place, place + len(play.roots)
    for box, bettor in enumerate(bettors):
        tables[layout.STARTS + box] = plays[id(bettor.strategy)].start
        tables[layout.STRATEGIES + box] = places[id(bettor.strategy)]


def _put_insurance(tables: Tables, packed: Packed, insures: Sequence[bool], *, bit: int) -> None:
    against = packed[At.INSURANCE_AGAINST]
    for box, lays in enumerate(insures):
        for rank in range(13):
            if lays and against >> rank & 1:
                tables[layout.INSURED + box * 16 + rank] = bit
                tables[layout.HAS_INSURANCE] = 1
