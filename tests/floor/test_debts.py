"""Debts over the whole floor: shown, kept from leaving, settled from the wallet, always counted."""

from dataclasses import replace
from typing import Any

import pytest

from floor.test_floor import CASHIER, DEALER, MANAGER, Clockwork, ok, with_floor
from game_table import S65
from houserules.core.refusal import Refusal
from houserules.floor.app import Floor
from houserules.floor.denial import Denied
from houserules.floor.house_facts import DebtAt
from houserules.floor.money.accounts import wallet_of
from houserules.floor.people.signed_in import Caller, SignedIn
from houserules.floor.registers import REGISTERS, to_do
from houserules.floor.tables.settings import Setting, table_stream
from houserules.floor.tables.table import open_alerts

SUPERVISOR = replace(MANAGER, handle="Sue", role="casino supervisor", licence="S-1")


async def _owing(floor: Floor, now: Clockwork) -> Caller:
    """Ann wins $25 at a live table, puts all her chips away, and the round is void."""
    signed = await floor.people.sign_up("Ann", "correct horse battery")
    assert isinstance(signed, SignedIn)
    ann = signed.caller
    await floor.cashier.buy_in(CASHIER, "Ann", 1_000_00, command_id="buy", at=now())
    setting = Setting("t1", "Table 1", S65, (), "live", "dealer with real shoe")
    assert not isinstance(await floor.set_up(setting, by="Max"), Denied)
    await ok(floor, MANAGER, "fill-float", amount=1_000_00)
    await ok(floor, DEALER, "seat-dealer")
    await ok(floor, ann, "take-seat", seat=1, amount=100_00)
    await ok(floor, DEALER, "check-cards")
    await ok(floor, DEALER, "shuffle-cards")
    await ok(floor, ann, "cut-cards")
    await ok(floor, DEALER, "place-cutting-card")
    await ok(floor, DEALER, "burn-card")
    await ok(floor, ann, "place-wager", box=1, amount=25_00, seated=True)
    await ok(floor, DEALER, "close-bets")
    for card in ("Ks", "7h", "Kd"):
        await ok(floor, DEALER, "deal-card", card=card)
    await ok(floor, ann, "stand", box=1, hand=1)
    await ok(floor, DEALER, "deal-card", card="Kc")
    await ok(floor, ann, "take-chips", amount=125_00)
    await ok(floor, DEALER, "report-wrong-cards", wrong="foreign", cards=["Th"])
    return ann


def owing(test: Any) -> None:
    async def run(floor: Floor, now: Clockwork) -> None:
        await test(floor, now, await _owing(floor, now))

    with_floor(run)


@pytest.mark.clause(S65, "17.16.2")
def test_a_debt_shows_in_the_pit_at_the_cashier_and_in_its_register() -> None:
    async def test(floor: Floor, now: Clockwork, ann: Caller) -> None:
        state = floor.tables["t1"].state
        (alert,) = [each for each in open_alerts(state) if each.kind == "debt"]
        assert alert.says == "Ann owes the house $25 (17.16.2). Collect it or write it off."
        assert alert.about == {"player": "Ann", "amount": 25_00}
        assert floor.debts("ann") == [DebtAt("t1", "chips", 25_00, "17.16.2")]  # type: ignore[arg-type]
        (register,) = [each for each in REGISTERS if each.name == "debts"]
        assert [(each["player"], each["amount"]) for each in to_do(register, [state])] == [
            ("Ann", 25_00)
        ]

    owing(test)


@pytest.mark.clause(S65, "17.16.2")
@pytest.mark.parametrize(("amount", "code"), [(1_000_00, None), (1_000_01, "debt.unpaid")])
def test_the_cashier_keeps_what_is_owed(amount: int, code: str | None) -> None:
    async def test(floor: Floor, now: Clockwork, ann: Caller) -> None:
        answer = await floor.cashier.cash_out(CASHIER, "Ann", amount, command_id=None, at=now())
        assert (answer.code if isinstance(answer, Denied) else None) == code
        if code is None:
            rest = await floor.cashier.cash_out(CASHIER, "Ann", 26_00, command_id=None, at=now())
            assert isinstance(rest, Denied) and rest.code == "wallet.short"

    owing(test)


@pytest.mark.clause(S65, "17.8", "17.16.2")
def test_a_debt_is_settled_from_the_wallet_in_one_step() -> None:
    async def test(floor: Floor, now: Clockwork, ann: Caller) -> None:
        for wrong, code in ((0, "debt.amount"), (25_01, "debt.amount")):
            answer = await floor.carry_out(
                SUPERVISOR, "t1", "settle-debt", {"player": "Ann", "amount": wrong}
            )
            assert isinstance(answer, Refusal) and answer.code == code
        for who in (ann, DEALER):
            answer = await floor.carry_out(
                who, "t1", "settle-debt", {"player": "Ann", "amount": 25_00}
            )
            assert not isinstance(answer, type(None)) and answer.code == "role.may-not"  # type: ignore[union-attr]
        tray = floor.tables["t1"].state.table.float_tray
        await ok(floor, SUPERVISOR, "settle-debt", player="Ann", amount=25_00)
        table = floor.tables["t1"].state.table
        assert (table.racks["Ann"], table.float_tray) == (0, tray + 25_00)
        assert floor.debts("Ann") == []
        account = await floor.wallets.statement("Ann")
        assert account.balance.of("chips") == 1_000_00
        await ok(floor, ann, "get-up")

    owing(test)


@pytest.mark.clause(S65, "17.16.2")
def test_a_debt_cannot_be_settled_from_an_empty_wallet() -> None:
    async def test(floor: Floor, now: Clockwork, ann: Caller) -> None:
        await ok(floor, ann, "bring-chips", amount=1_010_00)
        answer = await floor.carry_out(
            SUPERVISOR, "t1", "settle-debt", {"player": "Ann", "amount": 25_00}
        )
        assert isinstance(answer, Denied) and answer.code == "wallet.short"
        await ok(floor, SUPERVISOR, "collect-debt", player="Ann", amount=25_00)
        assert floor.debts("Ann") == []

    owing(test)


@pytest.mark.clause(S65, "17.16.2")
def test_nobody_leaves_with_chips_that_are_owed() -> None:
    async def test(floor: Floor, now: Clockwork, ann: Caller) -> None:
        await ok(floor, ann, "bring-chips", amount=40_00)
        answer = await floor.carry_out(ann, "t1", "take-chips", {"amount": 15_50})
        assert isinstance(answer, Refusal) and answer.code == "debt.unpaid"
        await ok(floor, ann, "get-up")
        table = floor.tables["t1"].state.table
        assert (table.patron("Ann"), table.racks["Ann"]) == (None, 25_00)
        assert (await floor.wallets.balance(wallet_of("Ann"))).of("chips") == 1_000_00
        await ok(floor, SUPERVISOR, "collect-debt", player="Ann", amount=25_00)
        assert floor.tables["t1"].state.table.racks["Ann"] == 0

    owing(test)


@pytest.mark.clause(S65, "17.8", "17.16.2")
def test_a_debt_written_off_is_on_record_and_no_chips_move() -> None:
    async def test(floor: Floor, now: Clockwork, ann: Caller) -> None:
        before = floor.tables["t1"].state.table
        order = {"player": "Ann", "amount": 25_00, "why": "cannot be found"}
        answer = await floor.carry_out(SUPERVISOR, "t1", "write-off-debt", order)
        assert isinstance(answer, Refusal) and answer.code == "role.may-not"
        await ok(floor, MANAGER, "write-off-debt", **order)
        table = floor.tables["t1"].state.table
        assert (table.racks, table.float_tray) == (before.racks, before.float_tray)
        assert floor.debts("Ann") == []
        (register,) = [each for each in REGISTERS if each.name == "debts"]
        records = floor.store.journal.read(table_stream("t1"))
        (entry,) = [each for each in records if each.name == "debt.written-off"]
        assert entry.name in register.events
        assert (entry.payload["why"], entry.payload["by"]) == ("cannot be found", MANAGER.handle)
        cash_out = floor.cashier.cash_out(CASHIER, "Ann", 1_025_00, command_id=None, at=now())
        assert not isinstance(await cash_out, Denied)

    owing(test)


def test_money_for_a_player_who_has_left_is_in_the_wallet_at_once() -> None:
    async def test(floor: Floor, now: Clockwork, ann: Caller) -> None:
        await ok(floor, SUPERVISOR, "settle-debt", player="Ann", amount=25_00)
        await ok(floor, ann, "raise-dispute", about="I had doubled")
        await ok(floor, ann, "get-up")
        gus = replace(MANAGER, handle="Gus", role="Gaming Supervisor")
        await ok(floor, gus, "decide-dispute", dispute=1, says="You had.", pays=50_00)
        await ok(floor, ann, "accept-decision", dispute=1)
        await ok(floor, SUPERVISOR, "close-dispute", dispute=1)
        before = (await floor.wallets.statement("Ann")).balance.of("chips")
        await ok(floor, SUPERVISOR, "rectify-payment", entry=1)
        account = await floor.wallets.statement("Ann")
        assert account.balance.of("chips") == before + 50_00
        assert account.transfers[0].moved.source == "table:t1"
        assert floor.tables["t1"].state.table.racks["Ann"] == 0

    owing(test)
