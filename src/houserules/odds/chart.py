"""A strategy that fits on a card: totals, number of cards and the upcard; found here, valued exactly."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from houserules.odds.arena import NAMES, SIZE, SOFT, TOTAL, Floats, Ints, hand_of
from houserules.odds.cards import Upcard
from houserules.odds.chart_sums import MOST_CARDS, Sums, sums_of
from houserules.odds.opening import SPLIT
from houserules.odds.playing import ACTIONS
from houserules.odds.policy import FREE, Fixed
from houserules.odds.solving import Progress, Solved, solve
from houserules.odds.suits import COMPLETING, MIXED, SPADES, Suited

UPCARDS: Final[tuple[str, ...]] = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
Column = dict[str, "Cell"]


class Cell(NamedTuple):
    """What to do with a total against an upcard: from so many cards on, which action."""

    steps: tuple[tuple[int, str], ...]
    otherwise: str | None = None  # with two cards, where a surrender is not open

    def action(self, cards: int) -> str:
        """Give what to do with so many cards, a surrender aside."""
        found = [action for least, action in self.steps if least <= cards]
        chosen = found[-1] if found else self.steps[0][1]
        return self.otherwise or "hit" if chosen == "surrender" else chosen


class SuitedRow(NamedTuple):
    """Two cards of one suit that are played otherwise than the chart says."""

    cards: str
    suits: str  # same or spades
    upcard: str
    action: str


@dataclass(frozen=True)
class Chart:
    """The card: hard and soft totals, pairs, suited exceptions, doubled hands to give up."""

    upcards: tuple[str, ...]
    hard: dict[int, Column]
    soft: dict[int, Column]
    pairs: dict[str, dict[str, bool]]
    suited: tuple[SuitedRow, ...]
    forfeit: dict[int, dict[str, bool]]
    house_edge: float = float("nan")
    cost: float = float("nan")  # what its simplicity costs against best play

    def cell(self, hand: int, upcard: str) -> Cell | None:
        """Give the cell of a hand."""
        table = self.soft if SOFT[hand] else self.hard
        return table.get(int(TOTAL[hand]), {}).get(upcard)


class ChartPlay:
    """A chart as a strategy to be valued."""

    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        self._fixed: dict[str, Fixed] = {}

    def fixed(self, upcard: Upcard, *, split: bool) -> Fixed:
        """Give what the chart lays down; the same after a split."""
        if upcard.name not in self._fixed:
            self._fixed[upcard.name] = Fixed(self._actions(upcard.name), self._forfeit(upcard.name))
        return self._fixed[upcard.name]

    def _actions(self, upcard: str) -> Ints:
        by_cell = np.full((2, 22, 22), FREE)  # soft or not, total, cards
        for soft, table in enumerate((self._chart.hard, self._chart.soft)):
            for total, row in table.items():
                for cards in range(2, 22) if upcard in row else ():
                    by_cell[soft, total, cards] = ACTIONS.index(row[upcard].action(cards))
        return np.asarray(by_cell[SOFT.astype(int), TOTAL, SIZE])

    def _forfeit(self, upcard: str) -> Ints:
        found = np.zeros(32, dtype=np.int64)
        for total, row in self._chart.forfeit.items():
            found[total] = int(row.get(upcard, False))
        return found

    def first(
        self, upcard: Upcard, cards: tuple[int, int], fall: Suited | None, values: Floats
    ) -> int:
        """Look up two cards: an exception, a pair to split, else the total."""
        excepted = self._excepted(upcard, cards, fall)
        if excepted is not None:
            return excepted
        splits = cards[0] == cards[1] and self._chart.pairs[NAMES[cards[0]]].get(upcard.name, False)
        if splits and not np.isnan(values[SPLIT]):
            return SPLIT
        cell = self._chart.cell(hand_of(*cards), upcard.name)
        assert cell is not None
        named = cell.steps[0][1] if cell.steps[0][0] == 2 else cell.action(2)
        action = ACTIONS.index(named)
        return ACTIONS.index(cell.action(2)) if np.isnan(values[action]) else action

    def second(
        self, upcard: Upcard, cards: tuple[int, int], fall: Suited | None, values: Floats
    ) -> int:
        """Look up the two cards of a split hand."""
        excepted = self._excepted(upcard, cards, fall)
        if excepted is not None and excepted < SPLIT:
            return excepted
        cell = self._chart.cell(hand_of(*cards), upcard.name)
        assert cell is not None
        return ACTIONS.index(cell.action(2))

    def _excepted(self, upcard: Upcard, cards: tuple[int, int], fall: Suited | None) -> int | None:
        if fall is None or fall.suit == MIXED:
            return None
        suits = "spades" if fall.suit == SPADES else "same"
        named = f"{NAMES[cards[0]]} {NAMES[cards[1]]}"
        for row in self._chart.suited:
            if (row.cards, row.suits, row.upcard) == (named, suits, upcard.name):
                return ACTIONS.index(row.action)
        return None

    def again(self, upcard: Upcard, card: int, split: float, kept: float) -> bool:
        """Split again what the chart splits."""
        return self._chart.pairs[NAMES[card]].get(upcard.name, False)


def find_chart(solved: Solved, *, rounds: int = 4, progress: Progress | None = None) -> Chart:
    """Find the chart that loses least to best play, and value it.

    Each cell takes the action that is best on the average of its hands, as often as they come up;
    then again with the values that hands have under the chart, as long as that improves it.
    """
    now, found = solved, None
    for step in range(rounds):
        chart = _drawn(sums_of(now))
        now = solve(solved.game, shoe=solved.shoe, policy=ChartPlay(chart))
        valued = replace(chart, house_edge=now.house_edge, cost=now.house_edge - solved.house_edge)
        if found is not None and valued.house_edge >= found.house_edge - 1e-12:
            break
        found = valued
        if progress is not None:
            progress(step + 1, rounds)
    assert found is not None
    return found


def _drawn(sums: Sums) -> Chart:
    """Draw the chart that the sums ask for."""
    shown = tuple(upcard for upcard in UPCARDS if upcard in sums.cells)
    hard = {t: {u: _cell(sums, t, u, soft=False) for u in shown} for t in range(4, 21)}
    soft = {t: {u: _cell(sums, t, u, soft=True) for u in shown} for t in range(12, 21)}
    chart = Chart(shown, hard, soft, {}, (), sums.forfeits(shown))
    pairs = {name: dict.fromkeys(shown, False) for name in NAMES}
    suited: list[SuitedRow] = []
    for (upcard, cards), ways in sums.pairs.items():
        cell = chart.cell(hand_of(*cards), upcard)
        assert cell is not None
        plain = ACTIONS.index(cell.steps[0][1])
        if cards[0] == cards[1]:
            worth = _worth((share, values) for share, fall, values in ways if _plain(cards, fall))
            split = not np.isnan(worth[SPLIT]) and worth[SPLIT] > worth[plain]
            pairs[NAMES[cards[0]]][upcard] = bool(split)
            plain = SPLIT if split else plain
        if cards in COMPLETING:
            suited += _suited(upcard, cards, ways, plain)
    return replace(chart, pairs=pairs, suited=tuple(suited))


def _worth(ways: Iterable[tuple[float, Floats]]) -> Floats:
    return np.asarray(np.sum([share * values for share, values in ways], axis=0))


def _plain(cards: tuple[int, int], fall: Suited | None) -> bool:
    """Whether the suits ask for no exception."""
    return fall is None or fall.suit == MIXED or cards not in COMPLETING


def _cell(sums: Sums, total: int, upcard: str, *, soft: bool) -> Cell:
    """Take the best action for each number of cards; what never comes up is as with fewer cards."""
    steps: list[tuple[int, str]] = []
    otherwise = None
    for cards in range(2, MOST_CARDS + 1):
        worth = sums.of(upcard, total, cards, soft=soft)
        if np.isnan(worth).all() or not worth.any():
            continue
        action = ACTIONS[int(np.nanargmax(worth))]
        if action == "surrender":
            otherwise = ACTIONS[int(np.nanargmax(worth[:3]))]
        if not steps or steps[-1][1] != action:
            steps.append((cards, action))
    if not steps:
        steps = [(2, "hit" if total < 17 else "stand")]
    return Cell(((2, steps[0][1]), *steps[1:]), otherwise)


def _suited(
    upcard: str,
    cards: tuple[int, int],
    ways: list[tuple[float, Suited | None, Floats]],
    plain: int,
) -> list[SuitedRow]:
    found = []
    for suits in ("same", "spades"):
        chosen = [
            (share, values)
            for share, fall, values in ways
            if fall is not None
            and fall.suit != MIXED
            and (fall.suit == SPADES) == (suits == "spades")
        ]
        if not chosen or not sum(share for share, _ in chosen):
            continue
        worth = _worth(chosen)
        action = int(np.nanargmax(worth))
        if worth[action] > worth[plain] and action != plain:
            named = f"{NAMES[cards[0]]} {NAMES[cards[1]]}"
            found.append(SuitedRow(named, suits, upcard, ACTIONS[action]))
    return found
