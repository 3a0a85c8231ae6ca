"""The middleware of every request: an id, limits on size and rate, security headers, one log line."""

import logging
import secrets
import time
from ipaddress import IPv6Network
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houserules.web.app_state import Services
from houserules.web.errors import ApiError, error_for_status, server_error
from houserules.web.logs import log, log_failure
from houserules.web.pages.templates import error_page, wants_page
from houserules.web.settings import Settings

# Where a request comes from: the address it is counted by, and whether one of our own pages sent it.


HEADER = "x-houserules"
"""A header that no page of another host can send without a preflight request."""
_SAFE = ("GET", "HEAD", "OPTIONS")
_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


def address_of(scope: Scope) -> str:
    """Return the caller's address; for IPv6 the /64 network, because one caller has many addresses in it."""
    client = scope.get("client")
    text = str(client[0]) if client else "unknown"
    if ":" not in text or text.startswith("::"):
        return text
    try:
        return str(IPv6Network((text.partition("%")[0], 64), strict=False))
    except ValueError:
        return text


def is_ours(scope: Scope, headers: Headers, settings: Settings) -> bool:
    """Whether a request comes from our own pages, from a configured origin, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") in (None, "same-origin", "none")
    return origin in settings.origins or _host(origin) == _host(
        f"{scope['scheme']}://{headers.get('host', '')}"
    )


def why_not_host(scope: Scope, settings: Settings) -> ApiError | None:
    """Refuse a host name that is not ours: an attacker's name may point here."""
    if not settings.hosts:
        return None
    asked = Headers(scope=scope).get("host", "")
    found = _host(f"http://{asked}")
    name = found[0] if found else None
    if name is not None and name.rstrip(".") in settings.hosts:
        return None
    detail = "This server does not use that host name. The operator can add it with --hosts."
    return ApiError(421, "host.unknown", detail, where="header.Host")


def _host(url: str) -> tuple[str | None, int | None] | None:
    try:
        parts = urlsplit(url)
        return parts.hostname, parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return None


def why_not_unsafe(scope: Scope, headers: Headers, settings: Settings) -> ApiError | None:
    """Refuse a request that changes something unless it comes from our pages or with an API token."""
    if scope["method"] in _SAFE or bearer(headers) is not None:
        return None
    if headers.get(HEADER) != "1":
        detail = (
            "A request that changes something needs the header X-Houserules: 1, or an API token."
        )
        return ApiError(403, "request.forged", detail, where="header.X-Houserules")
    if not is_ours(scope, headers, settings):
        detail = "This page belongs to another host, which is not allowed to call us."
        return ApiError(403, "request.forged", detail, where="header.Origin")
    return None


def bearer(headers: Headers) -> str | None:
    """Return the API token of a program."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


_OPERATIONS: Final = ("/api/ready", "/metrics")
_ANY_HOST: Final = ("/api/health", *_OPERATIONS)
"""Addresses for the operator's programs, which may not know our host name."""
_YEAR: Final = 365 * 24 * 3600
_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


class Guard:
    """Stands in front of the application; no answer that leaves it contains a traceback."""

    def __init__(self, app: ASGIApp, services: Services, *, public: bool = True) -> None:
        self._app, self._services, self._public = app, services, public

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer why not."""
        if scope["type"] == "http":
            passing = _Passing(self._app, self._services, scope, public=self._public)
            await passing.run(receive, send)
        elif scope["type"] == "websocket" and why_not_host(scope, self._services.settings):
            await send({"type": "websocket.close", "code": 1008})
        else:
            await self._app(scope, receive, send)


class _Passing:
    """One request on its way through."""

    def __init__(self, app: ASGIApp, services: Services, scope: Scope, *, public: bool) -> None:
        self._app, self._services, self._scope, self._public = app, services, scope, public
        self._headers = Headers(scope=scope)
        self._id = secrets.token_hex(8)
        self._status = 0
        self._read = 0

    async def run(self, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        self._scope.setdefault("state", {})["id"] = self._id

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._status = message["status"]
                self._complete(MutableHeaders(scope=message))
            await send(message)

        async def receiving() -> Message:
            """Count the body as it arrives: not every request states its length."""
            message = await receive()
            self._read += len(message.get("body", b""))
            if self._read > self._services.settings.body_limit:
                raise HTTPException(413)
            return message

        try:
            if no := self._why_not():
                await self._answer(no, receive, sending)
            else:
                await self._app(self._scope, receiving, sending)
        except Exception as error:
            log_failure(error, self._id, path=self._path)
            if not self._status:
                await self._answer(server_error(self._id), receive, sending)
        self._log(time.perf_counter() - began)

    def _why_not(self) -> ApiError | None:
        services, path = self._services, self._scope["path"]
        if "content-length" in self._headers and "transfer-encoding" in self._headers:
            return error_for_status(400)  # a proxy may have read another body than we would
        if self._public and path not in _ANY_HOST:
            if no := why_not_host(self._scope, services.settings):
                return no
        elif self._public and services.settings.operations_apart and path in _OPERATIONS:
            return error_for_status(404)
        if no := self._why_not_so_often(path):
            return no
        length = self._headers.get("content-length", "0")
        if not length.isdigit() or int(length) > services.settings.body_limit:
            return error_for_status(413)
        return why_not_unsafe(self._scope, self._headers, services.settings)

    def _why_not_so_often(self, path: str) -> ApiError | None:
        if path == "/api/health":
            return None
        limiter = self._services.operations if path in _OPERATIONS else self._services.addresses
        if limiter.allows(address_of(self._scope)):
            return None
        detail = "Too many requests from this address; wait a moment."
        return ApiError(429, "rate.limited", detail, wait=limiter.wait)

    def _complete(self, headers: MutableHeaders) -> None:
        policy = headers.get("Content-Security-Policy")  # of a document, which has its own
        headers.update(_HEADERS)
        if policy is not None:
            headers["Content-Security-Policy"] = policy
        headers["X-Request-Id"] = self._id
        if self._services.settings.https:
            headers["Strict-Transport-Security"] = f"max-age={_YEAR}"
        if self._scope["path"].startswith("/api"):
            headers.setdefault("Cache-Control", "no-store")

    async def _answer(self, no: ApiError, receive: Receive, send: Send) -> None:
        """Answer with a page for a browser, and JSON for a program or where even the page fails."""
        request = Request(self._scope, receive)
        answer: Response = JSONResponse(no.to_data(), no.status, headers=no.headers)
        if wants_page(request):
            try:
                answer = error_page(request, no)
            except Exception as error:
                log_failure(error, self._id, path=self._path)
        await answer(self._scope, receive, send)

    @property
    def _path(self) -> str:
        """The route's pattern, which contains nobody's name or number."""
        route = self._scope.get("route")
        return str(getattr(route, "path", "")) or "unknown"

    def _log(self, seconds: float) -> None:
        self._services.metrics.requests.add(status=str(self._status))
        level = logging.INFO if self._status < 500 else logging.ERROR
        log(
            level,
            "request",
            id=self._id,
            method=self._scope["method"],
            path=self._path,
            status=self._status,
            ms=round(seconds * 1000, 1),
            session=self._scope["state"].get("session"),
        )
