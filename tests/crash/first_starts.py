"""A process that has everything loaded and forks first starts of a server, each killed at another moment.

python first_starts.py FOLDER KILLS. Each start is killed at one of its database statements, spread over
all of them; then the server is started again. Prints a line of JSON about each house.
"""

import asyncio
import json
import os
import signal
import sqlite3
import sys
from pathlib import Path
from typing import Any

from houserules.floor.people.signed_in import OneTimePassword, SignedIn
from houserules.floor.startup import OWNER, close_floor, first_start, open_floor

_connect = sqlite3.connect


class Statements:
    """Counts what the database is asked to do, and ends the process at one of it."""

    def __init__(self, last: int | None) -> None:
        self.count, self._last = 0, last

    def connect(self, *args: Any, **more: Any) -> sqlite3.Connection:
        connection = _connect(*args, **more)
        connection.set_trace_callback(self._asked)
        return connection

    def _asked(self, _: str) -> None:
        self.count += 1
        if self.count == self._last:
            os.kill(os.getpid(), signal.SIGKILL)


async def _start(url: str) -> dict[str, Any]:
    """Start once, and look what is there."""
    floor = await open_floor(url)
    try:
        told = await first_start(floor)
        signed = None
        if isinstance(told, OneTimePassword):
            signed = await floor.people.sign_in(OWNER, told.password)
        return {"tables": sorted(floor.tables), "owner": isinstance(signed, SignedIn)}
    finally:
        await close_floor(floor)


def _in_child(url: str, last: int | None) -> dict[str, Any] | None:
    """Start in a process of its own; None: it was killed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        statements = Statements(last)
        sqlite3.connect = statements.connect  # type: ignore[assignment]
        found = asyncio.run(_start(url))
        os.write(writing, json.dumps({**found, "statements": statements.count}).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        said = stream.read()
    os.waitpid(child, 0)
    return json.loads(said) if said else None


def main() -> None:
    """Kill first starts at moments spread over the whole start."""
    folder, kills = Path(sys.argv[1]), int(sys.argv[2])
    whole = _in_child(f"sqlite:///{folder}/whole.db", None)
    assert whole is not None
    for number in range(kills):
        url = f"sqlite:///{folder}/{number}.db"
        last = 1 + number * (whole["statements"] - 1) // kills
        killed = _in_child(url, last) is None
        print(json.dumps({"killed": killed, "at": last, "then": _in_child(url, None)}), flush=True)


if __name__ == "__main__":
    main()
