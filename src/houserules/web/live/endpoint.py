"""The WebSocket of a table: admits a client, then answers its messages one by one."""

import asyncio
import json
import secrets
import time
from dataclasses import dataclass
from typing import Any, Final

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from houserules.core.codec import DataError, LimitError
from houserules.core.people import handle_key
from houserules.core.refusal import Refusal
from houserules.floor.people.signed_in import Caller
from houserules.floor.tables.decision import Rejected
from houserules.floor.tables.run import Accepted
from houserules.web.app_state import Services, full
from houserules.web.auth import find_caller, note_use
from houserules.web.errors import ApiError, check, error_for, error_from, server_error
from houserules.web.guard import address_of, is_ours
from houserules.web.live.connection import Connection, ConnectionInfo
from houserules.web.live.hub import Channel, Hub
from houserules.web.logs import log_failure
from houserules.web.schemas import COMMAND_ID_RULE, is_command_id

# A client must be signed in, come from our own pages or a program, and stay below the limits.


PROTOCOL: Final = "houserules.v1"
_TOKEN: Final = "bearer."
"""A browser cannot set a header for a WebSocket: an API token may come as a subprotocol."""


@dataclass(frozen=True, slots=True)
class Admitted:
    """A client that may connect, its channel, and the position it continues from."""

    info: ConnectionInfo
    channel: Channel
    after: int | None


async def admit(services: Services, hub: Hub, scope: Scope) -> Admitted:
    """Admit a client; raises ApiError."""
    connection = HTTPConnection(scope)
    if not is_ours(scope, connection.headers, services.settings):
        detail = "This page belongs to another host, which is not allowed to call us."
        raise ApiError(403, "request.forged", detail, where="header.Origin")
    address = address_of(scope)
    if not services.addresses.allows(address):
        detail = "Too many requests from this address; wait a moment."
        raise ApiError(429, "rate.limited", detail, wait=services.addresses.wait)
    if PROTOCOL not in scope["subprotocols"]:
        detail = f"Offer the subprotocol {PROTOCOL}."
        raise ApiError(400, "live.protocol", detail, where="header.Sec-WebSocket-Protocol")
    offered = [each for each in scope["subprotocols"] if each.startswith(_TOKEN)]
    token = offered[0].removeprefix(_TOKEN) if offered else None

    async def authenticate() -> Caller | None:
        if token is not None:
            return await services.floor.people.who_by_token(token)
        return await find_caller(services, connection)

    caller = await authenticate()
    if caller is None:
        raise ApiError(
            401, "session.none", "Sign in first, or send an API token that has not expired."
        )
    if caller.is_bot:
        await note_use(services, connection, caller)
    check(caller.why_not("read"))
    table = scope["path_params"]["table"]
    running = await services.floor.find(table)
    known = running is not None and await services.floor.may_enter(caller, running.state.setting)
    channel = hub.channel(table) if known else None
    if channel is None:
        raise error_for(services.floor.why_no_table(table))
    if no := hub.why_not(caller, address):
        raise no
    after = await _after(connection, channel)
    return Admitted(ConnectionInfo(caller, authenticate, table, address), channel, after)


async def _after(connection: HTTPConnection, channel: Channel) -> int | None:
    """Return the position a client continues from; another process may have been ahead of us."""
    text = connection.query_params.get("after")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        detail = "A position is a whole number, 0 or greater."
        raise ApiError(422, "request.invalid", detail, where="query.after")
    await channel.running.catch_up(int(text))
    return int(text)


# Messages of a client, and the short answers to them.


_KINDS: Final = ("command", "snapshot", "ping")


class MessageError(ValueError):
    """A message that cannot be read: what is wrong with it, and the id of its command, if any."""

    def __init__(self, detail: str, id: str | None = None) -> None:  # noqa: A002
        super().__init__(detail)
        self.detail, self.id = detail, id


@dataclass(frozen=True, slots=True)
class Given:
    """A command as it was sent; the floor checks its fields."""

    id: str
    name: str
    data: dict[str, Any]


def read_message(text: str) -> Given | str:
    """Read a message: a command, `snapshot` or `ping`; raises MessageError."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise MessageError("this is not JSON") from None
    if not isinstance(message, dict):
        raise MessageError("a message is a JSON object")
    kind = message.pop("type", None)
    if kind not in _KINDS:
        raise MessageError(f"type: use one of {', '.join(_KINDS)}")
    if kind != "command":
        if message:
            raise MessageError(f"{kind}: takes no other fields")
        return str(kind)
    id_ = message.pop("id", None)
    if not is_command_id(id_):
        raise MessageError(f"id: {COMMAND_ID_RULE}")
    name = message.pop("do", None)
    if not isinstance(name, str):
        raise MessageError("do: name the command", id_)
    return Given(id_, name, message)


def answer_to(given: Given, outcome: Accepted | Rejected) -> str:
    """Return the answer to a command that could be read."""
    if isinstance(outcome, Accepted):
        said = {"position": outcome.position, "repeated": outcome.repeated}
        return json.dumps({"type": "accepted", "id": given.id, **said})
    clause = outcome.clause if isinstance(outcome, Refusal) else None
    no = {"code": outcome.code, "clause": clause, "detail": outcome.detail}
    return json.dumps({"type": "refused", "id": given.id, **no})


def error(code: str, detail: str, id: str | None = None) -> str:  # noqa: A002
    """Return the answer to a message that could not be read or came too often."""
    return json.dumps({"type": "error", "id": id, "code": code, "detail": detail})


PONG: Final = '{"type":"pong"}'


_STRIKES: Final = 200
"""Messages that are too frequent or unreadable before we end the connection."""
_TOO_LARGE, _BROKE_POLICY = 1009, 1008


class LiveEndpoint:
    """Answers every WebSocket, each in its own task."""

    def __init__(self, services: Services, hub: Hub) -> None:
        self._services, self._hub = services, hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Admit a client, or answer over HTTP why not."""
        try:
            admitted = await admit(self._services, self._hub, scope)
        except Exception as error:
            no = error_from(error)
            if no is None:
                id_ = secrets.token_hex(8)
                log_failure(error, id_, path="live")
                no = server_error(id_)
            answer = JSONResponse(no.to_data(), no.status, headers=no.headers)
            await answer(scope, receive, send)
            return
        await receive()  # websocket.connect
        await send({"type": "websocket.accept", "subprotocol": PROTOCOL})
        await self._serve(admitted, receive, send)

    async def _serve(self, admitted: Admitted, receive: Receive, send: Send) -> None:
        services, channel = self._services, admitted.channel
        connection = Connection(
            send,
            admitted.info,
            latest=channel.latest,
            now=services.floor.now,
            most=services.settings.waiting_updates,
        )
        self._hub.add(connection)
        try:
            channel.join(connection, admitted.after)
            await _Conversation(services, self._hub, connection).run(receive)
        except asyncio.CancelledError:
            if connection.ended is None:
                raise
        finally:
            self._hub.remove(connection)


class _Conversation:
    """The messages of one client, one after another."""

    __slots__ = ("_bucket", "_connection", "_hub", "_services", "_strikes")

    def __init__(self, services: Services, hub: Hub, connection: Connection) -> None:
        self._services, self._hub, self._connection = services, hub, connection
        self._bucket = full(services.settings.by_connection, time.monotonic())
        self._strikes = 0

    async def run(self, receive: Receive) -> None:
        while (message := await receive())["type"] != "websocket.disconnect":
            await self._hear(message)
            await self._connection.room()

    async def _hear(self, message: Any) -> None:
        text, connection = message.get("text"), self._connection
        if text is not None and len(text) > self._services.settings.message_limit:
            connection.end(_TOO_LARGE, "the message is too large")
            return
        try:
            if text is None:
                raise MessageError("a message is text")
            message = read_message(text)
        except MessageError as wrong:
            self._strike(error("message.malformed", wrong.detail, wrong.id))
            return
        services, now = self._services, time.monotonic()
        handle = handle_key(connection.caller.handle)
        by_connection = self._bucket.take(services.settings.by_connection, now)
        if not (by_connection and services.persons.allows(handle)):
            id_ = message.id if isinstance(message, Given) else None
            self._strike(error("rate.limited", "Too many messages; wait a moment.", id_))
        elif isinstance(message, Given):
            await self._do(message)
        elif message == "snapshot":
            connection.show_all()
        else:
            connection.tell(PONG)

    def _strike(self, answer: str) -> None:
        self._strikes += 1
        if self._strikes > _STRIKES:
            self._services.metrics.dropped.add(reason="policy")
            self._connection.end(_BROKE_POLICY, "too many invalid messages")
        else:
            self._connection.tell(answer)

    async def _do(self, given: Given) -> None:
        """Carry out a command, and answer when its events are durable."""
        began, connection, metrics = time.perf_counter(), self._connection, self._services.metrics
        try:
            if connection.caller.is_staff:
                await self._hub.recheck(connection)
            if connection.caller.is_bot and "money" in connection.caller.scopes:
                await self._services.floor.people.token_uses.note(
                    connection.caller,
                    origin=connection.address,
                    what=f"WebSocket {connection.table}: {given.name}",
                    each_time=True,
                )
            outcome = await self._services.floor.carry_out(
                connection.caller, connection.table, given.name, given.data, given.id
            )
        except DataError as wrong:
            metrics.commands.add(outcome="malformed")
            if isinstance(wrong, LimitError):
                self._strike(error("message.malformed", str(wrong), given.id))
            else:
                self._strike(error("command.malformed", str(wrong), given.id))
            return
        except Exception as failed:
            metrics.commands.add(outcome="failed")
            id_ = secrets.token_hex(8)
            log_failure(failed, id_, path="live")
            connection.tell(error("server.error", server_error(id_).detail, given.id))
            return
        connection.tell(answer_to(given, outcome))
        metrics.commands.add(outcome=outcome_label(outcome))
        if isinstance(outcome, Accepted):
            metrics.latency.took(time.perf_counter() - began)


def outcome_label(outcome: Accepted | Rejected) -> str:
    """Return the label of an outcome in the metrics."""
    if isinstance(outcome, Accepted):
        return "repeated" if outcome.repeated else "accepted"
    return "refused"
