"""Memory of a table and time of a command after more and more rounds with staff at work.

A table that has been played at for months must weigh no more, and answer no more slowly, than one
that was opened an hour ago. Staff are busy all the while: disputes are decided and closed, notices
given, wrong payments put right, limits changed, players restricted; players come and go, and the
shoe is shuffled whenever it runs out.

The first part decides in memory: the deep size of `Table` and of the floor's table around it, and the
time of one command. The second runs a whole floor on a SQLite file, where staff look at the table's past
now and then. It reads the memory of the process, the number of live memory blocks, the time of a command
until it is durable, its processor time (which a busy disk does not change) and the time of a look at the
newest rounds and register entries.
"""

import argparse
import asyncio
import gc
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from houserules.core.people import Moment, Person
from houserules.floor import commands as floor_commands
from houserules.floor.app import Floor
from houserules.floor.money.accounts import MoneyMoved, issue_of, wallet_of
from houserules.floor.rounds.find import Wanted
from houserules.floor.rounds.index import WantedEntries
from houserules.floor.startup import close_floor, open_floor
from houserules.floor.tables.auto_dealer import clock_of
from houserules.floor.tables.card_handler import CardHandler, SeedEntropy, card_handler_of
from houserules.floor.tables.decide import DecidedCommand, decide
from houserules.floor.tables.decision import SECOND
from houserules.floor.tables.run import Accepted, CommandRequest, RunningTable
from houserules.floor.tables.settings import Setting
from houserules.floor.tables.stream import set_up
from houserules.floor.tables.table import FloorTable, apply_events
from houserules.journal.records import Batch
from houserules.rulebook.schema import Rulebook
from houserules.table import commands as c
from houserules.table.people.state import PlayerCard
from houserules.table.sign import commands as sign
from houserules.table.sign.state import TO_ONE_BOX
from houserules.table.sign.stated_limits import stated_by
from houserules.table.staff import commands as staff
from houserules.table.state import changed
from houserules.table.tokens import ExchangeVoucher

REGULARS: Final = ("ann", "bob")
VISITORS: Final = 3  # seats at which others come and go
DEALER: Final = Person("dora", "dealer")
FIRST: Final = Person("gus", "Gaming Supervisor")
SECOND_INSTANCE: Final = Person("sue", "casino supervisor")
MANAGER: Final = Person("max", "Gaming Manager")
BROUGHT: Final = 1_000_000


def deep_size(thing: object) -> int:
    """Return the bytes of an object and of everything it refers to.

    Rules, classes and functions are shared: a function refers to its module, and so to all others.
    """
    seen: set[int] = set()
    waiting, total = [thing], 0
    while waiting:
        each = waiting.pop()
        if id(each) in seen or isinstance(each, type | FunctionType | Rulebook | Setting):
            continue
        seen.add(id(each))
        total += sys.getsizeof(each)
        waiting += gc.get_referents(each)
    return total


@dataclass
class Shift:
    """One table, its cards and the hour; every command here must be carried out."""

    setting: Setting
    state: FloorTable
    handler: CardHandler
    at: int = 1_700_000_000_000
    seconds: float = 0.0
    processor: float = 0.0
    commands: int = 0
    visits: int = 0
    refusals: dict[str, int] = field(default_factory=dict)

    @classmethod
    def open(cls, seed: str = "memory") -> "Shift":
        """Set a table up."""
        setting = Setting("t1", "Table 1", "nsw-pontoon-2024")
        handler = card_handler_of(setting, SeedEntropy(seed))
        events = set_up(setting, handler, by="sue", at=1_700_000_000_000)
        handler = card_handler_of(setting, SeedEntropy(seed))
        shift = cls(
            setting, apply_events(FloorTable(setting), events, at=1_700_000_000_000), handler
        )
        for number, player in enumerate(REGULARS, start=1):
            shift.come(player, number)
        return shift

    def give(self, command: Any) -> bool:
        """Put a command to the table; return whether it was carried out."""
        begun = time.perf_counter()
        decided = decide(self.state, self.handler, command, at=self.at)
        self.seconds += time.perf_counter() - begun
        self.commands += 1
        if not isinstance(decided, DecidedCommand):
            self.refusals[decided.code] = self.refusals.get(decided.code, 0) + 1
            return False
        self.state, self.handler = decided.state, decided.handler
        return True

    def order(self, kind: Any, *fields: Any, by: Person = SECOND_INSTANCE) -> bool:
        """Give an order of staff now."""
        return self.give(kind(by, Moment(self.at // SECOND), *fields))

    def come(self, player: str, seat: int) -> None:
        """Let somebody sit down with chips."""
        card = PlayerCard(f"card of {player}", player)
        self.give(floor_commands.TakeSeat(player, seat, BROUGHT, card))

    def play_round(self) -> None:
        """Play one round: everybody wagers on their box and stands."""
        for patron in self.state.table.patrons:
            if self.state.table.racks.get(patron.name, 0) < 50_000:
                self.give(c.BringChips(patron.name, BROUGHT))
            tokens = min(self.state.table.tokens.get(patron.name, 0), 2_500)
            self.give(c.PlaceWager(patron.name, patron.seat, 2_500, seated=True, tokens=tokens))
        before = self.state.table.rounds
        for _ in range(200):
            table = self.state.table
            if table.rounds > before and table.phase == "betting":
                return
            self.at += SECOND
            turn = table.turn() if table.phase == "playing" else None
            if turn is not None and table.awaiting is None and not turn[2].card_due:
                box, number, _ = turn
                self.give(c.Stand(box.controller or "", box.number, number))
                continue
            clock = clock_of(self.state)
            assert clock is not None, table
            self.at = max(self.at, clock.ends)
            self.give(clock.then)
        raise AssertionError("the round does not end")


def staff_work(shift: Shift, number: int) -> Iterator[str]:
    """Do what staff do around round `number`; yield what it was."""
    table = shift.state.table
    if number % 5 == 0:
        shift.order(staff.GiveNotice, "inspector", f"shift report {number}", None)
        shift.order(staff.ReferDispute, "ann", f"Round {table.rounds}: paid too little.", by=FIRST)
        dispute = max(each.number for each in shift.state.table.staff.disputes)
        shift.order(staff.DecideDispute, dispute, "Paid as the rules say.", by=FIRST)
        if number % 10 == 0:
            shift.give(staff.AskReview("ann", dispute))
            shift.order(staff.ReviewDispute, dispute, "Five dollars.", 500)
        shift.give(staff.AcceptDecision("ann", dispute))
        shift.order(staff.CloseDispute, dispute)
        yield "dispute"
    if number % 5 == 2:
        shift.order(staff.ReportWrongPayment, table.rounds, 1, 500, 1_000, "ann")
        yield "wrong payment"
    for entry in [each.number for each in shift.state.table.staff.payments if each.is_open]:
        shift.order(staff.RecordEnquiries, entry, "A slip.", False)  # noqa: FBT003
        shift.order(staff.RectifyPayment, entry)
    if number % 10 == 3:
        stated = stated_by(shift.setting.rules)
        most = (stated.maximum or 100_000) + (500 if number % 20 == 3 else 0)
        shift.order(sign.ChangeLimits, changed(stated, maximum=most), by=MANAGER)
        yield "limits"
    if number % 10 == 4:
        shift.order(staff.GiveNotice, "inspector", TO_ONE_BOX, "bob")
        shift.order(sign.LimitToOneBox, "bob", by=MANAGER)
        shift.order(sign.LiftRestriction, "bob", "one box", by=MANAGER)
        yield "restriction"
    if number % 10 == 6:
        shift.order(ExchangeVoucher, f"V{number}", "bob", 500, "Today only.", by=DEALER)
        yield "voucher"
    if number % 4 == 1:
        shift.visits += 1
        seat = len(REGULARS) + 1 + shift.visits % VISITORS
        if (guest := shift.state.table.patron_at(seat)) is not None:
            shift.give(floor_commands.GetUp(guest.name))
        shift.come(f"visitor {shift.visits:07}", seat)
        yield "visitor"


def work(shift: Shift, rounds: int) -> None:
    """Play so many rounds with staff at work."""
    for _ in range(rounds):
        shift.play_round()
        for _ in staff_work(shift, shift.state.table.rounds):
            pass


@dataclass
class FloorShift(Shift):
    """The same at a table of a running floor: every command goes through the journal."""

    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)
    floor: Floor | None = None
    given: int = 0

    @classmethod
    def start(cls, file: Path) -> "FloorShift":
        """Open a floor on a SQLite file and set its table up."""
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        floor = loop.run_until_complete(open_floor(f"sqlite:///{file}"))
        setting = Setting("t1", "Table 1", "nsw-pontoon-2024")
        running = loop.run_until_complete(floor.set_up(setting, by="sue"))
        assert isinstance(running, RunningTable)
        shift = cls(setting, running.state, running.handler, floor.now(), loop=loop, floor=floor)
        for number, player in enumerate(REGULARS, start=1):
            shift.come(player, number)
        return shift

    def give(self, command: Any) -> bool:
        """Put a command to the table and wait until it is durable."""
        assert self.floor is not None
        running = self.floor.tables["t1"]
        if isinstance(command, c.BringChips | floor_commands.TakeSeat) and command.amount:
            self.loop.run_until_complete(self._fill_wallet(command.player))
        begun, used = time.perf_counter(), time.process_time()
        self.given += 1
        request = CommandRequest(command, "bench", f"command {self.given}")
        answer = self.loop.run_until_complete(running.carry_out(request, at=self.at))
        self.seconds += time.perf_counter() - begun
        self.processor += time.process_time() - used
        self.commands += 1
        self.state = running.state
        if not isinstance(answer, Accepted):
            self.refusals[answer.code] = self.refusals.get(answer.code, 0) + 1
        return isinstance(answer, Accepted)

    async def _fill_wallet(self, player: str) -> None:
        assert self.floor is not None
        moment, to = Moment(self.at // SECOND), wallet_of(player)
        moved = MoneyMoved("practice", BROUGHT, issue_of("practice"), to, "bench", "bench", moment)
        appends = await self.floor.wallets.appends((moved,))
        assert isinstance(appends, tuple)
        batch = Batch(appends, actor="bench", time=self.at)
        await self.floor.store.append(batch)
        self.floor.wallets.forget(batch)

    def look_back(self) -> float:
        """Look at the newest rounds and entries; return the seconds once the index is up to date."""
        assert self.floor is not None
        history, times = self.floor.history, []
        for _ in range(10):
            begun = time.perf_counter()
            rounds = history.rounds(Wanted(("t1",)), limit=50)
            entries = history.entries(WantedEntries(("t1",), "disputes"), limit=100)
            assert self.loop.run_until_complete(rounds) and self.loop.run_until_complete(entries)
            times.append(time.perf_counter() - begun)
        return min(times)

    def stop(self) -> None:
        """Close the floor."""
        assert self.floor is not None
        self.loop.run_until_complete(close_floor(self.floor))
        self.loop.close()


def resident_kb() -> int:
    """Return the memory of this process, or the most it had where the system does not say."""
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = [each for each in status.read_text().splitlines() if each.startswith("VmRSS")]
        return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def ratios(found: tuple[float, ...], first: tuple[float, ...]) -> str:
    """Return figures with their ratios to the first ones."""
    pairs = zip(found, first, strict=True)
    return "       ".join(f"{now:10.2f}  ({now / then:5.2f})" for now, then in pairs)


def on_a_floor(marks: list[int]) -> None:
    """Print memory and time on a floor after these numbers of rounds, as ratios to the first."""
    with tempfile.TemporaryDirectory() as folder:
        shift, first, done = FloorShift.start(Path(folder) / "floor.db"), None, 0
        print(
            "\nrounds   process MB  (ratio)   1,000 live blocks  (ratio)   ms per command  (ratio)"
            "   ms of processor  (ratio)   ms to look back  (ratio)"
        )
        for mark in marks:
            work_until(shift, mark, done)
            done = mark
            per_command = shift.seconds / shift.commands * 1e3
            processor = shift.processor / shift.commands * 1e3
            look_back = shift.look_back() * 1e3
            gc.collect()
            found = (
                resident_kb() / 1e3,
                sys.getallocatedblocks() / 1e3,
                per_command,
                processor,
                look_back,
            )
            first = first or found
            print(f"{mark:7,}  {ratios(found, first)}", flush=True)
        print("refused:", shift.refusals or "nothing")
        shift.stop()


def work_until(shift: Shift, mark: int, done: int) -> None:
    """Play up to a number of rounds, and time the commands of the last 100."""
    window = min(mark - done, 100)
    work(shift, mark - done - window)
    shift.seconds, shift.processor, shift.commands = 0.0, 0.0, 0
    work(shift, window)


def in_memory(marks: list[int]) -> None:
    """Print sizes and times after these numbers of rounds, as ratios to the first."""
    shift, first, done = Shift.open(), None, 0
    print("rounds      table KB  (ratio)   floor table KB  (ratio)   µs per command  (ratio)")
    for mark in marks:
        work_until(shift, mark, done)
        done = mark
        found = (
            deep_size(shift.state.table) / 1e3,
            deep_size(shift.state) / 1e3,
            shift.seconds / shift.commands * 1e6,
        )
        first = first or found
        print(f"{mark:7,}  {ratios(found, first)}", flush=True)
    print("refused:", shift.refusals or "nothing")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, nargs="*", default=[100, 1_000, 10_000, 100_000])
    parser.add_argument("--floor-rounds", type=int, nargs="*", default=[100, 1_000, 10_000])
    given = parser.parse_args()
    if given.rounds:
        in_memory(given.rounds)
    if given.floor_rounds:
        on_a_floor(given.floor_rounds)
