"""Random play at tables of the floor: with or without a journal, and with cards that lean to rare hands."""

import asyncio
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, TypeVar

from floor.tables import Played
from house_rounds import Shift, leaning, shift, theme
from houserules.core.money import dollars
from houserules.core.people import Moment, Person
from houserules.core.refusal import Refusal
from houserules.floor.commands import BeReady, FillFloat, GetUp, TakeSeat
from houserules.floor.events import TableSetUp
from houserules.floor.money.accounts import MoneyMoved, issue_of, wallet_of
from houserules.floor.money.wallets import Wallets
from houserules.floor.store import Store
from houserules.floor.stored_events import stored_form
from houserules.floor.tables.auto_dealer import offered_cut
from houserules.floor.tables.card_handler import (
    CardHandler,
    SeedEntropy,
    VirtualCardHandler,
    card_handler_of,
)
from houserules.floor.tables.decision import SECOND
from houserules.floor.tables.run import Accepted, CommandRequest, RunningTable
from houserules.floor.tables.settings import Setting, table_stream
from houserules.floor.tables.stream import LoadedTable, batches_of, set_up
from houserules.floor.tables.table import FloorTable, apply_events
from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal
from houserules.journal.records import Append, Appended, Batch, JournalRecord, NewRecord
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import OptionError, choose, options
from houserules.rulebook.schema import Rulebook
from houserules.shoe.commitment import commit
from houserules.table.cards.commands import ShuffleCards
from houserules.table.commands import (
    Command,
    Designate,
    Double,
    Insure,
    PlaceSideWager,
    PlaceWager,
    Split,
    Stand,
    WithdrawSideWager,
    WithdrawWager,
)
from houserules.table.legal import Open, legal, with_amount
from houserules.table.people.state import PlayerCard
from houserules.table.sign.commands import RaiseWager
from houserules.table.state import Table

PLAYERS: Final = ("Ann", "Bob", "Cat")
SUPERVISOR: Final = Person("Gus", "Gaming Supervisor")
START: Final = 1_795_000_000_000  # 18 November 2026, 11:06:40 UTC
CHIPS: Final = 2_000_00
SIDES: Final = {"nsw-pinkjack-2016": "suits_you"}
WEIGHTS: Final[dict[type, float]] = {
    PlaceWager: 4,
    PlaceSideWager: 2,
    WithdrawWager: 0.3,
    WithdrawSideWager: 0.3,
    RaiseWager: 0.5,
    Split: 5,
    Double: 2,
    Insure: 3,
    Designate: 2,
    Stand: 2,
}


def practice(name: str, table: str = "t1", **options: object) -> Setting:
    """Return the setting of a practice table with its side wager."""
    chosen = {SIDES.get(name, "perfect_pairs"): "5", **options}
    return Setting(table, f"Table {table}", name, tuple(chosen.items()))  # type: ignore[arg-type]


@dataclass(slots=True)
class LeaningHouse(VirtualCardHandler):
    """A house whose shuffles bring rare hands."""

    rng: random.Random = field(default_factory=random.Random)

    def next(self, table: Table) -> Command | None:
        """Shuffle, then put wanted cards together; the commitment is to that stack."""
        command = VirtualCardHandler.next(self, table)
        if isinstance(command, ShuffleCards):
            self.shoe = replace(self.shoe, waiting=leaning(self.shoe.waiting, self.rng))
            if command.commitment:
                return replace(command, commitment=commit(self.shoe.waiting, self.salt))
        return command


def leaning_house(setting: Setting, rng: random.Random) -> CardHandler:
    """Return the handler of a table; its stacks lean to rare hands."""
    handler = card_handler_of(setting, SeedEntropy(str(rng.random())))
    if not isinstance(handler, VirtualCardHandler):
        return handler
    return LeaningHouse(handler.rules, handler.entropy, handler.recording, rng=rng)


@dataclass
class RandomPlay:
    """Thinks of something to do at an automatic table, and of when the round has gone on enough."""

    rng: random.Random

    def think(self, state: FloorTable) -> Any:
        """Return the next command: of players by what is legal, or that they are ready."""
        table, turn = state.table, state.table.turn()
        idle = self._idle(state)
        if idle is not None and self.rng.random() < 0.4:
            return idle
        if table.phase == "playing" and self.rng.random() < 0.03 and turn:
            assert turn[0].controller is not None
            return GetUp(turn[0].controller)
        options = [each for each in legal(state.setting.rules, table) if each.who is not None]
        return self._filled(self._chosen(options)) if options else idle

    def _idle(self, state: FloorTable) -> Any:
        """Return what lets the table go on without a wager or a decision."""
        table = state.table
        missing = [name for name in PLAYERS if table.patron(name) is None]
        if missing and table.phase in ("betting", "over"):
            seat = next(box for box in range(1, 9) if table.patron_at(box) is None)
            seat = self.rng.choice((seat, seat, None))
            name = self.rng.choice(missing)
            return TakeSeat(name, seat, CHIPS, PlayerCard(f"card {name}", name))
        poor = [each.name for each in table.patrons if table.racks.get(each.name, 0) < 50_00]
        if poor and table.phase in ("betting", "over"):
            return GetUp(poor[0])
        waiting = [each.name for each in table.patrons if each.name not in state.ready]
        if table.phase in ("betting", "offers", "over") and waiting and not offered_cut(state):
            return BeReady(self.rng.choice(waiting))
        return None

    def _chosen(self, options: list[Open]) -> Open:
        kinds = sorted({each.kind for each in options}, key=lambda kind: kind.__name__)
        (kind,) = self.rng.choices(kinds, [WEIGHTS.get(each, 1) for each in kinds])
        of_kind = [each for each in options if each.kind is kind]
        near = [each for each in of_kind if getattr(each.command, "box", 1) in (1, 2)]
        return self.rng.choice(near if near and self.rng.random() < 0.8 else of_kind)

    def _filled(self, option: Open) -> Command:
        steps = max(0, (option.most - option.least) // option.step)
        most = min(steps, 60) if self.rng.random() < 0.8 else min(steps, 400)
        return with_amount(option, option.least + option.step * self.rng.randint(0, most))


def random_rounds(setting: Setting, rounds: int, seed: object, *orders: Any) -> Played:
    """Play rounds without a journal, after orders of staff; gives the table with all its events."""
    rng = random.Random(f"{setting} {seed}")
    played = Played(setting)
    played.handler = leaning_house(setting, rng)
    played.events = list(set_up(setting, played.handler, by="Max", at=played.at))
    played.state = apply_events(FloorTable(setting), tuple(played.events), at=played.at)
    for order in orders:
        played.do(order)
    play = RandomPlay(rng)
    while played.state.table.rounds < rounds or played.state.table.phase != "betting":
        played.at += SECOND
        played.do(play.think(played.state))
    return played


@dataclass
class Night:
    """Random rounds at tables of a journal, all of it as the floor writes it."""

    store: Store
    wallets: Wallets
    at: int = START

    async def give(self, handle: str, money: Any, amount: int) -> None:
        """Let money come into a wallet."""
        moment = Moment(self.at // SECOND)
        wallet = wallet_of(handle)
        moved = MoneyMoved(money, amount, issue_of(money), wallet, "test", "console", moment)
        appends = await self.wallets.appends((moved,))
        assert isinstance(appends, tuple)
        outcome = await self.store.append(Batch(appends, actor="console", time=self.at))
        assert isinstance(outcome, Appended)
        self.wallets.follow(outcome.records)

    async def open(self, setting: Setting, rng: random.Random) -> RunningTable:
        """Set a table up."""
        house = leaning_house(setting, rng)
        events = set_up(setting, house, by="Max", at=self.at)
        entries = tuple(NewRecord(*stored_form(event)) for event in events)
        append = Append(table_stream(setting.table), 0, entries)
        await self.store.append(Batch((append,), actor="Max", time=self.at))
        state = apply_events(FloorTable(setting), events, at=self.at)
        return RunningTable(self.store, self.wallets, LoadedTable(state, house))

    async def play(self, running: RunningTable, rounds: int, rng: random.Random) -> None:
        """Play rounds at a table; who has no money left gets more."""
        play, number = RandomPlay(rng), 0
        fill = FillFloat(SUPERVISOR, Moment(self.at // SECOND), 5_000_00)
        assert isinstance(
            await running.carry_out(CommandRequest(fill, "Gus"), at=self.at), Accepted
        )
        while running.state.table.rounds < rounds or running.state.table.phase != "betting":
            self.at += SECOND
            command = play.think(running.state)
            if isinstance(command, TakeSeat):
                money = running.state.setting.money
                await self.give(command.player, money, command.amount)
            who, number = getattr(command, "player", "house"), number + 1
            request = CommandRequest(command, who, f"{running.state.setting.table} {number}")
            answer = await running.carry_out(request, at=self.at)
            assert isinstance(answer, Accepted), (command, answer)


Filled = TypeVar("Filled", bound=Journal)


def play_night(
    journal: Filled, *settings: Setting, rounds: int = 3, seed: object = 0, at: int = START
) -> Filled:
    """Fill a journal with random rounds at some tables; it stays open."""

    async def night() -> None:
        store = Store(journal)
        night, rng = Night(store, Wallets(store), at), random.Random(f"night {seed}")
        for setting in settings:
            running = await night.open(setting, rng)
            await night.play(running, rounds, rng)
        await store.call(store._committer.close)

    asyncio.run(night())
    return journal


Batches = list[tuple[Any, ...]]
"""Events, those of one command together."""


def stored(batches: Batches, table: str = "t1", *, at: int = START) -> list[JournalRecord]:
    """Return events as the records of a table's stream, without a journal: a command a second."""
    records = list[JournalRecord]()
    for number, events in enumerate(batches, start=1):
        for event in events:
            position = len(records) + 1
            time = at + number * SECOND
            name, version, payload = stored_form(event)
            places = (table_stream(table), position, name, version, payload, "Max", time, None)
            records.append(JournalRecord(*places, number, "", "", position))
    return records


def journal_of(batches: Batches, table: str = "t1", *, at: int = START) -> MemoryJournal:
    """Return a journal with events in a table's stream, rightly chained, whatever they say."""
    journal = MemoryJournal()
    for number, events in enumerate(batches, start=1):
        entries = tuple(NewRecord(*stored_form(event)) for event in events)
        append = Append(table_stream(table), None, entries)
        journal.append(Batch((append,), actor="Max", time=at + number * SECOND))
    return journal


def batches_in(journal: Journal, table: str = "t1") -> Batches:
    """Return the events of a table as they were written together."""
    return [events for _, events in batches_of(journal.read(table_stream(table)))]


@cache
def disturbed_shift(
    name: str, seed: int, length: int = 250, *, kinds: Sequence[type] = ()
) -> tuple[Setting, Batches]:
    """Play a shift with staff and irregularities at random moments: its setting and events, to read.

    `kinds`: only disturbances of these kinds, at a real shoe.
    """
    shift_ = shift(name, seed, virtual=seed % 2 == 0 and not kinds)
    return played_shift(shift_, kinds or theme(shift_.rules, shift_.rng), length, disturbed=0.1)


def played_shift(
    shift_: Shift, kinds: Sequence[type], length: int, *, disturbed: float
) -> tuple[Setting, Batches]:
    """Play a shift: the setting of its table, and its events."""
    setting = Setting("t1", "Table 1", shift_.rules.id, tuple(_chosen_in(shift_.rules)))
    given = [*shift_.opening()]
    for _ in range(length):
        given += shift_.step(kinds, disturbed=disturbed)
    happened = [each.outcome[0] for each in given if not isinstance(each.outcome, Refusal)]
    return setting, [(TableSetUp(setting, "Max", Moment(START // SECOND)),), *happened]


def _chosen_in(rules: Rulebook) -> Iterator[tuple[str, Any]]:
    """Yield the choices that make this rulebook of the printed one."""
    printed = options(rulebook(rules.id))
    for key, value in options(rules).items():
        if value.value != printed[key].value:
            raw = value.value
            try:
                choose(rulebook(rules.id), {key: raw})
            except OptionError:
                raw = dollars(raw)
            yield key, raw
