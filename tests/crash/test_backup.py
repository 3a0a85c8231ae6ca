"""A backup under load: restored, it verifies and has everything that was acknowledged before it."""

import asyncio
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from crash.looking import look
from crash.player import Player
from crash.servers import Servers, count, go_on, is_up, players_of, stopped
from houserules.floor.backups import drill, restore_house
from houserules.journal.backup_files import find_series
from houserules.journal.url import open_journal
from repetitions import repetitions

BACKUPS = repetitions(3, 30)
_RUN = "from houserules.cli.main import main; main()"


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/floor.db"
    else:
        yield request.getfixturevalue("postgres_url")


@dataclass
class Before:
    """What had been acknowledged when a backup was begun."""

    number: int
    acknowledged: list[dict[str, int]]  # of each player


def test_a_backup_under_load_has_everything_acknowledged_before_it(
    database: str, tmp_path: Path
) -> None:
    servers, folder = Servers(database, tmp_path), tmp_path / "backups"
    try:
        players, known = asyncio.run(
            asyncio.wait_for(_play(servers, tmp_path, folder, database), 120 + 60 * BACKUPS)
        )
    finally:
        servers.end()
    assert not [wrong for player in players for wrong in player.wrong]
    for before in (known[0], known[len(known) // 2], known[-1]):
        _restore_and_look(folder, before, players, tmp_path / f"{before.number}.db")
    with open_journal(database, read_only=True) as live:
        found = drill(find_series(folder), live=live)
    assert found.ok and found.lost is not None


async def _play(
    servers: Servers, tmp_path: Path, folder: Path, database: str
) -> tuple[list[Player], list[Before]]:
    servers.start()
    await is_up(tmp_path)
    players, chance = players_of(tmp_path, servers.port), random.Random(BACKUPS)
    playing = [asyncio.create_task(player.play()) for player in players]
    known: list[Before] = []
    for number in range(1, BACKUPS + 1):
        until = count(players) + chance.randint(20, 60)
        while count(players) < until:
            await asyncio.sleep(0.01)
        known.append(Before(number, [dict(player.acknowledged) for player in players]))
        arguments = ("backup", str(folder), "--database", database)
        running = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _RUN, *arguments),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        said, _ = await running.communicate()
        assert running.returncode == 0, said
        assert b"Nothing is new" not in said
        if number % 3 == 2:  # the next backup is made of what a new process has written
            servers.kill()
            servers.start()
    await go_on(players)
    await stopped(playing)
    return players, known


def _restore_and_look(folder: Path, before: Before, players: list[Player], file: Path) -> None:
    url = f"sqlite:///{file}"
    restored = restore_house(find_series(folder, upto=before.number), url)
    assert restored.ok, restored.inspection
    then = [
        replace(player, acknowledged=acknowledged)
        for player, acknowledged in zip(players, before.acknowledged, strict=True)
        if acknowledged
    ]
    asyncio.run(look(url, then, has_snapshots=False))
