"""Commands that come while others are being written: decided on those, answered when both are durable."""

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

import pytest

from floor.journals import AT, a_table, do, give, sit, with_store
from houserules.core.refusal import Refusal
from houserules.floor.commands import BeReady
from houserules.floor.denial import Denied
from houserules.floor.money.wallets import Wallets
from houserules.floor.store import Store
from houserules.floor.tables.run import Accepted, CommandRequest, RunningTable, Update
from houserules.floor.tables.settings import Setting, table_stream
from houserules.floor.tables.stream import load
from houserules.journal.errors import UnavailableError
from houserules.journal.memory import MemoryJournal
from houserules.journal.records import Append, Batch, NewRecord, Outcome
from houserules.table.cards.commands import CutCards
from houserules.table.commands import Hit, PlaceWager
from houserules.table.legal import legal

PONTOON = Setting("t1", "Table 1", "nsw-pontoon-2024")
PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus")


class Gate(MemoryJournal):
    """A journal that writes only while the gate is open, and counts its commits."""

    def __init__(self) -> None:
        super().__init__()
        self.open = threading.Event()
        self.open.set()
        self.commits: list[int] = []
        self.fails = False

    def append_all(self, batches: Sequence[Batch]) -> tuple[Outcome, ...]:
        self.open.wait(60)
        if self.fails:
            raise UnavailableError("gone")
        self.commits.append(len(batches))
        return super().append_all(batches)


async def full_table(store: Store) -> RunningTable:
    wallets = Wallets(store)
    running = await a_table(store, PONTOON, wallets)
    for seat, player in enumerate(PLAYERS, start=1):
        await give(store, wallets, player)
        await sit(running, player, seat)
    found = legal(running.state.setting.rules, running.state.table)
    cut = next(each for each in found if isinstance(each.command, CutCards))
    await do(running, cut.command, actor=cut.who or "")
    return running


def wager(running: RunningTable, player: str, amount: int = 25_00) -> "asyncio.Task[Any]":
    box = PLAYERS.index(player) + 1
    request = CommandRequest(PlaceWager(player, box, amount, seated=True), player, f"{player}'s")
    return asyncio.ensure_future(running.carry_out(request, at=AT))


async def under_way(running: RunningTable) -> None:
    """Let everything that was asked be decided."""
    for _ in range(20):
        await asyncio.sleep(0)


def at_the_gate(test: Any) -> None:
    journal = Gate()

    async def run(store: Store) -> None:
        try:
            await test(store, journal, await full_table(store))
        finally:
            journal.open.set()

    with_store(run, Store(journal))


def test_seven_wagers_at_once_are_two_commits_at_most() -> None:
    async def test(store: Store, journal: Gate, running: RunningTable) -> None:
        journal.open.clear()
        journal.commits.clear()
        seen: list[Update] = []
        running.watch(seen.append)
        before = running.state
        wagers = [wager(running, player) for player in PLAYERS]
        await under_way(running)
        assert running.state is before and not seen  # nothing is shown that is not durable
        assert not any(each.done() for each in wagers)
        journal.open.set()
        answers = await asyncio.gather(*wagers)
        assert all(isinstance(each, Accepted) and not each.repeated for each in answers)
        assert len(journal.commits) <= 2 and sum(journal.commits) == len(PLAYERS)
        assert [each.position for each in answers] == [each.state.position for each in seen]
        assert len(running.state.table.boxes) == 7
        assert (await load(store, "t1")).state == running.state

    at_the_gate(test)


def test_a_refusal_waits_for_what_it_rests_on() -> None:
    async def test(store: Store, journal: Gate, running: RunningTable) -> None:
        journal.open.clear()
        first = wager(running, "Ann")
        again = asyncio.ensure_future(
            running.carry_out(
                CommandRequest(PlaceWager("Ann", 1, 5_00, seated=True), "Ann", "more"), at=AT
            )
        )
        retry = wager(running, "Ann")  # the same command, sent again before it was answered
        await under_way(running)
        assert not again.done() and not retry.done()
        journal.open.set()
        done = await first
        assert isinstance(done, Accepted)
        refused = await again
        assert isinstance(refused, Refusal) and refused.code == "wager.twice"
        assert await retry == Accepted(done.position, repeated=True)

    at_the_gate(test)


def test_what_was_decided_on_something_that_was_not_written_is_decided_again() -> None:
    """Another process is first, and writes just as many records as were under way here."""

    async def test(store: Store, journal: Gate, running: RunningTable) -> None:
        other = RunningTable(store, Wallets(store), await load(store, "t1"))
        elsewhere = other.state
        assert isinstance(
            await other.carry_out(CommandRequest(BeReady("Gus"), "Gus"), at=AT), Accepted
        )
        assert running.state == elsewhere  # and knows nothing of it
        journal.open.clear()
        wagers = [wager(running, player) for player in PLAYERS[:3]]
        await under_way(running)
        journal.open.set()
        for answer in await asyncio.gather(*wagers):
            assert isinstance(answer, Accepted), answer
        assert "Gus" in running.state.ready or running.state.table.boxes
        assert (await load(store, "t1")).state == running.state
        placed = [e for e in await store.read(table_stream("t1")) if e.name == "wager.placed"]
        assert [each.payload["player"] for each in placed] == ["Ann", "Bob", "Cat"]

    at_the_gate(test)


@pytest.mark.parametrize("fails", [False, True])
def test_who_goes_away_meanwhile_takes_nothing_along(fails: bool) -> None:  # noqa: FBT001
    async def test(store: Store, journal: Gate, running: RunningTable) -> None:
        journal.open.clear()
        seen: list[Update] = []
        running.watch(seen.append)
        gone, stays = wager(running, "Ann"), wager(running, "Bob")
        await under_way(running)
        gone.cancel()
        await under_way(running)
        journal.fails = fails
        journal.open.set()
        answer = await stays
        journal.fails = False
        if fails:
            assert not isinstance(answer, Accepted)
            assert not seen and not running.state.table.boxes
            assert isinstance(await wager(running, "Bob"), Accepted)
        else:
            assert isinstance(answer, Accepted)
            names = [event.player for update in seen for event in update.events]
            assert names == ["Ann", "Bob"]
        assert (await load(store, "t1")).state == running.state

    at_the_gate(test)


def test_what_another_process_wrote_is_seen_though_nobody_asks() -> None:
    async def test(store: Store, journal: Gate, running: RunningTable) -> None:
        foreign = NewRecord("player.ready", 1, {"player": "Gus"})
        seen: list[Update] = []
        running.watch(seen.append)
        journal.open.clear()
        gone = wager(running, "Ann")
        await under_way(running)
        position = running.state.position
        MemoryJournal.append_all(
            journal,
            [Batch((Append(table_stream("t1"), position, (foreign,)),), actor="Gus", time=AT)],
        )
        gone.cancel()
        journal.open.set()
        async with asyncio.timeout(60):
            while running.state.position == position:
                await asyncio.sleep(0.001)
        assert running.state.ready == frozenset({"Gus"}) and len(seen) == 1
        assert running.state.table.boxes == ()

    at_the_gate(test)


def test_nothing_is_followed_twice_when_a_line_breaks_just_as_a_command_comes() -> None:
    async def test(store: Store, journal: Gate, running: RunningTable) -> None:
        assert isinstance(
            await running.carry_out(CommandRequest(BeReady("Gus"), "Gus", "used"), at=AT), Accepted
        )
        deliver, store._deliver = store._deliver, lambda: None  # type: ignore[method-assign]
        again = CommandRequest(PlaceWager("Gus", 7, 25_00, seated=True), "Gus", "used")
        first, repeated = (
            wager(running, "Ann"),
            asyncio.ensure_future(running.carry_out(again, at=AT)),
        )
        async with asyncio.timeout(60):
            while len(store._done) < 2:
                await asyncio.sleep(0.001)
        late = wager(running, "Bob")  # looks at the table before what was written is followed
        store._deliver = deliver  # type: ignore[method-assign]
        store._deliver()
        for answer in await asyncio.gather(first, repeated, late):
            assert isinstance(answer, Accepted), answer
        assert (await load(store, "t1")).state == running.state
        assert [box.number for box in running.state.table.boxes] == [1, 2]

    at_the_gate(test)


def test_an_id_that_was_used_at_another_table_is_no_answer_here() -> None:
    async def test(store: Store, journal: Gate, running: RunningTable) -> None:
        elsewhere = NewRecord("player.ready", 1, {"player": "Ann"})
        append = Append(table_stream("t2"), 0, (elsewhere,))
        await store.append(Batch((append,), actor="Ann", time=AT, command_id="Ann's"))
        answer = await wager(running, "Ann")
        assert isinstance(answer, Denied) and answer.code == "command.id-used"
        refused = await running.carry_out(CommandRequest(Hit("Ann", 1, 1), "Ann", "Ann's"), at=AT)
        assert refused == answer
        assert isinstance(await wager(running, "Bob"), Accepted)

    at_the_gate(test)
