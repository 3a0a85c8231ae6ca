"""`houserules checkpoint`: a signed statement of where the journal stands, to keep elsewhere."""

from typing import Annotated

import typer

from houserules.cli.journals import Database, needs_cryptography, open_for_command
from houserules.cli.options import AsJson


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
            help="An earlier checkpoint: only what came since is checked before signing.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check the journal and sign where it stands; keep the file and the key away from this machine.

    Exit code: 0 signed, 1 the journal is damaged and nothing was signed, 2 it cannot be done.

    Examples:

    houserules checkpoint --out monday.json

    houserules checkpoint --after monday.json --out tuesday.json
    """
    needs_cryptography("checkpoint", as_json=as_json)
    from houserules.cli.run.checkpoint import keyless, write_checkpoint  # noqa: PLC0415  # an extra

    with open_for_command("checkpoint", database, as_json=as_json) as opened:
        code = write_checkpoint(opened, out, after=after, as_json=as_json)
    if code == keyless:
        with open_for_command("checkpoint", database, as_json=as_json, read_only=False) as opened:
            code = write_checkpoint(opened, out, after=after, as_json=as_json)
    raise typer.Exit(code)
