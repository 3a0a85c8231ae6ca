"""Servers that a test kills: forked by a process that has everything loaded."""

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from crash.player import Player

TABLES, SEATS = 4, 2
_BEGAN = time.time_ns() // 1_000_000


class Servers:
    """One server at a time on one port, killed and started again at will."""

    def __init__(
        self, database: str, folder: Path, *, tables: int = TABLES, seats: int = SEATS
    ) -> None:
        # Held as long as servers come and go. While none listens, the kernel could otherwise give
        # the port to any connection on this machine, even connect a waiting player to itself.
        self._reserved = socket.socket()
        self._reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self._reserved.bind(("127.0.0.1", 0))
        self.port = self._reserved.getsockname()[1]
        zygote = Path(__file__).with_name("zygote.py")
        arguments = [database, str(self.port), str(folder), str(tables), str(seats), str(_BEGAN)]
        self._zygote = subprocess.Popen(
            [sys.executable, str(zygote), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._line() == "ready"
        self.pid = 0

    def start(self) -> None:
        """Start a server."""
        assert self._zygote.stdin is not None
        self._zygote.stdin.write("\n")
        self._zygote.stdin.flush()
        self.pid = int(self._line())

    def kill(self) -> None:
        """Kill the server without a word, and see it gone."""
        os.kill(self.pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            while True:
                os.kill(self.pid, 0)
                time.sleep(0.001)

    def end(self) -> None:
        """Kill everything."""
        if self.pid:
            self.kill()
        with self._zygote:
            self._zygote.kill()
        self._reserved.close()

    def _line(self) -> str:
        assert self._zygote.stdout is not None
        return self._zygote.stdout.readline().strip()


def players_of(folder: Path, *ports: int) -> list[Player]:
    """Return the players of all tables; those with odd seats go to the first server first."""
    tokens = json.loads((folder / "tokens.json").read_text("utf-8"))
    return [
        Player(ports if seat % 2 else ports[::-1], table, seat, token, random.Random(seat))
        for table, all_ in tokens.items()
        for seat, token in enumerate(all_, start=1)
    ]


def count(players: list[Player]) -> int:
    """Count what the servers have acknowledged."""
    return sum(len(player.acknowledged) for player in players)


async def is_up(folder: Path) -> None:
    """Wait until the first server has set everything up."""
    while not (folder / "tokens.json").exists():
        await asyncio.sleep(0.05)


async def go_on(players: list[Player]) -> None:
    """Wait until every table has ended two more rounds."""
    then = {player.table: player.rounds + 2 for player in players}
    while any(player.rounds < then[player.table] for player in players):
        await asyncio.sleep(0.05)


async def stopped(playing: list["asyncio.Task[None]"]) -> None:
    """Let nobody play any longer."""
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
