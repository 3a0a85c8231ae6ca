"""Open the floor: the journal, self-checks, every table; on the very first start, an owner. Its health."""

import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Final

from houserules.floor.app import Floor
from houserules.floor.backups import BackupSchedule, backup_key
from houserules.floor.carded.identity import Sealer
from houserules.floor.checkpoint_keeper import open_keeper
from houserules.floor.clock import HouseClock
from houserules.floor.denial import Denied
from houserules.floor.inspection import self_check
from houserules.floor.people.app import People
from houserules.floor.people.limits import SignInLimits
from houserules.floor.people.signed_in import OneTimePassword
from houserules.floor.rounds.index_file import history_file
from houserules.floor.safekeeping import Safekeeping
from houserules.floor.store import Store
from houserules.floor.tables.settings import Chosen, Setting, table_stream
from houserules.floor.tables.ticker import CLOCKS
from houserules.journal.errors import JournalError
from houserules.journal.key_files import read_key
from houserules.journal.protocol import Journal
from houserules.journal.url import open_journal
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import options
from houserules.rulebook.schema import Rulebook

OWNER: Final = "Owner"
_SIDE_WAGER: Final = "5"


async def open_floor(
    url: str,
    *,
    clock: HouseClock | None = None,
    limits: SignInLimits | None = None,
    zone: tzinfo = UTC,
    identity_key: Path | None = None,
    safekeeping: Safekeeping | None = None,
) -> Floor:
    """Open the floor on a database, after the self-checks have passed.

    `identity_key`: the key file for identities, which turns carded play on; raises KeyFileError.
    `safekeeping`: what is kept outside the database; None: nothing.
    """
    key = None if identity_key is None else read_key(identity_key, secrets.token_bytes)
    sealer = None if key is None else Sealer(key, secrets.token_bytes)
    store, clock = Store(open_journal(url)), clock or HouseClock()
    now = clock.now
    try:
        clock.begin_after(await store.call(lambda: _last_time(store.journal)))
        name = holder()
        keeper = None
        if safekeeping is None:
            await self_check(store, now())
        else:
            keeper = await open_keeper(store, safekeeping, now=now, holder=name)
            await keeper.begin()
        people = People(store, now=now, random=secrets.token_bytes, limits=limits or SignInLimits())
        floor = Floor(
            store,
            people,
            now=now,
            clock=clock,
            holder=name,
            zone=zone,
            sealer=sealer,
            history_file=history_file(url),
        )
        floor.checkpoints = keeper
        if safekeeping is not None and keeper is not None and safekeeping.backups:
            encrypting = await store.call(lambda: backup_key(safekeeping.backup_key))
            floor.backups = BackupSchedule(store, keeper.signer, safekeeping, encrypting, now, name)
        await floor.carded.check_key()
        await floor.open()
    except BaseException:
        await store.close()
        raise
    return floor


def _last_time(journal: Journal) -> int:
    """Return the recorded time of the last batch."""
    with journal.snapshot() as snapshot:
        return next((batch.time for batch in snapshot.batches(snapshot.end.batch - 1, 1)), 0)


async def close_floor(floor: Floor) -> None:
    """Finish what is under way, release the clocks to another process, and close the journal."""
    await floor.close()
    if floor.checkpoints is not None:
        await floor.checkpoints.close()
    with suppress(JournalError):  # the lease ends by itself
        await floor.store.call(lambda: floor.store.journal.leases.release(CLOCKS, floor.holder))
    floor.people.close()
    await floor.store.close()


async def first_start(floor: Floor) -> OneTimePassword | None:
    """Create the owner and a practice table of each game, all at once; None: they exist already.

    A server may die before it has shown the password. So an owner who has never chosen a password gets
    a new one, unless another server is running, which has shown it.
    """
    settings = [
        practice_table(f"t{number}", name) for number, name in enumerate(RULEBOOKS, start=1)
    ]
    journal = floor.store.journal
    streams = await floor.store.call(lambda: set(journal.streams(table_stream(""))))
    missing = [setting for setting in settings if table_stream(setting.table) not in streams]
    if await floor.people.is_empty():
        at = floor.now()
        tables = tuple(floor.opening_append(setting, by=OWNER, at=at) for setting in missing)
        made = await floor.people.create_owner(OWNER, also=tables)
        if isinstance(made, Denied):  # another process was first
            return None
        for setting in missing:
            await floor.load(setting.table)
        return made
    owner = await floor.people.person(OWNER)
    if owner is None or not owner.owner or owner.has_chosen or await _is_served(floor):
        return None
    for setting in missing:  # earlier versions made them one by one
        await floor.set_up(setting, by=OWNER)
    again = await floor.people.reset_access(None, OWNER, why="the owner has never signed in")
    return None if isinstance(again, Denied) else again


async def _is_served(floor: Floor) -> bool:
    """Whether another process runs the clocks, and so has shown the password."""
    held = await floor.store.call(lambda: floor.store.journal.leases.find(CLOCKS))
    return held is not None and held.holder != floor.holder


def practice_table(table: str, name: str) -> Setting:
    """Return the setting of a practice table, with its rulebook's side wager."""
    rules = rulebook(name)
    return Setting(table, rules.title, name, practice_options(rules))


def practice_options(rules: Rulebook) -> Chosen:
    """Return the options of a practice table: the game's side wager is offered."""
    sides = [key for key in ("perfect_pairs", "suits_you") if key in options(rules)]
    return tuple((key, _SIDE_WAGER) for key in sides)


def holder() -> str:
    """Name this process for leases: new at every start."""
    return f"{os.getpid()}-{secrets.token_hex(8)}"


# Whether the floor can serve people now: the store accepts writes; and some figures.


@dataclass(frozen=True, slots=True)
class Health:
    """Figures about a healthy floor."""

    tables: int
    locked: int
    records: int
    batches: int


async def check_health(floor: Floor, *, patience: float) -> Health | None:
    """Return the floor's figures; None: the store did not write in time."""
    tip = await floor.store.probe(floor.now(), patience=patience)
    if tip is None:
        return None
    locked = sum(running.state.locked is not None for running in floor.tables.values())
    return Health(len(floor.tables), locked, tip.serial, tip.batch)
