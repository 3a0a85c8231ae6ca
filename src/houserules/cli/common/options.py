"""Options that several commands share, and how a command ends: with an exit code, not a traceback.

NumPy and Numba take a second to load and may not be installed: nothing here needs them.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from typing import Annotated, Any, Final, NoReturn

import typer
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from houserules.analysis.options import RequestError
from houserules.cli.render.console import printable
from houserules.cli.render.tables import headed_table, print_json
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.schema import Rulebook

RulebookName = Annotated[
    str, typer.Argument(metavar="RULEBOOK", help=f"One of {', '.join(RULEBOOKS)}.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
AsJsonPerFile = Annotated[
    bool, typer.Option("--json", help="Print JSON: one object per line if several files.")
]
Conditions = Annotated[
    str,
    typer.Argument(
        metavar="CONDITIONS", help="Tournament conditions (.toml, .json); - is standard input."
    ),
]
Lines = Annotated[
    bool,
    typer.Option(
        "--lines", help="Each file has one JSON record per line; prints one result per line."
    ),
]


def whole_number(text: str) -> int:
    """Read a whole number as typed."""
    try:
        return int(str(text).replace("_", ""))
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a whole number.") from None


def check_range(name: str, number: int, *, least: int, most: int) -> None:
    """Refuse a number outside its range."""
    if not least <= number <= most:
        raise typer.BadParameter(f"{name} must be {least} to {most}, not {number}.")


RoundsPerHour = Annotated[
    int, typer.Option(metavar="N", parser=whole_number, help="Rounds per hour, 1 to 1000.")
]
Break = Annotated[
    int,
    typer.Option(
        "--break", metavar="MINUTES", parser=whole_number, help="Minutes between sittings."
    ),
]


def check_timetable(rounds_per_hour: int, pause: int) -> None:
    """Refuse a pace or a break outside its range."""
    check_range("--rounds-per-hour", rounds_per_hour, least=1, most=1000)
    check_range("--break", pause, least=0, most=24 * 60)


def table_or_rows(
    titles: Sequence[str], rows: Sequence[Sequence[str]], *, whole: tuple[int, ...]
) -> Iterator[RenderableType]:
    """Yield rows as a table, or on a narrow screen each as a name with its cells below it."""
    if Console().width >= 72:
        table = headed_table(*titles, whole=whole)
        for row in rows:
            table.add_row(*row)
        yield table
        return
    for name, *cells in rows:
        yield Text(name, style="bold")
        for title, cell in zip(titles[1:], cells, strict=True):
            yield Padding(f"{title}: {cell}", (0, 0, 0, 2))


def find_rulebook(command: str, name: str, *, as_json: bool = False) -> Rulebook:
    """Return the rulebook of that name, or end with exit code 2 and list the names."""
    if name not in RULEBOOKS:
        fail(command, f"no rulebook {name!r}; there are {', '.join(RULEBOOKS)}", as_json=as_json)
    return rulebook(name)


def fail(command: str, problem: str, *, as_json: bool = False, code: int = 2) -> NoReturn:
    """End with exit code 2, or another, and say what is wrong, in one line or one JSON object."""
    if as_json:
        print_json({"error": {"message": problem}})
    else:
        typer.echo(f"houserules {command}: {printable(problem)}", err=True)
    raise typer.Exit(code)


Decks = Annotated[
    int | None,
    typer.Option("--decks", metavar="N", parser=whole_number, help="Number of decks, 1 or more."),
]
Wager = Annotated[
    str,
    typer.Option(
        "--wager", metavar="AMOUNT", help="Original wager in dollars; fixed prizes depend on it."
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Change a value that moves money: resplit=true, pontoon_pays=6:5, or a whole part: "
        "surrender=false. Can be repeated; an unknown name prints the list.",
    ),
]
Removed = Annotated[
    str,
    typer.Option("--remove", metavar="CARDS", help='Cards removed from the shoe: "As Kd".'),
]
Strategy = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="best|chart",
        help="best: the best play for the exact cards. chart: play by the chart of "
        "`houserules strategy`.",
    ),
]


@contextmanager
def answers_request(command: str, *, as_json: bool) -> Iterator[None]:
    """End with exit code 2 where a request cannot be met, or NumPy or Numba is missing."""
    try:
        yield
    except RequestError as error:
        fail(command, str(error), as_json=as_json)
    except ModuleNotFoundError as missing:
        if missing.name not in ("numpy", "numba"):
            raise
        problem = f"{missing.name} is missing: pip install 'houserules[numbers]'"
        fail(command, problem, as_json=as_json)


_WORKER_LOST: Final = 70  # a fault inside the program, by the convention of sysexits
_FAILED: Final = 74  # an error of a disk or a stream, by the same
_INTERRUPTED: Final = 128 + 2  # what a shell says of a command ended by Ctrl-C
_PIPE_CLOSED: Final = 128 + 13  # and of one whose reader went away


def exit_code(output: dict[str, Any]) -> int:
    """Return 0 for a record in order, 1 for one that breaks a rule, 2 for one that is malformed."""
    if "malformed" in output:
        return 2
    return 1 if "violation" in output or output.get("findings") else 0


@contextmanager
def clean_exit() -> Iterator[None]:
    """End silently on Ctrl-C or a closed pipe, and with one line on any other failure."""
    if sys.stdout is None:  # closed by the shell
        raise typer.Exit(_PIPE_CLOSED)
    try:
        yield
        sys.stdout.flush()
    except KeyboardInterrupt:
        raise typer.Exit(_INTERRUPTED) from None
    except BrokenExecutor:
        _say(
            "a worker process was killed (perhaps out of memory); "
            "records after the last printed line are not settled"
        )
        raise typer.Exit(_WORKER_LOST) from None
    except OSError as error:
        # Python flushes standard output once more at its end, and would complain there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise typer.Exit(_PIPE_CLOSED) from None
        _say(f"reading or writing failed: {error.strerror}")
        raise typer.Exit(_FAILED) from None


def _say(problem: str) -> None:
    print(f"houserules: {problem}", file=sys.stderr)
