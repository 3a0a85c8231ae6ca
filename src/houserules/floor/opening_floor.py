"""Opening the floor: the journal, self-checks, then every table; at the very first start an owner."""

import os
import secrets
import time
from collections.abc import Callable
from typing import Final

from houserules.floor.denied import Denied
from houserules.floor.floor import Floor
from houserules.floor.people.limits import Limits
from houserules.floor.people.people import People
from houserules.floor.people.signed import OneTimePassword
from houserules.floor.self_check import self_check
from houserules.floor.setting import Setting
from houserules.floor.store import Store
from houserules.journal.opening import open_journal
from houserules.rulebook.loading import RULEBOOKS, rulebook
from houserules.rulebook.options import options

OWNER: Final = "Owner"
_SIDE_WAGER: Final = "5"


def milliseconds() -> int:
    """Give the hour in milliseconds UTC."""
    return time.time_ns() // 1_000_000


async def open_floor(
    url: str, *, now: Callable[[], int] = milliseconds, limits: Limits | None = None
) -> Floor:
    """Open the floor on a database; nothing is served before the self-checks have passed."""
    store = Store(open_journal(url))
    try:
        await self_check(store, now())
        people = People(store, now=now, random=secrets.token_bytes, limits=limits or Limits())
        floor = Floor(store, people, now=now, holder=holder())
        await floor.open()
    except BaseException:
        await store.close()
        raise
    return floor


async def close_floor(floor: Floor) -> None:
    """Let what is under way end, and close the journal."""
    await floor.close()
    floor.people.close()
    await floor.store.close()


async def first_start(floor: Floor) -> OneTimePassword | None:
    """Make the owner and a practice table of each game, once; None: there is an owner already."""
    if not await floor.people.is_empty():
        return None
    owner = await floor.people.create_owner(OWNER)
    for number, name in enumerate(RULEBOOKS, start=1):
        await floor.set_up(practice_table(f"t{number}", name), by=OWNER)
    return None if isinstance(owner, Denied) else owner


def practice_table(table: str, name: str) -> Setting:
    """Give the setting of a practice table with the side wager that its rulebook offers."""
    rules = rulebook(name)
    sides = [key for key in ("perfect_pairs", "suits_you") if key in options(rules)]
    return Setting(table, rules.title, name, tuple((key, _SIDE_WAGER) for key in sides))


def holder() -> str:
    """Name this process for leases: new at every start."""
    return f"{os.getpid()}-{secrets.token_hex(8)}"
