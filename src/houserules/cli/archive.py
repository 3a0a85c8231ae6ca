"""`houserules archive`: closed days as compressed, signed files, to keep elsewhere."""

import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from houserules.cli.common.journals import Database, SigningKey, open_for_command, open_signer
from houserules.cli.common.options import AsJson, fail
from houserules.cli.render.console import (
    console,
    print_indented,
    printable,
    progress_bar,
    progress_of,
)
from houserules.cli.render.tables import headed_table, print_json
from houserules.floor.signing import named_keys
from houserules.journal.archives import Archive, archive_closed_days
from houserules.journal.errors import DamagedError


def archive(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where the archives are, or the first goes.")
    ],
    *,
    database: Database = None,
    signing_key: SigningKey = None,
    as_json: AsJson = False,
) -> None:
    """Write each day that is over to a signed file of its own.

    Every record is checked before it is written. Days are those of UTC; days that are archived
    already are left as they are. The records stay in the database. A server may be running.
    verify, replay and audit read a folder of archives as --database archive:FOLDER.

    Exit codes: 0 archived, or there was nothing to archive, 1 the journal is damaged and nothing
    more was archived, 2 it cannot be done.

    Examples:

        houserules archive archives
        houserules verify journal --database archive:archives
        houserules replay t1 17 --database archive:archives
    """
    with open_for_command("archive", database, as_json=as_json) as journal:
        now = time.time_ns() // 1_000_000
        if not named_keys(journal):
            fail("archive", "no server has run on this database yet", as_json=as_json)
        signer = open_signer(journal, database, signing_key, at=now)
        try:
            with progress_bar("Archiving") as progress:
                made = archive_closed_days(
                    journal, folder, signer, now=now, progress=progress_of(progress)
                )
        except DamagedError as damage:
            _show_damage(damage, as_json=as_json)
            raise typer.Exit(1) from None
    if as_json:
        print_json({"archived": [_as_data(each) for each in made]})
    else:
        _show(made)


def _as_data(made: Archive) -> dict[str, Any]:
    return {
        "file": str(made.file),
        "day": str(made.day),
        "records": made.records,
        "batches": made.batches,
        "bytes": made.file.stat().st_size,
    }


def _show(made: list[Archive]) -> None:
    screen = console()
    if not made:
        screen.print("There is no further day to archive.")
        return
    table = headed_table("File", "Records", "Bytes", whole=(0, 1, 2), right=(1, 2))
    for each in made:
        size = each.file.stat().st_size
        table.add_row(printable(str(each.file)), f"{each.records:,}", f"{size:,}")
    screen.print(table)


def _show_damage(damage: DamagedError, *, as_json: bool) -> None:
    if as_json:
        print_json({"archived": [], "findings": [each.as_data() for each in damage.findings]})
        return
    screen = console()
    screen.print(Text("Not archived: the journal has been altered.", "bold red"))
    for finding in damage.findings:
        print_indented(screen, Text(printable(str(finding))), 2)
