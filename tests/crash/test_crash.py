"""Servers killed in the middle: every acknowledged action is there, once, and no chip is missing."""

import asyncio
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from crash.looking import look
from crash.player import Player
from crash.servers import Servers, count, go_on, is_up, players_of, stopped

KILLS = int(os.environ.get("HOUSERULES_KILLS", "12"))


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/floor.db"
    else:
        yield request.getfixturevalue("postgres_url")


def test_a_killed_server_loses_nothing(database: str, tmp_path: Path) -> None:
    servers = Servers(database, tmp_path)
    try:
        players = asyncio.run(asyncio.wait_for(_play(servers, tmp_path), 60 + 20 * KILLS))
    finally:
        servers.end()
    assert not [wrong for player in players for wrong in player.wrong]
    asyncio.run(look(database, players))


async def _play(servers: Servers, folder: Path) -> list[Player]:
    servers.start()
    await is_up(folder)
    chance, players = random.Random(KILLS), players_of(folder, servers.port)
    playing = [asyncio.create_task(player.play()) for player in players]
    for _ in range(KILLS):
        until = count(players) + chance.randint(1, 40)
        while count(players) < until:
            await asyncio.sleep(0.01)
        await asyncio.sleep(chance.random() / 20)
        servers.kill()
        servers.start()
    await go_on(players)
    await stopped(playing)
    return players
