"""What `houserules odds` found: the figures of one question, and the object that a program gets."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

from houserules.cli.asking import Question
from houserules.cli.progress import told, working
from houserules.core.cards import show
from houserules.core.money import dollars
from houserules.odds.chart import Chart, ChartPlay, find_chart
from houserules.odds.side_wagers import SideWager, side_wagers
from houserules.odds.solving import Solved, solve
from houserules.odds.varying import money_options, setting

_SPLITS: Final = (
    "a hand formed by a split is played for itself, a dealer natural counted against its own wager, "
    "and its box is valued exactly, all hands and the collection against a dealer natural together"
)
_FITTED: Final = (
    "the distribution of rounds with three hands or more is fitted to its exact pairs of hands "
    "(the deviation uses it only for three hands against a dealer natural)"
)
_SUITS: Final = (
    "in deviation and distribution the suits of two hands of one box are taken as independent "
    "(estimated below 1e-9 from four decks on)"
)


@dataclass(frozen=True, slots=True)
class Found:
    """A question and its answer."""

    question: Question
    solved: Solved
    sides: dict[str, SideWager]
    chart: Chart | None  # that was played by, if not best play
    seconds: float


def find(
    question: Question, *, by_chart: bool, more: Callable[[Solved], object] | None = None
) -> Found:
    """Solve, with everything that is printed; `more` asks for further figures."""
    begun = perf_counter()
    with working("Solving") as work:
        solved = solve(question.game, shoe=question.shoe, progress=told(work))
        chart = None
        if by_chart:
            if work:
                work.now("Drawing the chart")
            chart = find_chart(solved)
            solved = solve(question.game, shoe=question.shoe, policy=ChartPlay(chart))
        if work:
            work.now("Deviation and results")
        _ = solved.standard_deviation, solved.results
        if more is not None:
            more(solved)
        sides = side_wagers(question.rules, question.shoe)
    return Found(question, solved, sides, chart, perf_counter() - begun)


def assumes(question: Question, *, by_chart: bool) -> str:
    """Say what the figures rest on."""
    shoe = f"less {show(question.removed)}" if question.removed else ""
    played = (
        "play by the chart of `houserules strategy` (totals, number of cards, upcard)"
        if by_chart
        else "best play for the cards in the hand"
    )
    parts = [
        f"one box, one bettor, first round of a full shoe {shoe}".rstrip() + ", no chip rounding",
        f"{played} and the upcard, cards drawn without replacement",
        "insurance not taken, doubles for the full amount",
        _SPLITS,
        _exactness(question),
    ]
    return "; ".join(parts)


def _exactness(question: Question) -> str:
    """Say what is approximated; never the house edge."""
    but = [_FITTED] if question.game.hands_most > 2 else []
    but += [_SUITS] if question.game.bonuses is not None else []
    return "all figures exact" + (", but that " if but else "") + ", and that ".join(but)


def options_of(question: Question) -> dict[str, str | int | bool]:
    """Give what the operator may choose and moves money, and all that was set; decks stand apart."""
    names = dict.fromkeys((*money_options(question.rules), *question.chosen))
    return {name: setting(question.rules, name) for name in names if name != "decks"}


def head_of(question: Question, *, by_chart: bool) -> dict[str, Any]:
    """Give what every answer for a program begins with."""
    return {
        "rulebook": question.rules.id,
        "decks": question.game.decks,
        "wager": dollars(question.wager),
        "options": options_of(question),
        "assumes": assumes(question, by_chart=by_chart),
    }


def as_data(found: Found) -> dict[str, Any]:
    """Give the answer as the contract has it."""
    solved = found.solved
    return {
        **head_of(found.question, by_chart=found.chart is not None),
        "house_edge": solved.house_edge,
        "standard_deviation": solved.standard_deviation,
        "by_upcard": {name: each._asdict() for name, each in solved.by_upcard.items()},
        "results": solved.results,
        "side_wagers": {name: _side(name, each) for name, each in found.sides.items()},
        "seconds": round(found.seconds, 6),
    }


def _side(name: str, wager: SideWager) -> dict[str, float]:
    edge = {"house_edge": float(wager.house_edge)}
    return edge if name == "insurance" else {**edge, "standard_deviation": wager.standard_deviation}
