"""`houserules export`: everything about a round, a player, a table or a day, with hashes."""

from typing import Annotated

import typer

from houserules.cli.journals import Database, open_for_command
from houserules.cli.options import AsJson


def export(
    *,
    round_: Annotated[
        str | None, typer.Option("--round", metavar="TABLE/N", help="One round, as t1/17.")
    ] = None,
    player: Annotated[
        str | None,
        typer.Option("--player", metavar="NAME", help="One person: rounds, money, Player Cards."),
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", metavar="TABLE", help="One table, from its set-up on.")
    ] = None,
    day: Annotated[
        str | None, typer.Option("--day", metavar="DAY", help="One day, as 2026-11-16.")
    ] = None,
    zone: Annotated[
        str,
        typer.Option("--zone", metavar="ZONE", help="Where the day begins, as Australia/Sydney."),
    ] = "UTC",
    out: Annotated[
        str, typer.Option("--out", metavar="DIR", help="A new or empty folder for the files.")
    ],
    form: Annotated[
        str, typer.Option("--form", metavar="FORM", help="jsonl, csv or parquet.")
    ] = "jsonl",
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Write records, rounds, payments and transfers, and a manifest of SHA-256 hashes.

    Rounds are written as round records too, which `houserules settle --lines` pays the same way.
    Nothing secret is exported. Exit code: 0 written, 2 it cannot be done.

    Examples:

    houserules export --round t1/17 --out round-17

    houserules export --day 2026-11-16 --form parquet --out monday
    """
    asked = {"round": round_, "player": player, "table": table, "day": day}
    chosen = [(kind, name) for kind, name in asked.items() if name is not None]
    if len(chosen) != 1:
        raise typer.BadParameter("give one of --round, --player, --table and --day")
    from houserules.cli.run.export import write_export  # noqa: PLC0415  # only this command needs it

    kind, name = chosen[0]
    with open_for_command("export", database, as_json=as_json) as opened:
        write_export(opened, (kind, name, zone), out, form=form, as_json=as_json)
