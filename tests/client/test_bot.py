"""The example bot plays practice tables to the end, by a chart and by rows."""

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from houserules.floor.rounds.find import Wanted
from web.server import Server

BOT = Path(__file__).resolve().parents[2] / "examples" / "bot.py"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


def strategy(file: Path) -> Path:
    """Write a simple strategy in the form of `houserules strategy --json`."""
    hands = [
        {"upcard": up, "cards": cards, "split_from": None, "best": best}
        for up in "A23456789T"
        for cards, best in (("8 8", "split"), ("5 6", "double"), ("T T", "stand"), ("6 T", "hit"))
    ]
    forfeit = [{"upcard": "T", "total": 12, "forfeit": True}]
    file.write_text(json.dumps({"hands": hands, "forfeit": forfeit}))
    return file


@pytest.mark.parametrize("table", ["t1", "t3", "t4"])
def test_the_bot_plays_by_rows(server: Server, table: str, tmp_path: Path) -> None:
    arguments = ("--url", server.url, "--table", table, "--rounds", "12")
    rows = ("--strategy", str(strategy(tmp_path / "rows.json")))

    async def run() -> str:
        bot = await asyncio.create_subprocess_exec(
            sys.executable, str(BOT), *arguments, *rows, stdout=asyncio.subprocess.PIPE
        )
        output, _ = await asyncio.wait_for(bot.communicate(), 60)
        assert bot.returncode == 0
        return output.decode()

    last = asyncio.run(run()).splitlines()[-1]
    assert last.startswith("12 rounds of")
    played = server.app.state.services.history.rounds(Wanted((table,)), limit=100)
    assert len([past for past in server.run(played) if past.round.ended is not None]) >= 12
