"""Payments out of the float of a live table: one that it cannot make waits for a fill, whole."""

from dataclasses import replace
from typing import Any

import pytest

from floor.tables import MANAGER as MAX
from floor.tables import Played
from floor.test_debts import SUPERVISOR
from floor.test_floor import CASHIER, DEALER, MANAGER, Clockwork, ok, with_floor
from game_table import NZ, S65
from houserules.core.people import Moment
from houserules.floor.app import Floor
from houserules.floor.commands import BeReady, FillFloat
from houserules.floor.denial import Denied
from houserules.floor.events import PaymentHeld, PaymentReleased
from houserules.floor.people.signed_in import Caller, SignedIn
from houserules.floor.rounds.audit import Auditor
from houserules.floor.tables.auto_dealer import clock_of
from houserules.floor.tables.decide import PAYMENT_WAITS, check, worth
from houserules.floor.tables.settings import Setting
from houserules.floor.tables.stream import load
from houserules.floor.tables.table import FloorTable, open_alerts
from houserules.floor.tables.view import SharedView
from houserules.table.commands import Decline, Hit, Stand
from houserules.table.events import WagerSettled


async def winning(floor: Floor, now: Clockwork, *, fill: int) -> Caller:
    """Ann is about to win $25 with a 20 against 17 at a live table with a real shoe."""
    signed = await floor.people.sign_up("Ann", "correct horse battery")
    assert isinstance(signed, SignedIn)
    ann = signed.caller
    await floor.cashier.buy_in(CASHIER, "Ann", 1_000_00, command_id="buy", at=now())
    setting = Setting("t1", "Table 1", S65, (), "live", "dealer with real shoe")
    assert not isinstance(await floor.set_up(setting, by="Max"), Denied)
    if fill:
        await ok(floor, MANAGER, "fill-float", amount=fill)
    await ok(floor, DEALER, "seat-dealer")
    await ok(floor, ann, "take-seat", seat=1, amount=100_00)
    for step in ("check-cards", "shuffle-cards"):
        await ok(floor, DEALER, step)
    await ok(floor, ann, "cut-cards")
    for step in ("place-cutting-card", "burn-card"):
        await ok(floor, DEALER, step)
    await ok(floor, ann, "place-wager", box=1, amount=25_00, seated=True)
    await ok(floor, DEALER, "close-bets")
    for card in ("Ks", "7h", "Kd"):
        await ok(floor, DEALER, "deal-card", card=card)
    await ok(floor, ann, "stand", box=1, hand=1)
    await ok(floor, DEALER, "deal-card", card="Kc")
    return ann


def state(floor: Floor) -> FloorTable:
    return floor.tables["t1"].state


@pytest.mark.parametrize(("fill", "held"), [(25_00, False), (24_99, True), (0, True)])
def test_a_payment_is_made_if_the_float_has_it(fill: int, *, held: bool) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await winning(floor, now, fill=fill)
        table, waits = state(floor).table, state(floor).held
        assert (waits is not None) == held
        assert table.racks["Ann"] == (75_00 if held else 125_00)
        assert table.float_tray == (fill if held else 0)
        assert table.phase == ("dealer" if held else "over")

    with_floor(test)


def test_a_held_payment_waits_for_chips_and_is_then_made_whole() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann = await winning(floor, now, fill=0)
        (alert,) = [each for each in open_alerts(state(floor)) if each.kind == "float tray"]
        assert alert.says == (
            "A payment waits: the float is $25 short. Fill it, and play continues."
        )
        assert SharedView(state(floor)).common["payment_held"] is True
        assert SharedView(state(floor)).legal(DEALER.person) == []
        for who, name, data in (
            (ann, "get-up", {}),
            (DEALER, "deal-card", {"card": "2h"}),
            (MANAGER, "credit-float", {"amount": 1}),
        ):
            answer: Any = await floor.carry_out(who, "t1", name, data)
            assert isinstance(answer, Denied) and answer.code == "float.short"
            assert "$" not in answer.detail  # what the float has is not for everybody
        await ok(floor, ann, "raise-dispute", about="Where are my chips?")
        no = await floor.carry_out(DEALER, "t1", "fill-float", {"amount": 25_00})
        assert isinstance(no, Denied) and no.code == "role.may-not"
        await ok(floor, SUPERVISOR, "fill-float", amount=10_00)
        held = state(floor).held
        assert held is not None and held.short == 15_00
        again = (await load(floor.store, "t1")).state  # after a restart
        assert again == state(floor)
        await ok(floor, SUPERVISOR, "fill-float", amount=20_00)
        table = state(floor).table
        assert state(floor).held is None
        assert (table.phase, table.racks["Ann"], table.float_tray) == ("over", 125_00, 5_00)
        assert [str(card) for card in table.dealer] == ["7h", "Kc"]
        with floor.store.journal.snapshot() as snapshot:
            auditor = Auditor("t1")
            assert list(auditor.follow(snapshot.stream("table/t1")))
        assert auditor.found == []

    with_floor(test)


def test_an_order_that_the_float_cannot_pay_is_refused() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann = await winning(floor, now, fill=30_00)
        await ok(floor, ann, "raise-dispute", about="I had doubled")
        gus = replace(MANAGER, handle="Gus", role="Gaming Supervisor")
        await ok(floor, gus, "decide-dispute", dispute=1, says="You had.", pays=25_00)
        await ok(floor, ann, "accept-decision", dispute=1)
        await ok(floor, SUPERVISOR, "close-dispute", dispute=1)
        no = await floor.carry_out(SUPERVISOR, "t1", "rectify-payment", {"entry": 1})
        assert no == Denied(
            "float.short", "The float is $20 short. Fill it, then give this order again."
        )
        await ok(floor, SUPERVISOR, "fill-float", amount=20_00)
        await ok(floor, SUPERVISOR, "rectify-payment", entry=1)
        assert state(floor).table.float_tray == 0

    with_floor(test)


def test_the_software_deals_on_with_the_same_cards_after_a_fill() -> None:
    """Two tables with the same cards, one of them with an empty float, pay the same in the end."""
    rich, poor = (Played(Setting("t1", "T", NZ, kind="live"), seed="held") for _ in range(2))
    rich.do(fill(10_000_00))
    held = 0
    for played in (rich, poor):
        played.sit("Ann", 1)
        played.cut()
    for _ in range(30):
        for played in (rich, poor):
            played.wager("Ann", 1)
            held += to_the_end(played)
        assert poor.state.table.dealer == rich.state.table.dealer
        assert poor.state.table.racks == rich.state.table.racks
        for played in (rich, poor):
            played.ready("Ann")
    assert held > 3
    settled = [[e for e in each.events if isinstance(e, WagerSettled)] for each in (rich, poor)]
    assert settled[0] == settled[1]
    assert worth(poor.state.table) == poor.state.brought


def fill(amount: int) -> FillFloat:
    return FillFloat(MAX, Moment(1000), amount)


def to_the_end(played: Played) -> int:
    """Play the round of a player who always stands; returns how often the float was filled for it."""
    held, do = 0, BeReady("Ann")
    while played.state.table.phase != "over":
        if waits := played.state.held:
            held += 1
            check(played.state)
            assert clock_of(played.state) is None
            assert played.ask(BeReady("Ann")) == PAYMENT_WAITS
            events = played.do(fill(waits.short))
            assert any(isinstance(each, PaymentReleased) for each in events)
            continue
        legal = {type(each.command): each.command for each in played.options("Ann")}
        command: Any = next((legal[kind] for kind in (Decline, Stand, Hit) if kind in legal), do)
        events = played.do(command)
        short = [each for each in events if isinstance(each, PaymentHeld)]
        assert not short or played.state.table.float_tray >= 0
    return held
