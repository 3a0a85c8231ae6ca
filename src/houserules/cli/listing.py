"""What the commands have in common that list something of one rulebook."""

from typing import Annotated, NoReturn

import typer

from houserules.cli.tables import put_json
from houserules.rulebook.loading import RULEBOOKS, rulebook
from houserules.rulebook.schema import Rulebook

NAME = Annotated[str, typer.Argument(metavar="RULEBOOK", help=f"One of {', '.join(RULEBOOKS)}.")]
JSON = Annotated[bool, typer.Option("--json", help="Print JSON for a program.")]


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
