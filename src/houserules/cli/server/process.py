"""The server process: opens the floor, serves it, and closes it when it is asked to end."""

import asyncio
import signal
import socket
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import uvicorn

from houserules.cli.server.settings import Config, default_database, machine_zone, shown_database
from houserules.core.codec import DataError
from houserules.floor.app import Floor
from houserules.floor.damage import REMEDY, DamageError
from houserules.floor.local_time import zone_named
from houserules.floor.people.vault import VaultError
from houserules.floor.rules_documents import read_document
from houserules.floor.startup import close_floor, first_start, open_floor
from houserules.floor.stored_events import StoredError
from houserules.floor.tables.decide import DoubtError
from houserules.floor.tables.ticker import Ticker
from houserules.journal.chain_scan import MANGLED
from houserules.journal.errors import JournalError, KeyFileError
from houserules.web.app import create_app, create_operations_app
from houserules.web.listener import BACKLOG, collect_garbage_rarely, run_server, server_config
from houserules.web.logs import log_to_stderr

_HOUR: Final = 3600
_UNREAD: Final = 60_000
"""Milliseconds after which the system gives up on a client that takes nothing more."""
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class CannotStartError(Exception):
    """The server cannot start; says why and what helps."""


def run(config: Config) -> None:
    """Serve until asked to end; raises CannotStartError."""
    with log_to_stderr(config.log), suppress(KeyboardInterrupt):
        run_server(_run(config))


async def _run(config: Config) -> None:
    listening = [_listen(config.host, config.port)]
    if (operations := config.operations()) is not None:
        listening.append(_listen(*operations))
    database = config.database or default_database()
    zone = zone_named(config.zone or machine_zone())
    key = Path(config.carded_play) if config.carded_play else None
    try:
        floor = await open_floor(
            database,
            limits=config.limits(),
            zone=zone,
            identity_key=key,
            safekeeping=config.safekeeping(database),
        )
    except KeyFileError as error:
        _close(listening)
        raise CannotStartError(f"key file {error}") from None
    except (JournalError, StoredError, DoubtError) as error:
        _close(listening)
        remedy = f". {REMEDY}" if isinstance(error, DamageError | StoredError | DoubtError) else ""
        raise CannotStartError(f"{shown_database(database)}: {error}{remedy}") from None
    except (*MANGLED, DataError, VaultError) as error:
        _close(listening)
        what = f"what is stored cannot be read ({type(error).__name__})"
        raise CannotStartError(f"{shown_database(database)}: {what}. {REMEDY}") from None
    try:
        for given in config.rules_document:
            await floor.documents.attach(read_document(given), at=floor.now())
        await _greet(floor, listening, database)
        await _serve(config, floor, listening)
    finally:
        await close_floor(floor)
    kept = "nothing was stored (memory:)" if database == "memory:" else "everything is stored"
    print(f"houserules: closed; {kept}.", flush=True)


def _close(listening: list[socket.socket]) -> None:
    for each in listening:
        each.close()


def _listen(host: str, port: int) -> socket.socket:
    """Take the port before anything else is done."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        listening = socket.socket(family, kind, protocol)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNREAD)
            listening.bind(address)
            listening.listen(BACKLOG)  # clients wait in line until the first can be answered
            listening.settimeout(0)
        except OSError:
            listening.close()
            raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise CannotStartError(f"cannot listen on {host} port {port}: {reason}") from None
    return listening


async def _greet(floor: Floor, listening: list[socket.socket], database: str) -> None:
    """Say where it is, and tell the owner's password, once."""
    owner = await first_start(floor)
    public, *operations = (
        f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
        for host, port, *_ in (each.getsockname() for each in listening)
    )
    print(f"houserules: {public}  (press Ctrl-C to stop)")
    print(f"houserules: data is stored in {shown_database(database)}", flush=True)
    for each in operations:
        print(f"houserules: /api/ready and /metrics are at {each}", flush=True)
    if owner is not None:
        print(
            f"houserules: sign in as {owner.handle} with the one-time password {owner.password}\n"
            "houserules: you choose another at the first sign-in; until then every start prints a new one.",
            flush=True,
        )


async def _serve(config: Config, floor: Floor, listening: list[socket.socket]) -> None:
    """Serve everybody, and operators at an address of their own if there is one."""
    settings = config.settings()
    app = create_app(floor, settings)
    apps = (app, create_operations_app(app))[: len(listening)]
    servers = [_Server(server_config(each, settings, proxies=config.proxies)) for each in apps]
    collect_garbage_rarely()
    beside = [
        asyncio.create_task(each)
        for each in (Ticker(floor).run(), _sweep(floor), floor.scrubber.run(), *_keepers(floor))
    ]
    try:
        with _ended_by_signals(servers):
            serving = zip(servers, listening, strict=True)
            await asyncio.gather(*(each.serve(sockets=[socket_]) for each, socket_ in serving))
    finally:
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)


def _keepers(floor: Floor) -> Iterator[Coroutine[Any, Any, None]]:
    """Yield what keeps things outside the database."""
    if floor.checkpoints is not None:
        yield floor.checkpoints.run()
    if floor.backups is not None:
        yield floor.backups.run()


class _Server(uvicorn.Server):
    """Uvicorn, but the signals are ours: the floor is closed after the last request."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals alone."""
        yield


@contextmanager
def _ended_by_signals(servers: Sequence[uvicorn.Server]) -> Iterator[None]:
    """End when asked to; the second time at once."""
    loop = asyncio.get_running_loop()

    def end() -> None:
        for server in servers:
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
