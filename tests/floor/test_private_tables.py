"""Private practice tables: for their owner alone, without clocks, asleep while nobody is there."""

from typing import Any, Final

import pytest

from floor.test_floor import Clockwork, _pass, guest, ok, with_floor
from houserules.floor.app import Floor
from houserules.floor.denial import Denied
from houserules.floor.money.accounts import PRACTICE_GRANT, wallet_of
from houserules.floor.people.signed_in import Caller, SignedIn
from houserules.floor.startup import practice_table
from houserules.floor.store import Store
from houserules.floor.tables.auto_dealer import clock_of
from houserules.floor.tables.decide import DoubtError
from houserules.floor.tables.private import LONGEST, NEW_OF_ORIGIN, PrivateTables, private_setting
from houserules.floor.tables.run import Accepted, RunningTable
from houserules.floor.tables.stream import LoadedTable, load
from houserules.floor.tables.ticker import Ticker
from houserules.rulebook.loader import RULEBOOKS

GAME: Final = RULEBOOKS[0]


async def opened(floor: Floor, who: Caller, name: str = GAME, **more: Any) -> RunningTable:
    made = await PrivateTables(floor).open(who, name, origin=more.get("origin"))
    assert isinstance(made, RunningTable), made
    return made


def name_of(running: RunningTable) -> str:
    return running.state.setting.table


async def wagered(floor: Floor, who: Caller, table: str) -> None:
    """Sit down and put a wager before the first card."""
    await ok(floor, who, "take-seat", table, seat=1, amount=100_00)
    await ok(floor, who, "decline-cut", table)
    await ok(floor, who, "place-wager", table, box=1, amount=25_00, seated=True)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_owner_plays_at_once_and_nobody_else_comes_in(name: str) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann, bob = await guest(floor), await guest(floor)
        mine = await opened(floor, ann, name)
        assert mine.state.setting == private_setting(ann.handle, name)
        assert await opened(floor, ann, name) is mine
        table = name_of(mine)
        assert table not in floor.shared
        for command in ({"seat": 2, "amount": 100_00}, {"seat": None}):
            no = await floor.carry_out(bob, table, "take-seat", command)
            assert isinstance(no, Denied) and no.code == "table.unknown"
        await wagered(floor, ann, table)
        await ok(floor, ann, "be-ready", table)
        assert mine.state.table.phase != "betting"
        assert name_of(await opened(floor, bob, name)) != table

    with_floor(test)


def test_no_clock_runs_and_who_stays_away_gets_up_and_the_table_sleeps() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann, ticking = await guest(floor), Ticker(floor)
        table = name_of(await opened(floor, ann))
        floor.presence.connect(table, ann.handle)
        await wagered(floor, ann, table)
        await _pass(floor, ticking, now, seconds=600)
        state = floor.tables[table].state
        assert state.table.phase == "betting" and state.table.boxes
        assert clock_of(state) is None
        floor.presence.disconnect(table, ann.handle)
        await _pass(floor, ticking, now, seconds=1700)
        assert floor.tables[table].state.table.patrons
        await _pass(floor, ticking, now, seconds=700)
        assert table not in floor.tables
        held = (await floor.wallets.balance(wallet_of(ann.handle))).of("practice")
        assert held == PRACTICE_GRANT
        again = await opened(floor, ann)
        assert name_of(again) == table and again.state.position == state.position + 3
        assert isinstance(await floor.carry_out(ann, table, "take-seat", {"seat": 1}), Accepted)

    with_floor(test)


def test_a_floor_that_is_opened_again_leaves_private_tables_asleep() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await floor.set_up(practice_table("t1", GAME), by="Max")
        ann = await guest(floor)
        table = name_of(await opened(floor, ann))
        await wagered(floor, ann, table)
        again = Floor(floor.store, floor.people, now=now)
        await again.open()
        assert list(again.tables) == ["t1"]
        found = await again.find(table)
        assert found is not None and found.state == floor.tables[table].state
        assert await again.find("own_nobody") is None
        await again.close()

    with_floor(test)


def test_the_table_of_a_guest_who_signs_up_is_theirs_further() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        came = await floor.people.guest()
        assert isinstance(came, SignedIn)
        table = name_of(await opened(floor, came.caller))
        known = await floor.people.sign_up("Ann", "a long enough password", guest_token=came.token)
        assert isinstance(known, SignedIn)
        assert name_of(await opened(floor, known.caller)) == table
        assert await floor.may_enter(known.caller, floor.tables[table].state.setting)
        assert await PrivateTables(floor).names_for("Ann") == [table]

    with_floor(test)


def test_an_address_opens_so_many_new_tables_in_a_day_and_old_ones_always() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        tables, first = PrivateTables(floor), await guest(floor)
        for number in range(NEW_OF_ORIGIN):
            who = first if number < len(RULEBOOKS) else await guest(floor)
            name = RULEBOOKS[number % len(RULEBOOKS)]
            assert isinstance(await tables.open(who, name, origin="192.0.2.1"), RunningTable)
        no = await tables.open(await guest(floor), GAME, origin="192.0.2.1")
        assert isinstance(no, Denied) and no.code == "table.too-many"
        assert isinstance(await tables.open(first, GAME, origin="192.0.2.1"), RunningTable)
        assert isinstance(
            await tables.open(await guest(floor), GAME, origin="192.0.2.2"), RunningTable
        )
        now.at += 24 * 3600 * 1000
        assert isinstance(
            await tables.open(await guest(floor), GAME, origin="192.0.2.1"), RunningTable
        )

    with_floor(test)


def test_what_cannot_be_opened_is_named() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        no = await PrivateTables(floor).open(await guest(floor), "whist", origin=None)
        assert isinstance(no, Denied) and no.code == "rulebook.unknown"
        assert GAME in no.detail

    with_floor(test)


def test_a_new_table_takes_the_place_of_a_long_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann = await guest(floor)
        table = name_of(await opened(floor, ann))
        await wagered(floor, ann, table)
        monkeypatch.setattr("houserules.floor.tables.private.LONGEST", 5)
        assert name_of(await opened(floor, ann)) == table  # as long as the owner sits there
        await ok(floor, ann, "get-up", table)
        second = name_of(await opened(floor, ann))
        assert second != table
        assert await PrivateTables(floor).names_for(ann.handle) == [table, second]
        monkeypatch.setattr("houserules.floor.tables.private.LONGEST", LONGEST)
        assert name_of(await opened(floor, ann)) == second

    with_floor(test)


def test_the_owner_gets_another_table_for_one_that_does_not_load(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann = await guest(floor)
        first = name_of(await opened(floor, ann))
        del floor.tables[first]

        async def load_others(store: Store, table: str) -> LoadedTable:
            if table == first:
                raise DoubtError("the cards do not add up")
            return await load(store, table)

        monkeypatch.setattr("houserules.floor.app.load", load_others)
        assert name_of(await opened(floor, ann)) != first
        assert await floor.find(first) is None

    with_floor(test)


def test_who_does_nothing_gives_the_seat_up_when_others_are_at_a_shared_table() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await floor.set_up(practice_table("t1", GAME), by="Max")
        stranger, ann, ticking = await guest(floor), await guest(floor), Ticker(floor)
        for who in (stranger, ann):
            floor.presence.connect("t1", who.handle)
        await ok(floor, stranger, "take-seat", seat=1, amount=100_00)
        await _pass(floor, ticking, now, seconds=600)
        assert len(floor.tables["t1"].state.table.patrons) == 1  # nobody waits for them
        await ok(floor, ann, "take-seat", seat=2, amount=100_00)
        await _pass(floor, ticking, now, seconds=10)
        assert [each.name for each in floor.tables["t1"].state.table.patrons] == [ann.handle]

    with_floor(test)


def test_who_plays_keeps_the_seat() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await floor.set_up(practice_table("t1", GAME), by="Max")
        ann, bob, ticking = await guest(floor), await guest(floor), Ticker(floor)
        for seat, who in enumerate((ann, bob), start=1):
            floor.presence.connect("t1", who.handle)
            await ok(floor, who, "take-seat", seat=seat, amount=100_00)
        await _pass(floor, ticking, now, seconds=60)  # the cut is passed on
        for players in ((ann, bob), (ann, bob), (ann,)):
            assert len(floor.tables["t1"].state.table.patrons) == 2
            for who in players:
                box = 1 if who is ann else 2
                await ok(floor, who, "place-wager", box=box, amount=25_00, seated=True)
                await ok(floor, who, "withdraw-wager", box=box)
            await _pass(floor, ticking, now, seconds=60)
        assert [each.name for each in floor.tables["t1"].state.table.patrons] == [ann.handle]

    with_floor(test)
