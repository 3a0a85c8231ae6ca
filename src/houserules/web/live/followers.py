"""Followers of tournaments and promotions: each has an event stream that says when it has changed."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from houserules.core.people import handle_key
from houserules.floor.desk import Desk, DeskUpdate
from houserules.web.errors import ApiError
from houserules.web.settings import Settings

EVENT_STREAM: Final = "text/event-stream"
HEARTBEAT: Final = 15.0
"""Seconds until the same is said again, which tells proxies and pages that the stream is alive."""
LOOK: Final = 1.0
"""Seconds between two looks at the tables where sessions are played."""

Told = dict[str, int]


@dataclass(eq=False, slots=True)
class Follower:
    """Somebody who follows a tournament or a promotion, and whether there is something to tell them."""

    stream: str  # such as "tournament/spring"
    handle: str | None  # None: not signed in
    address: str
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    is_over: bool = False

    def end(self) -> None:
        """End the stream once what is being written has been sent."""
        self.is_over = True
        self.changed.set()


class Followers:
    """All followers of this process; their limits are those of WebSockets."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._persons: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._by_stream: dict[str, set[Follower]] = {}
        self._watched: set[str] = set()  # the desks, by the prefix of their streams

    def __len__(self) -> int:
        return self._addresses.total()

    def why_not(self, handle: str | None, address: str) -> ApiError | None:
        """Refuse a follower beyond the limits; a spectator without a name counts by address."""
        settings = self._settings
        full = (
            len(self) >= settings.connections
            or self._addresses[address] >= settings.connections_of_address
            or (
                handle is not None
                and self._persons[handle_key(handle)] >= settings.connections_of_person
            )
        )
        detail = "Too many connections. Close some, or try again later."
        return ApiError(429, "connections.too-many", detail, wait=10) if full else None

    def watch(self, desk: Desk[Any]) -> None:
        """Hear of changes at a desk from its first follower on."""
        if desk.prefix not in self._watched:
            self._watched.add(desk.prefix)
            desk.watch(self._hear)

    def _hear(self, update: DeskUpdate[Any]) -> None:
        for follower in self._by_stream.get(update.stream, ()):
            follower.changed.set()

    @contextmanager
    def following(self, follower: Follower) -> Iterator[None]:
        """Count a follower and wake them up at changes, until the block ends."""
        self._by_stream.setdefault(follower.stream, set()).add(follower)
        self._count(follower, 1)
        try:
            yield
        finally:
            self._count(follower, -1)
            followers = self._by_stream[follower.stream]
            followers.discard(follower)
            if not followers:
                del self._by_stream[follower.stream]

    def _count(self, follower: Follower, by: int) -> None:
        self._addresses[follower.address] += by
        if not self._addresses[follower.address]:
            del self._addresses[follower.address]
        if follower.handle is not None:
            self._persons[handle_key(follower.handle)] += by
            if not self._persons[handle_key(follower.handle)]:
                del self._persons[handle_key(follower.handle)]


class UpdateStream(StreamingResponse):
    """Tells a follower how far a stream is: at once, after each change, and as a heartbeat.

    Changes in quick succession become one message, so a slow reader costs nothing.
    """

    def __init__(
        self,
        followers: Followers,
        follower: Follower,
        *,
        look: Callable[[], Told],
        still_may: Callable[[], Awaitable[bool]],
    ) -> None:
        self._followers, self._follower = followers, follower
        super().__init__(
            _messages(follower, look, still_may),
            headers={"X-Accel-Buffering": "no"},
            media_type=EVENT_STREAM,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until the client goes, the server shuts down or the follower may no longer see it."""
        scope["state"]["end_stream"] = self._follower.end  # the listener calls it at shutdown
        with self._followers.following(self._follower):
            await super().__call__(scope, receive, send)


async def _messages(
    follower: Follower, look: Callable[[], Told], still_may: Callable[[], Awaitable[bool]]
) -> AsyncIterator[str]:
    while not follower.is_over:
        told = look()
        yield f"data: {json.dumps(told)}\n\n"
        await _wait_for_change(follower, look, told)
        if not (follower.is_over or await still_may()):
            return


async def _wait_for_change(follower: Follower, look: Callable[[], Told], told: Told) -> None:
    """Wait until there is something new to tell, or a heartbeat is due."""
    with suppress(TimeoutError):
        async with asyncio.timeout(HEARTBEAT):
            while not follower.is_over and look() == told:
                follower.changed.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(follower.changed.wait(), LOOK)
