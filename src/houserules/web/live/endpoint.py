"""The WebSocket of a table: somebody is let in, hears, and gives commands one after another."""

import asyncio
import secrets
import time
from typing import Any, Final

from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from houserules.floor.asked import Accepted
from houserules.floor.encoding import DataError
from houserules.floor.people.handles import key_of
from houserules.floor.work import No
from houserules.web.errors import ApiError, failure
from houserules.web.limiting import full
from houserules.web.live.admission import PROTOCOL, Admitted, admit
from houserules.web.live.connection import Connection
from houserules.web.live.hub import Hub
from houserules.web.live.messages import PONG, Given, MessageError, answer_to, error, read_message
from houserules.web.logs import log_failure
from houserules.web.serving import Serving

_STRIKES: Final = 200
"""Messages that came too often or could not be read, before the connection is ended."""
_TOO_LARGE, _BROKE_POLICY = 1009, 1008


class LiveEndpoint:
    """Answers every WebSocket, each in its own task."""

    def __init__(self, serving: Serving, hub: Hub) -> None:
        self._serving, self._hub = serving, hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a client in, or say over HTTP why not."""
        try:
            admitted = await admit(self._serving, self._hub, scope)
        except ApiError as no:
            await _reject(no, scope, receive, send)
            return
        except Exception as failed:
            id_ = secrets.token_hex(8)
            log_failure(failed, id_, path="live")
            await _reject(failure(id_), scope, receive, send)
            return
        await receive()  # websocket.connect
        await send({"type": "websocket.accept", "subprotocol": PROTOCOL})
        await self._serve(admitted, receive, send)

    async def _serve(self, admitted: Admitted, receive: Receive, send: Send) -> None:
        serving, channel = self._serving, admitted.channel
        connection = Connection(
            send,
            admitted.whose,
            latest=channel.latest,
            now=serving.floor.now,
            most=serving.settings.waiting_updates,
        )
        self._hub.joined(connection)
        try:
            channel.join(connection, admitted.after)
            await _Conversation(serving, self._hub, connection).run(receive)
        except asyncio.CancelledError:
            if connection.ended is None:
                raise
        finally:
            self._hub.left(connection)


async def _reject(no: ApiError, scope: Scope, receive: Receive, send: Send) -> None:
    answer = JSONResponse(no.to_data(), no.status, headers=no.headers)
    await answer(scope, receive, send)


class _Conversation:
    """What one client says, one message after another."""

    __slots__ = ("_bucket", "_connection", "_hub", "_serving", "_strikes")

    def __init__(self, serving: Serving, hub: Hub, connection: Connection) -> None:
        self._serving, self._hub, self._connection = serving, hub, connection
        self._bucket = full(serving.settings.by_connection, time.monotonic())
        self._strikes = 0

    async def run(self, receive: Receive) -> None:
        while (message := await receive())["type"] != "websocket.disconnect":
            await self._hear(message)
            await self._connection.room()

    async def _hear(self, message: Any) -> None:
        text, connection = message.get("text"), self._connection
        if text is not None and len(text) > self._serving.settings.message_limit:
            connection.end(_TOO_LARGE, "the message is too large")
            return
        try:
            if text is None:
                raise MessageError("a message is text")
            asked = read_message(text)
        except MessageError as wrong:
            self._strike(error("message.malformed", wrong.detail, wrong.id))
            return
        if not self._may_speak():
            id_ = asked.id if isinstance(asked, Given) else None
            self._strike(error("rate.limited", "You send too often; wait a moment.", id_))
        elif isinstance(asked, Given):
            await self._do(asked)
        elif asked == "snapshot":
            connection.show_all()
        else:
            connection.tell(PONG)

    def _may_speak(self) -> bool:
        serving = self._serving
        mine = self._bucket.take(serving.settings.by_connection, time.monotonic())
        return mine and serving.persons.allows(key_of(self._connection.signed.handle))

    def _strike(self, answer: str) -> None:
        self._strikes += 1
        if self._strikes > _STRIKES:
            self._serving.metrics.dropped.add(reason="policy")
            self._connection.end(_BROKE_POLICY, "too many messages that cannot be taken")
        else:
            self._connection.tell(answer)

    async def _do(self, given: Given) -> None:
        """Put a command to the table, and answer when what it did is durable."""
        began, connection, metrics = time.perf_counter(), self._connection, self._serving.metrics
        try:
            if connection.signed.is_staff:
                await self._hub.ask_again(connection)
            outcome = await self._serving.floor.do(
                connection.signed, connection.table, given.name, given.data, given.id
            )
        except DataError as wrong:
            metrics.commands.add(outcome="malformed")
            self._strike(error("command.malformed", str(wrong), given.id))
            return
        except Exception as failed:
            metrics.commands.add(outcome="failed")
            id_ = secrets.token_hex(8)
            log_failure(failed, id_, path="live")
            connection.tell(error("server.error", failure(id_).detail, given.id))
            return
        connection.tell(answer_to(given, outcome))
        metrics.commands.add(outcome=named(outcome))
        if isinstance(outcome, Accepted):
            metrics.latency.took(time.perf_counter() - began)


def named(outcome: Accepted | No) -> str:
    """Name an outcome for the figures."""
    if isinstance(outcome, Accepted):
        return "repeated" if outcome.repeated else "accepted"
    return "refused"
