"""A simulation under way: played, saved from time to time, interruptible."""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final, NamedTuple

from houserules.analysis.simulation_plan import SimulationPlan
from houserules.simulator import (
    BATCH,
    ClusterError,
    PreparedGame,
    Result,
    is_compiled,
    result_of,
    run_batch,
)
from houserules.simulator import run as play_batches

_APART: Final = 1.02
"""Each point of the drawing has at least this many times the rounds of the one before."""
_SAVE_EVERY: Final = 60.0  # seconds
COMPILE_SECONDS: Final = {True: 20, False: 30}
"""About how long a kernel takes to compile: that of one box, and that of several."""
Watch = Callable[[Result], None]
"""Called with the result after every batch."""


class EdgePoint(NamedTuple):
    """The edge after so many rounds."""

    rounds: int
    house_edge: float
    standard_error: float


@dataclass(slots=True)
class SimulationRun:
    """What has been played so far of one game."""

    result: Result | None = None
    whole: Result | None = None  # up to the last whole batch, from where it can go on
    points: list[EdgePoint] = field(default_factory=list)
    seconds: float = 0.0  # of playing, earlier runs included
    is_interrupted: bool = False
    problem: str | None = None  # why the cluster gave up
    _saved_at: float = 0.0

    def note(self, result: Result, watch: Watch | None, save: Callable[[], None] | None) -> None:
        """Note the result after one more batch."""
        self.result = result
        if result.rounds % BATCH == 0:
            self.whole = result
        if not self.points or result.rounds >= _APART * self.points[-1].rounds:
            self.points.append(point(result))
        if watch is not None:
            watch(result)
        now = perf_counter()
        if save is not None and now - self._saved_at > _SAVE_EVERY:
            self._saved_at = now
            with suppress(OSError):  # tried again later; the last attempt reports its error
                save()


def point(result: Result) -> EdgePoint:
    """Return the point of a result."""
    return EdgePoint(result.rounds, result.house_edge, result.standard_error)


def play_rounds(
    run: SimulationRun,
    game: PreparedGame,
    plan: SimulationPlan,
    *,
    rounds: int,
    until_error: float | None = None,
    watching: AbstractContextManager[Watch | None],
    on_compile: Callable[[PreparedGame], None] | None = None,
    save: Callable[[], None] | None = None,
) -> None:
    """Play up to so many rounds; Ctrl-C interrupts it, and what was played stays."""
    begun, before = perf_counter(), run.seconds
    try:
        if plan.cluster is None:
            if on_compile is not None and not is_compiled(game):
                on_compile(game)
            run_batch(game, plan.seed, 0, rounds=1)  # loads the kernel, or compiles it
        begun = run._saved_at = perf_counter()
        with watching as watch:
            run.result = play_batches(
                game,
                rounds=rounds,
                seed=plan.seed,
                workers=plan.workers,
                cluster=plan.cluster,
                on_progress=lambda result: run.note(result, watch, save),
                stop=None if until_error is None else lambda r: r.standard_error <= until_error,
                resume=run.whole,
            )
    except KeyboardInterrupt:
        run.is_interrupted = True
    except ClusterError as error:
        run.is_interrupted, run.problem = True, str(error)
    run.seconds = before + perf_counter() - begun
    if run.result is not None and run.points[-1:] != [point(run.result)]:
        run.points.append(point(run.result))


def early_points(game: PreparedGame, seed: int, *, below: int) -> list[EdgePoint]:
    """Return points of fewer rounds, which are the beginning of the first batch."""
    sizes = [1 << power for power in range(8, 19) if 1 << power < min(below, BATCH)]
    return [
        point(result_of(game, run_batch(game, seed, 0, rounds=size), seed=seed)) for size in sizes
    ]
