"""What the commands have in common that list something of one rulebook."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Final, NoReturn

import typer
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from houserules.cli.tables import lined, put_json
from houserules.rulebook.loading import RULEBOOKS, rulebook
from houserules.rulebook.schema import Rulebook

NAME = Annotated[str, typer.Argument(metavar="RULEBOOK", help=f"One of {', '.join(RULEBOOKS)}.")]
JSON = Annotated[bool, typer.Option("--json", help="Print JSON for a program.")]

_ROOM: Final = 72  # columns that a table needs; below, its cells stand one under another


def rows_of(
    titles: Sequence[str], rows: Sequence[Sequence[str]], *, whole: tuple[int, ...]
) -> Iterator[RenderableType]:
    """Give rows as a table, or on a narrow screen each as a name with its cells below it."""
    if Console().width >= _ROOM:
        table = lined(*titles, whole=whole)
        for row in rows:
            table.add_row(*row)
        yield table
        return
    for name, *cells in rows:
        yield Text(name, style="bold")
        for title, cell in zip(titles[1:], cells, strict=True):
            yield Padding(f"{title}: {cell}", (0, 0, 0, 2))


def named(command: str, name: str, *, as_json: bool) -> Rulebook:
    """Give the rulebook of that name, or end with exit code 2 and the names that there are."""
    if name not in RULEBOOKS:
        fail(command, f"no rulebook {name!r}; there are {', '.join(RULEBOOKS)}", as_json=as_json)
    return rulebook(name)


def fail(command: str, problem: str, *, as_json: bool) -> NoReturn:
    """End with exit code 2 and one line, or one JSON object, that says what is wrong."""
    if as_json:
        put_json({"error": {"message": problem}})
    else:
        typer.echo(f"houserules {command}: {problem}", err=True)
    raise typer.Exit(2)
