"""A simulation for programs: the object of `houserules simulate --json`, and one long table as CSV or Parquet.

The object has the contract's keys, then ours: `wagers`, `decks`, `options`, `equipment`, `strategies`,
`interval` (95 %), `exact` (`house_edge`, `z_score`, `results` with `expected`, `observed` and `z_score` by
kind, `chi_square`; null where nothing exact is known), `distribution` (`net` in units of all original
wagers, `rounds`), `insurance`, `side_wagers`, `by` (a name each: `upcard`, `first-two`, `depth`,
`true-count`), `sessions`, `count`, `hour`, and `complete`: false if Ctrl-C interrupted it.

The table has the columns table, key, times, share, value:

| table | key | times | share | value |
|---|---|---|---|---|
| `figures` | the name of a figure | | | the figure |
| `results` | a kind of settlement | how often | per round | |
| `distribution` | net result in wagers | rounds | of the rounds | net result in wagers |
| `upcard`, `first-two`, `depth` | the cell | boxes | of the boxes | value of a round |
| `insurance`, `perfect-pairs`, `suits-you` | how it ended | how often | of the wagers | |
| `session-final`, `session-lowest`, `session-drawdown` | number of the session | | | dollars |
| `fan-05` and so on | rounds | | | dollars that this share of sessions is below |
"""

import csv
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from houserules.analysis.odds_report import options_of
from houserules.analysis.simulation_report import SimulationReport, cells_of, chi_square
from houserules.analysis.simulation_request import count_data, equipment_data
from houserules.core.money import Cents, dollars
from houserules.simulator import (
    Paths,
    Result,
    SideWagerResult,
)
from houserules.simulator.sessions import FAN

Data = dict[str, Any]


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
        "by": {
            by: {
                name: {
                    "rounds": cell.rounds,
                    "value": cell.advantage,
                    "standard_error": cell.standard_error,
                    "results": dict(cell.results),
                }
                for name, cell in cells_of(run.result).items()
            }
            if run.result
            else {}
            for by, run in report.runs.items()
            if by != "nothing"
        },
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
        "shares": list(FAN),
        "final": _quantiles(final),
        "lowest": _quantiles(paths.lowest * unit),
        "drawdown": _quantiles(paths.drawdown * unit),
        "bankroll": None if bankroll is None else dollars(bankroll),
        "ruined": None if bankroll is None else paths.risk_of_ruin,
    }


def _quantiles(amounts: Any) -> list[float]:
    quantiles: list[float] = np.quantile(amounts, FAN).tolist()
    return quantiles


class TableRow(NamedTuple):
    table: str
    key: str
    times: int | None = None
    share: float | None = None
    value: float | None = None


_FIGURES: Final = (
    *("rounds", "seed", "boxes", "house_edge", "standard_error", "standard_deviation"),
    *("seconds", "rounds_per_second"),
)


def rows(report: SimulationReport) -> Iterator[TableRow]:
    result, data = report.result, as_data(report)
    for name in _FIGURES:
        yield TableRow("figures", name, value=float(data[name]))
    if report.exact is not None:
        yield TableRow("figures", "exact_house_edge", value=report.exact)
    for kind, times in result.results.items():
        yield TableRow("results", kind, times, times / result.rounds)
    for net, times in nets(result):
        yield TableRow("distribution", f"{net:g}", times, times / result.rounds, net)
    for by, run in report.runs.items():
        if by != "nothing" and run.result is not None:
            cells = cells_of(run.result)
            boxes = sum(cell.rounds for cell in cells.values())
            for name, cell in cells.items():
                yield TableRow(by, name, cell.rounds, cell.rounds / boxes, cell.advantage)
    sides = dict(result.side_wagers)
    if result.insurance is not None:
        sides["insurance"] = result.insurance
    for name, side in sides.items():
        made = sum(side.ends.values())
        for end, times in side.ends.items():
            yield TableRow(name, end, times, times / made if made else 0.0)
    if report.paths is not None:
        yield from _session_rows(report.paths)


def _session_rows(paths: Paths) -> Iterator[TableRow]:
    unit = float(paths.unit) / 100
    for name in ("final", "lowest", "drawdown"):
        for place, money in enumerate(getattr(paths, name).tolist(), start=1):
            yield TableRow(f"session-{name}", str(place), value=money * unit)
    for share, line in zip(FAN, paths.fan(FAN).tolist(), strict=True):
        for mark, cents in zip(paths.marks, line, strict=True):
            yield TableRow(f"fan-{100 * share:02.0f}", str(mark), value=cents / 100)


def write_csv(report: SimulationReport, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        out = csv.writer(stream, lineterminator="\n")
        out.writerow(TableRow._fields)
        out.writerows(rows(report))


def write_parquet(report: SimulationReport, path: Path) -> None:
    """Write the table as Parquet; needs Polars."""
    import polars  # noqa: PLC0415  # the extra may be missing

    text, number = polars.String(), polars.Float64()
    schema = {"table": text, "key": text, "times": polars.Int64(), "share": number, "value": number}
    polars.DataFrame(list(rows(report)), schema=schema, orient="row").write_parquet(path)
