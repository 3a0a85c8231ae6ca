"""`houserules export`: everything about a round, a session, a promotion, a player, a table or a day, with hashes."""

import time
from pathlib import Path
from typing import Annotated, Any, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer
from rich.text import Text

from houserules.cli.common.journals import Database, open_for_command
from houserules.cli.common.options import AsJson, fail
from houserules.cli.render.console import console, print_indented, printable, progress_bar
from houserules.cli.render.tables import headed_table, print_json, print_page
from houserules.floor.rounds.export import export as export_rounds
from houserules.floor.rounds.export_files import FORMS, Form, FormError
from houserules.floor.rounds.export_selection import Kind, NothingError, What


def export(
    *,
    round_: Annotated[
        str | None, typer.Option("--round", metavar="TABLE/N", help="One round, such as t1/17.")
    ] = None,
    session: Annotated[
        str | None,
        typer.Option(
            "--session",
            metavar="TOURNAMENT/N",
            help="One session of a tournament, such as spring/3.",
        ),
    ] = None,
    tournament: Annotated[
        str | None,
        typer.Option("--tournament", metavar="NAME", help="One tournament with its sessions."),
    ] = None,
    promotion: Annotated[
        str | None,
        typer.Option("--promotion", metavar="NAME", help="One promotion with its draws."),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option("--player", metavar="NAME", help="One person: rounds, money, Player Cards."),
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", metavar="TABLE", help="One table since its set-up.")
    ] = None,
    day: Annotated[
        str | None, typer.Option("--day", metavar="DATE", help="One day, such as 2026-11-16.")
    ] = None,
    zone: Annotated[
        str,
        typer.Option(
            "--zone", metavar="ZONE", help="The day's time zone, such as Australia/Sydney."
        ),
    ] = "UTC",
    out: Annotated[
        str, typer.Option("--out", metavar="DIR", help="A new or empty folder for the files.")
    ],
    form: Annotated[
        str, typer.Option("--form", metavar="FORMAT", help="jsonl, csv or parquet.")
    ] = "jsonl",
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Export a round, session, tournament, promotion, player, table or day, with SHA-256 hashes.

    Writes records, rounds, payments and transfers. Rounds are also written as round records,
    which `houserules settle --lines` pays the same way; sessions as session records, which
    `houserules tournament settle --lines` settles the same way; a promotion as a promotion file,
    for `houserules promotion check`, with its draws for `houserules verify draw`. Secrets are
    never exported.

    Exit codes: 0 exported, 2 it cannot be done.

    Examples:

        houserules export --round t1/17 --out round-17
        houserules export --session spring/3 --out session-3
        houserules export --day 2026-11-16 --form parquet --out monday
    """
    subjects = {
        **{"round": round_, "session": session, "tournament": tournament, "promotion": promotion},
        **{"player": player, "table": table, "day": day},
    }
    chosen = [(kind, name) for kind, name in subjects.items() if name is not None]
    if len(chosen) != 1:
        raise typer.BadParameter(
            f"give exactly one of {', '.join(f'--{kind}' for kind in subjects)}"
        )
    if form not in FORMS:
        fail("export", f"no such format: {form} (formats: {', '.join(FORMS)})", as_json=as_json)
    try:
        kind, name = chosen[0]
        what = What(cast(Kind, kind), name, ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError):
        problem = f"no such time zone: {zone} (write it like Australia/Sydney)"
        fail("export", problem, as_json=as_json)
    with open_for_command("export", database, as_json=as_json) as journal:
        total, now = journal.tip().serial, time.time_ns() // 1_000_000
        try:
            with progress_bar("Exporting") as progress:

                def report(serial: int) -> None:
                    if progress is not None:
                        progress.update(serial, total)

                made = export_rounds(
                    journal, what, Path(out), form=cast(Form, form), now=now, progress=report
                )
        except (NothingError, FormError) as error:
            fail("export", str(error), as_json=as_json)
        except OSError as error:
            fail("export", f"{out}: cannot be written: {error.strerror}", as_json=as_json)
    if as_json:
        print_json(made.manifest)
    else:
        _show(made.manifest, out)


def _show(manifest: dict[str, Any], out: str) -> None:
    table = headed_table("File", "Rows", "SHA-256", whole=(0, 1))
    for file in manifest["files"]:
        table.add_row(file["name"], f"{file['rows']:,}", file["sha256"])
    print_page(table)
    words = f"Written to {printable(out)} with manifest.json. Check it: houserules verify export."
    print_indented(console(), Text(words), 0)
