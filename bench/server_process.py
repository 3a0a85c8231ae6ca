"""The server that bench/server.py measures: tables and players are made, then it serves.

python server_process.py DATABASE FOLDER TABLES SEATS MILLISECONDS; prints its port.
The milliseconds are added to every commit, as a slower disk would.
"""

import asyncio
import json
import secrets
import socket
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import uvicorn

from houserules.floor.app import Floor
from houserules.floor.clock import milliseconds
from houserules.floor.people.app import People
from houserules.floor.people.limits import SignInLimits
from houserules.floor.people.signed_in import SignedIn
from houserules.floor.startup import close_floor, holder, practice_table
from houserules.floor.store import Store
from houserules.floor.tables.ticker import Ticker
from houserules.journal.protocol import Journal
from houserules.journal.records import Batch, Outcome
from houserules.journal.url import open_journal
from houserules.rulebook.loader import RULEBOOKS
from houserules.web import runtime
from houserules.web.app import create_app
from houserules.web.settings import Rate, Settings

NO_LIMIT = Rate(1e6, 10**6)


async def main() -> None:
    """Serve until told to end."""
    url, folder, tables, seats, slower = sys.argv[1:]
    store = Store(_slower(open_journal(url), float(slower) / 1000))
    limits = SignInLimits(origin_sign_ups=10**6)
    people = People(store, now=milliseconds, random=secrets.token_bytes, limits=limits)
    floor = Floor(store, people, now=milliseconds, holder=holder())
    await floor.open()
    tokens = {f"b{n}": await _table(floor, n, int(seats)) for n in range(int(tables))}
    (Path(folder) / "tokens.json").write_text(json.dumps(tokens), "utf-8")
    settings = Settings(
        by_address=NO_LIMIT,
        by_person=NO_LIMIT,
        by_connection=NO_LIMIT,
        connections_of_address=10**6,
    )
    config = uvicorn.Config(
        create_app(floor, settings),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
    )
    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    runtime.collect_garbage_rarely()
    print(listening.getsockname()[1], flush=True)
    clocks = asyncio.create_task(Ticker(floor).run())
    await uvicorn.Server(config).serve([listening])
    clocks.cancel()
    await close_floor(floor)


def _slower(journal: Journal, seconds: float) -> Journal:
    append_all = journal.append_all

    def slow(batches: Sequence[Batch]) -> tuple[Outcome, ...]:
        time.sleep(seconds)
        return append_all(batches)

    if seconds:
        journal.append_all = slow  # type: ignore[method-assign]
    return journal


async def _table(floor: Floor, number: int, seats: int) -> list[str]:
    name = f"b{number}"
    await floor.set_up(practice_table(name, RULEBOOKS[number % len(RULEBOOKS)]), by="bench")
    tokens = []
    for _ in range(seats):
        guest = await floor.people.guest()
        assert isinstance(guest, SignedIn), guest
        tokens.append(guest.token)
    return tokens


runtime.run(main())
