"""All WebSocket connections of this process: their number, and which have to end."""

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

# A channel shows each update of its table to all connections and keeps the latest ones.


_MOST: Final = 0.05
"""Seconds an update may wait for commands still being decided, so that one message covers all."""
_CHANNEL_LOOK: Final = 0.004


class Channel:
    """The state shared by all connections of a table."""

    def __init__(self, running: RunningTable, *, kept: int) -> None:
        self.running = running
        self.connections: set[Connection] = set()
        self._kept: deque[Shown] = deque(maxlen=kept)
        self._last = Shown(running.state, before=running.state.position)
        self._gathering: asyncio.Handle | None = None
        self._begun_at = 0.0  # by the event loop's clock
        self._unwatch = running.watch(self._on_update)

    def close(self) -> None:
        """Stop watching the table."""
        self._unwatch()
        self._tell()

    def latest(self) -> Shown:
        """Return the table as it is now; later events go into an update of their own."""
        self._tell()
        if self._last.state is not self.running.state:
            position = self.running.state.position
            self._last = Shown(self.running.state, before=position)
        return self._last

    def join(self, connection: Connection, after: int | None) -> None:
        """Add a connection and send what it missed, or a snapshot."""
        self._tell()
        self.connections.add(connection)
        missed = list(dropwhile(lambda shown: shown.before < (after or 0), self._kept))
        if after is None or not missed or missed[0].before != after:  # some updates are gone
            connection.show_all()
            return
        for shown in missed:
            connection.offer(shown)

    def _on_update(self, update: Update) -> None:
        """Send an update at once, or together with what happens in the next moment."""
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
        """Send the gathered update, unless it can still include a command being decided."""
        loop = asyncio.get_running_loop()
        if self.running.is_deciding and loop.time() < self._begun_at + _MOST:
            self._gathering = loop.call_later(_CHANNEL_LOOK, self._tell_or_wait)
        else:
            self._tell()

    def _tell(self) -> None:
        """Send the gathered update."""
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
    """The connections of this process, by table."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._channels: dict[str, Channel] = {}
        self._persons: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self.connections: set[Connection] = set()

    def why_not(self, caller: Caller, address: str) -> ApiError | None:
        """Refuse a connection beyond the limits."""
        settings = self._services.settings
        full = (
            len(self.connections) >= settings.connections
            or self._persons[handle_key(caller.handle)] >= settings.connections_of_person
            or self._addresses[address] >= settings.connections_of_address
        )
        detail = "Too many connections. Close some, or try again later."
        return ApiError(429, "connections.too-many", detail, wait=10) if full else None

    def channel(self, table: str) -> Channel | None:
        """Return the channel of a table; None: there is no such table."""
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
        """Add to, or subtract from, the connections of a person."""
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
        """End a connection whose client does not read or whose session is over."""
        services = self._services
        if connection.ended is not None:
            return
        if connection.is_stuck(longer_than=services.settings.slow_for):
            services.metrics.dropped.add(reason="slow")
            connection.end(TOO_SLOW, "reading too slowly; reconnect")
        elif services.floor.now() - connection.checked_at > services.settings.ask_again:
            try:
                await self.recheck(connection)
            except Exception as error:  # the store may be away for a while
                log_failure(error, connection.caller.session, path="live")

    async def recheck(self, connection: Connection) -> None:
        """Check whether a connection's session is still valid, and what it may do now."""
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
        """Continue a guest's connections in the session of the account they signed up for."""
        for connection in tuple(self.connections):
            if connection.caller.session == session:
                connection.authenticate = lambda: self._services.floor.people.who(to.token)
                await self.recheck(connection)

    async def recheck_person(self, handle: str) -> None:
        """Recheck all connections of a person whose rights have changed."""
        for connection in tuple(self.connections):
            if handle_key(connection.caller.handle) == handle_key(handle):
                await self.recheck(connection)

    def close(self) -> None:
        """Stop watching all tables."""
        for channel in self._channels.values():
            channel.close()
