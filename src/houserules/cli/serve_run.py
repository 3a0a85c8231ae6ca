"""The server process: opens the floor, serves it, and closes it when it is asked to end."""

import asyncio
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import uvicorn

from houserules.cli.serve_config import Config, default_database, shown_database
from houserules.floor.deciding import DoubtError
from houserules.floor.floor import Floor
from houserules.floor.opening_floor import close_floor, first_start, open_floor
from houserules.floor.stored import StoredError
from houserules.floor.ticking import Ticking
from houserules.journal.errors import JournalError
from houserules.web import tuning
from houserules.web.app import create_app
from houserules.web.logs import log_to_stderr

_HOUR: Final = 3600
_BACKLOG: Final = 2048
_UNREAD: Final = 60_000
"""Milliseconds after which the system gives up on a client that takes nothing more."""
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class CannotStartError(Exception):
    """The server cannot start; says why and what helps."""


def run(config: Config) -> None:
    """Serve until asked to end; raises CannotStartError."""
    log_to_stderr(config.log)
    with suppress(KeyboardInterrupt):
        tuning.run(_run(config))


async def _run(config: Config) -> None:
    listening = _listen(config.host, config.port)
    database = config.database or default_database()
    try:
        floor = await open_floor(database, limits=config.limits())
    except (JournalError, StoredError, DoubtError) as error:
        listening.close()
        raise CannotStartError(f"{shown_database(database)}: {error}") from None
    try:
        await _greet(floor, listening, database)
        await _serve(config, floor, listening)
    finally:
        await close_floor(floor)
    print("houserules: closed; everything is kept.", flush=True)


def _listen(host: str, port: int) -> socket.socket:
    """Take the port before anything else is done."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        listening = socket.socket(family, kind, protocol)
        try:
            _bind(listening, address)
        except OSError:
            listening.close()
            raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise CannotStartError(f"cannot listen on {host} port {port}: {reason}") from None
    return listening


def _bind(listening: socket.socket, address: Any) -> None:
    """Who connects before the first request can be answered waits in line."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNREAD)
    listening.bind(address)
    listening.listen(_BACKLOG)
    listening.settimeout(0)


async def _greet(floor: Floor, listening: socket.socket, database: str) -> None:
    """Say where it is, and tell the owner's password, once."""
    owner = await first_start(floor)
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    print(f"houserules: http://{shown}:{port}/  (Ctrl-C ends it)")
    print(f"houserules: the floor is kept in {shown_database(database)}", flush=True)
    if owner is not None:
        print(
            f"houserules: sign in as {owner.handle} with the one-time password {owner.password}\n"
            "houserules: it is shown only now; you choose another at the first sign-in.",
            flush=True,
        )


async def _serve(config: Config, floor: Floor, listening: socket.socket) -> None:
    settings = config.settings()
    server = _Server(
        uvicorn.Config(
            create_app(floor, settings),
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            ws_max_size=settings.message_limit,
            proxy_headers=True,
            forwarded_allow_ips=config.proxies,
            server_header=False,
            access_log=False,
            log_config=None,
            timeout_graceful_shutdown=5,
            backlog=_BACKLOG,
        )
    )
    tuning.collect_seldom()
    beside = [asyncio.create_task(Ticking(floor).run()), asyncio.create_task(_sweep(floor))]
    try:
        with _ended_by_signals(server):
            await server.serve(sockets=[listening])
    finally:
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)


class _Server(uvicorn.Server):
    """Uvicorn, but the signals are ours: the floor is closed after the last request."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals alone."""
        yield


@contextmanager
def _ended_by_signals(server: uvicorn.Server) -> Iterator[None]:
    """End when asked to; the second time at once."""
    loop = asyncio.get_running_loop()

    def end() -> None:
        server.force_exit = server.should_exit
        server.should_exit = True

    for each in _SIGNALS:
        loop.add_signal_handler(each, end)
    try:
        yield
    finally:
        for each in _SIGNALS:
            loop.remove_signal_handler(each)


async def _sweep(floor: Floor) -> None:
    """Forget sessions that have run out, now and then."""
    while True:
        await asyncio.sleep(_HOUR)
        with suppress(JournalError):
            await floor.people.sweep()
