"""Who asks: by session cookie or API token; and what they may ask at all."""

from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from houserules.floor.people.handles import key_of
from houserules.floor.people.signed import Signed
from houserules.web.cookies import session_in
from houserules.web.errors import ApiError, why
from houserules.web.origins import bearer
from houserules.web.serving import Serving


def serving_of(request: Request) -> Serving:
    """Give what all requests share."""
    serving: Serving = request.app.state.serving
    return serving


async def who_asks(serving: Serving, connection: HTTPConnection) -> Signed | None:
    """Give who asks; None: nobody who has signed in. A program's token goes before a cookie."""
    token = bearer(connection.headers)
    if token is not None:
        return await serving.floor.people.who_by_token(token)
    session = session_in(connection, serving.settings)
    return await serving.floor.people.who(session) if session else None


async def maybe_signed(request: Request, serving: "Shared") -> Signed | None:
    """Give who asks, if it is anybody; too often is too often."""
    signed = await who_asks(serving, request)
    if signed is None:
        return None
    request.state.session = signed.session
    if not serving.persons.allows(key_of(signed.handle)):
        detail = "You ask too often; wait a moment."
        raise ApiError(429, "rate.limited", detail, wait=serving.persons.wait)
    return signed


def signed_in(signed: "Maybe") -> Signed:
    """Give who asks, whatever the session still owes."""
    if signed is None:
        raise ApiError(401, "session.none", "Sign in first, or give an API token.")
    return signed


def reader(signed: "AnySigned") -> Signed:
    """Give who asks for something that persons may read."""
    why(signed.why_not("read"))
    return signed


def staff(signed: "AnySigned") -> Signed:
    """Give who asks by an office."""
    why(signed.why_not("staff"))
    return signed


def session_of(request: Request, serving: "Shared") -> str:
    """Give the token of the session itself, for what changes it."""
    token = session_in(request, serving.settings)
    if token is None or bearer(request.headers) is not None:
        raise ApiError(401, "session.none", "This needs a session: sign in first.")
    return token


Shared = Annotated[Serving, Depends(serving_of)]
Maybe = Annotated[Signed | None, Depends(maybe_signed)]
AnySigned = Annotated[Signed, Depends(signed_in)]
Reader = Annotated[Signed, Depends(reader)]
Staff = Annotated[Signed, Depends(staff)]
Session = Annotated[str, Depends(session_of)]
