"""Private practice tables: one per person and game, for its owner alone, without clocks.

A private table is a table like any other, with a stream of its own. It is set up when its owner first
plays the game and loaded again when they return; while nobody is at it, it is only in the journal.
"""

from hashlib import sha256
from typing import Final

from houserules.core.people import handle_key
from houserules.floor.app import Floor
from houserules.floor.denial import Denied
from houserules.floor.people.limits import DAY, MINUTE, SECOND, Throttle
from houserules.floor.people.signed_in import Caller
from houserules.floor.startup import practice_options
from houserules.floor.tables.run import RunningTable
from houserules.floor.tables.settings import PRIVATE, Clocks, Setting, table_stream
from houserules.rulebook.loader import RULEBOOKS, rulebook

NEW_OF_ORIGIN: Final = 100
"""Private tables that may be set up from one address in a day."""
LONGEST: Final = 5000
"""Records after which the owner's next visit is to a new table: a long one loads slowly."""
_AWAY: Final = 30 * MINUTE // SECOND
_CLOCKS: Final = Clocks(0, 0, 0, 0, 0, reconnecting=_AWAY, idle=0)


class PrivateTables:
    """The private tables of the house, set up and loaded on request."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._new = Throttle(NEW_OF_ORIGIN, within=DAY)

    async def open(self, caller: Caller, name: str, *, origin: str | None) -> RunningTable | Denied:
        """Return a person's own table of a game; set it up if there is none."""
        if name not in RULEBOOKS:
            detail = f"There is no rulebook {name[:60]}; there are {', '.join(RULEBOOKS)}."
            return Denied("rulebook.unknown", detail)
        if no := caller.why_not("play"):
            return no
        for owner in await self._names(caller.handle):
            for table in (await self._tables_of(owner, name))[-1:]:
                running = await self._floor.find(table)
                if running is not None and _goes_on(running):
                    return running
        return await self._set_up(caller.handle, name, origin)

    async def names_for(self, handle: str) -> list[str]:
        """Return the names of a person's private tables, including those they had as a guest."""
        owners = await self._names(handle)
        return [
            table
            for owner in owners
            for name in RULEBOOKS
            for table in await self._tables_of(owner, name)
        ]

    async def _set_up(self, owner: str, name: str, origin: str | None) -> RunningTable | Denied:
        if not self._new.admit(origin, self._floor.now()):
            detail = (
                "Too many practice tables were opened from your network today. Join a shared table."
            )
            return Denied("table.too-many", detail)
        number = len(await self._tables_of(owner, name)) + 1
        setting = private_setting(owner, name, number)
        made = await self._floor.set_up(setting, by=owner)
        if isinstance(made, Denied) and made.code == "table.exists":  # a second click was first
            return await self._floor.find(setting.table) or made
        return made

    async def _names(self, handle: str) -> list[str]:
        """Return a person's handle, and the one they had as a guest."""
        profile = await self._floor.people.person(handle)
        was = profile.was_guest if profile else None
        return [handle, was] if was else [handle]

    async def _tables_of(self, owner: str, name: str) -> list[str]:
        """Return the names of a person's tables of one game, in order."""
        tables: list[str] = []
        while await self._length(table := _table(owner, name, len(tables) + 1)):
            tables.append(table)
        return tables

    async def _length(self, table: str) -> int:
        store = self._floor.store
        return (await store.call(lambda: store.journal.head(table_stream(table)))).position


def _goes_on(running: RunningTable) -> bool:
    """Whether a table is still used: one that is locked or too long is replaced by a new one."""
    state = running.state
    is_short = state.position < LONGEST or bool(state.table.patrons)
    return is_short and state.locked is None and not state.table.staff.closed


def private_setting(owner: str, name: str, number: int = 1) -> Setting:
    rules = rulebook(name)
    return Setting(
        _table(owner, name, number),
        rules.title,
        name,
        practice_options(rules),
        clocks=_CLOCKS,
        owner=owner,
    )


def _table(owner: str, name: str, number: int) -> str:
    """Return the unique name of a person's table of a game."""
    of_owner = sha256(handle_key(owner).encode()).hexdigest()[:20]
    of_game = sha256(name.encode()).hexdigest()[:6]
    return f"{PRIVATE}{of_owner}_{of_game}_{number}"
