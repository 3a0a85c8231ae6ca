"""What binds at every table: Player Cards that end, exclusion from the casino, used vouchers."""

from dataclasses import replace

import pytest

from floor.test_floor import CASHIER, DEALER, MANAGER, Clockwork, ok, with_floor
from game_table import NZ, PJ, S24, S65
from houserules.core.people import Moment
from houserules.core.refusal import Refusal
from houserules.floor.app import Floor
from houserules.floor.denial import Denied
from houserules.floor.people.signed_in import Caller, SignedIn
from houserules.floor.tables.run import Accepted, RunningTable
from houserules.floor.tables.settings import Kind, Setting

SUPERVISOR = replace(MANAGER, handle="Sue", role="casino supervisor", licence="S-1")


async def _player(floor: Floor, name: str) -> Caller:
    signed = await floor.people.sign_up(name, "correct horse battery")
    assert isinstance(signed, SignedIn), signed
    await floor.cashier.buy_in(CASHIER, name, 1_000_00, command_id=f"buy {name}", at=floor.now())
    return signed.caller


async def _table(
    floor: Floor, table: str, rules: str = S24, kind: Kind = "live", dealt: str = "automatic dealer"
) -> RunningTable:
    setting = Setting(table, table, rules, (), kind, dealt)  # type: ignore[arg-type]
    running = await floor.set_up(setting, by="Max")
    assert isinstance(running, RunningTable), running
    if kind == "live":  # a payment that the float cannot make would be held
        filled = await floor.carry_out(SUPERVISOR, table, "fill-float", {"amount": 10_000_00})
        assert isinstance(filled, Accepted), filled
    return running


async def _seated(
    floor: Floor, name: str = "ann", *, until: int | None = None
) -> tuple[Caller, RunningTable]:
    """Somebody with a Player Card at a live table, ready to wager."""
    who, running = await _player(floor, name), await _table(floor, "t1")
    ends = None if until is None else Moment(until)
    await floor.people.issue_player_card(SUPERVISOR, name, number="C1000", valid_until=ends)
    await ok(floor, who, "take-seat", seat=1, amount=500_00)
    await ok(floor, who, "decline-cut")
    return who, running


@pytest.mark.clause(S24, "20.1", "6.1")
def test_a_withdrawn_player_card_allows_no_new_wager_and_the_round_is_finished() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann, running = await _seated(floor)
        await ok(floor, ann, "place-wager", box=1, amount=25_00, seated=True)
        await ok(floor, ann, "be-ready")
        await floor.people.withdraw_player_card(SUPERVISOR, "ann", number="C1000", why="lost")
        await floor.cards.end_withdrawn("ann", "c1000", by="Sue")
        assert running.state.table.patron("ann").card is None  # type: ignore[union-attr]
        while running.state.table.phase != "over":
            name = "be-ready" if running.state.table.phase == "offers" else "stand"
            spot = {} if name == "be-ready" else {"box": 1, "hand": 1}
            answer = await floor.carry_out(ann, "t1", name, spot)
            assert not isinstance(answer, Denied), answer
            if isinstance(answer, Refusal):
                await ok(floor, ann, "hit", **spot)
        again = await floor.carry_out(ann, "t1", "place-wager", {"box": 1, "amount": 25_00})
        assert isinstance(again, Refusal)
        assert (again.code, again.clause) == ("player-card.missing", "6.1")

    with_floor(test)


@pytest.mark.clause(S24, "20.1")
def test_a_withdrawal_that_no_table_heard_of_is_found_at_the_next_wager() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann, running = await _seated(floor)
        await floor.people.withdraw_player_card(SUPERVISOR, "ann", number="C1000", why="lost")
        wager = {"box": 1, "amount": 25_00, "seated": True}
        refused = await floor.carry_out(ann, "t1", "place-wager", wager)
        assert isinstance(refused, Refusal) and refused.code == "player-card.missing"
        await floor.people.issue_player_card(SUPERVISOR, "ann", number="C2000")
        await ok(floor, ann, "place-wager", **wager)
        patron = running.state.table.patron("ann")
        assert patron and patron.card and patron.card.number == "C2000"

    with_floor(test)


@pytest.mark.clause(S24, "20.1", "6.1")
@pytest.mark.parametrize(("second", "valid"), [(1_999, True), (2_000, True), (2_001, False)])
def test_a_player_card_that_expires_at_the_table(second: int, *, valid: bool) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann, running = await _seated(floor, until=2_000)
        now.at = second * 1000
        await floor.cards.end_expired()
        assert (running.state.table.patron("ann").card is not None) is valid  # type: ignore[union-attr]
        answer = await floor.carry_out(
            ann, "t1", "place-wager", {"box": 1, "amount": 25_00, "seated": True}
        )
        assert isinstance(answer, Refusal) is not valid

    with_floor(test)


async def _excluded(floor: Floor, table: str, player: str) -> None:
    await ok(floor, SUPERVISOR, "find-device-use", table, player=player, device="a counter")
    await ok(floor, SUPERVISOR, "exclude-from-casino", table, player=player)


@pytest.mark.clause(S24, "20.4.3")
@pytest.mark.clause(S65, "19.3.3")
@pytest.mark.clause(PJ, "17.3.3")
@pytest.mark.parametrize("ordered", [S24, S65, PJ])
@pytest.mark.parametrize("elsewhere", [S24, S65, NZ, PJ])
def test_exclusion_from_the_casino_binds_at_every_table(ordered: str, elsewhere: str) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        bob = await _player(floor, "bob")
        await _table(floor, "t1", ordered)
        there = await _table(floor, "t2", elsewhere)
        await floor.people.issue_player_card(SUPERVISOR, "bob", number="C3000")
        await ok(floor, bob, "take-seat", "t2", seat=2, amount=100_00)
        await ok(floor, bob, "take-seat", "t1", seat=2, amount=100_00)
        await _excluded(floor, "t1", "bob")
        assert there.state.table.patron("bob") is None
        again = await floor.carry_out(bob, "t2", "take-seat", {"seat": 2, "amount": 100})
        assert isinstance(again, Denied) and again.code == "casino.excluded"
        assert ordered in again.detail

    with_floor(test)


@pytest.mark.clause(S24, "20.4.2")
def test_exclusion_from_the_game_binds_at_its_table_only() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        bob = await _player(floor, "bob")
        await _table(floor, "t1", S65)
        await _table(floor, "t2", S65)
        await ok(floor, bob, "take-seat", "t1", seat=2)
        await ok(floor, SUPERVISOR, "find-device-use", "t1", player="bob", device="a counter")
        await ok(floor, SUPERVISOR, "exclude-from-game", "t1", player="bob")
        await ok(floor, bob, "take-seat", "t2", seat=2)

    with_floor(test)


@pytest.mark.clause(S24, "20.4.3")
def test_an_exclusion_ordered_in_practice_binds_no_live_table() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        bob = await _player(floor, "bob")
        await _table(floor, "t1", S65, "practice")
        await _table(floor, "t2", S65, "practice")
        await _table(floor, "t3", S65)
        await _excluded(floor, "t1", "bob")
        denied = await floor.carry_out(bob, "t2", "take-seat", {"seat": 1})
        assert isinstance(denied, Denied) and denied.code == "casino.excluded"
        await ok(floor, bob, "take-seat", "t3", seat=1)

    with_floor(test)


@pytest.mark.clause(S24, "2.1:casino-promotional-token")
@pytest.mark.clause(S65, "1.1:casino-promotional-token")
@pytest.mark.clause(PJ, "1.1:casino-promotional-token")
def test_a_voucher_is_used_once_in_the_whole_house() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        bob = await _player(floor, "bob")
        dealer = {"t1": DEALER, "t2": replace(DEALER, handle="Dan")}
        for name, rules in (("t1", S65), ("t2", PJ)):
            await _table(floor, name, rules, dealt="dealer with real shoe")
            await ok(floor, dealer[name], "seat-dealer", name)
            await ok(floor, bob, "take-seat", name, seat=1)
        voucher = {"voucher": "V-17", "player": "bob", "value": 50_00}
        await ok(floor, DEALER, "exchange-voucher", "t1", **voucher)
        for number in ("V-17", " v-17 "):
            again = await floor.carry_out(
                dealer["t2"], "t2", "exchange-voucher", {**voucher, "voucher": number}
            )
            assert isinstance(again, Refusal) and again.code == "voucher.used", again
        await ok(floor, dealer["t2"], "exchange-voucher", "t2", **{**voucher, "voucher": "V-18"})

    with_floor(test)


def test_a_dealer_deals_at_one_live_table() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        for name, kind in (("t1", "live"), ("t2", "live"), ("t3", "practice")):
            await _table(floor, name, kind=kind, dealt="dealer with real shoe")  # type: ignore[arg-type]
        await ok(floor, DEALER, "seat-dealer", "t1")
        denied = await floor.carry_out(DEALER, "t2", "seat-dealer", {})
        assert denied == Denied("dealer.elsewhere", "You deal at t1 (t1). Leave that table first.")
        await ok(floor, DEALER, "seat-dealer", "t3")
        await ok(floor, DEALER, "relieve-dealer", "t1")
        await ok(floor, DEALER, "seat-dealer", "t2")

    with_floor(test)
