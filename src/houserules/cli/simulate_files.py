"""Files of a simulation: tables as CSV and Parquet, and drawings; checked before anything is played."""

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from houserules.analysis.options import SimulationOptions
from houserules.analysis.settings import RequestError
from houserules.analysis.simulation_report import SimulationReport, cells_of, each_once, ramp_words
from houserules.analysis.simulation_request import units_at
from houserules.analysis.simulation_run import EdgePoint, SimulationRun, early_points
from houserules.analysis.simulation_tables import write_csv, write_parquet
from houserules.cli.drawings import heading_of, sheet_problems, writable_path
from houserules.sheets import (
    DRAWINGS,
    Convergence,
    CountPoint,
    Sessions,
    check_path,
    draw_simulation,
)
from houserules.simulator import Game
from houserules.simulator.sessions import FAN

Writer = Callable[[SimulationReport, Game], None]


def writers(options: SimulationOptions) -> tuple[Writer, ...]:
    """Return what writes the files that were asked for."""
    writers: list[Writer] = []
    if options.csv:
        writers.append(_table("csv", options.csv, ending=".csv", write=write_csv))
    if options.parquet:
        if find_spec("polars") is None:
            raise RequestError("", "--parquet needs Polars: pip install 'houserules[frames]'")
        write = write_parquet
        writers.append(_table("parquet", options.parquet, ending=".parquet", write=write))
    if options.plot:
        path = writable_path("plot", options.plot, kinds=DRAWINGS, needs="matplotlib")
        writers.append(partial(_draw, path))
    return tuple(writers)


def _table(
    option: str, name: str, *, ending: str, write: Callable[[SimulationReport, Path], None]
) -> Writer:
    path = Path(name)
    with sheet_problems(option):
        check_path(path, (ending,))
    return lambda report, game: write(report, path)


def _draw(path: Path, report: SimulationReport, game: Game) -> None:
    draw_simulation(
        path,
        title=_title(report),
        convergence=Convergence(_points(report.run, game, report.plan.seed), report.exact),
        counts=_counts(report),
        sessions=_sessions(report),
    )


def _points(run: SimulationRun, game: Game, seed: int) -> list[EdgePoint]:
    """Return the points from the first hundreds of rounds on."""
    return [*early_points(game, seed, below=run.points[0].rounds), *run.points]


def _title(report: SimulationReport) -> str:
    number = len(report.plan.requests)
    boxes = f"{number} box{'es' if number > 1 else ''}"
    played = f"{report.result.rounds:,} rounds, {boxes}, seed {report.result.seed}"
    strategy = each_once([play.words for play in report.plays])
    count = "" if report.plan.count is None else f"; {ramp_words(report.plan.count)}"
    return f"{heading_of(report.plan.first)}: {played}; {strategy}{count}"


def _counts(report: SimulationReport) -> list[CountPoint]:
    """Return what every true count was worth, where somebody counts."""
    count, result = report.plan.count, report.result
    if count is None:
        return []
    return [
        CountPoint(
            count=int(name),
            share=cell.rounds / result.rounds,
            units=0 if cell.watched else units_at(count.ramp, int(name)),
            advantage=cell.advantage,
            error=cell.standard_error,
        )
        for name, cell in cells_of(result).items()
    ]


def _sessions(report: SimulationReport) -> Sessions | None:
    paths, bankroll = report.paths, report.plan.bankroll
    if paths is None:
        return None
    unit = float(paths.unit)
    return Sessions(
        rounds=paths.rounds,
        marks=paths.marks,
        final=np.asarray(paths.final * unit, dtype=np.float64),
        fan=paths.fan(FAN),
        mean=_mean(report),
        bankroll=bankroll,
        ruined=None if bankroll is None else paths.risk_of_ruin,
    )


def _mean(report: SimulationReport) -> float:
    """What a round brings, side wagers and insurance together, in cents."""
    result = report.result
    sides = sum(float(side.won) for side in result.side_wagers.values())
    return (float(result.total * result.unit) + sides) / result.rounds
