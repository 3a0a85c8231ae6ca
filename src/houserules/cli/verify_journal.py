"""`houserules verify journal`: that nothing was altered, and that all money adds up."""

import re
from typing import Annotated, Final

import typer

from houserules.cli.journals import Database, needs_cryptography, open_for_command
from houserules.cli.options import AsJson

_PUBLIC_KEY: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


def journal(
    *,
    database: Database = None,
    checkpoints: Annotated[
        list[str] | None,
        typer.Option(
            "--checkpoint",
            metavar="FILE",
            help="A checkpoint kept elsewhere; repeatable. Without one a cut-off end goes unseen.",
        ),
    ] = None,
    public_key: Annotated[
        str | None,
        typer.Option(
            "--public-key", metavar="HEX", help="The key that the checkpoints must be signed with."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check every record, chain, checkpoint, transfer and table of a journal; a server may run on it.

    Exit code: 0 nothing is wrong, 1 something is, 2 it cannot be checked.

    Examples:

    houserules verify journal

    houserules verify journal --checkpoint monday.json --public-key HEX

    houserules verify journal --database postgresql://floor@db/floor --json
    """
    needs_cryptography("verify journal", as_json=as_json)
    if public_key is not None and not _PUBLIC_KEY.fullmatch(public_key.lower()):
        raise typer.BadParameter(
            f"{public_key!r} is no public key; one has 64 hex digits (0-9, a-f)",
            param_hint="--public-key",
        )
    from houserules.cli.run.verify_journal import verify_journal  # noqa: PLC0415  # an extra

    with open_for_command("verify journal", database, as_json=as_json) as opened:
        key = public_key.lower() if public_key else None
        code = verify_journal(opened, checkpoints or [], public_key=key, as_json=as_json)
    raise typer.Exit(code)
