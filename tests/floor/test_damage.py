"""Tampered with while the server was down: nothing is decided by it, the rest goes on, and people are told."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

import pytest
from argon2 import PasswordHasher

from contracts.conftest import Store as Database
from contracts.conftest import durable  # noqa: F401
from floor.playing import START
from houserules.floor.app import Floor
from houserules.floor.commands import GetUp
from houserules.floor.damage import alert_text
from houserules.floor.denial import Denied
from houserules.floor.money.accounts import wallet_of
from houserules.floor.people.signed_in import Caller, SignedIn
from houserules.floor.startup import close_floor, first_start, open_floor
from houserules.floor.tables.run import Accepted, CommandRequest
from houserules.journal.errors import DamagedError
from postgres import postgres_server, postgres_url  # noqa: F401

Answer = TypeVar("Answer")
SUE = Caller(
    handle="Sue",
    role="cashier",
    licence="L1",
    is_guest=False,
    is_bot=False,
    owner=False,
    second_factor=True,
    scopes=frozenset(("read", "staff")),
    pending=None,
    session="s",
)
PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords in no time: what is damaged here are records."""
    quick = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr("houserules.floor.people.app.PasswordHasher", quick)


def with_floor(url: str, work: Callable[[Floor], Awaitable[Answer]]) -> Answer:
    """Open the floor, do something, and close it."""

    async def run() -> Answer:
        floor = await open_floor(url)
        try:
            return await work(floor)
        finally:
            await close_floor(floor)

    return asyncio.run(run())


async def a_house(floor: Floor) -> None:
    """Ann and Bob have chips; Ann has sat down at the first of four tables."""
    await first_start(floor)
    for name in ("Ann", "Bob"):
        assert isinstance(await floor.people.sign_up(name, PASSWORD), SignedIn)
        bought = await floor.cashier.buy_in(SUE, name, 100_00, command_id=None, at=START)
        assert not isinstance(bought, Denied), bought
    await sit(floor, "t1")


async def sit(floor: Floor, table: str) -> Accepted:
    ann = await floor.people.sign_in("Ann", PASSWORD)
    assert isinstance(ann, SignedIn)
    sat = await floor.carry_out(ann.caller, table, "take-seat", {"seat": 1, "amount": 50_00})
    assert isinstance(sat, Accepted), sat
    return sat


async def cash_out(floor: Floor, handle: str, amount: int) -> object:
    return await floor.cashier.cash_out(SUE, handle, amount, command_id=None, at=START)


RICH = (
    "UPDATE records SET payload = replace(payload, '\"amount\":10000', '\"amount\":500010000') "
    "WHERE stream = 'wallet/ann' AND position = 1"
)


def test_a_tampered_wallet_is_never_paid_on(durable: Database) -> None:  # noqa: F811
    """The five million of the report: start-up says ready, and the cashier refuses."""
    with_floor(durable.url, a_house)
    with_floor(durable.url, lambda floor: floor.settle())  # a checkpoint covers the record
    durable.tamper(RICH)

    async def look(floor: Floor) -> None:
        with pytest.raises(DamagedError, match="wallet/ann 1: changed"):
            await cash_out(floor, "Ann", 4_000_00)
        again = await floor.cashier.buy_in(SUE, "Ann", 1_00, command_id=None, at=START)
        assert isinstance(again, Denied) and again.code == "record.damaged"
        paid = await cash_out(floor, "Bob", 100_00)
        assert not isinstance(paid, Denied), "everybody else is served"
        (finding,) = floor.store.damage.all()
        assert "The money of ann is locked" in alert_text(finding)
        assert "restore the last backup that verifies" in alert_text(finding)
        # She plays on at no table, but what lies on one comes back to her.
        ann = await floor.people.sign_in("Ann", PASSWORD)
        assert isinstance(ann, SignedIn)
        no = await floor.carry_out(ann.caller, "t1", "bring-chips", {"amount": 1_00})
        assert isinstance(no, Denied) and no.code == "record.damaged"
        up = await floor.tables["t1"].carry_out(CommandRequest(GetUp("Ann"), "Ann"), at=floor.now())
        assert isinstance(up, Accepted)
        assert floor.tables["t1"].state.table.patron("Ann") is None

    with_floor(durable.url, look)


def test_the_background_check_locks_what_nobody_has_read(durable: Database) -> None:  # noqa: F811
    with_floor(durable.url, a_house)

    async def look(floor: Floor) -> None:
        await floor.wallets.balance(wallet_of("Bob"))
        durable.tamper(
            RICH.replace("wallet/ann", "wallet/bob"),
            "UPDATE records SET actor = 'Mallory' WHERE stream = 'table/t1' AND position = 2",
            "UPDATE records SET actor = 'Mallory' WHERE stream = 'person/ann' AND position = 1",
            "UPDATE vault SET value = <00> WHERE kind = 'shoe' AND key = 't2'",
        )
        await floor.scrubber.one_pass()
        scrub = floor.scrubber
        assert scrub.state == "done" and scrub.done == scrub.total > 0
        found = {(each.kind, each.stream) for each in floor.store.damage.all()}
        assert found >= {
            ("changed", "wallet/bob"),
            ("changed", "table/t1"),
            ("changed", "person/ann"),
        }
        with pytest.raises(DamagedError):
            await cash_out(floor, "Bob", 1_00)
        with pytest.raises(DamagedError):
            await floor.people.sign_in("Ann", PASSWORD)
        await floor.settle()
        assert floor.tables["t1"].state.locked == "its records do not verify"
        up = await floor.tables["t1"].carry_out(CommandRequest(GetUp("Ann"), "Ann"), at=floor.now())
        assert isinstance(up, Denied) and up.code == "record.damaged"
        assert floor.tables["t3"].state.locked is None

    with_floor(durable.url, look)


def test_a_tampered_table_is_locked_and_the_others_open(durable: Database) -> None:  # noqa: F811
    with_floor(durable.url, a_house)
    with_floor(durable.url, lambda floor: sit(floor, "t2"))
    with_floor(durable.url, lambda floor: floor.settle())
    durable.tamper(
        "UPDATE records SET actor = 'Mallory' WHERE stream = 'table/t1' AND position = 2",
        "UPDATE vault SET value = <00> WHERE kind = 'shoe' AND key = 't2'",
    )

    async def look(floor: Floor) -> None:
        assert sorted(floor.tables) == ["t3", "t4"]
        for name in ("t1", "t2"):
            assert floor.why_no_table(name).code == "record.damaged"
            said = [alert_text(each) for each in floor.store.damage.all()]
            assert any(f"Table {name} is locked" in each for each in said), said
        assert floor.why_no_table("t9").code == "table.unknown"

    with_floor(durable.url, look)


def test_a_tampered_password_lets_nobody_in(durable: Database) -> None:  # noqa: F811
    """Ann puts the hash of her own password into Bob's place."""
    with_floor(durable.url, a_house)
    durable.tamper(
        "UPDATE vault SET value = (SELECT value FROM vault WHERE kind = 'password' AND key = 'ann') "
        "WHERE kind = 'password' AND key = 'bob'"
    )

    async def look(floor: Floor) -> None:
        assert isinstance(await floor.people.sign_in("Ann", PASSWORD), SignedIn)
        with pytest.raises(DamagedError, match="vault/password"):
            await floor.people.sign_in("Bob", PASSWORD)

    with_floor(durable.url, look)


def test_an_interrupted_check_goes_on_where_it_was(durable: Database) -> None:  # noqa: F811
    with_floor(durable.url, a_house)

    async def begin(floor: Floor) -> int:
        scrub = await floor.scrubber._begin()
        await floor.store.call(lambda: scrub.step(floor.store.journal, batches=5))
        await floor.scrubber._keep(scrub)
        return scrub.checked_records

    done = with_floor(durable.url, begin)

    async def go_on(floor: Floor) -> None:
        scrub = await floor.scrubber._begin()
        assert scrub.checked_records == done > 0
        await floor.scrubber.one_pass()
        assert not floor.store.damage.all() and floor.scrubber.state == "done"
        assert (await floor.scrubber._begin()).checked_records == 0, "the next pass begins again"

    with_floor(durable.url, go_on)
