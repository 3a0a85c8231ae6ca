"""Where a request comes from: the address it is counted by, and whether one of our own pages sent it."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from houserules.web.errors import ApiError
from houserules.web.settings import Settings

HEADER = "x-houserules"
"""A header that no page of another host can send without asking first."""
_SAFE = ("GET", "HEAD", "OPTIONS")
_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


def address_of(scope: Scope) -> str:
    """Give the caller's address; of IPv6 the network, which one caller has many addresses of."""
    client = scope.get("client")
    text = str(client[0]) if client else "unknown"
    if ":" not in text or text.startswith("::"):
        return text
    return ":".join(text.split(":")[:4]) + "::/64"


def is_ours(scope: Scope, headers: Headers, settings: Settings) -> bool:
    """Whether it comes from a page of this host or of one that was configured, or from no page."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") in (None, "same-origin", "none")
    return origin in settings.origins or _host(origin) == _host(
        f"{scope['scheme']}://{headers.get('host', '')}"
    )


def _host(url: str) -> tuple[str | None, int | None] | None:
    try:
        parts = urlsplit(url)
        return parts.hostname, parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return None


def why_not_unsafe(scope: Scope, headers: Headers, settings: Settings) -> ApiError | None:
    """Whether what changes something may come so: by our own pages, or by a program's token."""
    if scope["method"] in _SAFE or bearer(headers) is not None:
        return None
    if headers.get(HEADER) != "1":
        detail = "What changes something needs the header X-Houserules: 1, or an API token."
        return ApiError(403, "request.forged", detail, where="header.X-Houserules")
    if not is_ours(scope, headers, settings):
        detail = "This page is of another host, which is not among those that may call."
        return ApiError(403, "request.forged", detail, where="header.Origin")
    return None


def bearer(headers: Headers) -> str | None:
    """Give the API token of a program."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None
