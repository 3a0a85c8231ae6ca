"""`houserules backup`: everything that the journal has beyond the last backup, while a server runs."""

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from houserules.cli.common.journals import (
    BackupKey,
    Database,
    SigningKey,
    open_for_command,
    open_signer,
)
from houserules.cli.common.options import AsJson, fail
from houserules.cli.render.console import (
    console,
    print_indented,
    printable,
    progress_bar,
    progress_of,
)
from houserules.cli.render.tables import print_json
from houserules.floor.backups import CACHES, backup_key
from houserules.journal.backup import BackupPlan, back_up
from houserules.journal.backup_files import Manifest
from houserules.journal.errors import DamagedError, ReadOnlyError


def backup(
    folder: Annotated[str, typer.Argument(metavar="DEST", help="The folder for the backups.")],
    *,
    database: Database = None,
    full: Annotated[
        bool, typer.Option("--full", help="Begin again with everything, not only what is new.")
    ] = False,
    key_file: BackupKey = "",
    signing_key: SigningKey = None,
    as_json: AsJson = False,
) -> None:
    """Back up the journal with its vault, while a server may be running.

    The first backup in DEST is a full one; later ones have only what is new. Every record is
    checked on the way, and a damaged journal is not backed up. Passwords and keys are in a backup
    too: encrypt it with --backup-key, or guard it like the database.

    Exit codes: 0 backed up, or nothing is new, 1 the journal is damaged, 2 it cannot be done.

    Examples:

        houserules backup /mnt/backups
        houserules backup /mnt/backups --backup-key backup.key --database postgresql://floor@db/floor
    """
    made: Manifest | None = None
    for read_only in (True, False):  # only a journal without a signing key has to be written to
        with open_for_command("backup", database, as_json=as_json, read_only=read_only) as journal:
            now = time.time_ns() // 1_000_000
            try:
                signer = open_signer(journal, database, signing_key, at=now)
                with progress_bar("Backing up") as progress:
                    plan = BackupPlan(
                        Path(folder),
                        signer,
                        key=backup_key(key_file),
                        full=full,
                        without=CACHES,
                        progress=progress_of(progress),
                    )
                    made = back_up(journal, plan, time=now)
                break
            except ReadOnlyError:
                continue
            except DamagedError as error:
                fail("backup", f"nothing was backed up: {error}", as_json=as_json, code=1)
    _show(made, folder, as_json=as_json)


def _show(made: Manifest | None, folder: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"backup": None if made is None else _about(made)})
        return
    screen = console()
    if made is None:
        typer.echo("Nothing is new since the last backup.")
        return
    counted = "1 record" if made.records == 1 else f"{made.records:,} records"
    words = f"Backed up: {made.name}, {counted} in {made.batches:,} batches, {made.size:,} bytes."
    screen.print(Text(words, "bold green"))
    where = f"Written to {printable(folder)}/{made.file}. It goes up to record {made.checkpoint.records:,}."
    print_indented(screen, Text(where), 0)
    if made.key is None:
        words = "Not encrypted: it has passwords and keys. Guard it like the database."
        print_indented(screen, Text(words, "yellow"), 0)


def _about(made: Manifest) -> dict[str, object]:
    return {
        **{"journal": made.journal, "number": made.number, "kind": made.kind, "file": made.file},
        **{"records": made.records, "batches": made.batches, "size": made.size},
        **{"upto": made.checkpoint.records, "sha256": made.sha256, "encrypted_with": made.key},
    }
