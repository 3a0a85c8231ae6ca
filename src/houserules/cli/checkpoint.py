"""`houserules checkpoint`: a signed statement of the journal's state, to keep elsewhere."""

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from houserules.cli.common.journals import (
    Database,
    SigningKey,
    open_for_command,
    open_signer,
    read_checkpoint,
)
from houserules.cli.common.options import AsJson, fail
from houserules.cli.render.console import console, print_indented, printable
from houserules.cli.render.tables import print_json
from houserules.journal.checkpoints import Checkpoint
from houserules.journal.checkpoints import checkpoint as take_checkpoint
from houserules.journal.errors import DamagedError, ReadOnlyError


def checkpoint(
    *,
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help="A new file for the checkpoint.")
    ],
    database: Database = None,
    after: Annotated[
        str | None,
        typer.Option(
            "--after",
            metavar="FILE",
            help="An earlier checkpoint: check only what was written since.",
        ),
    ] = None,
    signing_key: SigningKey = None,
    as_json: AsJson = False,
) -> None:
    """Check the journal and sign its current state.

    Keep the file and the public key away from this machine.

    Exit codes: 0 signed, 1 the journal is damaged and nothing was signed, 2 it cannot be done.

    Examples:

        houserules checkpoint --out monday.json
        houserules checkpoint --after monday.json --out tuesday.json
    """
    if Path(out).exists():
        problem = f"{out} already exists; a checkpoint is never overwritten"
        fail("checkpoint", problem, as_json=as_json)
    previous = read_checkpoint("checkpoint", after, as_json=as_json) if after else None
    signed: Checkpoint | None = None
    for read_only in (True, False):  # only the first checkpoint writes: it makes the key
        with open_for_command(
            "checkpoint", database, as_json=as_json, read_only=read_only
        ) as journal:
            try:
                now = time.time_ns() // 1_000_000
                signer = open_signer(journal, database, signing_key, at=now)
                signed = take_checkpoint(journal, signer, time=now, previous=previous)
                break
            except ReadOnlyError:
                continue
            except DamagedError as damage:
                _show_damage(damage, as_json=as_json)
                raise typer.Exit(1) from None
    assert signed is not None
    try:
        with Path(out).open("x", encoding="utf-8") as stream:
            stream.write(signed.text() + "\n")
    except OSError as error:
        fail("checkpoint", f"{out}: cannot be written: {error.strerror}", as_json=as_json)
    _show(signed, out, as_json=as_json)


def _show_damage(damage: DamagedError, *, as_json: bool) -> None:
    if as_json:
        print_json({"signed": False, "findings": [each.as_data() for each in damage.findings]})
        return
    screen = console()
    screen.print(Text("Nothing was signed: the journal has been altered.", "bold red"))
    for finding in damage.findings:
        print_indented(screen, Text(printable(str(finding))), 2)


def _show(signed: Checkpoint, out: str, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "signed": True,
                "file": out,
                "journal": signed.journal,
                "records": signed.records,
                "batch": signed.batch,
                "public_key": signed.public_key,
            }
        )
        return
    screen = console()
    words = f"Signed: {signed.records:,} records in {signed.batch:,} batches."
    screen.print(Text(words, "bold green"))
    print_indented(screen, Text(f"The checkpoint is in {printable(out)}. Keep it elsewhere."), 0)
    screen.print(Text(f"Public key: {signed.public_key}"), soft_wrap=True)
