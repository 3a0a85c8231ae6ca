"""`houserules reset-access`: a new one-time password, for who is at the machine itself."""

from typing import Annotated

import typer

from houserules.cli.journals import Database, needs_cryptography, open_for_command


def reset_access(
    handle: Annotated[str, typer.Argument(metavar="HANDLE", help="Whose access was lost.")],
    *,
    why: Annotated[str, typer.Option(metavar="TEXT", help="Kept in the journal.")],
    database: Database = None,
) -> None:
    """Give somebody a one-time password in place of a lost one; their second factor is reset too.

    Stop a server on SQLite first: one process writes to its journal. Everybody else asks the owner,
    in the browser.

    Exit code: 0 done, 2 it cannot be done.

    Example:

    houserules reset-access Owner --why "the paper with the first password was lost"
    """
    needs_cryptography("reset-access", as_json=False)
    import asyncio  # noqa: PLC0415  # the other commands ask nothing of sockets

    from houserules.cli.run.reset_access import new_password  # noqa: PLC0415  # an extra

    with open_for_command("reset-access", database, as_json=False, read_only=False) as journal:
        made = asyncio.run(new_password(journal, handle, why))
    if isinstance(made, str):
        typer.echo(f"houserules reset-access: {made}", err=True)
        raise typer.Exit(2)
    typer.echo(f"{made.handle} signs in with {made.password} and then chooses a password.")
