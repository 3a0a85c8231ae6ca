"""Simulations kept in a file, to go on from another day: `houserules/simulation-1`.

A file names what was simulated, so that nothing else is added to it, and holds exact sums and counts.
"""

import json
import os
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from houserules.cli.analysis.odds_report import options_of
from houserules.cli.analysis.simulation_plan import Plan
from houserules.cli.analysis.simulation_report import equipment_data
from houserules.cli.analysis.simulation_request import count_data
from houserules.cli.analysis.simulation_run import Course, Point
from houserules.cli.options import Asked
from houserules.core.money import dollars
from houserules.simulator import Game, Result, from_data, to_data
from houserules.version import __version__

FORMAT: Final = "houserules/simulation-1"
_WRONG: Final = (ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError)

Data = dict[str, Any]
Courses = Mapping[str, Course]


def identity(plan: Plan) -> Data:
    """Name what is simulated: all that a result depends on, but for the number of rounds."""
    return {"seed": plan.seed, **of_game(plan)}


def of_game(plan: Plan) -> Data:
    """Name the game: rules, bettors and equipment."""
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


def save(path: Path, plan: Plan, game: Game, courses: Courses) -> None:
    """Write all of it or nothing."""
    data = {
        "format": FORMAT,
        "version": __version__,
        **identity(plan),
        "tables": _digest(game),
        "counted": {by: _course(course) for by, course in courses.items()},
    }
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    part.replace(path)


def _course(course: Course) -> Data:
    return {
        "result": _result(course.result),
        "whole": "result" if course.whole == course.result else _result(course.whole),
        "points": [list(point) for point in course.points],
        "seconds": round(course.seconds, 3),
    }


def _result(result: Result | None) -> Data | None:
    return None if result is None else to_data(result)


def _digest(game: Game) -> str:
    """Return one number for rules, strategies and equipment as they are played."""
    digest = sha256()
    for each in (game.tables, game.money, game.shoe):
        digest.update(each.tobytes())
    return digest.hexdigest()


def load(asked: Asked, name: str, plan: Plan) -> tuple[Data, dict[str, Course]]:
    """Read a file that is to be gone on from; refuse one of another simulation."""
    data = _read(asked, name)
    ours = identity(plan)
    for key, value in ours.items():
        if data.get(key) != value:
            asked.refuse(
                f"--resume {name}: it has {key} {_said(data.get(key))}, "
                f"and this command line {_said(value)}"
            )
    try:
        courses = {by: _read_course(each) for by, each in data["counted"].items()}
    except _WRONG as error:
        asked.refuse(f"--resume {name}: it is damaged ({type(error).__name__}: {error})")
    _check_counted(asked, name, plan, courses)
    return data, courses


def _read(asked: Asked, name: str) -> Data:
    try:
        data = json.loads(Path(name).read_bytes())
    except FileNotFoundError:
        asked.refuse(f"--resume {name}: there is no such file; --save {name} begins one")
    except OSError as error:
        asked.refuse(f"--resume {name}: it cannot be read: {error.strerror}")
    except ValueError:
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        asked.refuse(f"--resume {name}: it is no simulation that was kept with --save ({FORMAT})")
    return data


def _read_course(data: Data) -> Course:
    result = from_data(data["result"])
    whole = data["whole"]
    return Course(
        result=result,
        whole=result if whole == "result" else whole and from_data(whole),
        points=[
            Point(int(rounds), float(edge), float(error)) for rounds, edge, error in data["points"]
        ],
        seconds=float(data["seconds"]),
    )


def _check_counted(asked: Asked, name: str, plan: Plan, courses: Courses) -> None:
    if list(courses) != list(plan.counted):
        counted = _said([f"--by {by}" for by in courses if by != "nothing"] or ["no --by"])
        asked.refuse(f"--resume {name}: it was simulated with {counted}; give the same")
    played = max(course.result.rounds for course in courses.values() if course.result)
    if played > plan.rounds:
        asked.refuse(
            f"--resume {name}: it has {played:,} rounds; --rounds says how many there are to be in "
            f"all, and {plan.rounds:,} are less"
        )


def _said(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={_said(each)}" for key, each in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " and ".join(map(_said, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def check_tables(asked: Asked, name: str, data: Data, game: Game) -> None:
    """Refuse to go on with other tables than those that were played by."""
    if data.get("tables") != _digest(game):
        asked.refuse(
            f"--resume {name}: houserules {data.get('version')} simulated it by other rules or "
            f"another strategy of the same name than houserules {__version__} would now"
        )
