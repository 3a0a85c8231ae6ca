"""The floor as a whole: people who sign in, sit down with their money, play, and go home."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace

import argon2
import pytest

from floor.tables import SECOND
from houserules.core.refusal import Refusal
from houserules.floor.asked import Accepted
from houserules.floor.denied import Denied
from houserules.floor.encoding import DataError
from houserules.floor.floor import Floor
from houserules.floor.money import PRACTICE_GRANT, issue_of, wallet_of
from houserules.floor.opening_floor import first_start, practice_table
from houserules.floor.people.people import People
from houserules.floor.people.signed import Signed, SignedIn
from houserules.floor.setting import Clocks, Setting
from houserules.floor.store import Store
from houserules.floor.ticking import Ticking
from houserules.journal.memory import MemoryJournal
from houserules.rulebook.loading import RULEBOOKS

CHEAP = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
DEALER = Signed(
    "Dora", "dealer", "D-1", is_guest=False, is_bot=False, owner=False, second_factor=True,
    scopes=frozenset(("read", "staff")), pending=None, session="s1",
)  # fmt: skip
MANAGER = replace(DEALER, handle="Max", role="Gaming Manager", licence="M-1")


class Clockwork:
    """An hour that only a test moves."""

    def __init__(self) -> None:
        self.at = 1_000_000

    def __call__(self) -> int:
        return self.at


def with_floor(test: Callable[[Floor, Clockwork], Awaitable[None]]) -> None:
    """Run a test on an open floor over a journal in memory."""

    async def run() -> None:
        store, now = Store(MemoryJournal()), Clockwork()
        people = People(store, now=now, random=secrets.token_bytes, hasher=CHEAP)
        floor = Floor(store, people, now=now)
        await floor.open()
        try:
            await test(floor, now)
        finally:
            await floor.close()
            people.close()
            await store.close()

    asyncio.run(run())


async def guest(floor: Floor) -> Signed:
    signed = await floor.people.guest()
    assert isinstance(signed, SignedIn)
    return signed.signed


async def ok(floor: Floor, who: Signed, name: str, table: str = "t1", **data: object) -> Accepted:
    answer = await floor.do(who, table, name, data)
    assert isinstance(answer, Accepted), answer
    return answer


def test_the_first_start_makes_an_owner_and_a_table_of_each_game() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        owner = await first_start(floor)
        assert owner is not None
        assert [each.standing.setting.rulebook for each in floor.tables.values()] == [*RULEBOOKS]
        assert all(each.standing.setting.kind == "practice" for each in floor.tables.values())
        assert await first_start(floor) is None
        assert isinstance(await floor.people.sign_in(owner.handle, owner.password), SignedIn)

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
        standing = floor.tables["t1"].standing
        assert standing.table.patrons == ()
        assert held == PRACTICE_GRANT - standing.table.float_tray
        issued = (await floor.wallets.balance(issue_of("practice"))).of("practice")
        assert issued == -PRACTICE_GRANT

    with_floor(test)


def test_guests_and_bots_stay_away_from_live_tables() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await floor.set_up(replace(practice_table("t1", RULEBOOKS[0]), kind="live"), by="Max")
        ann = await guest(floor)
        answer = await floor.do(ann, "t1", "take-seat", {"seat": 1})
        assert isinstance(answer, Denied) and answer.code == "table.live"

    with_floor(test)


def test_a_live_table_takes_chips_and_a_valid_player_card() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await floor.set_up(replace(practice_table("t1", RULEBOOKS[0]), kind="live"), by="Max")
        signed = await floor.people.sign_up("Ann", "a long enough password")
        assert isinstance(signed, SignedIn)
        ann = signed.signed
        short = await floor.do(ann, "t1", "take-seat", {"seat": 1, "amount": 100_00})
        assert isinstance(short, Denied) and short.code == "wallet.short"
        bought = await floor.cashier.buy_in(MANAGER, "Ann", 500_00, command_id="b1", at=now())
        again = await floor.cashier.buy_in(MANAGER, "Ann", 500_00, command_id="b1", at=now())
        assert not isinstance(bought, Denied) and not isinstance(again, Denied)
        assert bought.of("chips") == again.of("chips") == 500_00
        await ok(floor, ann, "take-seat", seat=1, amount=100_00)
        await ok(floor, ann, "decline-cut")
        wager = {"box": 1, "amount": 25_00, "seated": True}
        answer = await floor.do(ann, "t1", "place-wager", wager)
        assert isinstance(answer, Refusal) and answer.code == "player-card.missing"
        await floor.people.issue_player_card(MANAGER, "Ann")
        await ok(floor, ann, "take-seat", seat=1)
        await ok(floor, ann, "place-wager", **wager)

    with_floor(test)


@pytest.mark.parametrize(
    ("who", "amount", "code"),
    [
        (MANAGER, 0, "money.amount"),
        (MANAGER, -5, "money.amount"),
        (replace(MANAGER, handle="Ann"), 5, "role.may-not"),
        (replace(MANAGER, role="inspector"), 5, "role.may-not"),
        (replace(MANAGER, scopes=frozenset(("play",)), role="player"), 5, "role.may-not"),
    ],
)
def test_who_may_sell_chips(who: Signed, amount: int, code: str) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        answer = await floor.cashier.buy_in(who, "Ann", amount, command_id=None, at=now())
        assert isinstance(answer, Denied) and answer.code == code

    with_floor(test)


def test_no_more_is_cashed_than_is_there() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await floor.cashier.buy_in(MANAGER, "Ann", 100, command_id=None, at=now())
        more = await floor.cashier.cash_out(MANAGER, "Ann", 101, command_id=None, at=now())
        assert isinstance(more, Denied) and more.code == "wallet.short"
        all_ = await floor.cashier.cash_out(MANAGER, "Ann", 100, command_id=None, at=now())
        assert not isinstance(all_, Denied) and all_.of("chips") == 0

    with_floor(test)


def test_practice_money_is_for_nothing_but_not_without_end() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann = await guest(floor)
        first = await floor.cashier.grant_practice(ann, at=now())
        assert not isinstance(first, Denied) and first.of("practice") == PRACTICE_GRANT
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
        answer = await floor.do(ann, "t9", "hit", {})
        assert isinstance(answer, Denied) and answer.code == "table.unknown"
        await floor.set_up(practice_table("t1", RULEBOOKS[0]), by="Max")
        with pytest.raises(DataError, match="'fly'"):
            await floor.do(ann, "t1", "fly", {})

    with_floor(test)


def test_clocks_play_on_without_the_player_and_send_home_who_stays_away() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        setting = replace(practice_table("t1", RULEBOOKS[0]), clocks=Clocks(reconnecting=60))
        await floor.set_up(setting, by="Max")
        ann, ticking = await guest(floor), Ticking(floor)
        floor.presence.connected("t1", ann.handle)
        await ok(floor, ann, "take-seat", seat=1, amount=100_00)
        await ok(floor, ann, "decline-cut")
        await ok(floor, ann, "place-wager", box=1, amount=25_00, seated=True)
        await _pass(floor, ticking, now, seconds=200)
        assert floor.tables["t1"].standing.table.rounds == 1
        assert floor.tables["t1"].standing.table.patrons  # still connected
        floor.presence.disconnected("t1", ann.handle)
        await _pass(floor, ticking, now, seconds=50)
        assert floor.tables["t1"].standing.table.patrons
        await _pass(floor, ticking, now, seconds=20)
        assert floor.tables["t1"].standing.table.patrons == ()

    with_floor(test)


async def _pass(floor: Floor, ticking: Ticking, now: Clockwork, *, seconds: int) -> None:
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
        assert {name: each.standing for name, each in again.tables.items()} == {
            name: each.standing for name, each in floor.tables.items()
        }
        await ok(floor, ann, "decline-cut")  # and hears what happens at the other
        for _ in range(100):
            await asyncio.sleep(0.01)
            if again.tables["t1"].standing == floor.tables["t1"].standing:
                break
        assert again.tables["t1"].standing == floor.tables["t1"].standing
        await again.close()

    with_floor(test)
