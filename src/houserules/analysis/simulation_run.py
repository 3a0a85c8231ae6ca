"""A simulation under way: played, saved from time to time, interruptible, continued later."""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

from houserules.analysis.odds_report import options_of
from houserules.analysis.options import RequestError
from houserules.analysis.simulation_plan import SimulationPlan
from houserules.analysis.simulation_request import count_data, equipment_data
from houserules.core.codec import from_data, to_data
from houserules.core.money import dollars
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
from houserules.version import __version__

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


# Simulations saved to a file, to be continued later.
#
# A file names what was simulated, so that nothing else is added to it, and holds exact sums and counts.


FORMAT: Final = "houserules/simulation-1"
_WRONG: Final = (ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError)

Data = dict[str, Any]
Runs = Mapping[str, SimulationRun]


def identity(plan: SimulationPlan) -> Data:
    """Return everything that a result depends on, except the number of rounds."""
    return {"seed": plan.seed, **of_game(plan)}


def of_game(plan: SimulationPlan) -> Data:
    """Return what makes the game: rules, bettors and equipment."""
    return {
        "rulebook": plan.rules.id,
        "decks": plan.first.game.decks,
        "options": options_of(plan.first),
        "wagers": [dollars(each) for each in plan.wagers],
        "strategies": list(plan.strategies),
        "equipment": equipment_data(plan.equipment),
        "insures": plan.insures,
        "side": None if plan.side is None else str(plan.side),
        "chips": plan.in_chips,
        "count": None if plan.count is None else count_data(plan.count),
    }


def save_simulation(path: Path, plan: SimulationPlan, game: PreparedGame, runs: Runs) -> None:
    """Write all of it or nothing."""
    data = {
        "format": FORMAT,
        "version": __version__,
        **identity(plan),
        "tables": _digest(game),
        "counted": {
            by: {
                "result": to_data(run.result),
                "whole": "result" if run.whole == run.result else to_data(run.whole),
                "points": [list(point) for point in run.points],
                "seconds": round(run.seconds, 3),
            }
            for by, run in runs.items()
        },
    }
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    part.replace(path)


def _digest(game: PreparedGame) -> str:
    """Return one number for rules, strategies and equipment as they are played."""
    digest = sha256()
    for each in (game.tables, game.money, game.shoe):
        digest.update(each.tobytes())
    return digest.hexdigest()


def load_simulation(name: str, plan: SimulationPlan) -> tuple[Data, dict[str, SimulationRun]]:
    """Load a saved run; refuse one of another simulation."""
    data = _read_file(name)
    ours = identity(plan)
    for key, value in ours.items():
        if data.get(key) != value:
            saved, asked = _describe(data.get(key)), _describe(value)
            raise RequestError(f"resume {name}", f"it has {key} {saved}, and you ask for {asked}")
    try:
        runs = {by: _read_run(each) for by, each in data["counted"].items()}
    except _WRONG as error:
        problem = f"it is damaged ({type(error).__name__}: {error})"
        raise RequestError(f"resume {name}", problem) from None
    if list(runs) != list(plan.counted_by):
        counted = _describe([f"--by {by}" for by in runs if by != "nothing"] or ["no --by"])
        raise RequestError(f"resume {name}", f"it was simulated with {counted}; give the same")
    played = max(run.result.rounds for run in runs.values() if run.result)
    if played > plan.rounds:
        problem = f"it already has {played:,} rounds; --rounds is the total, so give more than that"
        raise RequestError(f"resume {name}", problem)
    return data, runs


def _read_file(name: str) -> Data:
    try:
        data = json.loads(Path(name).read_bytes())
    except FileNotFoundError:
        problem = f"there is no such file; --save {name} begins one"
        raise RequestError(f"resume {name}", problem) from None
    except OSError as error:
        raise RequestError(f"resume {name}", f"it cannot be read: {error.strerror}") from None
    except ValueError:
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RequestError(f"resume {name}", f"it was not written by --save ({FORMAT})")
    return data


def _read_run(data: Data) -> SimulationRun:
    result = from_data(Result, data["result"])
    whole = data["whole"]
    return SimulationRun(
        result=result,
        whole=result if whole == "result" else whole and from_data(Result, whole),
        points=[
            EdgePoint(int(rounds), float(edge), float(error))
            for rounds, edge, error in data["points"]
        ],
        seconds=float(data["seconds"]),
    )


def _describe(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={_describe(each)}" for key, each in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " and ".join(map(_describe, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def check_tables(name: str, data: Data, game: PreparedGame) -> None:
    """Refuse to continue if rules or strategy have changed since."""
    if data.get("tables") != _digest(game):
        problem = (
            f"houserules {data.get('version')} simulated it with different rules or a different "
            f"strategy of the same name; houserules {__version__} cannot continue it"
        )
        raise RequestError(f"resume {name}", problem)
