"""The floor as a whole: people who sign in, sit down with their money, play, and go home."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import get_args

import argon2
import pytest

from floor.tables import SECOND
from houserules.core.codec import DataError
from houserules.core.people import Role
from houserules.core.refusal import Refusal
from houserules.floor.app import Floor
from houserules.floor.carded.identity import Sealer
from houserules.floor.denial import Denied
from houserules.floor.money.accounts import PRACTICE_GRANT, issue_of, wallet_of
from houserules.floor.people.app import People
from houserules.floor.people.signed_in import Caller, SignedIn
from houserules.floor.startup import OWNER, close_floor, first_start, open_floor, practice_table
from houserules.floor.store import Store
from houserules.floor.tables.run import Accepted
from houserules.floor.tables.settings import Clocks, Setting
from houserules.floor.tables.ticker import CLOCKS, Ticker
from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal
from houserules.rulebook.loader import RULEBOOKS

CHEAP = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
DEALER = Caller(
    "Dora", "dealer", "D-1", is_guest=False, is_bot=False, owner=False, second_factor=True,
    scopes=frozenset(("read", "staff")), pending=None, session="s1",
)  # fmt: skip
MANAGER = replace(DEALER, handle="Max", role="Gaming Manager", licence="M-1")
OTHERS = [each for each in get_args(Role) if each not in ("cashier", "player")]
CASHIER = replace(DEALER, handle="Cass", role="cashier", licence="C-1")


class Clockwork:
    """An hour that only a test moves."""

    def __init__(self) -> None:
        self.at = 1_000_000

    def __call__(self) -> int:
        return self.at


def with_floor(
    test: Callable[[Floor, Clockwork], Awaitable[None]],
    journal: Journal | None = None,
    *,
    sealer: Sealer | None = None,
) -> None:
    """Run a test on an open floor over a journal, in memory unless one is given; a sealer: carded play."""

    async def run() -> None:
        store, now = Store(MemoryJournal() if journal is None else journal), Clockwork()
        people = People(store, now=now, random=secrets.token_bytes, hasher=CHEAP)
        floor = Floor(store, people, now=now, sealer=sealer)
        await floor.open()
        try:
            await test(floor, now)
        finally:
            await floor.close()
            people.close()
            await store.close()

    asyncio.run(run())


async def guest(floor: Floor) -> Caller:
    signed = await floor.people.guest()
    assert isinstance(signed, SignedIn)
    return signed.caller


async def ok(floor: Floor, who: Caller, name: str, table: str = "t1", **data: object) -> Accepted:
    answer = await floor.carry_out(who, table, name, data)
    assert isinstance(answer, Accepted), answer
    return answer


def test_the_first_start_makes_an_owner_and_a_table_of_each_game() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        owner = await first_start(floor)
        assert owner is not None
        games = [floor.tables[each].state.setting.rulebook for each in sorted(floor.tables)]
        assert games == [*RULEBOOKS]
        assert all(each.state.setting.kind == "practice" for each in floor.tables.values())
        again = await first_start(floor)
        assert again is not None, "nobody may have seen the first one"
        assert isinstance(await floor.people.sign_in(OWNER, owner.password), Denied)
        signed = await floor.people.sign_in(OWNER, again.password)
        assert isinstance(signed, SignedIn)
        await floor.people.change_password(signed.token, again.password, "correct horse battery")
        assert await first_start(floor) is None
        assert len(floor.tables) == len(RULEBOOKS)

    with_floor(test)


def test_no_password_is_replaced_that_a_running_server_has_told() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        owner = await first_start(floor)
        floor.store.journal.leases.acquire(CLOCKS, "another process", ttl_ms=15_000)
        assert await first_start(floor) is None
        assert owner and isinstance(await floor.people.sign_in(OWNER, owner.password), SignedIn)

    with_floor(test)


def test_every_start_tells_a_password_until_the_owner_has_chosen_one(tmp_path: Path) -> None:
    async def start() -> str | None:
        floor = await open_floor(f"sqlite:///{tmp_path}/floor.db")
        told = await first_start(floor)
        floor.store.journal.leases.acquire(CLOCKS, floor.holder, ttl_ms=15_000)
        await close_floor(floor)
        return told and told.password

    told = [asyncio.run(start()) for _ in range(2)]
    assert None not in told and told[0] != told[1]


def test_a_first_start_that_an_earlier_version_broke_off_is_completed() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await floor.people.create_owner(OWNER)
        await floor.set_up(practice_table("t1", RULEBOOKS[0]), by=OWNER)
        owner = await first_start(floor)
        assert owner is not None and sorted(floor.tables) == ["t1", "t2", "t3", "t4"]

    with_floor(test)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_guest_sits_down_plays_and_leaves(name: str) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await floor.set_up(practice_table("t1", name), by="Max")
        ann = await guest(floor)
        await ok(floor, ann, "take-seat", seat=1, amount=500_00)
        await ok(floor, ann, "decline-cut")
        await ok(floor, ann, "place-wager", box=1, amount=25_00, seated=True)
        await ok(floor, ann, "be-ready")
        await ok(floor, ann, "get-up")
        held = (await floor.wallets.balance(wallet_of(ann.handle))).of("practice")
        state = floor.tables["t1"].state
        assert state.table.patrons == ()
        assert held == PRACTICE_GRANT - state.table.float_tray
        issued = (await floor.wallets.balance(issue_of("practice"))).of("practice")
        assert issued == -PRACTICE_GRANT

    with_floor(test)


def test_guests_and_bots_stay_away_from_live_tables() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await floor.set_up(replace(practice_table("t1", RULEBOOKS[0]), kind="live"), by="Max")
        ann = await guest(floor)
        answer = await floor.carry_out(ann, "t1", "take-seat", {"seat": 1})
        assert isinstance(answer, Denied) and answer.code == "table.live"

    with_floor(test)


def test_a_live_table_takes_chips_and_a_valid_player_card() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await floor.set_up(replace(practice_table("t1", RULEBOOKS[0]), kind="live"), by="Max")
        signed = await floor.people.sign_up("Ann", "a long enough password")
        assert isinstance(signed, SignedIn)
        ann = signed.caller
        seat = {"seat": 1, "amount": 100_00}
        no_card = await floor.carry_out(ann, "t1", "take-seat", seat)
        assert isinstance(no_card, Refusal) and no_card.code == "player-card.missing"
        assert no_card.detail == "You need a Player Card. Ask the supervisor."
        assert not floor.tables["t1"].state.table.patrons
        await floor.people.issue_player_card(MANAGER, "Ann", number="FIRST")
        short = await floor.carry_out(ann, "t1", "take-seat", seat)
        assert short == Denied("wallet.short", "You have $0. Bring $0 or less.")
        bought = await floor.cashier.buy_in(CASHIER, "Ann", 500_00, command_id="b1", at=now())
        again = await floor.cashier.buy_in(CASHIER, "Ann", 500_00, command_id="b1", at=now())
        assert not isinstance(bought, Denied) and not isinstance(again, Denied)
        assert bought.balance.of("chips") == again.balance.of("chips") == 500_00
        await ok(floor, ann, "take-seat", **seat)
        await ok(floor, ann, "decline-cut")
        await floor.people.withdraw_player_card(MANAGER, "Ann", number="FIRST", why="Lost.")
        await floor.cards.end_withdrawn("Ann", "FIRST", by="Max")
        wager = {"box": 1, "amount": 25_00, "seated": True}
        answer = await floor.carry_out(ann, "t1", "place-wager", wager)
        assert isinstance(answer, Refusal) and answer.code == "player-card.missing"
        await floor.people.issue_player_card(MANAGER, "Ann", number="SECOND")
        await floor.cards.present_new("Ann")
        patron = floor.tables["t1"].state.table.patron("Ann")
        assert patron is not None and patron.card is not None and patron.card.number == "SECOND"
        await ok(floor, ann, "place-wager", **wager)

    with_floor(test)


@pytest.mark.parametrize(
    ("who", "amount", "code"),
    [
        (CASHIER, 0, "money.amount"),
        (CASHIER, -5, "money.amount"),
        (replace(CASHIER, handle="Ann"), 5, "role.may-not"),
        (replace(CASHIER, scopes=frozenset(("play",)), role="player"), 5, "role.may-not"),
        *((replace(CASHIER, role=each), 5, "role.may-not") for each in OTHERS),
    ],
)
def test_who_may_sell_chips(who: Caller, amount: int, code: str) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        answer = await floor.cashier.buy_in(who, "Ann", amount, command_id=None, at=now())
        assert isinstance(answer, Denied) and answer.code == code

    with_floor(test)


def test_no_more_is_cashed_than_is_there() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await floor.cashier.buy_in(CASHIER, "Ann", 100, command_id=None, at=now())
        more = await floor.cashier.cash_out(CASHIER, "Ann", 101, command_id=None, at=now())
        assert isinstance(more, Denied) and more.code == "wallet.short"
        all_ = await floor.cashier.cash_out(CASHIER, "Ann", 100, command_id=None, at=now())
        assert not isinstance(all_, Denied) and all_.balance.of("chips") == 0

    with_floor(test)


def test_practice_money_is_for_nothing_but_not_without_end() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann = await guest(floor)
        first = await floor.cashier.grant_practice(ann, at=now())
        assert not isinstance(first, Denied) and first.balance.of("practice") == PRACTICE_GRANT
        second = await floor.cashier.grant_practice(ann, at=now())
        assert isinstance(second, Denied) and second.code == "practice.enough"

    with_floor(test)


def test_a_table_that_cannot_be_is_not_set_up() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        for setting in (
            Setting("t1", "T", "no-such-book"),
            Setting("t1", "T", RULEBOOKS[0], options=(("decks", 3),)),
        ):
            answer = await floor.set_up(setting, by="Max")
            assert isinstance(answer, Denied) and answer.code == "table.setting"
        good = practice_table("t1", RULEBOOKS[0])
        assert not isinstance(await floor.set_up(good, by="Max"), Denied)
        twice = await floor.set_up(good, by="Max")
        assert isinstance(twice, Denied) and twice.code == "table.exists"

    with_floor(test)


def test_what_is_asked_of_no_table_or_is_no_command_is_named() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann = await guest(floor)
        answer = await floor.carry_out(ann, "t9", "hit", {})
        assert isinstance(answer, Denied) and answer.code == "table.unknown"
        await floor.set_up(practice_table("t1", RULEBOOKS[0]), by="Max")
        with pytest.raises(DataError, match="'fly'"):
            await floor.carry_out(ann, "t1", "fly", {})

    with_floor(test)


def test_clocks_play_on_without_the_player_and_send_home_who_stays_away() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        setting = replace(practice_table("t1", RULEBOOKS[0]), clocks=Clocks(reconnecting=60))
        await floor.set_up(setting, by="Max")
        ann, ticking = await guest(floor), Ticker(floor)
        floor.presence.connect("t1", ann.handle)
        await ok(floor, ann, "take-seat", seat=1, amount=100_00)
        await ok(floor, ann, "decline-cut")
        await ok(floor, ann, "place-wager", box=1, amount=25_00, seated=True)
        await _pass(floor, ticking, now, seconds=200)
        assert floor.tables["t1"].state.table.rounds == 1
        assert floor.tables["t1"].state.table.patrons  # still connected
        floor.presence.disconnect("t1", ann.handle)
        await _pass(floor, ticking, now, seconds=50)
        assert floor.tables["t1"].state.table.patrons
        await _pass(floor, ticking, now, seconds=20)
        assert floor.tables["t1"].state.table.patrons == ()

    with_floor(test)


async def _pass(floor: Floor, ticking: Ticker, now: Clockwork, *, seconds: int) -> None:
    """Let time pass, and the clocks be looked at every ten seconds of it."""
    for _ in range(seconds // 10):
        now.at += 10 * SECOND
        ticking.exchange_soon()
        await ticking.look()
        await floor.settle()


def test_a_floor_that_is_opened_again_has_every_table() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await first_start(floor)
        ann = await guest(floor)
        await ok(floor, ann, "take-seat", seat=1, amount=100_00)
        again = Floor(floor.store, floor.people, now=now)
        await again.open()
        assert {name: each.state for name, each in again.tables.items()} == {
            name: each.state for name, each in floor.tables.items()
        }
        await ok(floor, ann, "decline-cut")  # and hears what happens at the other
        for _ in range(100):
            await asyncio.sleep(0.01)
            if again.tables["t1"].state == floor.tables["t1"].state:
                break
        assert again.tables["t1"].state == floor.tables["t1"].state
        await again.close()

    with_floor(test)


def test_top_ups_at_the_same_time_stop_at_the_grant() -> None:
    """All are decided before the first is written: one of them fills the wallet up."""

    async def test(floor: Floor, now: Clockwork) -> None:
        ann = await guest(floor)
        grants = [floor.cashier.grant_practice(ann, at=now()) for _ in range(12)]
        answers = await asyncio.gather(*grants)
        refused = [each.code for each in answers if isinstance(each, Denied)]
        assert refused == ["practice.enough"] * 11
        held = await floor.wallets.balance(wallet_of(ann.handle))
        assert (held.of("practice"), held.position) == (PRACTICE_GRANT, 1)

    with_floor(test)


def test_cash_outs_at_the_same_time_leave_what_is_owed() -> None:
    """The debt is looked up for each of them on the wallet as the ones before leave it."""

    async def test(floor: Floor, now: Clockwork) -> None:
        await floor.cashier.buy_in(CASHIER, "Ann", 100, command_id=None, at=now())
        floor.cashier._owed = lambda handle: 40
        paid = [
            floor.cashier.cash_out(CASHIER, "Ann", 30, command_id=None, at=now()) for _ in range(3)
        ]
        answers = await asyncio.gather(*paid)
        assert [each.code for each in answers if isinstance(each, Denied)] == ["debt.unpaid"]
        assert (await floor.wallets.balance(wallet_of("Ann"))).of("chips") == 40

    with_floor(test)
