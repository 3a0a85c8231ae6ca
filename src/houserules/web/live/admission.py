"""Who may open a WebSocket to a table: signed in, from our own pages or a program, and with room left."""

from dataclasses import dataclass
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import Scope

from houserules.web.asking import who_asks
from houserules.web.errors import ApiError, why
from houserules.web.live.channel import Channel
from houserules.web.live.connection import Ask, Whose
from houserules.web.live.hub import Hub
from houserules.web.origins import address_of, is_ours
from houserules.web.serving import Serving

PROTOCOL: Final = "houserules.v1"
_TOKEN: Final = "bearer."
"""A browser cannot set a header for a WebSocket: an API token may come as a subprotocol."""


@dataclass(frozen=True, slots=True)
class Admitted:
    """Who may connect, to what, and from which position on."""

    whose: Whose
    channel: Channel
    after: int | None


async def admit(serving: Serving, hub: Hub, scope: Scope) -> Admitted:
    """Let somebody in; raises ApiError."""
    connection = HTTPConnection(scope)
    if not is_ours(scope, connection.headers, serving.settings):
        detail = "This page is of another host, which is not among those that may call."
        raise ApiError(403, "request.forged", detail, where="header.Origin")
    address = address_of(scope)
    if not serving.addresses.allows(address):
        detail = "Too many requests came from this address; wait a moment."
        raise ApiError(429, "rate.limited", detail, wait=serving.addresses.wait)
    if PROTOCOL not in scope["subprotocols"]:
        detail = f"Offer the subprotocol {PROTOCOL}."
        raise ApiError(400, "live.protocol", detail, where="header.Sec-WebSocket-Protocol")
    ask = _ask(serving, connection)
    signed = await ask()
    if signed is None:
        raise ApiError(401, "session.none", "Sign in first, or give an API token.")
    why(signed.why_not("read"))
    table = scope["path_params"]["table"]
    channel = hub.channel(table)
    if channel is None:
        raise ApiError(404, "table.unknown", "There is no such table.")
    if no := hub.why_not(signed, address):
        raise no
    after = await _after(connection, channel)
    return Admitted(Whose(signed, ask, table, address), channel, after)


def _ask(serving: Serving, connection: HTTPConnection) -> Ask:
    tokens = [each for each in connection.scope["subprotocols"] if each.startswith(_TOKEN)]
    if tokens:
        token = tokens[0].removeprefix(_TOKEN)
        return lambda: serving.floor.people.who_by_token(token)
    return lambda: who_asks(serving, connection)


async def _after(connection: HTTPConnection, channel: Channel) -> int | None:
    """Give the position that a client comes back with; another process may have been further."""
    text = connection.query_params.get("after")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        detail = "A position is a whole number from 0 up."
        raise ApiError(422, "request.invalid", detail, where="query.after")
    await channel.running.catch_up(int(text))
    return int(text)
