"""A connection to a table's WebSocket: reconnects by itself, and sends no command twice."""

import asyncio
import json
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from houserules.client.answers import Accepted, ApiError, Data, Refused, State

_PROTOCOL: Final = Subprotocol("houserules.v1")
_UNREAD: Final = 1000
_WAITS: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds between two attempts to reconnect."""
_ASK_AGAIN: Final = ("rate.limited", "store.unavailable", "store.unknown", "table.busy")
"""Codes after which the same command may be sent again in a moment, with the same id."""
_LATER: Final = 0.5
_FINAL: Final = (400, 401, 403, 404)
"""Statuses after which reconnecting is pointless."""


class TableConnection:
    """One table; iterate over it for its states, or read `state`."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        self._url, self._headers = url, headers
        self._socket: ClientConnection | None = None
        self._given: dict[str, tuple[str, asyncio.Future[Accepted]]] = {}
        self._changed = asyncio.Condition()
        self._ended: BaseException | None = None
        self._task: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Future[None]] = set()
        self._is_shown = False
        self._readers: list[deque[State]] = []
        self.state: State
        self.reconnects = 0

    async def __aenter__(self) -> Self:
        """Connect, and wait for the first snapshot."""
        self._task = asyncio.create_task(self._run())
        await self._until(lambda: self._is_shown)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Disconnect; you keep your seat for a while, and `get-up` leaves it."""
        assert self._task is not None
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def __aiter__(self) -> AsyncIterator[State]:
        """Yield every state from now on, starting with the current one; at most 1000 unread are kept."""
        unread: deque[State] = deque([self.state], maxlen=_UNREAD)
        self._readers.append(unread)
        try:
            while True:
                await self._until(lambda: bool(unread))
                yield unread.popleft()
        finally:
            self._readers.remove(unread)

    async def _until(self, is_so: Callable[[], bool]) -> None:
        async with self._changed:
            await self._changed.wait_for(lambda: is_so() or self._ended is not None)
        if self._ended is not None:
            raise self._ended

    async def do(self, command: str, /, *, id: str | None = None, **fields: Any) -> Accepted:  # noqa: A002
        """Send a command; when it returns, `state` includes its effect. Raises Refused or ApiError.

        After a lost connection it is sent again with the same id, so it is carried out once.
        """
        id_ = id or secrets.token_hex(8)
        text = json.dumps({"type": "command", "id": id_, "do": command, **fields})
        answer: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
        self._given[id_] = (text, answer)
        if self._ended is not None:
            raise self._ended
        try:
            if self._socket is not None:
                await self._send(self._socket, text)
            accepted = await answer
        finally:
            self._given.pop(id_, None)
        await self._until(lambda: self.state.position >= accepted.position)
        return accepted

    async def _run(self) -> None:
        attempt = 0
        while True:
            try:
                async with self._connect() as socket:
                    attempt = 0
                    await self._converse(socket)
            except InvalidStatus as status:
                if status.response.status_code in _FINAL:
                    await self._end(_refusal_of(status))
                    return
            except (OSError, ConnectionClosed, TimeoutError):
                pass
            self._socket = None
            self.reconnects += 1
            await asyncio.sleep(_WAITS[min(attempt, len(_WAITS) - 1)])
            attempt += 1

    def _connect(self) -> connect:
        after = f"?after={self.state.position}" if self._is_shown else ""
        return connect(
            self._url + after,
            additional_headers=self._headers,
            subprotocols=[_PROTOCOL],
            compression=None,
            max_size=2**22,
        )

    async def _converse(self, socket: ClientConnection) -> None:
        for text, _ in tuple(self._given.values()):
            await socket.send(text)
        self._socket = socket
        async for message in socket:
            await self._hear(json.loads(message), socket)

    async def _hear(self, message: Data, socket: ClientConnection) -> None:
        match message["type"]:
            case "snapshot":
                await self._show(message)
            case "update" if self._is_shown and message["from"] == self.state.position:
                await self._show(message)
            case "update":
                await socket.send('{"type":"snapshot"}')
            case "accepted" | "refused" | "error":
                self._answer(message)

    async def _show(self, message: Data) -> None:
        events = tuple(message.get("events", ()))
        self.state = State(message["position"], message["table"], message["mine"], events)
        self._is_shown = True
        for unread in self._readers:
            unread.append(self.state)
        async with self._changed:
            self._changed.notify_all()

    def _answer(self, message: Data) -> None:
        text, answer = self._given.get(message["id"], ("", None))
        if answer is None or answer.done():
            return
        if message.get("code") in _ASK_AGAIN:
            asyncio.get_running_loop().call_later(_LATER, self._send_again, text)
        elif message["type"] == "accepted":
            answer.set_result(Accepted(message["position"], message["repeated"]))
        elif message["type"] == "refused":
            answer.set_exception(Refused(message["code"], message["detail"], message["clause"]))
        else:
            answer.set_exception(ApiError(message["code"], message["detail"]))

    def _send_again(self, text: str) -> None:
        """Send a command once more; a lost connection does so by itself when it is back."""
        if self._socket is not None:
            task = asyncio.ensure_future(self._send(self._socket, text))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _send(self, socket: ClientConnection, text: str) -> None:
        with suppress(ConnectionClosed):
            await socket.send(text)

    async def _end(self, error: BaseException) -> None:
        self._ended = error
        for _, answer in self._given.values():
            if not answer.done():
                answer.set_exception(error)
        async with self._changed:
            self._changed.notify_all()


def _refusal_of(status: InvalidStatus) -> ApiError:
    """Return the error that the server gave instead of a connection."""
    try:
        said = json.loads(status.response.body or b"")["error"]
    except (ValueError, KeyError):
        said = {"code": "http", "detail": status.response.reason_phrase}
    return ApiError(**said, status=status.response.status_code)
