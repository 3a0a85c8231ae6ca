"""One table for all its connections: each update is shown to all, and the last ones are kept."""

from collections import deque
from itertools import dropwhile

from houserules.floor.running import Running, Update
from houserules.web.live.connection import Connection
from houserules.web.live.shown import Shown, of_update


class Channel:
    """What the connections of a table share."""

    def __init__(self, running: Running, *, kept: int) -> None:
        self.running = running
        self.connections: set[Connection] = set()
        self._kept: deque[Shown] = deque(maxlen=kept)
        self._last = Shown(running.standing, before=running.standing.position)
        self._unwatch = running.watch(self._updated)

    def close(self) -> None:
        """Watch the table no longer."""
        self._unwatch()

    def latest(self) -> Shown:
        """Give the table as it is now."""
        if self._last.standing is not self.running.standing:
            position = self.running.standing.position
            self._last = Shown(self.running.standing, before=position)
        return self._last

    def join(self, connection: Connection, after: int | None) -> None:
        """Let a connection see the table from now on: what it missed, or everything anew."""
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
        before, self._last = self._last, of_update(update, self._last.position)
        if self.connections:
            self._last.begin(before)
        if not before.waiting:
            before.forget()
        self._kept.append(self._last)
        for connection in tuple(self.connections):
            connection.offer(self._last)
