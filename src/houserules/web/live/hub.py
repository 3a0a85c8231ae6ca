"""All connections of this process: how many there may be, and which of them have to end."""

import asyncio
from collections import Counter, deque
from itertools import dropwhile
from typing import Final

from houserules.core.people import handle_key
from houserules.floor.people.signed_in import Caller, SignedIn
from houserules.floor.tables.run import RunningTable, Update
from houserules.web.app_state import Services
from houserules.web.errors import ApiError
from houserules.web.live.connection import Connection
from houserules.web.live.table_json import Shown
from houserules.web.logs import log_failure

# One table for all its connections: each update is shown to all, and the last ones are kept.


_MOST: Final = 0.05
"""Seconds that an update may wait for commands that are being decided, so that one tells of all."""
_CHANNEL_LOOK: Final = 0.004


class Channel:
    """What the connections of a table share."""

    def __init__(self, running: RunningTable, *, kept: int) -> None:
        self.running = running
        self.connections: set[Connection] = set()
        self._kept: deque[Shown] = deque(maxlen=kept)
        self._last = Shown(running.state, before=running.state.position)
        self._gathering: asyncio.Handle | None = None
        self._begun_at = 0.0  # by the event loop's clock
        self._unwatch = running.watch(self._on_update)

    def close(self) -> None:
        """Watch the table no longer."""
        self._unwatch()
        self._tell()

    def latest(self) -> Shown:
        """Return the table as it is now; what comes after it is an update of its own."""
        self._tell()
        if self._last.state is not self.running.state:
            position = self.running.state.position
            self._last = Shown(self.running.state, before=position)
        return self._last

    def join(self, connection: Connection, after: int | None) -> None:
        """Let a connection see the table from now on: what it missed, or everything again."""
        self._tell()
        self.connections.add(connection)
        missed = self._since(after) if after is not None else None
        if not missed:
            connection.show_all()
            return
        for shown in missed:
            connection.offer(shown)

    def _since(self, position: int) -> list[Shown] | None:
        """Return the updates behind a position; None: they are not all here."""
        missed = list(dropwhile(lambda shown: shown.before < position, self._kept))
        return missed if missed and missed[0].before == position else None

    def _on_update(self, update: Update) -> None:
        """Tell of it at once, or with what else happens in the next moment."""
        if self._gathering is not None and not self._last.has_face_down:
            self._last.add(update.state, update.events)
            return
        self._tell()
        before, self._last = self._last, Shown.of_update(update, self._last)
        before.pass_by()
        self._kept.append(self._last)
        for connection in tuple(self.connections):
            connection.offer(self._last)
        loop = asyncio.get_running_loop()
        self._begun_at = loop.time()
        self._gathering = loop.call_soon(self._tell_or_wait)

    def _tell_or_wait(self) -> None:
        """Let the update go, unless a command is being decided that it could tell of too."""
        loop = asyncio.get_running_loop()
        if self.running.is_deciding and loop.time() < self._begun_at + _MOST:
            self._gathering = loop.call_later(_CHANNEL_LOOK, self._tell_or_wait)
        else:
            self._tell()

    def _tell(self) -> None:
        """Let the update go that was gathered."""
        if self._gathering is None:
            return
        self._gathering.cancel()
        self._gathering = None
        self._last.held = False
        for connection in tuple(self.connections):
            connection.wake()


SESSION_OVER, TOO_SLOW = 4401, 1013
_LOOK = 1.0  # seconds between two looks


class Hub:
    """Who watches which table."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._channels: dict[str, Channel] = {}
        self._persons: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self.connections: set[Connection] = set()

    def why_not(self, caller: Caller, address: str) -> ApiError | None:
        """Whether there is room for one more connection of somebody."""
        settings = self._services.settings
        full = (
            len(self.connections) >= settings.connections
            or self._persons[handle_key(caller.handle)] >= settings.connections_of_person
            or self._addresses[address] >= settings.connections_of_address
        )
        detail = "There are too many connections; close some, or come back later."
        return ApiError(429, "connections.too-many", detail, wait=10) if full else None

    def channel(self, table: str) -> Channel | None:
        """Return what the connections of a table share; None: there is no such table."""
        channel, running = self._channels.get(table), self._services.floor.tables.get(table)
        if running is None or (channel is not None and channel.running is running):
            return channel if running is not None else None
        if channel is not None:
            channel.close()
        self._channels[table] = Channel(running, kept=self._services.settings.kept_updates)
        return self._channels[table]

    def add(self, connection: Connection) -> None:
        """Count a connection."""
        self.connections.add(connection)
        self._addresses[connection.address] += 1
        self._count(connection, 1)

    def _count(self, connection: Connection, by: int) -> None:
        """Count a connection among those of its person, or no longer."""
        handle, presence = connection.caller.handle, self._services.floor.presence
        self._persons[handle_key(handle)] += by
        if self._persons[handle_key(handle)] <= 0:
            del self._persons[handle_key(handle)]
        (presence.connect if by > 0 else presence.disconnect)(connection.table, handle)

    def remove(self, connection: Connection) -> None:
        """Count a connection no longer."""
        self.connections.discard(connection)
        connection.discard()
        if channel := self._channels.get(connection.table):
            channel.connections.discard(connection)
        self._count(connection, -1)
        self._addresses[connection.address] -= 1
        if self._addresses[connection.address] <= 0:
            del self._addresses[connection.address]

    async def run(self) -> None:
        """Look after the connections until cancelled."""
        while True:
            await asyncio.sleep(_LOOK)
            for connection in tuple(self.connections):
                await self._check_connection(connection)
            for table in self._channels.keys() - self._services.floor.tables.keys():
                self._channels.pop(table).close()  # it is asleep

    async def _check_connection(self, connection: Connection) -> None:
        """End a connection whose reader does not read, or whose session is over."""
        services = self._services
        if connection.ended is not None:
            return
        if connection.is_stuck(longer_than=services.settings.slow_for):
            services.metrics.dropped.add(reason="slow")
            connection.end(TOO_SLOW, "you do not read; come back")
        elif services.floor.now() - connection.checked_at > services.settings.ask_again:
            try:
                await self.recheck(connection)
            except Exception as error:  # the store may be away for a while
                log_failure(error, connection.caller.session, path="live")

    async def recheck(self, connection: Connection) -> None:
        """See whether the session of a connection is still in force, and what it may do now."""
        caller = await connection.authenticate()
        connection.checked_at = self._services.floor.now()
        if caller is None or caller.why_not("read"):
            self._services.metrics.dropped.add(reason="session")
            connection.end(SESSION_OVER, "sign in again")
        elif caller != connection.caller:
            self._count(connection, -1)
            connection.caller = caller
            self._count(connection, 1)
            connection.show_all()

    async def hand_over(self, session: str, to: SignedIn) -> None:
        """Let the connections of a guest's session go on in that of the person the guest became."""
        for connection in tuple(self.connections):
            if connection.caller.session == session:
                connection.authenticate = lambda: self._services.floor.people.who(to.token)
                await self.recheck(connection)

    async def recheck_person(self, handle: str) -> None:
        """Look at once at all connections of a person about whom something was decided."""
        for connection in tuple(self.connections):
            if handle_key(connection.caller.handle) == handle_key(handle):
                await self.recheck(connection)

    def close(self) -> None:
        """Watch no table any more."""
        for channel in self._channels.values():
            channel.close()
