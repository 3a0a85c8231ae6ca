"""`houserules reset-access`: a new one-time password, for the person at the machine itself."""

import asyncio
import secrets
from typing import Annotated

import typer

from houserules.cli.common.journals import Database, open_for_command
from houserules.cli.common.options import fail
from houserules.floor.clock import milliseconds
from houserules.floor.denial import Denied
from houserules.floor.people.app import People
from houserules.floor.people.signed_in import OneTimePassword
from houserules.floor.store import Store
from houserules.journal.protocol import Journal


def reset_access(
    handle: Annotated[str, typer.Argument(metavar="NAME", help="The name used to sign in.")],
    *,
    why: Annotated[
        str, typer.Option("--why", metavar="REASON", help="The reason, kept in the journal.")
    ],
    database: Database = None,
) -> None:
    """Issue a one-time password for a lost one.

    The person's second factor is reset too. With SQLite, stop the server first: only one process
    can write to the journal. Staff and players ask the owner instead, in the browser.

    Exit codes: 0 done, 2 it cannot be done.

    Examples:

        houserules reset-access Owner --why "lost the note with the first password"
    """
    with open_for_command("reset-access", database, as_json=False, read_only=False) as journal:
        outcome = asyncio.run(_new_password(journal, handle, why))
    if isinstance(outcome, Denied):
        fail("reset-access", outcome.detail, as_json=False)
    typer.echo(
        f"{outcome.handle} can sign in with {outcome.password} and then chooses a new password."
    )


async def _new_password(journal: Journal, handle: str, why: str) -> OneTimePassword | Denied:
    store = Store(journal)
    people = People(store, now=milliseconds, random=secrets.token_bytes)
    try:
        return await people.reset_access(None, handle, why=why)
    finally:
        people.close()
        await store.close()
