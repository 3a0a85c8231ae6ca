"""`houserules replay`: any round of a table again, step by step as it was."""

from typing import Annotated

import typer

from houserules.cli.journals import Database, open_for_command
from houserules.cli.options import AsJson, whole_number


def replay(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A table, as t1.")],
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="ROUND", parser=whole_number, help="A round; left out, they are listed."
        ),
    ] = None,
    *,
    database: Database = None,
    pause: Annotated[
        float,
        typer.Option("--pause", metavar="SECONDS", min=0.0, max=10.0, help="Between two cards."),
    ] = 0.0,
    as_json: AsJson = False,
) -> None:
    """Show a round again: wagers, cards, decisions, and every payment with its odds and clause.

    Exit code: 0 shown, 2 there is no such round, or the journal cannot be read.

    Examples:

    houserules replay t1

    houserules replay t1 17
    """
    from houserules.cli.run.replay import list_rounds, show_round  # noqa: PLC0415  # only here

    with open_for_command("replay", database, as_json=as_json) as opened:
        if number is None:
            list_rounds(opened, table, as_json=as_json)
        else:
            show_round(opened, table, number, pause=pause, as_json=as_json)
