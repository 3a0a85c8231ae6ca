"""The session cookie: for this host alone, unseen by scripts, never sent by another site's page."""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from houserules.web.settings import Settings

_DAYS = 30 * 24 * 3600


def is_secure(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether browsers reach us by https."""
    return settings.https or connection.scope["scheme"] in ("https", "wss")


def cookie_name(*, secure: bool) -> str:
    """Name the cookie; by https the prefix lets browsers hold it to this host."""
    return "__Host-houserules" if secure else "houserules"


def session_in(connection: HTTPConnection, settings: Settings) -> str | None:
    """Give the session token that a browser sends."""
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
