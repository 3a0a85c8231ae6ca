"""A journal that commit 88283ab wrote is still whole, replays, agrees, exports the same, and goes on.

`write_journal.py` has played it: the four games, a real and a virtual shoe, people, money, a card in
error, a round put right, a void one, a wrong payment and a dispute. Never write it again.
"""

import asyncio
import json
import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from promises import entry
from promises.callers import HEADERS, Caller
from promises.command_line import printed, run

FOLDER = Path(__file__).parent
JOURNAL = FOLDER / "journal-88283ab.db"
CHECKPOINT = FOLDER / "checkpoint-88283ab.json"
WRITTEN: dict[str, Any] = json.loads((FOLDER / "journal-88283ab.json").read_text("utf-8"))
ROUNDS = {"live": 4, "t1": 5, "t2": 4, "t3": 4, "t4": 5, "virtual": 3}


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy, so that nothing can touch the one we keep."""
    return Path(shutil.copy(JOURNAL, tmp_path_factory.mktemp("old") / "journal.db"))


def database(journal: Path) -> tuple[str, str]:
    return ("--database", f"sqlite:///{journal}")


def assert_whole(journal: Path) -> None:
    """Check the journal against the checkpoint that 88283ab has signed."""
    key = json.loads(CHECKPOINT.read_text("utf-8"))["public_key"]
    signed = ("--checkpoint", CHECKPOINT, "--public-key", key)
    found = printed("verify", "journal", *database(journal), *signed)
    assert (found["verified"], found["findings"]) == (True, [])
    assert found["checked"]["checkpoints"] == 1


def assert_agrees(journal: Path) -> list[dict[str, Any]]:
    """Check that only changed readings differ; return what differs."""
    found = printed("audit", *database(journal))
    assert found["agrees"], found
    assert [each for each in found["differences"] if not each["earlier"]] == []
    differences: list[dict[str, Any]] = found["differences"]
    return differences


def exported(journal: Path, day: str, folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Export a day; return the rows of every file that has rows."""
    done = run("export", "--day", day, "--out", folder, *database(journal))
    assert done.exit_code == 0, done.output
    assert run("verify", "export", folder).exit_code == 0
    return {
        file.stem: [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        for file in folder.glob("*.jsonl")
    }


def lacking(written: list[dict[str, Any]], today: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the rows that today's begin without; a row may have more columns than it had."""
    for old, new in zip(written, today, strict=False):
        if old.items() - new.items():
            yield old
    yield from written[len(today) :]


def test_it_is_whole(journal: Path) -> None:
    assert_whole(journal)


def test_every_round_replays(journal: Path) -> None:
    for table, rounds in ROUNDS.items():
        listed = printed("replay", table, *database(journal))["rounds"]
        assert [each["round"] for each in listed] == list(range(1, rounds + 1))
        for number in range(1, rounds + 1):
            shown = printed("replay", table, number, *database(journal))
            paid = [each for each in shown["steps"] if each["name"] == "wager.settled"]
            rows = [
                each
                for each in WRITTEN["payments"]
                if (each["table"], each["round"]) == (table, number)
            ]
            assert [each["payload"]["returned"] for each in paid] == [
                each["returned_cents"] for each in rows
            ]
            assert run("replay", table, number, *database(journal)).exit_code == 0


def test_only_changed_readings_are_decided_otherwise(journal: Path) -> None:
    differences = assert_agrees(journal)
    assert {(each["table"], each["round"], each["reading"]) for each in differences} >= {
        ("t3", 2, 52)
    }


def test_the_same_payments_are_exported(journal: Path, tmp_path: Path) -> None:
    found = exported(journal, "2026-11-18", tmp_path / "export")
    for name in ("payments", "transfers"):
        assert list(lacking(WRITTEN[name], found[name])) == []
        assert len(found[name]) == len(WRITTEN[name])
    shoes = sorted((tmp_path / "export").glob("shoe-*.json"))
    assert [each.name for each in shoes] == ["shoe-t1-118.json"]
    assert run("verify", "shoe", *shoes).exit_code == 0


def test_it_goes_on(tmp_path: Path) -> None:
    journal = Path(shutil.copy(JOURNAL, tmp_path / "journal.db"))
    asyncio.run(next_evening(journal))
    assert_whole(journal)
    assert_agrees(journal)
    found = exported(journal, "2026-11-18", tmp_path / "export")
    rows = [(each["table"], each["round"]) for each in found["payments"]]
    assert rows.count(("t4", 5)) >= 1 and rows.count(("t4", 6)) >= 1
    assert rows.count(("live", 5)) == 1
    old = [each for each in found["payments"] if each["time"] <= WRITTEN["people"]["ended"]]
    assert list(lacking(WRITTEN["payments"], old)) == [] and len(old) == len(WRITTEN["payments"])


async def next_evening(journal: Path) -> None:
    """Come back a minute later: finish the round, play others, deal from the real shoe."""
    people = WRITTEN["people"]
    ticks = count(people["ended"] + 60_000, 10)
    async with entry.open_house(journal, lambda: next(ticks)) as app:

        def visitor(**headers: str) -> Caller:
            transport = httpx.ASGITransport(app)
            return Caller(
                httpx.AsyncClient(
                    transport=transport, base_url="http://house", headers=HEADERS | headers
                )
            )

        async def staff(name: str) -> Caller:
            caller = visitor()
            assert await caller.sign_in(name, people["password"]) == "code"
            await caller.send_code(people["second_factors"][name], next(ticks))
            return caller

        program = visitor(Authorization=f"Bearer {people['token']}")
        assert (await program.see("t4"))["table"]["phase"] == "playing"
        await program.finish_round("t4")
        await program.play_round("t4", 5)
        ann = visitor()
        assert await ann.sign_in("Ann", people["password"]) is None
        dora, owner = await staff("Dora"), await staff("Owner")
        await deal_a_round(ann, dora)
        await ann.do("live", "get-up")
        wallet = await ann.send("GET", "/api/me/wallet")
        # Since then only a cashier redeems chips, so the house appoints one.
        await owner.send("PUT", "/api/persons/Gus/role", role="cashier", licence="C-1")
        cashier = await staff("Gus")
        await cashier.send("POST", "/api/wallets/Ann/cash-out", amount=wallet["balance"]["chips"])


async def deal_a_round(ann: Caller, dora: Caller) -> None:
    await ann.do("live", "place-wager", box=2, amount=25_00, seated=True)
    await dora.do("live", "close-bets")
    for card in ["9c", "6h", "Kh"]:
        await dora.do("live", "deal-card", card=card)
    await ann.do("live", "stand", box=2, hand=1)
    for card in ["Ks", "9h"]:
        await dora.do("live", "deal-card", card=card)
    await dora.do("live", "clear-table")
