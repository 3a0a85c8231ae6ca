"""Servers killed while tournaments run by themselves: nothing acknowledged is lost, and all prizes are paid."""

import asyncio
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from crash.entrant import Entrant, entrants_of
from crash.servers import Servers, is_up
from crash.tournaments_after import look_at_tournaments
from tournament.desk import small

KILLS = int(os.environ.get("HOUSERULES_KILLS", "12"))
PLAYERS = 8
KILLS_EACH = 25
"""About as many as fit into one tournament; a longer test runs several at a time."""
_KILL_EVERY = 12  # acknowledged actions, on average
_STUCK = 300
"""Seconds without an acknowledged action after which a tournament has stopped; a busy machine only takes longer."""


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/floor.db"
    else:
        yield request.getfixturevalue("postgres_url")


def write_tournaments(folder: Path, number: int) -> list[str]:
    """Leave conditions for the first server: two heats at two tables, then a final."""
    heats = {"kind": "heats", "rounds": 2, "tables": 2, "players_per_table": 4, "advance": 2}
    final = {"kind": "final", "rounds": 2, "tables": 1, "players_per_table": 7}
    conditions = small(
        stages=[heats, final],
        entry_fee="100",
        entry__minimum=PLAYERS,
        entry__maximum=PLAYERS,
        entry__agreement_in_writing=True,
        prizes__guarantee_entries=PLAYERS,
        chips__amount="1000",
        play__pass_cards=1,
        play__undisclosed_wagers=1,
    )
    names = [f"cup-{number}" for number in range(1, number + 1)]
    wanted = {"names": names, "conditions": conditions, "players": PLAYERS}
    (folder / "tournaments.json").write_text(json.dumps(wanted), "utf-8")
    return names


def test_a_tournament_survives_its_killed_servers(database: str, tmp_path: Path) -> None:
    names = write_tournaments(tmp_path, 1 + KILLS // KILLS_EACH)
    servers = Servers(database, tmp_path, tables=0)
    try:
        entrants, kills = asyncio.run(_play(servers, tmp_path))
    finally:
        servers.end()
    assert kills
    acknowledged = asyncio.run(look_at_tournaments(database, names, entrants))
    lost = sum(entrant.lost for entrant in entrants)
    print(f"{kills} kills, {acknowledged} actions acknowledged, {lost} requests unanswered, 0 lost")


async def _play(servers: Servers, folder: Path) -> tuple[list[Entrant], int]:
    servers.start()
    await is_up(folder)
    entrants, chance = entrants_of(folder, servers.port), random.Random(KILLS)
    playing = [asyncio.create_task(entrant.play()) for entrant in entrants]
    watch = asyncio.create_task(_end_if_stuck(entrants, playing))
    kills = 0
    while kills < KILLS and not all(task.done() for task in playing):
        until = _count(entrants) + chance.randint(1, 2 * _KILL_EVERY)
        while _count(entrants) < until and not all(task.done() for task in playing):
            await asyncio.sleep(0.01)
        await asyncio.sleep(chance.random() / 20)
        servers.kill()
        servers.start()
        kills += 1
    await watch
    await asyncio.gather(*playing)
    return entrants, kills


async def _end_if_stuck(entrants: list[Entrant], playing: list[asyncio.Task[None]]) -> None:
    """Let the test fail if nothing is acknowledged for a long time."""
    while not all(task.done() for task in playing):
        before = _count(entrants)
        await asyncio.wait(playing, timeout=_STUCK)
        if _count(entrants) == before and not all(task.done() for task in playing):
            for task in playing:
                task.cancel()
            phases = [entrant.phase for entrant in entrants]
            raise TimeoutError(f"nothing acknowledged in {_STUCK} s after {before}: {phases}")


def _count(entrants: list[Entrant]) -> int:
    return sum(len(entrant.acknowledged) for entrant in entrants)


def test_two_servers_share_a_tournament(postgres_url: str, tmp_path: Path) -> None:
    names = write_tournaments(tmp_path, 1)
    one, other = (Servers(postgres_url, tmp_path, tables=0) for _ in range(2))
    try:
        entrants, before = asyncio.run(_share(one, other, tmp_path))
    finally:
        one.end()
        other.end()
    assert asyncio.run(look_at_tournaments(postgres_url, names, entrants)) > before >= _KILL_EVERY


async def _share(one: Servers, other: Servers, folder: Path) -> tuple[list[Entrant], int]:
    """Play at both servers at once, each request at the next; one dies in the middle and comes back.

    Return the players, and how many actions were acknowledged before the kill. How many follow depends on who
    loses all chips early.
    """
    one.start()
    await is_up(folder)
    other.start()
    entrants = entrants_of(folder, one.port, other.port)
    playing = [asyncio.create_task(entrant.play()) for entrant in entrants]
    watch = asyncio.create_task(_end_if_stuck(entrants, playing))
    while _count(entrants) < _KILL_EVERY and not all(task.done() for task in playing):
        await asyncio.sleep(0.05)
    before = _count(entrants)
    one.kill()
    one.start()
    await watch
    await asyncio.gather(*playing)
    return entrants, before
