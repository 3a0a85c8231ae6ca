"""The strategies of `houserules simulate`: solved, drawn as a chart, read from a file, built in, or by the count."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from houserules import simulator
from houserules.analysis.cache import load_or_make
from houserules.analysis.options import RequestError
from houserules.analysis.request import OddsRequest, Report, find_rulebook, steps_of
from houserules.analysis.simulation_plan import SimulationPlan
from houserules.analysis.simulation_request import MOST, CountPlan
from houserules.core.cards import deck
from houserules.odds.card_counting import RunningCount, expected_shoe, running_counts, units_at
from houserules.odds.chart import Chart, ChartPlay, find_chart
from houserules.odds.game import Game, game_of
from houserules.odds.side_wagers import insured_hands
from houserules.odds.solved_game import SolvedGame, solve
from houserules.odds.solver.hand_index import NAMES, hand_of
from houserules.odds.solver.shoe import Shoe, full_shoe
from houserules.odds.strategy import strategy_rows
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.simulator import (
    BoxBettor,
    Counting,
    Result,
    Strategy,
    StrategyError,
    from_rows,
    mimic_the_dealer,
    never_bust,
    pack,
)
from houserules.simulator.packed_rules import Packed
from houserules.simulator.strategy_sources import NAMED

# The chart of `houserules strategy` as rows: what it asks for with every hand that can still act.


Row = dict[str, Any]
Rows = Mapping[str, Sequence[Row]]


def chart_rows(chart: Chart, rows: Rows) -> dict[str, list[Row]]:
    """Return the rows of a game with the chart's actions instead of the best."""
    suited = {(row.cards, row.suits, row.upcard): row.action for row in chart.suited}
    return {
        "hands": [row | {"best": _asks(chart, suited, row)} for row in rows["hands"]],
        "forfeit": [
            row | {"forfeit": chart.forfeit.get(row["total"], {}).get(row["upcard"], False)}
            for row in rows["forfeit"]
        ],
    }


def _asks(chart: Chart, suited: Mapping[tuple[str, str, str], str], row: Row) -> str:
    """Look up an exception for suits, then a pair, then the total; after a split, the pair first."""
    excepted = suited.get((row["cards"], row["suits"], row["upcard"]))
    may_split = row["values"]["split"] is not None
    splits = may_split and chart.pairs[row["cards"][0]].get(row["upcard"], False)
    if row["split_from"] is None:
        return excepted or ("split" if splits else _by_total(chart, row))
    if splits or (excepted == "split" and may_split):
        return "split"
    return excepted if excepted in ("stand", "hit", "double") else _by_total(chart, row)


def _by_total(chart: Chart, row: Row) -> str:
    hand, cards = _hand(row["cards"])
    cell = chart.cell(hand, row["upcard"])
    assert cell is not None, "the chart has every total that can act"
    least, first = cell.steps[0]
    if cards == least == 2 and row["values"][first] is not None:
        return first
    return cell.action(cards)


@cache
def _hand(cards: str) -> tuple[int, int]:
    """Return the number of a hand as it is written, and how many cards it has."""
    values = [NAMES.index(name) for name in cards.split()]
    return hand_of(*values), len(values)


SOLVED: Final = ("best", "chart")
BUILT_IN: Final[dict[str, Callable[[Packed], Strategy]]] = {
    "never-bust": never_bust,
    "mimic": mimic_the_dealer,
}
_WORDS: Final = {
    "best": "best play for the cards in the hand and the upcard, from a full shoe",
    "chart": "the chart of `houserules strategy`",
    "never-bust": "draw only below 18 and if no card can bust",
    "mimic": "draw when the dealer would have to",
}


@dataclass(frozen=True, slots=True)
class BoxPlay:
    """A strategy for one wager, with its exact edge and results where they are known."""

    name: str
    strategy: Strategy
    house_edge: float | None = None  # of a round from a full shoe
    results: Mapping[str, float] | None = None  # expected in such a round; for `--fresh` only

    @property
    def words(self) -> str:
        return _WORDS.get(self.name, self.name)


def check_names(plan: SimulationPlan) -> None:
    """Refuse an unknown strategy before anything is solved."""
    for name in plan.strategies:
        if name not in (*SOLVED, *BUILT_IN) and not Path(name).is_file():
            there = ", ".join((*SOLVED, *BUILT_IN))
            problem = (
                f"choose {there}, or a file with the JSON of `houserules strategy RULEBOOK --json`"
            )
            raise RequestError(f"strategy {name}", problem, (*SOLVED, *BUILT_IN))


def find_plays(plan: SimulationPlan, report: Report | None = None) -> tuple[BoxPlay, ...]:
    """Return the strategy of every box."""
    plays: dict[tuple[str, int], BoxPlay] = {}
    for name, request in zip(plan.strategies, plan.requests, strict=True):
        if (name, request.wager) not in plays:
            plays[name, request.wager] = _play(plan, name, request, report)
    return tuple(
        plays[name, request.wager]
        for name, request in zip(plan.strategies, plan.requests, strict=True)
    )


def _play(plan: SimulationPlan, name: str, request: OddsRequest, report: Report | None) -> BoxPlay:
    if name in SOLVED:
        try:
            return _solve_once(name, request, report, with_results=plan.is_fresh)
        except StrategyError as error:
            raise RequestError(f"strategy {name}", str(error)) from None
    if name in BUILT_IN:
        return BoxPlay(name, BUILT_IN[name](pack(plan.rules)))
    return BoxPlay(name, _read(name))


def _solve(
    name: str, request: OddsRequest, report: Report | None, *, with_results: bool
) -> BoxPlay:
    """Solve the game, and return the strategy with its exact figures."""
    solved = solve(request.game, progress=steps_of(report, "Solving"))
    if report:
        report("Writing the strategy", 0, 0)
    if name == "best":
        results = solved.results if with_results else None
        return BoxPlay(name, best_strategy(solved), solved.house_edge, results)
    chart = find_chart(solved)
    strategy = from_rows(chart_rows(chart, strategy_rows(solved)), name=name)
    if not with_results:
        return BoxPlay(name, strategy, chart.house_edge)
    by_chart = solve(request.game, policy=ChartPlay(chart))
    return BoxPlay(name, strategy, chart.house_edge, by_chart.results)


def simulate(
    rules: Rulebook | str,
    strategy: str | Strategy | Sequence[BoxBettor] = "best",
    *,
    boxes: int = 1,
    wagers: int | Sequence[int] = 25_00,
    insures: bool = False,
    **options: Any,
) -> Result:
    """Simulate a rulebook: `simulate("nsw-pontoon-2024", "best", rounds=1_000_000)`.

    Takes what `houserules.simulator.simulate` takes, and also the strategies that have to be solved
    first: best and chart. They are stored, so the same game is solved once.
    """
    rules = find_rulebook(rules) if isinstance(rules, str) else rules
    if isinstance(strategy, str) and strategy not in (*SOLVED, *NAMED):
        there = ", ".join((*SOLVED, *NAMED))
        raise StrategyError(f"no strategy {strategy!r}; there are {there}")
    if strategy in SOLVED:
        amounts = [wagers] * boxes if isinstance(wagers, int) else wagers
        request = partial(OddsRequest, rules, removed=(), chosen=(), idle=())
        requests = {wager: request(wager) for wager in amounts}
        plays = {wager: _solve_once(str(strategy), each) for wager, each in requests.items()}
        strategy = [BoxBettor(plays[wager].strategy, wager, insures=insures) for wager in amounts]
    return simulator.simulate(
        rules, strategy, boxes=boxes, wagers=wagers, insures=insures, **options
    )


def _solve_once(
    name: str, request: OddsRequest, report: Report | None = None, *, with_results: bool = False
) -> BoxPlay:
    return load_or_make(
        (name, request.game, with_results),
        lambda: _solve(name, request, report, with_results=with_results),
    )


def best_strategy(solved: SolvedGame) -> Strategy:
    """Return best play as the simulator plays it."""
    return from_rows(strategy_rows(solved), name="best")


def _read(name: str) -> Strategy:
    """Read a file in the format of `houserules strategy --json`."""
    try:
        data = json.loads(Path(name).read_bytes())
        if not isinstance(data, dict) or not isinstance(data.get("hands"), list):
            raise ValueError("it has no list of hands")
        return from_rows(data, name=name)
    except OSError as error:
        raise RequestError(f"strategy {name}", f"it cannot be read: {error.strerror}") from None
    except StrategyError as error:
        raise RequestError(f"strategy {name}", str(error)) from None
    except ValueError as error:
        shape = "it is not the JSON of `houserules strategy RULEBOOK --json`"
        raise RequestError(f"strategy {name}", f"{shape} ({error})") from None


# What a card counter does at every true count: wagers, deviations from the strategy, insurance.


DEEPEST: Final = 6
"""Higher counts are played as this one."""


def find_counting(plan: SimulationPlan, report: Report | None = None) -> Counting | None:
    """Return the count that the bettor on the first box keeps."""
    count = plan.count
    if count is None:
        return None
    insures_from = -MOST if plan.insures else None
    if not count.deviates:
        return Counting(count.system.tags, count.ramp, insures_from=insures_from, most=MOST)
    shoes = _shoes(plan, count)
    return Counting(
        count.system.tags,
        count.ramp,
        strategies=dict(_strategies_by_count(plan, count, shoes, report)),
        insures_from=_insures_from(plan.first, shoes) if insures_from is None else insures_from,
        most=MOST,
    )


def _shoes(plan: SimulationPlan, count: CountPlan) -> dict[int, Shoe]:
    """Return the shoe to expect at every count, halfway to the cutting card."""
    game = plan.first.game
    full, cards = full_shoe(game), len(deck(tens=game.tens_in_deck))
    assert isinstance(plan.equipment, simulator.CardShoe), "a counter needs a card shoe"
    unseen = round(game.decks * cards * (1 - plan.equipment.penetration / 2))
    groups: dict[int, list[RunningCount]] = {}
    for each in running_counts(full, count.system, unseen):
        true_count = each.running * cards // unseen  # rounded down, as the simulator does
        groups.setdefault(min(max(true_count, -DEEPEST), DEEPEST), []).append(each)
    shoes = {}
    for true_count, counts in sorted(groups.items()):
        first, *others = (each.probability * each.unseen for each in counts)
        shoes[true_count] = expected_shoe(full, sum(others, first))
    return shoes


def _strategies_by_count(
    plan: SimulationPlan, count: CountPlan, shoes: Mapping[int, Shoe], report: Report | None
) -> Iterator[tuple[int, Strategy]]:
    """Solve the game at every count at which something is wagered."""
    for true_count, shoe in shoes.items():
        units = units_at(count.ramp, true_count)
        if units:
            game = game_of(plan.first.rules, plan.first.wager * units)
            yield true_count, _solve_count(game, shoe, true_count, report)


def _solve_count(game: Game, shoe: Shoe, true_count: int, report: Report | None) -> Strategy:
    steps = steps_of(report, f"Solving a true count of {true_count:+d}")
    return load_or_make(
        ("count", game, shoe.faces.tolist()),
        lambda: best_strategy(solve(game, shoe=shoe, progress=steps)),
    )


def _insures_from(request: OddsRequest, shoes: Mapping[int, Shoe]) -> int | None:
    """Return the lowest count at which insurance pays, if any."""
    if isinstance(request.rules.insurance, NotOffered):
        return None
    lowest = None
    for true_count in sorted(shoes, reverse=True):
        hands = insured_hands(request.rules, shoes[true_count])
        if sum(hand.probability * hand.value for hand in hands) <= 0:
            break
        lowest = true_count
    return lowest
