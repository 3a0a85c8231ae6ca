"""A table over a journal: durable before it is shown, once whatever is retried, the same after a restart."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from floor.journals import AT, a_table, do, give, play_round, sit, with_store
from houserules.core.refusal import Refusal
from houserules.floor.commands import BeReady, GetUp, TakeSeat
from houserules.floor.denial import Denied
from houserules.floor.money.accounts import wallet_of
from houserules.floor.money.wallets import Wallets
from houserules.floor.store import Store
from houserules.floor.tables.decide import DoubtError
from houserules.floor.tables.run import Accepted, CommandRequest, RunningTable, Update
from houserules.floor.tables.settings import Setting, table_stream
from houserules.floor.tables.shoe_vault import SHOE, STACK, KeptShoe, read_shoe
from houserules.floor.tables.stream import LoadedTable, load
from houserules.journal.errors import BusyError, UnavailableError, UnknownOutcomeError
from houserules.rulebook.loader import RULEBOOKS
from houserules.shoe.virtual_shoe import VirtualShoe
from houserules.table.cards.commands import CutCards
from houserules.table.commands import BringChips, Hit, PlaceWager
from houserules.table.legal import legal

PONTOON = Setting("t1", "Table 1", "nsw-pontoon-2024")
DEVICE = replace(PONTOON, options=(("dealt_from", "shuffling device"),))


def same(one: Any, other: Any) -> bool:
    """Whether two tables and their houses are the same, but for what entropy is left over."""
    return bool(
        one.state == other.state
        and one.handler.shoe == other.handler.shoe
        and one.handler.recording.segments == other.handler.recording.segments
    )


async def seated(store: Store, setting: Setting = PONTOON, amount: int = 10_000_00) -> RunningTable:
    wallets = Wallets(store)
    running = await a_table(store, setting, wallets)
    await give(store, wallets, "Ann", amount)
    await sit(running, "Ann", 1, amount)
    return running


@pytest.mark.parametrize(
    "setting", [*(replace(PONTOON, rulebook=each) for each in RULEBOOKS), DEVICE]
)
def test_a_restart_in_any_round_changes_nothing(setting: Setting) -> None:
    async def test(store: Store) -> None:
        running = await seated(store, setting)
        for _ in range(12):
            await play_round(running, "Ann")
            assert same(await load(store, "t1"), running)
        assert running.state.table.rounds == 12

    with_store(test)


def test_shoes_that_are_over_are_revealed_and_leave_the_vault() -> None:
    async def test(store: Store) -> None:
        running = await seated(store, amount=100_000_00)
        first = None
        while running.handler.recording.segments[:1] == () or first in (
            None,
            running.handler.recording.segments[0].commitment,
        ):
            await play_round(running, "Ann")
            first = first or running.handler.recording.segments[0].commitment
        records = await store.read(table_stream("t1"))
        revealed = [each for each in records if each.name == "shoe.revealed"]
        assert [each.payload["commitments"] for each in revealed] == [[first]]
        keys = [key for key, _ in store.journal.vault.items(STACK)]
        now = [each.commitment for each in running.handler.recording.segments]
        assert keys == [f"t1/{commitment}" for commitment in now]

    with_store(test)


def test_a_shoe_that_was_changed_in_the_vault_is_not_dealt_from() -> None:
    async def test(store: Store) -> None:
        running = await seated(store)
        await play_round(running, "Ann")
        kept = read_shoe(store.journal.vault.get(SHOE, "t1") or b"")
        other = VirtualShoe(kept.shoe.stack[::-1], kept.shoe.burned)
        data = KeptShoe(kept.position, other, kept.salt).to_bytes()
        store.journal.vault.store(SHOE, "t1", data)
        with pytest.raises(DoubtError, match="not the one that the cards were dealt from"):
            await load(store, "t1")

    with_store(test)


def test_a_retry_is_no_second_wager() -> None:
    async def test(store: Store) -> None:
        running = await seated(store)
        await do(running, _cut(running))
        request = CommandRequest(PlaceWager("Ann", 1, 25_00, seated=True), "Ann", "command-1")
        first = await running.carry_out(request, at=AT)
        second = await running.carry_out(request, at=AT + 5)
        assert isinstance(first, Accepted) and not first.repeated
        assert second == Accepted(first.position, repeated=True)
        assert running.state.table.racks["Ann"] == 9_975_00
        again = RunningTable(store, Wallets(store), await load(store, "t1"))  # after a restart too
        assert await again.carry_out(request, at=AT) == Accepted(first.position, repeated=True)

    with_store(test)


def _cut(running: RunningTable) -> Any:
    found = legal(running.state.setting.rules, running.state.table)
    return next(each.command for each in found if isinstance(each.command, CutCards))


def test_a_refusal_appends_nothing() -> None:
    async def test(store: Store) -> None:
        running = await seated(store)
        before = store.journal.tip()
        answer = await running.carry_out(CommandRequest(Hit("Ann", 1, 1), "Ann", "x"), at=AT)
        assert isinstance(answer, Refusal)
        assert store.journal.tip() == before

    with_store(test)


def test_money_comes_from_the_wallet_and_goes_back() -> None:
    async def test(store: Store) -> None:
        wallets = Wallets(store)
        running = await a_table(store, PONTOON, wallets)
        await give(store, wallets, "Ann", 100_00)
        more = await running.carry_out(CommandRequest(TakeSeat("Ann", 1, 100_01), "Ann"), at=AT)
        assert isinstance(more, Denied) and more.code == "wallet.short"
        assert running.state.table.patrons == ()
        await sit(running, "Ann", 1, 100_00)
        assert (await wallets.balance(wallet_of("Ann"))).of("practice") == 0
        await do(running, GetUp("Ann"))
        assert (await wallets.balance(wallet_of("Ann"))).of("practice") == 100_00

    with_store(test)


def test_two_processes_at_one_table_lose_nothing() -> None:
    """Two running tables of the same stream, as in two servers: who is late decides again."""

    async def test(store: Store) -> None:
        wallets = Wallets(store)
        one = await a_table(store, PONTOON, wallets)
        other = RunningTable(store, Wallets(store), await load(store, "t1"))
        for player, running, seat in (("Ann", one, 1), ("Bob", other, 2)):
            await give(store, wallets, player)
            await sit(running, player, seat)
        await do(one, _cut(one))
        answers = await asyncio.gather(
            *(one.carry_out(CommandRequest(BringChips("Ann", 0), "Ann"), at=AT) for _ in range(2)),
            one.carry_out(CommandRequest(PlaceWager("Ann", 1, 25_00, seated=True), "Ann"), at=AT),
            other.carry_out(CommandRequest(PlaceWager("Bob", 2, 25_00, seated=True), "Bob"), at=AT),
        )
        assert [isinstance(each, Accepted) for each in answers] == [False, False, True, True]
        last = max(one.state.position, other.state.position)
        await one.catch_up(last)
        await other.catch_up(last)
        assert one.state == other.state
        assert [box.number for box in one.state.table.boxes] == [1, 2]
        assert same(await load(store, "t1"), one)
        assert same(other, one)

    with_store(test)


def test_watchers_see_what_is_durable_and_in_order() -> None:
    async def test(store: Store) -> None:
        running = await seated(store)
        seen: list[Update] = []
        durable: list[int] = []

        def watch(update: Update) -> None:
            seen.append(update)
            durable.append(store.journal.head(table_stream("t1")).position)

        end = running.watch(watch)
        await play_round(running, "Ann")
        assert [each.state.position for each in seen] == durable
        positions = [each.state.position - len(each.events) for each in seen]
        assert positions[1:] == durable[:-1]
        end()
        await play_round(running, "Ann")
        assert len(seen) == len(durable)

    with_store(test)


def test_a_clocks_command_is_not_given_if_something_came_first() -> None:
    async def test(store: Store) -> None:
        running = await seated(store)
        old = running.state.position
        await do(running, _cut(running))
        answer = await running.carry_out(CommandRequest(GetUp("Ann"), "house", only_at=old), at=AT)
        assert isinstance(answer, Denied) and answer.code == "table.moved-on"

    with_store(test)


def test_a_table_that_does_not_add_up_is_locked_in_the_journal() -> None:
    async def test(store: Store) -> None:
        running = await seated(store)
        running._restart_from(LoadedTable(replace(running.state, brought=1), running.handler))
        answer = await running.carry_out(CommandRequest(BeReady("Ann"), "Ann"), at=AT)
        assert isinstance(answer, Denied) and answer.code == "table.locked"
        assert running.state.locked is not None
        names = [each.name for each in await store.read(table_stream("t1"))]
        assert names[-1] == "table.locked"
        answer = await running.carry_out(CommandRequest(GetUp("Ann"), "Ann"), at=AT)
        assert isinstance(answer, Denied) and answer.code == "table.locked"

    with_store(test)


def test_a_stream_that_is_no_tables_is_refused() -> None:
    async def test(store: Store) -> None:
        with pytest.raises(DoubtError, match="does not begin with its setting"):
            await load(store, "t9")

    with_store(test)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UnavailableError("gone"), "store.unavailable"),
        (BusyError("full"), "store.unavailable"),
        (UnknownOutcomeError("cut off"), "store.unknown"),
    ],
)
def test_a_store_that_fails_is_said_and_changes_nothing(error: Exception, code: str) -> None:
    async def test(store: Store) -> None:
        running = await seated(store)
        before = running.state

        def fail(*_: Any) -> Any:
            raise error

        at = store._committer if isinstance(error, BusyError) else store.journal
        name = "submit" if isinstance(error, BusyError) else "append_all"
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(at, name, fail)
            answer = await running.carry_out(CommandRequest(_cut(running), "Ann"), at=AT)
        assert isinstance(answer, Denied) and answer.code == code
        assert running.state is before
        await do(running, _cut(running))

    with_store(test)
