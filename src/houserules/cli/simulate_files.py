"""Files of a simulation: tables as CSV and Parquet, and drawings; checked before anything is played."""

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from houserules.cli.analysis.simulation_report import Found, cells_of, each_once, ramp_words
from houserules.cli.analysis.simulation_request import units_at
from houserules.cli.analysis.simulation_run import Course, Point, early_points
from houserules.cli.analysis.simulation_tables import write_csv, write_parquet
from houserules.cli.drawings import checked, heading_of, refused
from houserules.cli.options import Asked
from houserules.cli.simulate import Typed
from houserules.sheets import DRAWINGS, AtCount, Convergence, Sessions, check_path, draw_simulation
from houserules.sheets.simulation_plots import FAN
from houserules.simulator import Game

Writer = Callable[[Found, Game], None]


def writers(asked: Asked, typed: Typed) -> tuple[Writer, ...]:
    """Return what writes the files that were asked for."""
    found: list[Writer] = []
    if typed.csv:
        found.append(_table(asked, "--csv", typed.csv, ending=".csv", write=write_csv))
    if typed.parquet:
        if find_spec("polars") is None:
            asked.refuse("--parquet needs Polars: pip install 'houserules[frames]'")
        write = write_parquet
        found.append(_table(asked, "--parquet", typed.parquet, ending=".parquet", write=write))
    if typed.plot:
        path = checked(asked, "--plot", typed.plot, kinds=DRAWINGS, needs="matplotlib")
        found.append(partial(_draw, path))
    return tuple(found)


def _table(
    asked: Asked, option: str, name: str, *, ending: str, write: Callable[[Found, Path], None]
) -> Writer:
    path = Path(name)
    with refused(asked, option):
        check_path(path, (ending,))
    return lambda found, game: write(found, path)


def _draw(path: Path, found: Found, game: Game) -> None:
    draw_simulation(
        path,
        title=_title(found),
        convergence=Convergence(_points(found.course, game, found.plan.seed), found.exact),
        counts=_counts(found),
        sessions=_sessions(found),
    )


def _points(course: Course, game: Game, seed: int) -> list[Point]:
    """Return the points from the first hundreds of rounds on."""
    return [*early_points(game, seed, below=course.points[0].rounds), *course.points]


def _title(found: Found) -> str:
    number = len(found.plan.questions)
    boxes = f"{number} box{'es' if number > 1 else ''}"
    played = f"{found.result.rounds:,} rounds, {boxes}, seed {found.result.seed}"
    strategy = each_once([play.words for play in found.plays])
    count = "" if found.plan.count is None else f"; {ramp_words(found.plan.count)}"
    return f"{heading_of(found.plan.first)}: {played}; {strategy}{count}"


def _counts(found: Found) -> list[AtCount]:
    """Return what every true count was worth, where somebody counts."""
    count, result = found.plan.count, found.result
    if count is None:
        return []
    return [
        AtCount(
            count=int(name),
            share=cell.rounds / result.rounds,
            units=0 if cell.watched else units_at(count.ramp, int(name)),
            advantage=cell.advantage,
            error=cell.standard_error,
        )
        for name, cell in cells_of(result).items()
    ]


def _sessions(found: Found) -> Sessions | None:
    paths, bankroll = found.paths, found.plan.bankroll
    if paths is None:
        return None
    unit = float(paths.unit)
    return Sessions(
        rounds=paths.rounds,
        marks=paths.marks,
        final=np.asarray(paths.final * unit, dtype=np.float64),
        fan=paths.fan(FAN),
        mean=_mean(found),
        bankroll=bankroll,
        ruined=None if bankroll is None else paths.risk_of_ruin,
    )


def _mean(found: Found) -> float:
    """What a round brings, side wagers and insurance together, in cents."""
    result = found.result
    sides = sum(float(side.won) for side in result.side_wagers.values())
    return (float(result.total * result.unit) + sides) / result.rounds
