"""Run `houserules simulate`: plan, solve, play, print, and write the files."""

from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numpy as np
import typer

from houserules.analysis.cache import load_or_make
from houserules.analysis.options import OddsOptions, RequestError, SimulationOptions
from houserules.analysis.request import Report
from houserules.analysis.simulation_data import as_data, write_csv, write_parquet
from houserules.analysis.simulation_plan import SimulationPlan, plan_simulation
from houserules.analysis.simulation_report import SimulationReport, cells_of, each_once, ramp_words
from houserules.analysis.simulation_run import (
    COMPILE_SECONDS,
    SimulationRun,
    check_tables,
    early_points,
    load_simulation,
    of_game,
    play_rounds,
    save_simulation,
)
from houserules.analysis.strategies import (
    BUILT_IN,
    SOLVED,
    BoxPlay,
    check_names,
    find_counting,
    find_plays,
)
from houserules.cli.render.console import progress_bar
from houserules.cli.render.drawings import heading_of, sheet_problems, writable_path
from houserules.cli.render.progress import report_to, simulation_bar
from houserules.cli.render.simulation import page
from houserules.cli.render.tables import print_json, print_page
from houserules.odds.card_counting import units_at
from houserules.sheets.files import DRAWINGS, SheetError, check_path
from houserules.sheets.simulation_plots import Convergence, CountPoint, Sessions, draw_simulation
from houserules.simulator import (
    BettorError,
    BoxBettor,
    By,
    CountingError,
    EquipmentError,
    Paths,
    PreparedGame,
    StrategyError,
    game,
    sessions,
)
from houserules.simulator.sessions import FAN

_INTERRUPTED: Final = 128 + 2
_FAILED: Final = 74  # this and the next as in `cli/common/options`
_CLUSTER_LOST: Final = 70
_COMPILING: Final = (
    "Compiling, which takes about {seconds} seconds once after an installation or a change ..."
)


def run_simulation(odds: OddsOptions, options: SimulationOptions, *, as_json: bool) -> None:
    """Simulate, and print what it came to."""
    plan = plan_simulation(odds, options)
    check_names(plan)
    path = _save_path(options)
    file_writers = writers(options)
    saved = load_simulation(options.resume, plan) if options.resume else None
    with progress_bar("Solving") as work:
        plays = find_plays(plan, report_to(work))
        bettors = _bettors(plan, plays, report_to(work))
    games = {by: _game(plan, bettors, by=by) for by in plan.counted_by}
    game = games[plan.counted_by[0]]
    runs: dict[str, SimulationRun] = {by: SimulationRun() for by in plan.counted_by}
    if saved is not None and options.resume:
        check_tables(options.resume, saved[0], game)
        runs = saved[1]
    save_runs = partial(save_simulation, path, plan, game, runs) if path else None
    is_interrupted = _play(plan, games, runs, save_runs)
    first = runs[plan.counted_by[0]]
    if first.result is None:
        if first.problem is not None:
            raise RequestError("cluster", first.problem)
        typer.echo("houserules simulate: stopped before anything was simulated", err=True)
        raise typer.Exit(_INTERRUPTED)
    paths = None if is_interrupted else _sessions(plan, bettors)
    is_interrupted = is_interrupted or (plan.sessions is not None and paths is None)
    report = SimulationReport(plan, plays, runs, paths, is_interrupted)
    if as_json:
        print_json(as_data(report))
    else:
        print_page(*page(report))
    _write([*([save_runs] if save_runs else ()), *(partial(w, report, game) for w in file_writers)])
    for run in runs.values():
        if run.problem is not None:
            typer.echo(f"houserules simulate: {run.problem}", err=True)
            raise typer.Exit(_CLUSTER_LOST)
    if is_interrupted:
        raise typer.Exit(_INTERRUPTED)


def _write(files: Sequence[Callable[[], None]]) -> None:
    """Write the files that were asked for, after the result is printed: one may fail."""
    problems = []
    for write in files:
        try:
            write()
        except (OSError, SheetError) as error:
            problems.append(str(error))
    for problem in problems:
        typer.echo(f"houserules simulate: not written: {problem}", err=True)
    if problems:
        raise typer.Exit(_FAILED)


def _save_path(options: SimulationOptions) -> Path | None:
    if options.save and options.resume:
        raise RequestError("", "--save and --resume: --resume FILE saves to the same file")
    if options.save:
        path = Path(options.save)
        with sheet_problems("save"):
            check_path(path, (".json",))
        return path
    return Path(options.resume) if options.resume else None


def _game(
    plan: SimulationPlan, bettors: Sequence[BoxBettor], *, by: By, plain: bool = False
) -> PreparedGame:
    how: dict[str, Any] = {"by": by, "in_chips": plan.in_chips, "plain": plain}
    make = partial(game, plan.rules, bettors, equipment=plan.equipment, **how)
    is_known = all(name in (*SOLVED, *BUILT_IN) for name in plan.strategies)
    try:
        return load_or_make((of_game(plan), by, plain), make) if is_known else make()
    except (BettorError, CountingError, EquipmentError, StrategyError) as error:
        raise RequestError("", str(error)) from None


def _bettors(
    plan: SimulationPlan, plays: tuple[BoxPlay, ...], report: Report | None
) -> list[BoxBettor]:
    """Seat a bettor at every box; the first may count cards."""
    side, count = plan.side, find_counting(plan, report)
    return [
        BoxBettor(
            play.strategy,
            wager,
            insures=plan.insures,
            perfect_pairs=side is not None and side.suit is None,
            suits_you=None if side is None else side.suit,
            counting=count if box == 0 else None,
        )
        for box, (play, wager) in enumerate(zip(plays, plan.wagers, strict=True))
    ]


def _play(
    plan: SimulationPlan,
    games: dict[By, PreparedGame],
    runs: dict[str, SimulationRun],
    save_runs: Callable[[], None] | None,
) -> bool:
    """Play all rounds, once for each way of counting; return whether it was interrupted."""
    rounds, until = plan.rounds, plan.until_error
    for by in plan.counted_by:
        run = runs[by]
        done = run.result
        if done is None or (done.rounds < rounds and not (until and done.standard_error <= until)):
            what = "Simulating" if len(plan.counted_by) == 1 else f"Counting by {by}"
            play_rounds(
                run,
                games[by],
                plan,
                rounds=rounds,
                until_error=until,
                watching=simulation_bar(what, rounds=rounds, error=until, before=run.whole),
                on_compile=lambda game: typer.echo(
                    _COMPILING.format(seconds=COMPILE_SECONDS[game.alone]), err=True
                ),
                save=save_runs,
            )
        if run.is_interrupted:
            return True
        rounds, until = run.result.rounds if run.result else rounds, None
    return False


def _sessions(plan: SimulationPlan, bettors: Sequence[BoxBettor]) -> Paths | None:
    """Play the sessions; None if there are none, or Ctrl-C interrupted them."""
    wanted = plan.sessions
    if wanted is None:
        return None
    plain = _game(plan, bettors, by="nothing", plain=True)
    try:
        with progress_bar(f"Playing {wanted.number:,} sessions"):
            return sessions(
                plain,
                number=wanted.number,
                rounds=wanted.rounds,
                seed=plan.seed,
                bankroll=plan.bankroll,
                workers=plan.workers,
            )
    except KeyboardInterrupt:
        return None


# The files: tables as CSV or Parquet, and plots. Their paths are checked before anything is played.


Writer = Callable[[SimulationReport, PreparedGame], None]


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


def _draw(path: Path, report: SimulationReport, game: PreparedGame) -> None:
    points, seed = report.run.points, report.plan.seed
    early = early_points(game, seed, below=points[0].rounds)  # from the first hundreds of rounds on
    draw_simulation(
        path,
        title=_title(report),
        convergence=Convergence([*early, *points], report.exact),
        counts=_counts(report),
        sessions=_session_plot(report),
    )


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


def _session_plot(report: SimulationReport) -> Sessions | None:
    paths, bankroll = report.paths, report.plan.bankroll
    if paths is None:
        return None
    unit, result = float(paths.unit), report.result
    sides = sum(float(side.won) for side in result.side_wagers.values())
    return Sessions(
        rounds=paths.rounds,
        marks=paths.marks,
        final=np.asarray(paths.final * unit, dtype=np.float64),
        fan=paths.fan(FAN),
        mean=(float(result.total * result.unit) + sides) / result.rounds,
        bankroll=bankroll,
        ruined=None if bankroll is None else paths.risk_of_ruin,
    )
