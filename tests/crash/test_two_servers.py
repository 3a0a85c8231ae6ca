"""Two servers on one PostgreSQL are one floor; when one is killed, play goes on at the other."""

import asyncio
from pathlib import Path

from crash.looking import look
from crash.player import Player
from crash.servers import Servers, count, go_on, is_up, players_of, stopped

ACTIONS = 40
"""That are acknowledged before, between and after the kills."""


def test_play_goes_on_when_one_of_two_servers_dies(postgres_url: str, tmp_path: Path) -> None:
    one, other = Servers(postgres_url, tmp_path), Servers(postgres_url, tmp_path)
    try:
        players = asyncio.run(asyncio.wait_for(_play(one, other, tmp_path), 300))
    finally:
        one.end()
        other.end()
    assert not [wrong for player in players for wrong in player.wrong]
    asyncio.run(look(postgres_url, players))


async def _play(one: Servers, other: Servers, folder: Path) -> list[Player]:
    one.start()
    await is_up(folder)
    other.start()
    players = players_of(folder, one.port, other.port)
    playing = [asyncio.create_task(player.play()) for player in players]
    for server in (one, other):
        await _until(players, count(players) + ACTIONS)
        server.kill()
        await _until(players, count(players) + ACTIONS)
        server.start()
    await go_on(players)
    await stopped(playing)
    return players


async def _until(players: list[Player], actions: int) -> None:
    while count(players) < actions:
        await asyncio.sleep(0.02)
