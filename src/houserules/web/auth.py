"""The caller of a request, by session cookie or API token, and what they may ask for."""

from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from houserules.core.people import handle_key
from houserules.floor.people.signed_in import Caller
from houserules.web.app_state import Services
from houserules.web.errors import ApiError, check
from houserules.web.guard import address_of, bearer
from houserules.web.models import ProofSent
from houserules.web.settings import Settings

# The cookies of sessions and known devices: for this host alone, unseen by scripts and other sites.


_DAYS = 30 * 24 * 3600
_DEVICE_DAYS = 180 * 24 * 3600
_PEOPLE = 4
"""Accounts for which one browser can be a known device."""


def is_secure(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether browsers reach us over https."""
    return settings.https or connection.scope["scheme"] in ("https", "wss")


def cookie_name(*, secure: bool) -> str:
    """Return the cookie's name; over https its prefix ties it to this host."""
    return "__Host-houserules" if secure else "houserules"


def session_in(connection: HTTPConnection, settings: Settings) -> str | None:
    """Return the session token that a browser sends."""
    return connection.cookies.get(cookie_name(secure=is_secure(connection, settings))) or None


def keep_session(response: Response, token: str, *, secure: bool) -> None:
    """Let the browser keep a session."""
    response.set_cookie(
        cookie_name(secure=secure),
        token,
        max_age=_DAYS,
        path="/",
        secure=secure,
        httponly=True,
        samesite="strict",
    )


def forget_session(response: Response, *, secure: bool) -> None:
    """Let the browser forget the session."""
    response.delete_cookie(
        cookie_name(secure=secure), path="/", secure=secure, httponly=True, samesite="strict"
    )


def devices_in(connection: HTTPConnection, settings: Settings) -> tuple[str, ...]:
    """Return the tokens by which a browser is a known device, the newest first."""
    name = _device_name(secure=is_secure(connection, settings))
    return tuple(each for each in connection.cookies.get(name, "").split(".") if each)[:_PEOPLE]


def keep_device(response: Response, tokens: tuple[str, ...], *, secure: bool) -> None:
    """Let the browser keep the tokens by which it is known."""
    response.set_cookie(
        _device_name(secure=secure),
        ".".join(tokens[:_PEOPLE]),
        max_age=_DEVICE_DAYS,
        path="/",
        secure=secure,
        httponly=True,
        samesite="strict",
    )


def _device_name(*, secure: bool) -> str:
    return f"{cookie_name(secure=secure)}-device"


def services_of(request: Request) -> Services:
    """Return what all requests share."""
    services: Services = request.app.state.services
    return services


async def find_caller(services: Services, connection: HTTPConnection) -> Caller | None:
    """Return the caller, or None if nobody has signed in. An API token takes precedence over a cookie."""
    token = bearer(connection.headers)
    if token is not None:
        return await services.floor.people.who_by_token(token)
    session = session_in(connection, services.settings)
    return await services.floor.people.who(session) if session else None


async def note_use(services: Services, connection: HTTPConnection, caller: Caller) -> None:
    """Record a use of an API token; every single one where money may move."""
    scope = connection.scope
    route = getattr(scope.get("route"), "path", scope["path"])
    what = f"{scope.get('method', 'WebSocket')} {route}"
    moves_money = "money" in caller.scopes and scope.get("method") not in ("GET", "HEAD")
    await services.floor.people.token_uses.note(
        caller, origin=address_of(scope), what=what, each_time=moves_money
    )


async def optional_caller(request: Request, services: "Shared") -> Caller | None:
    """Return the caller if there is one; raises ApiError if they ask too often."""
    caller = await find_caller(services, request)
    if caller is None:
        return None
    request.state.session, request.state.caller = caller.session, caller
    if caller.is_bot:
        await note_use(services, request, caller)
    if not services.persons.allows(handle_key(caller.handle)):
        detail = "Too many requests; wait a moment."
        raise ApiError(429, "rate.limited", detail, wait=services.persons.wait)
    return caller


def require_caller(caller: "OptionalCaller") -> Caller:
    """Return the caller, even if a second factor or a new password is still missing."""
    if caller is None:
        raise ApiError(
            401, "session.none", "Sign in first, or send an API token that has not expired."
        )
    return caller


def reader(caller: "AnyCaller") -> Caller:
    """Return a caller who may read."""
    check(caller.why_not("read"))
    return caller


def tables_staff(caller: "AnyCaller") -> Caller:
    """Return a staff member who may act at tables."""
    check(caller.why_not("tables"))
    return caller


def people_staff(caller: "AnyCaller") -> Caller:
    """Return a staff member who may look after people."""
    check(caller.why_not("people"))
    return caller


def registers_staff(caller: "AnyCaller") -> Caller:
    """Return a staff member who may see registers, records and exports."""
    check(caller.why_not("registers"))
    return caller


def money_staff(caller: "AnyCaller") -> Caller:
    """Return a staff member who may move money."""
    check(caller.why_not("money"))
    return caller


async def prove_again(
    services: Services, request: Request, caller: Caller, sent: ProofSent | None
) -> None:
    """Ask for a password or code before credentials change: the session may be stolen."""
    password, code = (sent.password, sent.code) if sent else (None, None)
    origin, people = address_of(request.scope), services.floor.people
    check(await people.prove_again(caller, password=password, code=code, origin=origin))


def session_of(request: Request, services: "Shared") -> str:
    """Return the session's own token, for requests that change the session."""
    token = session_in(request, services.settings)
    if token is None or bearer(request.headers) is not None:
        raise ApiError(401, "session.none", "This needs a session: sign in first.")
    return token


Shared = Annotated[Services, Depends(services_of)]
OptionalCaller = Annotated[Caller | None, Depends(optional_caller)]
AnyCaller = Annotated[Caller, Depends(require_caller)]
Reader = Annotated[Caller, Depends(reader)]
TablesStaff = Annotated[Caller, Depends(tables_staff)]
PeopleStaff = Annotated[Caller, Depends(people_staff)]
RegistersStaff = Annotated[Caller, Depends(registers_staff)]
MoneyStaff = Annotated[Caller, Depends(money_staff)]
Session = Annotated[str, Depends(session_of)]
