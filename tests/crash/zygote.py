"""A process that has everything loaded and forks servers, so that a killed one is back at once.

python zygote.py DATABASE PORT FOLDER TABLES PLAYERS BEGAN. A line on standard input starts a server;
its process id comes back as a line. The first server sets up the tables and leaves the players'
session tokens in the folder; if there are conditions in `tournaments.json`, also tournaments that the
software runs, with the tokens of their players in `entrants.json`.

The house's time has run fast since BEGAN, in all of its servers alike, so that a test does not wait for
a timetable; and the lease of a killed server's clocks ends soon.
"""

import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, Final

import uvicorn

from houserules.floor import snapshots
from houserules.floor.app import Floor
from houserules.floor.clock import HouseClock, milliseconds, steady_milliseconds
from houserules.floor.people.signed_in import Caller, SignedIn
from houserules.floor.startup import close_floor, open_floor, practice_table
from houserules.floor.tables import ticker
from houserules.floor.tables.run import Accepted
from houserules.rulebook.loader import RULEBOOKS
from houserules.web.app import create_app
from houserules.web.listener import run_server
from houserules.web.settings import Rate, Settings

_SPEED: Final = 6
_OPEN: Final = Rate(10**6, 10**6)
_WIDE: Final = Settings(by_address=_OPEN, by_person=_OPEN, by_connection=_OPEN)
_MANAGER: Final = Caller(
    "Tess", "Tournament Manager", "T-1", is_guest=False, is_bot=False, owner=False,
    second_factor=True, scopes=frozenset(("read", "tables")), pending=None, session="s1",
)  # fmt: skip


def main() -> None:
    """Fork a server for every line."""
    database, port, folder, tables, players, began = sys.argv[1:]
    ticker.TTL, ticker._EVERY = 4_000, 0.5
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who is dead is gone at once
    snapshots.EVERY = 3  # so that servers die while they take one, and start from one
    print("ready", flush=True)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            opening = open_floor(database, clock=_fast_clock(int(began)))
            run_server(_serve(opening, int(port), Path(folder), int(tables), int(players)))
            os._exit(0)
        print(child, flush=True)


def _fast_clock(began: int) -> HouseClock:
    return HouseClock(
        lambda: began + (milliseconds() - began) * _SPEED, lambda: steady_milliseconds() * _SPEED
    )


async def _serve(
    opening: Awaitable[Floor], port: int, folder: Path, tables: int, players: int
) -> None:
    floor = await opening
    if not (folder / "tokens.json").exists():
        tokens = await _set_up(floor, tables, players)
        if (folder / "tournaments.json").exists():
            wanted = json.loads((folder / "tournaments.json").read_text("utf-8"))
            entrants = {name: await _enter(floor, name, **wanted) for name in wanted.pop("names")}
            (folder / "entrants.json").write_text(json.dumps(entrants), "utf-8")
        made = folder / "tokens.part"
        made.write_text(json.dumps(tokens), "utf-8")
        made.rename(folder / "tokens.json")
    clocks = asyncio.create_task(ticker.Ticker(floor).run())
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)  # the test reserves the port
    listening.bind(("127.0.0.1", port))
    config = uvicorn.Config(
        create_app(floor, _WIDE),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
    )
    await uvicorn.Server(config).serve(sockets=[listening])
    clocks.cancel()
    await close_floor(floor)


async def _enter(
    floor: Floor, name: str, *, conditions: dict[str, Any], players: int
) -> dict[str, str]:
    """Set up a tournament that starts at once, and enter its players: their tokens by name."""
    made = await floor.tournaments.set_up(
        _MANAGER, name, kind="practice", run_by="software", conditions=conditions
    )
    assert isinstance(made, Accepted), made
    starts = floor.now() // 1000 + 60
    plan = {"starts": starts, "rounds_per_hour": 120, "pause_minutes": 0}
    await _give(floor, _MANAGER, name, "publish-tournament", plan)
    tokens = {}
    for _ in range(players):
        guest = await floor.people.guest()
        assert isinstance(guest, SignedIn)
        player = guest.caller
        await floor.cashier.grant_practice(player, at=floor.now())
        await _give(floor, player, name, "apply-for-entry", {"form": "Me", "entitled": True})
        await _give(floor, player, name, "give-conditions", {"how": "on the page"})
        await _give(floor, player, name, "agree-to-conditions", {"signature": player.handle})
        await _give(floor, player, name, "pay-entry-fee", {})
        tokens[player.handle] = guest.token
    moved = {"starts": floor.now() // 1000 + 1, "notice": "On the board."}
    await _give(floor, _MANAGER, name, "move-start", moved)
    return tokens


async def _give(floor: Floor, who: Caller, tournament: str, do: str, data: dict[str, Any]) -> None:
    answer = await floor.tournament_house.carry_out(who, tournament, do, data)
    assert isinstance(answer, Accepted), answer


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
