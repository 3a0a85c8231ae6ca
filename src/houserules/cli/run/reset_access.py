"""What `houserules reset-access` does, once the journal is open."""

import secrets

from houserules.floor.clock import milliseconds
from houserules.floor.denial import Denied
from houserules.floor.people.app import People
from houserules.floor.people.signed_in import OneTimePassword
from houserules.floor.store import Store
from houserules.journal.protocol import Journal


async def new_password(journal: Journal, handle: str, why: str) -> OneTimePassword | str:
    """Return the one-time password, or why there is none."""
    store = Store(journal)
    people = People(store, now=milliseconds, random=secrets.token_bytes)
    try:
        made = await people.reset_access(None, handle, why=why)
    finally:
        people.close()
        await store.close()
    return made.detail if isinstance(made, Denied) else made
