"""One WebSocket connection: its outbox, and what happens when the client reads too slowly."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from houserules.floor.people.signed_in import Caller
from houserules.web.live.table_json import Shown
from houserules.web.logs import log_failure

Sending = Callable[[dict[str, Any]], Awaitable[None]]
Authenticate = Callable[[], Awaitable[Caller | None]]
_ANSWERS: Final = 64
"""Unread answers before we stop reading the client's messages."""


@dataclass(frozen=True, slots=True)
class ConnectionInfo:
    """Who is connected, to which table, and from where."""

    caller: Caller
    authenticate: Authenticate  # looks at the same session again
    table: str
    address: str


class Connection:
    """A client watching a table; a slow reader gets the latest state, not every update."""

    __slots__ = (
        "_latest", "_most", "_now", "_outbox", "_reading", "_send", "_stale", "_updates", "_writing",
        "address", "authenticate", "blocked_since", "caller", "checked_at", "ended", "table",
    )  # fmt: skip

    def __init__(
        self,
        send: Sending,
        info: ConnectionInfo,
        *,
        latest: Callable[[], Shown],
        now: Callable[[], int],
        most: int,
    ) -> None:
        self._send, self._latest, self._now, self._most = send, latest, now, most
        self.caller, self.table, self.address = info.caller, info.table, info.address
        self.authenticate = info.authenticate
        self.checked_at = now()  # when the session was last looked at
        self._outbox: deque[Shown | str] = deque()
        self._updates = 0
        self._stale = False
        self._reading = asyncio.current_task()
        self._writing: asyncio.Task[None] | None = None
        self.blocked_since: int | None = None
        self.ended: str | None = None  # why, where the server ended it

    def offer(self, shown: Shown) -> None:
        """Queue an update; a snapshot replaces too many of them."""
        if self._stale:
            return
        if self._updates >= self._most:
            self.show_all()
            return
        self._outbox.append(shown)
        shown.wait()
        self._updates += 1
        self.wake()

    def show_all(self) -> None:
        """Queue a snapshot of the table as it will be then."""
        self._drop_updates()
        self._stale = True
        self.wake()

    def _drop_updates(self) -> None:
        for each in self._outbox:
            if isinstance(each, Shown):
                each.leave()
        self._outbox = deque(each for each in self._outbox if isinstance(each, str))
        self._updates = 0

    def tell(self, text: str) -> None:
        """Queue a short message."""
        self._outbox.append(text)
        self.wake()

    def wake(self) -> None:
        """Start sending the outbox, unless that is under way."""
        if self._writing is None and self.ended is None and (self._stale or self._is_due()):
            self._writing = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        """Send until the outbox is empty; an idle connection has no task."""
        try:
            while (text := self._next()) is not None:
                self.blocked_since = self._now()
                await self._send({"type": "websocket.send", "text": text})
                self.blocked_since = None
        except OSError:
            pass  # the client is gone, and the reader hears of it too
        except Exception as error:
            log_failure(error, self.caller.session, path="live")
            self.end(1011, "failed")
        finally:
            self._writing = None

    def _is_due(self) -> bool:
        """Whether the next message can be sent: an update still being gathered holds up what follows."""
        return bool(self._outbox) and not (isinstance(o := self._outbox[0], Shown) and o.held)

    def _next(self) -> str | None:
        if self._is_due():
            first = self._outbox.popleft()
            if isinstance(first, str):
                return first
            self._updates -= 1
            text = first.update_for(self.caller.person, now=self._now())
            first.leave()
            return text
        if self._stale:
            self._stale = False
            return self._latest().snapshot_for(self.caller.person, now=self._now())
        return None

    async def room(self) -> None:
        """Wait while too many answers are unread."""
        while len(self._outbox) - self._updates > _ANSWERS and self._writing is not None:
            await asyncio.wait((self._writing,))

    def discard(self) -> None:
        """Discard what was never sent."""
        self._drop_updates()

    def is_stuck(self, *, longer_than: int) -> bool:
        """Whether the client has not read for too long."""
        since = self.blocked_since
        return since is not None and self._now() - since > longer_than

    def end(self, code: int, reason: str) -> None:
        """Close the connection from our side, which also ends the reader's task."""
        if self.ended is not None:
            return
        self.ended = reason
        self._drop_updates()
        writing, self._writing = self._writing, asyncio.create_task(self._close(code, reason))
        if writing is not None:
            writing.cancel()

    async def _close(self, code: int, reason: str) -> None:
        try:
            async with asyncio.timeout(1):
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
        except (TimeoutError, OSError):
            if self._reading is not None:
                self._reading.cancel()
