"""Options that several commands share, and how a command ends when they cannot be met.

NumPy and Numba take a second to load and may not be installed: nothing here needs them.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Final, NoReturn

import typer
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from houserules.analysis.options import RequestError
from houserules.cli.render.tables import headed_table, print_json
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.schema import Rulebook

RulebookName = Annotated[
    str, typer.Argument(metavar="RULEBOOK", help=f"One of {', '.join(RULEBOOKS)}.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def whole_number(text: str) -> int:
    """Read a whole number as typed."""
    try:
        return int(str(text).replace("_", ""))
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a whole number.") from None


_ROOM: Final = 72  # columns a table needs; on a narrower screen each row becomes a list


def table_or_rows(
    titles: Sequence[str], rows: Sequence[Sequence[str]], *, whole: tuple[int, ...]
) -> Iterator[RenderableType]:
    """Yield rows as a table, or on a narrow screen each as a name with its cells below it."""
    if Console().width >= _ROOM:
        table = headed_table(*titles, whole=whole)
        for row in rows:
            table.add_row(*row)
        yield table
        return
    for name, *cells in rows:
        yield Text(name, style="bold")
        for title, cell in zip(titles[1:], cells, strict=True):
            yield Padding(f"{title}: {cell}", (0, 0, 0, 2))


def find_rulebook(command: str, name: str, *, as_json: bool) -> Rulebook:
    """Return the rulebook of that name, or end with exit code 2 and list the names."""
    if name not in RULEBOOKS:
        fail(command, f"no rulebook {name!r}; there are {', '.join(RULEBOOKS)}", as_json=as_json)
    return rulebook(name)


def fail(command: str, problem: str, *, as_json: bool) -> NoReturn:
    """End with exit code 2 and say what is wrong, in one line or one JSON object."""
    if as_json:
        print_json({"error": {"message": problem}})
    else:
        typer.echo(f"houserules {command}: {problem}", err=True)
    raise typer.Exit(2)


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

_NEEDS: Final = ("numpy", "numba")


@contextmanager
def answers_request(command: str, *, as_json: bool) -> Iterator[None]:
    """End with exit code 2 where a request cannot be met, or NumPy or Numba is missing."""
    try:
        yield
    except RequestError as error:
        fail(command, str(error), as_json=as_json)
    except ModuleNotFoundError as missing:
        if missing.name not in _NEEDS:
            raise
        problem = f"{missing.name} is missing: pip install 'houserules[numbers]'"
        fail(command, problem, as_json=as_json)
