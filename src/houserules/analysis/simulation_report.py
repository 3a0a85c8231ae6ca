"""The object of `houserules simulate --json`: the contract's keys, then ours.

Ours: `wagers`, `decks`, `options`, `equipment`, `strategies`, `interval` (95 %), `exact` (`house_edge`,
`z_score`, `results` with `expected`, `observed` and `z_score` by kind, `chi_square`; null where nothing
exact is known), `distribution` (`net` in units of all original wagers, `rounds`),
`insurance`, `side_wagers`, `by` (a name each: `upcard`, `first-two`, `depth`, `true-count`), `sessions`,
`count`, `hour`, and `complete`: false if Ctrl-C interrupted it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from statistics import NormalDist
from typing import Any, Final

import numpy as np

from houserules.analysis.exact_check import KindCheck, chi_square, compare
from houserules.analysis.odds_report import options_of
from houserules.analysis.simulation_plan import SimulationPlan
from houserules.analysis.simulation_request import CountPlan, count_data, drift
from houserules.analysis.simulation_run import SimulationRun
from houserules.analysis.strategies import BoxPlay
from houserules.core.money import Cents, dollars
from houserules.simulator import (
    CardShoe,
    Cell,
    Earnings,
    Equipment,
    FullShoe,
    Paths,
    Result,
    ShufflingDevice,
    SideWagerResult,
    earnings,
)

LEVEL: Final = 0.95
_REACH: Final = NormalDist().inv_cdf((1 + LEVEL) / 2)
_FACES: Final = "TJQK"


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """A plan, and what was played of it."""

    plan: SimulationPlan
    plays: tuple[BoxPlay, ...]
    runs: Mapping[str, SimulationRun]  # at least one, with a result
    paths: Paths | None = None
    is_interrupted: bool = False

    @property
    def run(self) -> SimulationRun:
        """The run that the figures come from."""
        return next(iter(self.runs.values()))

    @property
    def result(self) -> Result:
        """The result that the figures are taken from."""
        result = self.run.result
        assert result is not None, "nothing is printed before something was played"
        return result

    @property
    def interval(self) -> tuple[float, float]:
        """Where the edge lies with a probability of 95 %."""
        edge, reach = self.result.house_edge, _REACH * self.result.standard_error
        return edge - reach, edge + reach

    @property
    def exact(self) -> float | None:
        """The exact edge, if it is comparable: rounds from a full shoe, no insurance, no chips."""
        plan = self.plan
        if not plan.is_fresh or plan.insures or plan.in_chips:
            return None
        edges = [play.house_edge for play in self.plays]
        known = [edge for edge in edges if edge is not None]
        if len(known) < len(edges):
            return None
        laid = zip(known, plan.wagers, strict=True)
        return sum(edge * wager for edge, wager in laid) / sum(plan.wagers)

    @property
    def comparison(self) -> dict[str, KindCheck] | None:
        """Every kind of result beside its exact number, where the exact edge is known."""
        if self.exact is None:
            return None
        chances: Counter[str] = Counter()
        for play in self.plays:
            chances.update(play.results or {})
        return compare(self.result, chances)

    @property
    def z_score(self) -> float | None:
        """How many standard errors the simulated edge is above the exact one."""
        exact, error = self.exact, self.result.standard_error
        return None if exact is None or not error else (self.result.house_edge - exact) / error

    @property
    def earnings(self) -> Earnings | None:
        """What an hour brings, where that is asked for."""
        per_hour = self.plan.rounds_per_hour
        return None if per_hour is None else earnings(self.result, rounds_per_hour=per_hour)

    @property
    def rounds_per_second(self) -> float:
        """The rate of playing."""
        return self.result.rounds / self.run.seconds if self.run.seconds > 0 else 0.0


def cells_of(result: Result) -> dict[str, Cell]:
    """Return the cells of a result; ten-value upcards are one, as in `odds`."""
    cells: dict[str, Cell] = {}
    for face, cell in (result.cells or {}).items():
        name = "T" if result.by == "upcard" and face in _FACES else face
        cells[name] = cells[name].plus(cell) if name in cells else cell
    return cells


# What a simulation is dealt from and by whom it is played, in words and for a program.


def equipment_data(equipment: Equipment) -> dict[str, str]:
    """Name the equipment for a program; a penetration is an exact fraction."""
    match equipment:
        case CardShoe(penetration):
            return {"kind": "shoe", "penetration": str(penetration)}
        case ShufflingDevice():
            return {"kind": "device"}
        case FullShoe():
            return {"kind": "fresh"}


def equipment_words(plan: SimulationPlan) -> str:
    """Say what the rounds are dealt from."""
    game = plan.first.game
    deck = 52 if game.tens_in_deck else 48
    cards = f"{game.decks} x {deck} = {game.decks * deck} cards"
    match plan.equipment:
        case CardShoe():
            before = plan.equipment.cards_before_cut(game.decks * deck)
            return f"card shoe of {cards}, shuffled after the round in which card {before} is dealt"
        case ShufflingDevice():
            back = "discards return after the next initial deal"
            return f"shuffling device with {cards}; {back}"
        case FullShoe():
            return f"a full shoe of {cards}, shuffled before every round"


def notes(plan: SimulationPlan) -> Iterator[str]:
    """Say what is not as printed, or not as one might think."""
    most = plan.rules.cut.cutting_card_from_back
    if isinstance(plan.equipment, CardShoe):
        behind = 1 - Fraction(plan.equipment.penetration)
        if behind > Fraction(most.value.pays, most.value.on):
            place = f"at most {most.value.pays}/{most.value.on} of the stack from its back"
            yield f"Unlike the rulebook: {most.clause} puts the cutting card {place}"
    if plan.count is not None:
        off = drift(plan.count.system, tens=plan.first.game.tens_in_deck)
        if off:
            yield f"This count is unbalanced: a whole deck adds up to {off:+d}"


def count_words(count: CountPlan) -> str:
    """Say how the bettor on the first box counts and wagers; the others are not in the figures."""
    plays = ", plays and insures by the count" if count.deviates else ""
    alone = "on box 1; only its money is in the figures"
    return f"{ramp_words(count)}{plays}; {alone}; tags {count.system}"


def ramp_words(count: CountPlan) -> str:
    """Say what is wagered from which count on."""
    steps = [f"{units} from {start:+d}" for start, units in count.ramp.items()]
    return f"{count.system.name}, wagers {', '.join(steps)}"


def wagers_words(plan: SimulationPlan) -> str:
    """Say what is laid."""
    laid = each_once([f"${dollars(each)}" for each in plan.wagers])
    also = [f"with {plan.side.name} of ${dollars(plan.side.amount)}"] if plan.side else []
    also += ["insured whenever offered"] if plan.insures else []
    also += ["paid in chips, rounded up"] if plan.in_chips else []
    return ", ".join([laid, *also])


def each_once(texts: Sequence[str]) -> str:
    """Return one text for all boxes, or each with its box."""
    if len(set(texts)) == 1:
        return texts[0] + (" on every box" if len(texts) > 1 else "")
    return ", ".join(f"box {box}: {text}" for box, text in enumerate(texts, start=1))


Data = dict[str, Any]
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)


def as_data(report: SimulationReport) -> Data:
    """Return the answer as the contract has it, and what we know beside it."""
    plan, result = report.plan, report.result
    return {
        "rulebook": plan.rules.id,
        "rounds": result.rounds,
        "seed": result.seed,
        "boxes": len(plan.requests),
        "house_edge": result.house_edge,
        "standard_error": result.standard_error,
        "standard_deviation": result.standard_deviation,
        "results": dict(result.results),
        "seconds": round(report.run.seconds, 6),
        "rounds_per_second": round(report.rounds_per_second, 1),
        "wagers": [dollars(each) for each in plan.wagers],
        "decks": plan.first.game.decks,
        "options": options_of(plan.first),
        "equipment": equipment_data(plan.equipment),
        "strategies": list(plan.strategies),
        "interval": list(report.interval),
        "exact": _exact(report),
        "distribution": [{"net": net, "rounds": rounds} for net, rounds in nets(result)],
        "insurance": None if result.insurance is None else side_data(result.insurance),
        "side_wagers": {name: side_data(side) for name, side in result.side_wagers.items()},
        "by": {by: _cells(report, by) for by in report.runs if by != "nothing"},
        "sessions": report.paths and session_data(report.paths, report.plan.bankroll),
        "count": report.plan.count and count_data(report.plan.count),
        "hour": _hour(report),
        "complete": not report.is_interrupted,
    }


def _exact(report: SimulationReport) -> Data | None:
    if report.exact is None:
        return None
    compared = report.comparison or {}
    squares = chi_square(report.result, compared)
    return {
        "house_edge": report.exact,
        "z_score": report.z_score,
        "results": {
            kind: {
                "expected": each.expected,
                "observed": each.observed,
                "z_score": each.z_score,
            }
            for kind, each in compared.items()
        },
        "chi_square": None
        if squares is None
        else {
            "statistic": squares.statistic,
            "degrees_of_freedom": squares.freedom,
            "p_value": squares.p_value,
        },
    }


def nets(result: Result) -> list[tuple[float, int]]:
    """Return the rounds of every net result, in units of all original wagers."""
    laid = sum(result.wagers) / result.unit
    return [(float(net / laid), rounds) for net, rounds in result.distribution.items()]


def side_data(side: SideWagerResult) -> Data:
    """Return a side wager, or insurance."""
    return {
        "house_edge": side.house_edge,
        "standard_deviation": side.standard_deviation,
        "wagers": sum(side.ends.values()),
        "ends": dict(side.ends),
    }


def _cells(report: SimulationReport, by: str) -> Data:
    result = report.runs[by].result
    return {} if result is None else {name: _cell(c) for name, c in cells_of(result).items()}


def _cell(cell: Cell) -> Data:
    return {
        "rounds": cell.rounds,
        "value": cell.advantage,
        "standard_error": cell.standard_error,
        "results": dict(cell.results),
    }


def _hour(report: SimulationReport) -> Data | None:
    """Return what an hour brings, in dollars; `ruin` is the chance of ever losing the bankroll."""
    earned, bankroll = report.earnings, report.plan.bankroll
    if earned is None:
        return None
    return {
        "rounds": earned.rounds_per_hour,
        "average_wager": earned.average_wager / 100,
        "win": earned.win / 100,
        "standard_deviation": earned.standard_deviation / 100,
        "n0": earned.n0 if isfinite(earned.n0) else None,
        "bankroll": None if bankroll is None else dollars(bankroll),
        "ruin": None if bankroll is None else earned.risk_of_ruin(bankroll),
    }


def session_data(paths: Paths, bankroll: Cents | None) -> Data:
    """Return how sessions went, in dollars; `shares` are those of the sessions that lie below."""
    unit = float(paths.unit) / 100
    final = paths.final * unit
    return {
        "rounds": paths.rounds,
        "number": len(paths.final),
        "mean": float(final.mean()),
        "standard_deviation": float(final.std()),
        "won": float((final > 0).mean()),
        "shares": list(SHARES),
        "final": _quantiles(final),
        "lowest": _quantiles(paths.lowest * unit),
        "drawdown": _quantiles(paths.drawdown * unit),
        "bankroll": None if bankroll is None else dollars(bankroll),
        "ruined": None if bankroll is None else paths.risk_of_ruin,
    }


def _quantiles(amounts: Any) -> list[float]:
    quantiles: list[float] = np.quantile(amounts, SHARES).tolist()
    return quantiles
