"""What `houserules simulate` does once it is known what is asked: solve, play, keep, print."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import typer

from houserules.cli.analysis.cache import kept
from houserules.cli.analysis.counters import counting
from houserules.cli.analysis.saved_runs import check_tables, load, of_game, save
from houserules.cli.analysis.simulation_plan import Plan, plan
from houserules.cli.analysis.simulation_report import Found, as_data
from houserules.cli.analysis.simulation_run import Course, go
from houserules.cli.analysis.strategies import BUILT_IN, SOLVED, Play, check_names, plays
from houserules.cli.drawings import refused
from houserules.cli.options import Asked
from houserules.cli.render.console import progress_bar
from houserules.cli.render.simulation import page
from houserules.cli.render.tables import print_json, print_page
from houserules.cli.simulate import Typed
from houserules.cli.simulate_files import writers
from houserules.sheets import SheetError, check_path
from houserules.simulator import (
    Bettor,
    BettorError,
    By,
    CountingError,
    EquipmentError,
    Game,
    Paths,
    StrategyError,
    game,
    sessions,
)

_INTERRUPTED: Final = 128 + 2
_FAILED: Final = 74  # this and the next as of `ending`
_CLUSTER_LOST: Final = 70


def run(asked: Asked, typed: Typed) -> None:
    """Simulate, and print what it came to."""
    wanted = plan(asked, typed)
    check_names(asked, wanted)
    keep_at = _keep_at(asked, typed)
    write = writers(asked, typed)
    before = load(asked, typed.resume, wanted) if typed.resume else None
    found_plays = plays(asked, wanted)
    bettors = _bettors(wanted, found_plays)
    games = {by: _game(asked, wanted, bettors, by=by) for by in wanted.counted}
    courses: dict[str, Course] = {by: Course() for by in wanted.counted}
    if before is not None and typed.resume:
        check_tables(asked, typed.resume, before[0], games[wanted.counted[0]])
        courses = before[1]
    keep = _keeper(keep_at, wanted, games, courses)
    is_broken_off = _play(wanted, games, courses, keep)
    first = courses[wanted.counted[0]]
    if first.result is None:
        if first.problem is not None:
            asked.refuse(f"--cluster: {first.problem}")
        typer.echo("houserules simulate: stopped before anything was simulated", err=True)
        raise typer.Exit(_INTERRUPTED)
    paths = None if is_broken_off else _sessions(asked, wanted, bettors)
    is_broken_off = is_broken_off or (wanted.sessions is not None and paths is None)
    found = Found(wanted, found_plays, courses, paths, is_broken_off)
    _put(asked, found)
    _write(
        [*([keep] if keep else ()), *(partial(w, found, games[wanted.counted[0]]) for w in write)]
    )
    for course in courses.values():
        if course.problem is not None:
            typer.echo(f"houserules simulate: {course.problem}", err=True)
            raise typer.Exit(_CLUSTER_LOST)
    if is_broken_off:
        raise typer.Exit(_INTERRUPTED)


def _put(asked: Asked, found: Found) -> None:
    if asked.as_json:
        print_json(as_data(found))
    else:
        print_page(*page(found))


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


def _keep_at(asked: Asked, typed: Typed) -> Path | None:
    if typed.save and typed.resume:
        asked.refuse("--save and --resume: what is resumed is kept where it was")
    if typed.save:
        path = Path(typed.save)
        with refused(asked, "--save"):
            check_path(path, (".json",))
        return path
    return Path(typed.resume) if typed.resume else None


def _keeper(
    keep_at: Path | None, plan: Plan, games: dict[By, Game], courses: dict[str, Course]
) -> Callable[[], None] | None:
    if keep_at is None:
        return None
    return partial(save, keep_at, plan, games[plan.counted[0]], courses)


def _game(
    asked: Asked, plan: Plan, bettors: Sequence[Bettor], *, by: By, plain: bool = False
) -> Game:
    how: dict[str, Any] = {"by": by, "in_chips": plan.in_chips, "plain": plain}
    make = partial(game, plan.rules, bettors, equipment=plan.equipment, **how)
    is_known = all(name in (*SOLVED, *BUILT_IN) for name in plan.strategies)
    try:
        return kept((of_game(plan), by, plain), make) if is_known else make()
    except (BettorError, CountingError, EquipmentError, StrategyError) as error:
        asked.refuse(str(error))


def _bettors(plan: Plan, found: tuple[Play, ...]) -> list[Bettor]:
    """Seat a bettor at every box; the first may count cards."""
    side, count = plan.side, counting(plan)
    return [
        Bettor(
            play.strategy,
            wager,
            insures=plan.insures,
            perfect_pairs=side is not None and side.suit is None,
            suits_you=None if side is None else side.suit,
            counting=count if box == 0 else None,
        )
        for box, (play, wager) in enumerate(zip(found, plan.wagers, strict=True))
    ]


def _play(
    plan: Plan,
    games: dict[By, Game],
    courses: dict[str, Course],
    keep: Callable[[], None] | None,
) -> bool:
    """Play all rounds, once for each way of counting; say whether it was broken off."""
    rounds, until = plan.rounds, plan.until_error
    for by in plan.counted:
        course = courses[by]
        done = course.result
        if done is None or (done.rounds < rounds and not (until and done.standard_error <= until)):
            what = "Simulating" if len(plan.counted) == 1 else f"Counting by {by}"
            go(course, games[by], plan, rounds=rounds, what=what, until_error=until, keep=keep)
        if course.is_broken_off:
            return True
        rounds, until = course.result.rounds if course.result else rounds, None
    return False


def _sessions(asked: Asked, plan: Plan, bettors: Sequence[Bettor]) -> Paths | None:
    """Play the sessions; None where there are none, or Ctrl-C broke them off."""
    wanted = plan.sessions
    if wanted is None:
        return None
    plain = _game(asked, plan, bettors, by="nothing", plain=True)
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
