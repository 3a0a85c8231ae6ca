"""A simulation on its way: rounds are played, watched, kept from time to time, and may be broken off."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final, NamedTuple

import typer

from houserules.cli.analysis.simulation_plan import Plan
from houserules.cli.render.simulation_progress import Bar, shown
from houserules.simulator import (
    BATCH,
    ClusterError,
    Game,
    Result,
    is_compiled,
    result_of,
    run,
    run_batch,
)

_APART: Final = 1.02
"""By what factor a point of the drawing is at least farther than the one before."""
_KEEP_EVERY: Final = 60.0  # seconds
_COMPILING: Final = (
    "Compiling, which takes about {seconds} seconds once after an installation or a change ..."
)
_SECONDS: Final = {True: 20, False: 30}
"""How long a kernel is compiled for: that of one box, and that of several."""


class Point(NamedTuple):
    """The edge after so many rounds."""

    rounds: int
    house_edge: float
    standard_error: float


@dataclass(slots=True)
class Course:
    """What has been played so far of one game."""

    result: Result | None = None
    whole: Result | None = None  # up to the last whole batch, from where it can go on
    points: list[Point] = field(default_factory=list)
    seconds: float = 0.0  # of playing, on other days too
    is_broken_off: bool = False
    problem: str | None = None  # for which the cluster gave up
    _kept_at: float = 0.0

    def see(self, result: Result, bar: Bar | None, keep: Callable[[], None] | None) -> None:
        """Take note of the result after one batch more."""
        self.result = result
        if result.rounds % BATCH == 0:
            self.whole = result
        if not self.points or result.rounds >= _APART * self.points[-1].rounds:
            self.points.append(point(result))
        if bar is not None:
            bar.see(result)
        now = perf_counter()
        if keep is not None and now - self._kept_at > _KEEP_EVERY:
            self._kept_at = now
            with suppress(OSError):  # it is tried again, and told at the end
                keep()


def point(result: Result) -> Point:
    """Return the point of a result."""
    return Point(result.rounds, result.house_edge, result.standard_error)


def make_ready(game: Game, seed: int) -> None:
    """Load the kernel; compile one that is not on disk, and say so before."""
    if not is_compiled(game):
        typer.echo(_COMPILING.format(seconds=_SECONDS[game.alone]), err=True)
    run_batch(game, seed, 0, rounds=1)


def go(
    course: Course,
    game: Game,
    plan: Plan,
    *,
    rounds: int,
    what: str = "Simulating",
    until_error: float | None = None,
    keep: Callable[[], None] | None = None,
) -> None:
    """Play on to so many rounds; Ctrl-C breaks it off, and what was played stays."""
    begun, before = perf_counter(), course.seconds
    try:
        if plan.cluster is None:
            make_ready(game, plan.seed)
        begun = course._kept_at = perf_counter()
        with shown(what, rounds=rounds, error=until_error, before=course.whole) as bar:
            course.result = run(
                game,
                rounds=rounds,
                seed=plan.seed,
                workers=plan.workers,
                cluster=plan.cluster,
                on_progress=lambda result: course.see(result, bar, keep),
                stop=None if until_error is None else lambda r: r.standard_error <= until_error,
                resume=course.whole,
            )
    except KeyboardInterrupt:
        course.is_broken_off = True
    except ClusterError as error:
        course.is_broken_off, course.problem = True, str(error)
    course.seconds = before + perf_counter() - begun
    if course.result is not None and course.points[-1:] != [point(course.result)]:
        course.points.append(point(course.result))


def early_points(game: Game, seed: int, *, below: int) -> list[Point]:
    """Return points of fewer rounds, which are the beginning of the first batch."""
    sizes = [1 << power for power in range(8, 19) if 1 << power < min(below, BATCH)]
    return [
        point(result_of(game, run_batch(game, seed, 0, rounds=size), seed=seed)) for size in sizes
    ]
