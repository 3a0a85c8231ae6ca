"""Snapshots in every store that outlives its process: used if they are right, and ignored if they are not."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from contracts.conftest import Store as Place
from floor.playing import START, Night, practice
from houserules.floor import snapshots
from houserules.floor.inspection import check_journal, inspect
from houserules.floor.money.wallets import Wallets
from houserules.floor.snapshots import KIND
from houserules.floor.store import Store
from houserules.floor.tables.snapshot import TABLE_STATES, table_snapshot
from houserules.floor.tables.stream import load
from houserules.journal.verify import verify

STREAM = "table/t1"


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 20)


def run(place: Place, test: Callable[[Store], Awaitable[Any]]) -> Any:
    async def within() -> Any:
        store = Store(place.open())
        try:
            return await test(store)
        finally:
            await store.close()

    return asyncio.run(within())


@pytest.fixture
def house(durable: Place) -> Place:
    """Return a house with a signing key, and a table that has played."""

    async def play(store: Store) -> None:
        check_journal(store.journal, START)
        night, rng = Night(store, Wallets(store), START), random.Random(durable.name)
        await night.play(await night.open(practice("nsw-pontoon-2024"), rng), 2, rng)

    run(durable, play)
    return durable


async def known(store: Store) -> tuple[Any, bool]:
    """Return what is known of the table, and whether a snapshot was used."""
    is_used = store.snapshots.find(STREAM, TABLE_STATES) is not None
    table = await load(store, "t1")
    return table_snapshot(table.state, table.handler, table.matters), is_used


def test_a_start_from_a_snapshot_is_one_from_the_records(house: Place) -> None:
    from_snapshot, is_used = run(house, known)
    assert is_used
    house.execute(f"DELETE FROM vault WHERE kind = '{KIND}'")
    assert run(house, known) == (from_snapshot, False)
    with house.open() as journal:
        assert inspect(journal).ok


@pytest.mark.parametrize(
    "change",
    [
        "value = <00>",
        "value = substr(value, 2)",
        "seal = NULL",
        "key = 'table/t2'",
        "value = (SELECT value FROM vault WHERE key = 'wallet/ann' AND kind = 'snapshot')",
    ],
)
def test_a_snapshot_that_was_tampered_with_is_ignored(house: Place, change: str) -> None:
    expected, _ = run(house, known)
    where = f"kind = '{KIND}' AND key = '{STREAM}'"
    if "wallet" in change:
        house.execute(
            f"INSERT INTO vault (kind, key, value, seal) SELECT '{KIND}', 'wallet/ann', <00>, seal "
            f"FROM vault WHERE {where} ON CONFLICT (kind, key) DO NOTHING"
        )
    house.execute(f"UPDATE vault SET {change} WHERE {where}")
    assert run(house, known) == (expected, False)
    with house.open() as journal:
        assert {finding.kind for finding in verify(journal).findings} == {"vault"}


def test_one_that_was_put_back_is_followed_by_more_records(house: Place) -> None:
    """An older snapshot with its seal is right, and only older."""
    old = house.execute(f"SELECT key, value, seal FROM vault WHERE kind = '{KIND}'")

    async def play_on(store: Store) -> None:
        night, rng = Night(store, Wallets(store), START + 10**6), random.Random("more")
        await night.play(await night.open(practice("nz-pontoon", "t2"), rng), 1, rng)

    run(house, play_on)
    expected, _ = run(house, known)
    for key, value, seal in old:
        sql = f"UPDATE vault SET value = <{bytes(value).hex()}>, seal = <{bytes(seal).hex()}>"
        house.execute(f"{sql} WHERE kind = '{KIND}' AND key = '{key}'")
    assert run(house, known) == (expected, True)


def test_another_version_replays(house: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    expected, _ = run(house, known)
    monkeypatch.setattr(snapshots, "program_stamp", lambda: "the next version")
    assert run(house, known) == (expected, False)


def test_a_store_that_is_away_takes_no_snapshot_and_stops_nothing(house: Place) -> None:
    async def stop(store: Store) -> None:
        snapshot, _ = await known(store)
        store._committer.close()
        store.snapshots.take(STREAM, snapshot.state.position, snapshot, TABLE_STATES)

    run(house, stop)
    assert run(house, known)[1]
