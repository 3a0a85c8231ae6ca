"""The HTTP server, with a time limit on every request; its event loop and garbage collection."""

import asyncio
import gc
from collections.abc import Coroutine
from typing import Any, ClassVar, Final, Literal, TypeVar

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from houserules.web.settings import Settings

BACKLOG: Final = 2048
_LATE: Final = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
Awaited = Literal["head", "body"]


class TimedProtocol(H11Protocol):
    """HTTP/1.1 with a timeout for a request's head, for its body, and between two requests.

    Each timeout is for the whole part, not for the next byte, so trickling bytes gains nothing.
    """

    settings: ClassVar[Settings] = Settings()

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.timeout_keep_alive: float = self.settings.idle_timeout  # type: ignore[assignment]
        self._awaited: tuple[Awaited, int] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait_for("head")

    def data_received(self, data: bytes) -> None:
        """Take in what came, and see what is missing."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """See whether the next request has begun already."""
        super().on_response_complete()
        self._look()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave a WebSocket to its own protocol."""
        self._wait_for(None)
        super().handle_websocket_upgrade(event)

    def shutdown(self) -> None:
        """Finish what is being answered; a stream without an end ends itself."""
        super().shutdown()
        end = (self.scope or {}).get("state", {}).get("end_stream")
        if end is not None:
            end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._wait_for(None)
        super().connection_lost(exc)

    def _look(self) -> None:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return self._wait_for(None)
        if self.conn.their_state is h11.SEND_BODY:
            return self._wait_for("body")
        begun = self.conn.their_state is h11.IDLE and (self.conn.trailing_data[0] or not self.cycle)
        return self._wait_for("head" if begun else None)

    def _wait_for(self, what: Awaited | None) -> None:
        """Wait for a part of a request; more of the same part does not make the wait longer."""
        awaited = None if what is None else (what, id(self.cycle))
        if awaited == self._awaited:
            return
        self._awaited = awaited
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if what is not None:
            settings = self.settings
            seconds = settings.header_timeout if what == "head" else settings.body_timeout
            self._timer = self.loop.call_later(seconds, self._hang_up)

    def _hang_up(self) -> None:
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(_LATE)
        self.transport.close()


def server_config(
    app: ASGIApp, settings: Settings, *, proxies: str = "127.0.0.1", shutdown: int = 5
) -> uvicorn.Config:
    """Return uvicorn's configuration for one of our applications."""
    return uvicorn.Config(
        app,
        http=type("Protocol", (TimedProtocol,), {"settings": settings}),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=settings.message_limit,
        proxy_headers=True,
        forwarded_allow_ips=proxies,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=shutdown,
        backlog=BACKLOG,
    )


Answer = TypeVar("Answer")

_YOUNG: Final = 20_000
_MIDDLE, _OLD = 20, 100


def run_server(server: Coroutine[Any, Any, Answer]) -> Answer:
    """Run a server to its end, on the quicker event loop where there is one."""
    try:
        import uvloop  # noqa: PLC0415  # not for every system
    except ImportError:
        return asyncio.run(server)
    return uvloop.run(server)


def collect_garbage_rarely() -> None:
    """Collect garbage rarely: tables live long, and scanning them took an eighth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
