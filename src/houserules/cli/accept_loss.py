"""`houserules accept-loss`: go on with a journal that lacks records which a checkpoint proves."""

import time
from typing import Annotated

import typer
from rich.text import Text

from houserules.cli.common.journals import (
    Checkpoints,
    Database,
    SigningKey,
    open_for_command,
    open_signer,
    open_stores,
)
from houserules.cli.common.options import AsJson, fail
from houserules.cli.render.console import console, print_indented
from houserules.cli.render.tables import print_json
from houserules.floor.checkpoint_keeper import accept_loss as accept
from houserules.journal.errors import CheckpointStoreError


def accept_loss(
    *,
    why: Annotated[
        str, typer.Option("--why", metavar="REASON", help="The reason, kept in the journal.")
    ],
    database: Database = None,
    checkpoints: Checkpoints = None,
    signing_key: SigningKey = None,
    as_json: AsJson = False,
) -> None:
    """Accept that records at the end of the journal are lost, so that the server starts again.

    A server does not start if its journal is shorter than its newest checkpoint. Look for the
    missing records first: a write-ahead log, a newer backup, a standby. If they are gone, this
    records what is missing and why, and signs the journal as it is. Stop all servers first.

    Exit codes: 0 accepted, 1 nothing is missing, 2 it cannot be done.

    Examples:

        houserules accept-loss --why "disk failed on 18 November; restored last night's backup"
    """
    if not why.strip():
        fail("accept-loss", "give a reason with --why", as_json=as_json)
    stores = open_stores("accept-loss", database, checkpoints, as_json=as_json)
    with open_for_command("accept-loss", database, as_json=as_json, read_only=False) as journal:
        now = time.time_ns() // 1_000_000
        signer = open_signer(journal, database, signing_key, at=now, may_be_new=True)
        try:
            found = accept(journal, signer, stores, why=why, at=now)
        except CheckpointStoreError as error:
            fail("accept-loss", str(error), as_json=as_json)
    if as_json:
        print_json({"accepted": found is not None, "lost": str(found) if found else None})
    elif found is None:
        typer.echo("Nothing is missing: the journal matches its newest checkpoint.")
    else:
        print_indented(console(), Text(f"Accepted: {found}"), 0)
    raise typer.Exit(0 if found else 1)
