"""What every request passes: an id, limits on size and rate, headers for browsers, one line in the log."""

import logging
import secrets
import time
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houserules.web.errors import ApiError, failure, of_status
from houserules.web.logs import log_failure, say
from houserules.web.origins import address_of, why_not_unsafe
from houserules.web.serving import Serving

_ALWAYS: Final = ("/api/health", "/api/ready", "/metrics")
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
    """Stands before the application; nothing that it lets out has a traceback in it."""

    def __init__(self, app: ASGIApp, serving: Serving) -> None:
        self._app, self._serving = app, serving

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or say why not."""
        if scope["type"] == "http":
            await _Passing(self._app, self._serving, scope).run(receive, send)
        else:
            await self._app(scope, receive, send)


class _Passing:
    """One request on its way through."""

    def __init__(self, app: ASGIApp, serving: Serving, scope: Scope) -> None:
        self._app, self._serving, self._scope = app, serving, scope
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
            return self._counted(await receive())

        try:
            if no := self._why_not():
                await self._answer(no, receive, sending)
            else:
                await self._app(self._scope, receiving, sending)
        except Exception as error:
            log_failure(error, self._id, path=self._path)
            if not self._status:
                await self._answer(failure(self._id), receive, sending)
        self._log(time.perf_counter() - began)

    def _why_not(self) -> ApiError | None:
        serving, path = self._serving, self._scope["path"]
        if path not in _ALWAYS and not serving.addresses.allows(address_of(self._scope)):
            detail = "Too many requests came from this address; wait a moment."
            return ApiError(429, "rate.limited", detail, wait=serving.addresses.wait)
        length = self._headers.get("content-length", "0")
        if not length.isdigit() or int(length) > serving.settings.body_limit:
            return of_status(413)
        return why_not_unsafe(self._scope, self._headers, serving.settings)

    def _counted(self, message: Message) -> Message:
        """Count what comes without a length in front."""
        self._read += len(message.get("body", b""))
        if self._read > self._serving.settings.body_limit:
            raise HTTPException(413)
        return message

    def _complete(self, headers: MutableHeaders) -> None:
        headers.update(_HEADERS)
        headers["X-Request-Id"] = self._id
        if self._scope["path"].startswith("/api"):
            headers.setdefault("Cache-Control", "no-store")

    async def _answer(self, no: ApiError, receive: Receive, send: Send) -> None:
        answer = JSONResponse(no.to_data(), no.status, headers=no.headers)
        await answer(self._scope, receive, send)

    @property
    def _path(self) -> str:
        """The address as it is declared: no name and no number of anybody."""
        route = self._scope.get("route")
        return str(getattr(route, "path", "")) or "unknown"

    def _log(self, seconds: float) -> None:
        self._serving.metrics.requests.add(status=str(self._status))
        level = logging.INFO if self._status < 500 else logging.ERROR
        say(
            level,
            "request",
            id=self._id,
            method=self._scope["method"],
            path=self._path,
            status=self._status,
            ms=round(seconds * 1000, 1),
            session=self._scope["state"].get("session"),
        )
