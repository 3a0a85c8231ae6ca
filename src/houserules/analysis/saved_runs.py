"""Simulations saved to a file, to be continued later: `houserules/simulation-1`.

A file names what was simulated, so that nothing else is added to it, and holds exact sums and counts.
"""

import json
import os
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from houserules.analysis.odds_report import options_of
from houserules.analysis.options import RequestError
from houserules.analysis.simulation_plan import SimulationPlan
from houserules.analysis.simulation_report import equipment_data
from houserules.analysis.simulation_request import count_data
from houserules.analysis.simulation_run import EdgePoint, SimulationRun
from houserules.core.money import dollars
from houserules.simulator import PreparedGame, Result, from_data, to_data
from houserules.version import __version__

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


def save(path: Path, plan: SimulationPlan, game: PreparedGame, runs: Runs) -> None:
    """Write all of it or nothing."""
    data = {
        "format": FORMAT,
        "version": __version__,
        **identity(plan),
        "tables": _digest(game),
        "counted": {by: _run_data(run) for by, run in runs.items()},
    }
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    part.replace(path)


def _run_data(run: SimulationRun) -> Data:
    return {
        "result": _result(run.result),
        "whole": "result" if run.whole == run.result else _result(run.whole),
        "points": [list(point) for point in run.points],
        "seconds": round(run.seconds, 3),
    }


def _result(result: Result | None) -> Data | None:
    return None if result is None else to_data(result)


def _digest(game: PreparedGame) -> str:
    """Return one number for rules, strategies and equipment as they are played."""
    digest = sha256()
    for each in (game.tables, game.money, game.shoe):
        digest.update(each.tobytes())
    return digest.hexdigest()


def load(name: str, plan: SimulationPlan) -> tuple[Data, dict[str, SimulationRun]]:
    """Load a saved run; refuse one of another simulation."""
    data = _read(name)
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
    _check_counted(name, plan, runs)
    return data, runs


def _read(name: str) -> Data:
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
    result = from_data(data["result"])
    whole = data["whole"]
    return SimulationRun(
        result=result,
        whole=result if whole == "result" else whole and from_data(whole),
        points=[
            EdgePoint(int(rounds), float(edge), float(error))
            for rounds, edge, error in data["points"]
        ],
        seconds=float(data["seconds"]),
    )


def _check_counted(name: str, plan: SimulationPlan, runs: Runs) -> None:
    if list(runs) != list(plan.counted_by):
        counted = _describe([f"--by {by}" for by in runs if by != "nothing"] or ["no --by"])
        raise RequestError(f"resume {name}", f"it was simulated with {counted}; give the same")
    played = max(run.result.rounds for run in runs.values() if run.result)
    if played > plan.rounds:
        problem = f"it already has {played:,} rounds; --rounds is the total, so give more than that"
        raise RequestError(f"resume {name}", problem)


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
