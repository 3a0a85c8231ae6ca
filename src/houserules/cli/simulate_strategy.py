"""The strategies of `houserules simulate`: solved, drawn as a chart, read from a file, built in."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from houserules.cli.asking import Question
from houserules.cli.progress import told, working
from houserules.cli.simulate_chart import chart_rows
from houserules.cli.simulate_kept import kept
from houserules.cli.simulate_plan import Plan
from houserules.cli.varying import Asked
from houserules.odds.chart import find_chart
from houserules.odds.solving import Solved, solve
from houserules.odds.strategy import strategy_rows
from houserules.simulator import (
    Strategy,
    StrategyError,
    from_rows,
    mimic_the_dealer,
    never_bust,
    pack,
)
from houserules.simulator.packing import Packed

SOLVED: Final = ("best", "chart")
BUILT_IN: Final[dict[str, Callable[[Packed], Strategy]]] = {
    "never-bust": never_bust,
    "mimic": mimic_the_dealer,
}
_WORDS: Final = {
    "best": "best play for the cards in the hand and the upcard, from a full shoe",
    "chart": "the chart of `houserules strategy`",
    "never-bust": "drawing only where no card busts, and below 18",
    "mimic": "drawing when the dealer would have to",
}


@dataclass(frozen=True, slots=True)
class Play:
    """A strategy for one wager, and its exact edge where that is known."""

    name: str
    strategy: Strategy
    house_edge: float | None  # of a round from a full shoe

    @property
    def words(self) -> str:
        """The strategy in words."""
        return _WORDS.get(self.name, self.name)


def check_names(asked: Asked, plan: Plan) -> None:
    """Refuse a strategy that there is not, before anything is solved."""
    for name in plan.strategies:
        if name not in (*SOLVED, *BUILT_IN) and not Path(name).is_file():
            there = ", ".join((*SOLVED, *BUILT_IN))
            asked.refuse(
                f"--strategy {name}: it takes {there}, or a file with the JSON of "
                "`houserules strategy RULEBOOK --json`"
            )


def plays(asked: Asked, plan: Plan) -> tuple[Play, ...]:
    """Give the strategy of every box."""
    found: dict[tuple[str, int], Play] = {}
    for name, question in zip(plan.strategies, plan.questions, strict=True):
        if (name, question.wager) not in found:
            found[name, question.wager] = _play(asked, plan, name, question)
    return tuple(
        found[name, question.wager]
        for name, question in zip(plan.strategies, plan.questions, strict=True)
    )


def _play(asked: Asked, plan: Plan, name: str, question: Question) -> Play:
    if name in SOLVED:
        try:
            strategy, edge = kept((name, question.game), lambda: _solved(name, question))
        except StrategyError as error:
            asked.refuse(f"--strategy {name}: {error}")
        return Play(name, strategy, edge)
    if name in BUILT_IN:
        return Play(name, BUILT_IN[name](pack(plan.rules)), None)
    return Play(name, _read(asked, name), None)


def _solved(name: str, question: Question) -> tuple[Strategy, float]:
    """Solve the game, and give the strategy with its edge."""
    with working("Solving") as work:
        solved = solve(question.game, progress=told(work))
        if work:
            work.now("Writing down the strategy")
        if name == "best":
            return best_strategy(solved), solved.house_edge
        chart = find_chart(solved)
        return from_rows(chart_rows(chart, strategy_rows(solved)), name=name), chart.house_edge


def best_strategy(solved: Solved) -> Strategy:
    """Give best play as the simulator plays it."""
    return from_rows(strategy_rows(solved), name="best")


def _read(asked: Asked, name: str) -> Strategy:
    """Read a file in the format of `houserules strategy --json`."""
    try:
        return from_rows(_object(name), name=name)
    except OSError as error:
        asked.refuse(f"--strategy {name}: it cannot be read: {error.strerror}")
    except StrategyError as error:
        asked.refuse(f"--strategy {name}: {error}")
    except ValueError as error:
        shape = "it is not the JSON of `houserules strategy RULEBOOK --json`"
        asked.refuse(f"--strategy {name}: {shape} ({error})")


def _object(name: str) -> dict[str, Any]:
    data = json.loads(Path(name).read_bytes())
    if not isinstance(data, dict) or not isinstance(data.get("hands"), list):
        raise ValueError("there is no list of hands in it")
    return data
