"""A strategy that fits on a card: totals, number of cards and the upcard; found here, valued exactly."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

import numpy as np

from houserules.core.notebook import html_table
from houserules.odds.solved_game import Progress, SolvedGame, solve
from houserules.odds.solver.action_values import (
    ACTIONS,
    DOUBLE,
    FREE,
    Fixed,
    PlayedHands,
    doubled_hands,
)
from houserules.odds.solver.finished_hands import HandPlan, reach_probabilities
from houserules.odds.solver.first_decision import SPLIT
from houserules.odds.solver.hand_index import (
    ARENA,
    COUNTS,
    NAMES,
    SIZE,
    SOFT,
    TOTAL,
    Floats,
    Ints,
    hand_of,
)
from houserules.odds.solver.player_outcomes import FORFEITED, OPEN
from houserules.odds.solver.results import Results
from houserules.odds.solver.shoe import Upcard
from houserules.odds.solver.suits import COMPLETING, MIXED, Suited, pinks_name, suits_name

# What a chart is found from: for every cell the worth of each action, over the hands in it.


MOST_CARDS = 7
"""Hands of this many cards or more are played alike."""

_SHAPE = (2, 22, MOST_CARDS + 1, len(ACTIONS))  # soft or not, total, cards, action


@dataclass(slots=True)
class ChartSums:
    """Sums over hands, each with the probability that it comes up."""

    cells: dict[str, Floats] = field(default_factory=dict)  # by upcard
    pairs: dict[tuple[str, tuple[int, int]], list[tuple[float, Suited | None, Floats]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    given_up: dict[tuple[int, str], float] = field(default_factory=lambda: defaultdict(float))

    def add(self, upcard: str, hands: Ints, worth: Floats) -> None:
        """Add hands to their cells; an action refused to one hand is refused to the cell."""
        cells = self.cells.setdefault(upcard, np.zeros(_SHAPE))
        places = SOFT[hands].astype(int), TOTAL[hands], np.minimum(SIZE[hands], MOST_CARDS)
        np.add.at(cells, places, worth)

    def of(self, upcard: str, total: int, cards: int, *, soft: bool) -> Floats:
        """Return the worth of each action in a cell, NaN where it is refused."""
        return np.asarray(self.cells[upcard][int(soft), total, cards])

    def forfeits(self, upcards: tuple[str, ...]) -> dict[int, dict[str, bool]]:
        """Return for each total of a doubled hand whether to give it up."""
        totals = sorted({total for total, _ in self.given_up})
        return {t: {u: self.given_up.get((t, u), 0.0) > 0 for u in upcards} for t in totals}


def sums_of(solved: SolvedGame) -> ChartSums:
    """Add up every hand of a solved game."""
    sums = ChartSums()
    for results in solved.by_opening:
        _add_first_two(results, sums)
        for aces, played in enumerate(results.opening.unsplit_hands):
            start, _ = results.starts(aces)
            plan = HandPlan(played.action, played.forfeit)
            against = results.opening.against
            reach = results.opening.chance * reach_probabilities(
                against.rules, plan, start, against.left
            )
            hands = np.flatnonzero((reach > 0) & (SIZE > 2))
            worth = np.full((hands.size, len(ACTIONS)), np.nan)
            worth[:, :3] = reach[hands, None] * played.values[hands]
            sums.add(against.upcard.name, hands, worth)
            _add_doubled(results, played, aces, reach, sums)
    return sums


def _add_first_two(results: Results, sums: ChartSums) -> None:
    opening, upcard = results.opening, results.opening.against.upcard.name
    for pair in opening.pairs:
        for choice in pair.choices:
            chance = opening.chance * pair.chance * choice.share
            if pair.cards[0] == pair.cards[1] or choice.fall is not None:
                sums.pairs[upcard, pair.cards].append((chance, choice.fall, choice.values))
            fall = choice.fall if pair.cards in COMPLETING else None
            if (fall is not None and fall.suit != MIXED) or choice.action == SPLIT:
                continue
            values = choice.values.copy()
            values[SPLIT] = np.nan
            sums.add(upcard, np.array([pair.hand]), (chance * values)[None])


def _add_doubled(
    results: Results, played: PlayedHands, aces: int, reach: Floats, sums: ChartSums
) -> None:
    """Add what giving up is worth beyond standing, for every doubled hand and card."""
    against = results.opening.against
    if not against.game.forfeits:
        return
    finish, total = doubled_hands(against.rules, aces)
    pays = against.rules.pays
    for hand in np.nonzero((reach > 0) & (played.action == DOUBLE))[0].tolist():
        left = played.dealt.shoe - COUNTS[hand]
        for card in np.nonzero((left > 0) & (finish[hand] >= OPEN))[0].tolist():
            child = ARENA.child[hand, card]
            more = float(played.dealt.of(child) @ (pays[FORFEITED] - pays[finish[hand, card]]))
            chance = float(reach[hand] * left[card] / left.sum())
            key = (int(total[hand, card]), against.upcard.name)
            sums.given_up[key] += chance * more


UPCARDS: Final[tuple[str, ...]] = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
Column = dict[str, "ChartCell"]
Way = tuple[float, Suited | None, Floats]
"""How often suits fall so, how, and what every action is then worth."""


class ChartCell(NamedTuple):
    """What to do with a total against an upcard: from so many cards on, which action."""

    steps: tuple[tuple[int, str], ...]
    otherwise: str | None = None  # with two cards, where a surrender is not open

    def action(self, cards: int) -> str:
        """Return what to do with so many cards, a surrender aside."""
        reached = [action for least, action in self.steps if least <= cards]
        chosen = reached[-1] if reached else self.steps[0][1]
        return self.otherwise or "hit" if chosen == "surrender" else chosen


class SuitedRow(NamedTuple):
    """Two cards that are played differently because of their suits."""

    cards: str
    suits: str  # same, spades; of a pair in Pinkjack Jd, Jd Jd, Ad, Ad Ad
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

    def __repr__(self) -> str:
        return f"<Chart: house edge {100 * self.house_edge:.4f} %, {100 * self.cost:.4f} % above best play>"

    def _repr_html_(self) -> str:
        """Return the chart as a table, for notebooks."""
        rows = [
            (f"{kind} {total}", *(_cell_code(column[upcard]) for upcard in self.upcards))
            for kind, table in (("hard", self.hard), ("soft", self.soft))
            for total, column in table.items()
        ]
        for name, splits in self.pairs.items():
            codes = ("split" if splits[upcard] else "" for upcard in self.upcards)
            rows.append((f"{name} {name}", *codes))
        return html_table(f"House edge {100 * self.house_edge:.4f} %", ("", *self.upcards), rows)

    def cell(self, hand: int, upcard: str) -> ChartCell | None:
        table = self.soft if SOFT[hand] else self.hard
        return table.get(int(TOTAL[hand]), {}).get(upcard)


def _cell_code(cell: ChartCell) -> str:
    """Write the steps of a cell: "hit, stand from 5"."""
    first, *later = cell.steps
    return ", ".join([first[1], *(f"{action} from {cards}" for cards, action in later)])


class ChartPlay:
    """A chart as a strategy to be valued."""

    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        self._suited = {(row.cards, row.suits, row.upcard): row.action for row in chart.suited}
        self._fixed: dict[str, Fixed] = {}

    def fixed_actions(self, upcard: Upcard, *, split: bool) -> Fixed:
        """Return the chart's actions; they are the same after a split."""
        name = upcard.name
        if name not in self._fixed:
            by_cell = np.full((2, 22, 22), FREE)  # soft or not, total, cards
            for soft, table in enumerate((self._chart.hard, self._chart.soft)):
                for total, row in table.items():
                    for cards in range(2, 22) if name in row else ():
                        by_cell[soft, total, cards] = ACTIONS.index(row[name].action(cards))
            forfeit = np.zeros(32, dtype=np.int64)
            for total, given_up in self._chart.forfeit.items():
                forfeit[total] = int(given_up.get(name, False))
            self._fixed[name] = Fixed(by_cell[SOFT.astype(int), TOTAL, SIZE], forfeit)
        return self._fixed[name]

    def first(
        self, upcard: Upcard, cards: tuple[int, int], fall: Suited | None, values: Floats
    ) -> int:
        """Look up two cards: an exception, a pair to split, else the total."""
        excepted = self._exception_for(upcard, cards, fall)
        if excepted is not None and not np.isnan(values[excepted]):
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
        excepted = self._exception_for(upcard, cards, fall)
        if excepted is not None and excepted < SPLIT:
            return excepted
        cell = self._chart.cell(hand_of(*cards), upcard.name)
        assert cell is not None
        return ACTIONS.index(cell.action(2))

    def _exception_for(
        self, upcard: Upcard, cards: tuple[int, int], fall: Suited | None
    ) -> int | None:
        suits = suits_name(fall, cards[0])
        if suits is None:
            return None
        action = self._suited.get((_pair_name(cards), suits, upcard.name))
        return None if action is None else ACTIONS.index(action)

    def again(self, upcard: Upcard, card: int, pinks: int, values: tuple[float, float]) -> bool:
        """Split again what the chart splits."""
        if self._chart.pairs[NAMES[card]].get(upcard.name, False):
            return True
        suits = pinks_name(pinks, card)
        return self._suited.get((_pair_name((card, card)), suits, upcard.name)) == "split"


def _pair_name(cards: tuple[int, int]) -> str:
    return f"{NAMES[cards[0]]} {NAMES[cards[1]]}"


def find_chart(solved: SolvedGame, *, rounds: int = 4, progress: Progress | None = None) -> Chart:
    """Find the chart that loses least to best play, and value it.

    Each cell takes the action that is best on average over its hands, weighted by how often they come up;
    then again with the values that hands have under the chart, as long as that improves it.
    """
    now, best = solved, None
    for step in range(rounds):
        chart = _draw_chart(sums_of(now))
        now = solve(solved.game, shoe=solved.shoe, policy=ChartPlay(chart))
        valued = replace(chart, house_edge=now.house_edge, cost=now.house_edge - solved.house_edge)
        if best is not None and valued.house_edge >= best.house_edge - 1e-12:
            break
        best = valued
        if progress is not None:
            progress(step + 1, rounds)
    assert best is not None
    return best


def _draw_chart(sums: ChartSums) -> Chart:
    """Build the chart from the sums."""
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
            unexceptional = [  # or all ways, if every one may be an exception
                (share, values)
                for share, fall, values in ways
                if fall is None or _exception(cards, fall) is None
            ]
            worth = _worth(unexceptional or [(share, values) for share, _, values in ways])
            split = not np.isnan(worth[SPLIT]) and worth[SPLIT] > worth[plain]
            pairs[NAMES[cards[0]]][upcard] = bool(split)
            plain = SPLIT if split else plain
        suited += _suited_rows(upcard, cards, ways, plain)
    return replace(chart, pairs=pairs, suited=tuple(suited))


def _worth(ways: Iterable[tuple[float, Floats]]) -> Floats:
    return np.asarray(np.sum([share * values for share, values in ways], axis=0))


def _exception(cards: tuple[int, int], fall: Suited) -> str | None:
    """Return the suits that a chart may name as an exception."""
    if fall.pinks is None and cards not in COMPLETING:
        return None
    name = suits_name(fall, cards[0])
    return None if name in ("mixed", "other") else name


def _cell(sums: ChartSums, total: int, upcard: str, *, soft: bool) -> ChartCell:
    """Take the best action by number of cards; one that never comes up is played as with fewer."""
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
    return ChartCell(((2, steps[0][1]), *steps[1:]), otherwise)


def _suited_rows(
    upcard: str, cards: tuple[int, int], ways: list[Way], plain: int
) -> Iterator[SuitedRow]:
    """Return the suits for which something else is best."""
    groups: dict[str, list[tuple[float, Floats]]] = {}
    for share, fall, values in ways:
        suits = _exception(cards, fall) if fall is not None else None
        if suits is not None and share:
            groups.setdefault(suits, []).append((share, values))
    for suits, chosen in sorted(groups.items()):
        worth = _worth(chosen)
        action = int(np.nanargmax(worth))
        if worth[action] > worth[plain] and action != plain:
            yield SuitedRow(_pair_name(cards), suits, upcard, ACTIONS[action])
