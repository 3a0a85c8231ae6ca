"""Somebody sets the clock of the machine: the house's time goes on, timers run out, and people are told."""

import asyncio
import secrets
from dataclasses import dataclass

from floor.journals import with_store
from floor.test_floor import CHEAP, guest, ok
from houserules.floor.app import Floor
from houserules.floor.clock import STREAM, HouseClock
from houserules.floor.people.app import People
from houserules.floor.startup import close_floor, open_floor, practice_table
from houserules.floor.store import Store
from houserules.floor.tables.decision import SECOND
from houserules.floor.tables.ticker import Ticker
from houserules.rulebook.loader import RULEBOOKS

HOUR = 3600 * SECOND
START = 1_795_000_000_000


@dataclass
class Machine:
    """Two clocks of a machine, one of which can be set."""

    time: int = START
    steady: int = 5_000

    def clock(self) -> HouseClock:
        return HouseClock(lambda: self.time, lambda: self.steady)

    def go_on(self, milliseconds: int) -> None:
        self.time += milliseconds
        self.steady += milliseconds


def test_nothing_is_said_while_the_clock_is_kept_right() -> None:
    machine = Machine()
    clock, last = machine.clock(), 0
    for drift in (0, 300, -300, 900, -900, 0):
        machine.go_on(1_000)
        machine.time += drift
        assert last <= clock.now() and abs(clock.now() - machine.time) <= 1_000
        last = clock.now()
    assert clock.alerts() == []


def test_set_back_the_house_goes_on_by_a_steady_clock() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.go_on(1_000)
    machine.time -= 2 * HOUR
    assert clock.now() == START + 1_000
    machine.go_on(5_000)
    assert clock.now() == START + 6_000
    jumped, behind = clock.alerts()
    assert jumped == "The machine's clock went back by 2 h."
    assert behind.startswith("The machine's clock is 2 h behind the time of the house.")
    machine.time += 2 * HOUR
    assert clock.now() == START + 6_000
    assert clock.alerts() == [jumped, "The machine's clock went forward by 2 h."]


def test_set_forward_the_house_follows_at_once() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.time += HOUR + 30 * SECOND
    assert clock.now() == START + HOUR + 30 * SECOND
    assert clock.alerts() == ["The machine's clock went forward by 1 h 30 s."]


async def _floor(store: Store, clock: HouseClock) -> Floor:
    people = People(store, now=clock.now, random=secrets.token_bytes, hasher=CHEAP)
    floor = Floor(store, people, now=clock.now, clock=clock)
    await floor.open()
    return floor


async def _look(floor: Floor, ticking: Ticker) -> None:
    ticking.exchange_soon()
    await ticking.look()
    await floor.settle()


def test_table_clocks_run_on_and_neither_stop_nor_run_out_at_once() -> None:
    async def test(store: Store) -> None:
        machine = Machine()
        floor = await _floor(store, machine.clock())
        await floor.set_up(practice_table("t1", RULEBOOKS[0]), by="Max")
        ann, ticking = await guest(floor), Ticker(floor)
        floor.presence.connect("t1", ann.handle)
        await ok(floor, ann, "take-seat", seat=1, amount=100_00)
        await ok(floor, ann, "decline-cut")
        for way in (-2 * HOUR, 5 * HOUR):
            rounds = floor.tables["t1"].state.table.rounds
            await ok(floor, ann, "place-wager", box=1, amount=25_00, seated=True)
            await _look(floor, ticking)
            machine.time += way
            await _look(floor, ticking)
            assert floor.tables["t1"].state.table.phase == "betting", "nobody is hurried by it"
            for _ in range(30):
                machine.go_on(10 * SECOND)
                await _look(floor, ticking)
            state = floor.tables["t1"].state
            assert (state.table.rounds, state.table.phase) == (rounds + 1, "betting")
        jumps = [(each.name, each.payload["seconds"]) for each in await store.read(STREAM)]
        assert jumps == [("clock.jumped", -7200), ("clock.jumped", 18000)]
        times = [each.time for each in store.journal.since(0)]
        assert times == sorted(times), "recorded times never run backwards"
        await floor.close()
        floor.people.close()

    with_store(test)


def test_a_restart_after_the_clock_was_set_back_is_noticed_and_clocks_run(tmp_path: object) -> None:
    machine, url = Machine(), f"sqlite:///{tmp_path}/floor.db"

    async def before() -> None:
        floor = await open_floor(url, clock=machine.clock())
        await floor.set_up(practice_table("t1", RULEBOOKS[0]), by="Max")
        ann = await guest(floor)
        await ok(floor, ann, "take-seat", seat=1, amount=100_00)
        await ok(floor, ann, "decline-cut")
        await ok(floor, ann, "place-wager", box=1, amount=25_00, seated=True)
        await close_floor(floor)

    async def after() -> None:
        floor = await open_floor(url, clock=machine.clock())
        assert floor.alerts() == ["The machine's clock went back by 2 h."]
        ticking = Ticker(floor)
        for _ in range(30):
            machine.go_on(10 * SECOND)
            await _look(floor, ticking)
        assert floor.tables["t1"].state.table.rounds == 1
        await close_floor(floor)

    asyncio.run(before())
    machine.time -= 2 * HOUR
    asyncio.run(after())
