"""All connections of this process: how many there may be, and which of them have to end."""

import asyncio
from collections import Counter

from houserules.floor.people.handles import key_of
from houserules.floor.people.signed import Signed
from houserules.web.errors import ApiError
from houserules.web.live.channel import Channel
from houserules.web.live.connection import Connection
from houserules.web.logs import log_failure
from houserules.web.serving import Serving

SESSION_OVER, TOO_SLOW = 4401, 1013
_LOOK = 1.0  # seconds between two looks


class Hub:
    """Who watches which table."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        self._channels: dict[str, Channel] = {}
        self._persons: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self.connections: set[Connection] = set()

    def why_not(self, signed: Signed, address: str) -> ApiError | None:
        """Whether there is room for one more connection of somebody."""
        settings = self._serving.settings
        full = (
            len(self.connections) >= settings.connections
            or self._persons[key_of(signed.handle)] >= settings.connections_of_person
            or self._addresses[address] >= settings.connections_of_address
        )
        detail = "There are too many connections; close some, or come back later."
        return ApiError(429, "connections.too-many", detail, wait=10) if full else None

    def channel(self, table: str) -> Channel | None:
        """Give what the connections of a table share; None: there is no such table."""
        found, running = self._channels.get(table), self._serving.floor.tables.get(table)
        if running is None or (found is not None and found.running is running):
            return found if running is not None else None
        if found is not None:
            found.close()
        self._channels[table] = Channel(running, kept=self._serving.settings.kept_updates)
        return self._channels[table]

    def joined(self, connection: Connection) -> None:
        """Count a connection."""
        self.connections.add(connection)
        self._persons[key_of(connection.signed.handle)] += 1
        self._addresses[connection.address] += 1
        self._serving.floor.presence.connected(connection.table, connection.signed.handle)

    def left(self, connection: Connection) -> None:
        """Count a connection no longer."""
        self.connections.discard(connection)
        connection.left()
        if channel := self._channels.get(connection.table):
            channel.connections.discard(connection)
        for counter, name in (
            (self._persons, key_of(connection.signed.handle)),
            (self._addresses, connection.address),
        ):
            counter[name] -= 1
            if counter[name] <= 0:
                del counter[name]
        self._serving.floor.presence.disconnected(connection.table, connection.signed.handle)

    async def run(self) -> None:
        """Look after the connections until cancelled."""
        while True:
            await asyncio.sleep(_LOOK)
            for connection in tuple(self.connections):
                await self._look(connection)

    async def _look(self, connection: Connection) -> None:
        """End a connection whose reader does not read, or whose session is over."""
        serving = self._serving
        if connection.ended is not None:
            return
        if connection.is_stuck(longer_than=serving.settings.slow_for):
            serving.metrics.dropped.add(reason="slow")
            connection.end(TOO_SLOW, "you do not read; come back")
        elif serving.floor.now() - connection.asked_at > serving.settings.ask_again:
            try:
                await self.ask_again(connection)
            except Exception as error:  # the store may be away for a while
                log_failure(error, connection.signed.session, path="live")

    async def ask_again(self, connection: Connection) -> None:
        """See whether the session of a connection is still in force, and what it may do now."""
        signed = await connection.ask()
        connection.asked_at = self._serving.floor.now()
        if signed is None or signed.why_not("read"):
            self._serving.metrics.dropped.add(reason="session")
            connection.end(SESSION_OVER, "sign in again")
        elif signed != connection.signed:
            connection.signed = signed
            connection.show_all()

    async def ask_again_of(self, handle: str) -> None:
        """Look at once at all connections of a person about whom something was decided."""
        for connection in tuple(self.connections):
            if key_of(connection.signed.handle) == key_of(handle):
                await self.ask_again(connection)

    def close(self) -> None:
        """Watch no table any more."""
        for channel in self._channels.values():
            channel.close()
