"""A process that has everything loaded and forks servers, so that a killed one is back at once.

python zygote.py DATABASE PORT FOLDER TABLES PLAYERS. A line on standard input starts a server; its
process id comes back as a line. The first server sets up the tables and leaves the players'
session tokens in the folder.
"""

import asyncio
import json
import os
import signal
import socket
import sys
from pathlib import Path

import uvicorn

from houserules.floor.app import Floor
from houserules.floor.people.signed_in import SignedIn
from houserules.floor.startup import close_floor, open_floor, practice_table
from houserules.floor.tables.ticker import Ticker
from houserules.rulebook.loader import RULEBOOKS
from houserules.web import runtime
from houserules.web.app import create_app


def main() -> None:
    """Fork a server for every line."""
    database, port, folder, tables, players = sys.argv[1:]
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who is dead is gone at once
    print("ready", flush=True)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            serve = _serve(database, int(port), Path(folder), int(tables), int(players))
            runtime.run(serve)
            os._exit(0)
        print(child, flush=True)


async def _serve(database: str, port: int, folder: Path, tables: int, players: int) -> None:
    floor = await open_floor(database)
    if not (folder / "tokens.json").exists():
        tokens = await _set_up(floor, tables, players)
        made = folder / "tokens.part"
        made.write_text(json.dumps(tokens), "utf-8")
        made.rename(folder / "tokens.json")
    clocks = asyncio.create_task(Ticker(floor).run())
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)  # the test reserves the port
    listening.bind(("127.0.0.1", port))
    config = uvicorn.Config(
        create_app(floor),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
    )
    await uvicorn.Server(config).serve(sockets=[listening])
    clocks.cancel()
    await close_floor(floor)


async def _set_up(floor: Floor, tables: int, players: int) -> dict[str, list[str]]:
    tokens: dict[str, list[str]] = {}
    for number in range(tables):
        name = f"c{number}"
        if name not in floor.tables:
            rulebook = RULEBOOKS[number % len(RULEBOOKS)]
            await floor.set_up(practice_table(name, rulebook), by="test")
        tokens[name] = []
        for _ in range(players):
            guest = await floor.people.guest()
            assert isinstance(guest, SignedIn)
            tokens[name].append(guest.token)
    return tokens


if __name__ == "__main__":
    main()
