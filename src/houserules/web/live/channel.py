"""One table for all its connections: each update is shown to all, and the last ones are kept."""

import asyncio
from collections import deque
from itertools import dropwhile
from typing import Final

from houserules.floor.asked import Update
from houserules.floor.running import Running
from houserules.web.live.connection import Connection
from houserules.web.live.shown import Shown

_MOST: Final = 0.05
"""Seconds that an update may wait for commands that are being decided, so that one tells of all."""
_LOOK: Final = 0.004


class Channel:
    """What the connections of a table share."""

    def __init__(self, running: Running, *, kept: int) -> None:
        self.running = running
        self.connections: set[Connection] = set()
        self._kept: deque[Shown] = deque(maxlen=kept)
        self._last = Shown(running.standing, before=running.standing.position)
        self._gathering: asyncio.Handle | None = None
        self._begun_at = 0.0  # by the event loop's clock
        self._unwatch = running.watch(self._updated)

    def close(self) -> None:
        """Watch the table no longer."""
        self._unwatch()
        self._tell()

    def latest(self) -> Shown:
        """Give the table as it is now; what comes after it is an update of its own."""
        self._tell()
        if self._last.standing is not self.running.standing:
            position = self.running.standing.position
            self._last = Shown(self.running.standing, before=position)
        return self._last

    def join(self, connection: Connection, after: int | None) -> None:
        """Let a connection see the table from now on: what it missed, or everything anew."""
        self._tell()
        self.connections.add(connection)
        missed = self._since(after) if after is not None else None
        if not missed:
            connection.show_all()
            return
        for shown in missed:
            connection.offer(shown)

    def _since(self, position: int) -> list[Shown] | None:
        """Give the updates behind a position; None: they are not all here."""
        missed = list(dropwhile(lambda shown: shown.before < position, self._kept))
        return missed if missed and missed[0].before == position else None

    def _updated(self, update: Update) -> None:
        """Tell of it at once, or with what else happens in the next moment."""
        if self._gathering is not None and not self._last.has_face_down:
            self._last.add(update.standing, update.events)
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
            self._gathering = loop.call_later(_LOOK, self._tell_or_wait)
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
