"""The object of `houserules simulate --json`: the contract's keys, then ours.

Ours: `wagers`, `decks`, `options`, `equipment`, `strategies`, `interval` (95 %), `exact` (`house_edge`,
`z_score`; null where there is none), `distribution` (`net` in units of all original wagers, `rounds`),
`insurance`, `side_wagers`, `by` (a name each: `upcard`, `first-two`, `depth`, `true-count`), `sessions`,
`count`, `hour`, and `complete`: false where Ctrl-C broke it off.
"""

from math import isfinite
from typing import Any

import numpy as np

from houserules.cli.odds_data import options_of
from houserules.cli.simulate_count import count_data
from houserules.cli.simulate_found import Found, cells_of
from houserules.cli.simulate_words import equipment_data
from houserules.core.money import Cents, dollars
from houserules.simulator import Cell, Paths, Result, SideWager

Data = dict[str, Any]
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)


def as_data(found: Found) -> Data:
    """Give the answer as the contract has it, and what we know beside it."""
    plan, result = found.plan, found.result
    return {
        "rulebook": plan.rules.id,
        "rounds": result.rounds,
        "seed": result.seed,
        "boxes": len(plan.questions),
        "house_edge": result.house_edge,
        "standard_error": result.standard_error,
        "standard_deviation": result.standard_deviation,
        "results": dict(result.results),
        "seconds": round(found.course.seconds, 6),
        "rounds_per_second": round(found.rounds_per_second, 1),
        "wagers": [dollars(each) for each in plan.wagers],
        "decks": plan.first.game.decks,
        "options": options_of(plan.first),
        "equipment": equipment_data(plan.equipment),
        "strategies": list(plan.strategies),
        "interval": list(found.interval),
        "exact": _exact(found),
        "distribution": _distribution(result),
        "insurance": None if result.insurance is None else side_data(result.insurance),
        "side_wagers": {name: side_data(side) for name, side in result.side_wagers.items()},
        "by": {by: _cells(found, by) for by in found.courses if by != "nothing"},
        "sessions": _sessions(found),
        "count": _count(found),
        "hour": _hour(found),
        "complete": not found.is_broken_off,
    }


def _exact(found: Found) -> Data | None:
    if found.exact is None:
        return None
    return {"house_edge": found.exact, "z_score": found.z_score}


def _distribution(result: Result) -> list[Data]:
    return [{"net": net, "rounds": rounds} for net, rounds in nets(result)]


def nets(result: Result) -> list[tuple[float, int]]:
    """Give the rounds of every net result, in units of all original wagers."""
    laid = sum(result.wagers) / result.unit
    return [(float(net / laid), rounds) for net, rounds in result.distribution.items()]


def side_data(side: SideWager) -> Data:
    """Give a side wager, or insurance."""
    return {
        "house_edge": side.house_edge,
        "standard_deviation": side.standard_deviation,
        "wagers": sum(side.ends.values()),
        "ends": dict(side.ends),
    }


def _cells(found: Found, by: str) -> Data:
    result = found.courses[by].result
    return {} if result is None else {name: _cell(c) for name, c in cells_of(result).items()}


def _cell(cell: Cell) -> Data:
    return {
        "rounds": cell.rounds,
        "value": cell.advantage,
        "standard_error": cell.standard_error,
        "results": dict(cell.results),
    }


def _count(found: Found) -> Data | None:
    return None if found.plan.count is None else count_data(found.plan.count)


def _hour(found: Found) -> Data | None:
    """Give what an hour brings, in dollars; `ruin` is the chance of ever losing the bankroll."""
    earned, bankroll = found.earnings, found.plan.bankroll
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


def _sessions(found: Found) -> Data | None:
    paths = found.paths
    return None if paths is None else session_data(paths, found.plan.bankroll)


def session_data(paths: Paths, bankroll: Cents | None) -> Data:
    """Give how sessions went, in dollars; `shares` are those of the sessions that lie below."""
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
    found: list[float] = np.quantile(amounts, SHARES).tolist()
    return found
