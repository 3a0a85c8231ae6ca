"""The floor: every table with its money and its people. Load, decide, append, publish."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, tzinfo
from pathlib import Path
from secrets import token_bytes
from typing import Any, Final

from houserules.core.codec import Data
from houserules.core.money import Cents, format_money
from houserules.core.people import Moment, Role
from houserules.floor.backups import BackupSchedule
from houserules.floor.carded.app import CardedPlay
from houserules.floor.carded.at_table import CardedAtTable
from houserules.floor.carded.cards import CardsAtTables
from houserules.floor.carded.house import EXCLUDED, CardedHouse
from houserules.floor.carded.identity import Sealer
from houserules.floor.carded.played import is_carded
from houserules.floor.checkpoint_keeper import CheckpointKeeper
from houserules.floor.clock import HouseClock
from houserules.floor.commands import GetUp, RulesShown, SeatDealer, TakeSeat
from houserules.floor.damage import alert_text, damage_denial, denial_of, locked_stream
from houserules.floor.denial import Denied
from houserules.floor.house_facts import (
    DebtAt,
    debts_of,
    live_table_of,
    why_not_in_house,
)
from houserules.floor.inspection import Scrubber
from houserules.floor.money.accounts import wallet_of
from houserules.floor.money.cashier import Cashier
from houserules.floor.money.wallets import Wallets
from houserules.floor.people.app import People
from houserules.floor.people.signed_in import Caller
from houserules.floor.promotions.house import PromotionHouse
from houserules.floor.recall import recall_for
from houserules.floor.rounds.history import History
from houserules.floor.rules_documents import RulesDocument, RulesDocuments
from houserules.floor.store import Store
from houserules.floor.stored_events import StoredError, stored_form
from houserules.floor.tables.authority import command_from, request_of, scope_of, why_not_person
from houserules.floor.tables.card_handler import card_handler_of
from houserules.floor.tables.decide import DoubtError
from houserules.floor.tables.decision import HOUSE, SECOND, Rejected, address_answer
from houserules.floor.tables.guest_transfer import move_in
from houserules.floor.tables.presence import Presence
from houserules.floor.tables.run import Accepted, CommandRequest, RunningTable
from houserules.floor.tables.settings import Setting, SettingError, is_private, table_stream
from houserules.floor.tables.stream import load, set_up
from houserules.floor.tables.table import FloorTable
from houserules.floor.tournaments.app import Tournaments
from houserules.floor.tournaments.house import TournamentHouse
from houserules.floor.tournaments.practice import PracticeTournaments
from houserules.journal.errors import DamagedError, Finding
from houserules.journal.records import Append, Appended, Batch, JournalRecord, NewRecord
from houserules.shoe.state import PreShuffled
from houserules.table.commands import BringChips
from houserules.table.people.commands import (
    ExcludeFromCasino,
)
from houserules.table.people.state import PlayerCard
from houserules.table.staff.state import Recalled

_TABLES = table_stream("")
_log: Final = logging.getLogger(__name__)


class Floor:
    """Every table of the house, as this process sees it."""

    def __init__(
        self,
        store: Store,
        people: People,
        *,
        now: Callable[[], int],
        clock: HouseClock | None = None,
        holder: str = "floor",
        zone: tzinfo = UTC,
        sealer: Sealer | None = None,
        history_file: Path | None = None,
    ) -> None:
        self.store, self.people, self.now, self.holder = store, people, now, holder
        self.zone = zone  # of the casino: for signs and months
        self.clock = clock  # the source of `now`; None in tests, which set the time
        self.steady = clock.steady if clock else now  # milliseconds; a clock that cannot be set
        self.presence = Presence(store, holder, now=self.steady)
        self.tables: dict[str, RunningTable] = {}
        self.shared: dict[str, RunningTable] = {}  # the house's own, always in memory
        self.acted: dict[tuple[str, str], int] = {}  # when a person last acted at a table
        self.wallets = Wallets(store)
        self.carded = CardedPlay(store, sealer, now=now, zone=zone, holder=holder)
        self.cashier = Cashier(
            store,
            self.wallets,
            owed=self._owed_in_chips,
            role_of=self._role_of,
            is_guest=self._is_guest,
            carded=self.carded,
            zone=zone,
        )
        self.tournaments = Tournaments(
            store, self.wallets, now=now, random=token_bytes, carded=self.carded
        )
        self.tournament_house = TournamentHouse(
            self.tournaments, self.tables, self.set_up, now=now, spawn=self.spawn
        )
        self.practice = PracticeTournaments(store, self.tournament_house, self.find)
        self.bots = self.practice.bots
        self.cards = CardsAtTables(people, self.shared, now=now)
        self.carded_house = CardedHouse(
            self.carded, self.shared, people=people, cards=self.cards, now=now
        )
        self.documents = RulesDocuments(store)
        self.history = History(store, history_file)
        self.promotion_house = PromotionHouse(self, self.shared)
        self.promotions = self.promotion_house.promotions
        self.scrubber = Scrubber(store, now)
        self.checkpoints: CheckpointKeeper | None = None  # set where something is kept elsewhere
        self.backups: BackupSchedule | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._listening: Any = None
        store.damage.listen(self._lock)

    def _lock(self, finding: Finding) -> None:
        """Lock the running table that damaged records belong to."""
        _log.error("%s", alert_text(finding))
        running = self.tables.get((locked_stream(finding) or "").removeprefix(_TABLES))
        if running is not None:
            self.spawn(running.lock("its records do not verify", at=self.now()))

    def alerts(self) -> list[str]:
        """Return alerts for the whole house: what is locked, jumps of the clock, checkpoints, duties."""
        locked = [alert_text(finding) for finding in self.store.damage.all()]
        jumps = self.clock.alerts() if self.clock else []
        kept = self.checkpoints.alerts() if self.checkpoints else []
        kept += self.backups.alerts() if self.backups else []
        return locked + jumps + kept + self.carded_house.alerts()

    def debts(self, handle: str) -> list[DebtAt]:
        """Return a person's debts at all tables."""
        return debts_of([running.state for running in self.shared.values()], handle)

    def live_table_of(self, handle: str) -> FloorTable | None:
        """Return the live table at which a person is playing, if any."""
        return live_table_of([running.state for running in self.shared.values()], handle)

    def _owed_in_chips(self, handle: str) -> Cents:
        return sum(debt.amount for debt in self.debts(handle) if debt.money == "chips")

    async def _role_of(self, handle: str) -> Role:
        profile = await self.people.person(handle)
        return "player" if profile is None or profile.suspended else profile.role

    async def _is_guest(self, handle: str) -> bool:
        profile = await self.people.person(handle)
        return profile is not None and profile.is_guest

    async def open(self) -> None:
        """Load every shared table and start listening to what other processes append."""
        loop, journal = asyncio.get_running_loop(), self.store.journal
        tip = await self.store.call(journal.tip)
        for stream in await self.store.call(lambda: list(journal.streams(_TABLES))):
            if is_private(table := stream.removeprefix(_TABLES)):
                continue  # loaded when its owner returns
            with suppress(DamagedError):  # it is locked, and the pit is alerted
                await self.load(table)
        await self.tournaments.open()
        await self.promotions.open()

        def pass_on(records: tuple[JournalRecord, ...]) -> None:
            loop.call_soon_threadsafe(self._hear, records)

        self._listening = await self.store.call(lambda: journal.listen(pass_on, after=tip.serial))

    async def close(self) -> None:
        """Stop listening and finish what is under way."""
        if self._listening is not None:
            await self.store.call(self._listening.close)
        await self.settle()
        for running in self.tables.values():
            running.take_last_snapshot()
        self.tournaments.take_last_snapshots()
        self.promotions.take_last_snapshots()
        self.history.close()

    async def settle(self) -> None:
        """Wait for all background tasks."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def set_up(
        self, setting: Setting, *, by: str = HOUSE, pre_shuffled: PreShuffled | None = None
    ) -> RunningTable | Denied:
        """Set up a table and open it for gaming; `pre_shuffled`: with cards shuffled beforehand."""
        at = self.now()
        try:
            opening = self.opening_append(setting, by=by, at=at, pre_shuffled=pre_shuffled)
        except SettingError as error:
            return Denied("table.setting", str(error))
        if not isinstance(await self.store.append(Batch((opening,), actor=by, time=at)), Appended):
            return Denied("table.exists", f"There is already a table {setting.table}.")
        return await self.load(setting.table)

    def opening_append(
        self, setting: Setting, *, by: str, at: int, pre_shuffled: PreShuffled | None = None
    ) -> Append:
        """Return the first records of a table that opens for gaming; raises SettingError."""
        events = set_up(setting, card_handler_of(setting), by=by, at=at, pre_shuffled=pre_shuffled)
        entries = tuple(NewRecord(*stored_form(event)) for event in events)
        return Append(table_stream(setting.table), 0, entries)

    async def carry_out(
        self, caller: Caller, table: str, name: str, data: Data, command_id: str | None = None
    ) -> Accepted | Rejected:
        """Carry out a person's command at a table; raises DataError if it is not a command."""
        try:
            return await self._carry_out(caller, table, name, data, command_id)
        except DamagedError as error:
            return denial_of(error)

    def why_no_table(self, table: str) -> Denied:
        """Deny a command at a table that does not exist, or is locked."""
        if finding := self.store.damage.of(table_stream(table)):
            return damage_denial(finding)
        return Denied("table.unknown", f"There is no table {table[:40]}.")

    async def _carry_out(
        self, caller: Caller, table: str, name: str, data: Data, command_id: str | None
    ) -> Accepted | Rejected:
        running = self.tables.get(table)
        if running is None or not await self.may_enter(caller, running.state.setting):
            return self.why_no_table(table)
        at = self.now()
        command = command_from(name, data, caller.person, at=at)
        if no := self._why_not(running, caller, command):
            return address_answer(no, command, caller)
        await self.cards.look_at_card(running, command, at)
        if isinstance(command, TakeSeat):
            await self.move_in(caller.handle)
            command = await self._with_card(running, caller, command, at)
        elif isinstance(command, SeatDealer):
            command = SeatDealer(command.by, command.at, caller.licence)
        request = None if command_id is None else request_of(table, command, caller.person)
        recalled = await self.recall_for(running, command)
        given = CommandRequest(command, caller.handle, command_id, request, recalled=recalled)
        async with self.carded_house.turn(running, command):
            answer = await running.carry_out(given, at=at)
        is_short = isinstance(answer, Denied) and answer.code == "wallet.short"
        if is_short and isinstance(command, TakeSeat | BringChips):
            balance = await self.wallets.balance(wallet_of(caller.handle))
            held = format_money(balance.of(running.state.setting.money))
            answer = Denied("wallet.short", f"You have {held}. Bring {held} or less.")
        if isinstance(answer, Accepted) and table in self.shared:
            self.acted[table, caller.handle] = at
        if isinstance(command, ExcludeFromCasino) and isinstance(answer, Accepted):
            await self._send_out(running, command.player, at)
            if self.carded.is_on and running.state.setting.kind == "live":
                by = caller.handle
                await self.carded_house.cancel_cards(command.player, why=EXCLUDED, by=by)
        return address_answer(answer, command, caller)

    async def recall_for(self, running: RunningTable, command: Any) -> Recalled:
        """Look up what a command needs and its table no longer remembers."""
        return await recall_for(self.store, self.history, running, command)

    async def move_in(self, handle: str) -> None:
        """Move what a person had as a guest to their account."""
        if profile := await self.people.person(handle):
            await move_in(self.store, self.wallets, self.tables, profile, at=self.now())

    async def may_enter(self, caller: Caller | None, setting: Setting) -> bool:
        """Whether somebody may see a table: a private one is for its owner and for staff."""
        if setting.owner is None:
            return True
        if caller is None or caller.is_staff or caller.handle == setting.owner:
            return caller is not None
        profile = await self.people.person(caller.handle)
        return profile is not None and profile.was_guest == setting.owner

    async def find(self, table: str) -> RunningTable | None:
        """Return a table; load a private one that is not in memory."""
        running = self.tables.get(table)
        if running is None and is_private(table):
            head = await self.store.call(lambda: self.store.journal.head(table_stream(table)))
            with suppress(
                DoubtError, StoredError, DamagedError
            ):  # the owner gets a new one; `verify` reports this one
                running = await self.load(table) if head.position else None
        return running

    def _why_not(self, running: RunningTable, caller: Caller, command: Any) -> Rejected | None:
        """Check the session, the kind of table, the person's role and their part in the matter."""
        if no := caller.why_not(scope_of(caller, command)):
            return no
        if caller.practice_only and running.state.setting.kind == "live":
            return Denied("table.live", "Guests and bots play at practice tables only.")
        others = [other.state for other in self.shared.values() if other is not running]
        personal = why_not_person(running.state, command, caller.person)
        reserved = self.tournament_house.why_not_sit(running.state.setting.table, command)
        return personal or reserved or why_not_in_house(running.state, others, command)

    async def show_rules(
        self, caller: Caller, rulebook: str, table: str | None = None
    ) -> RulesDocument | Denied:
        """Show somebody the approved document, and record that at the table where they asked for it."""
        at, running = self.now(), self.tables.get(table or "")
        here = table if running is not None else None
        shown = await self.documents.show(rulebook, caller.handle, table=here, at=at)
        if running is not None and isinstance(shown, RulesDocument):
            request = CommandRequest(RulesShown(caller.person.name), caller.handle)
            await running.carry_out(request, at=at)
        return shown

    async def _send_out(self, excluded_at: RunningTable, player: str, at: int) -> None:
        """Remove somebody who is excluded from the casino from every other table."""
        if excluded_at.state.setting.kind != "live":
            return
        for running in tuple(self.tables.values()):
            if running is not excluded_at and running.state.table.patron(player):
                await running.carry_out(CommandRequest(GetUp(player), HOUSE), at=at)

    async def _with_card(
        self, running: RunningTable, caller: Caller, command: TakeSeat, at: int
    ) -> TakeSeat:
        """Add the person's Player Card to the command; practice tables need none."""
        if running.state.setting.kind == "practice":
            card: PlayerCard | None = PlayerCard(f"practice {caller.handle}", caller.handle)
            held = (await self.wallets.balance(wallet_of(caller.handle))).of("practice")
            if command.amount > held:
                await self.cashier.grant_practice(caller, at=at)
        else:
            card = await self.people.valid_player_card(caller.handle, Moment(at // SECOND))
        return TakeSeat(command.player, command.seat, command.amount, card)

    async def load(self, table: str) -> RunningTable:
        """Load a table from the journal and run it."""
        if table in self.tables:
            return self.tables[table]
        loaded = await load(self.store, table)
        carded = CardedAtTable(self.carded) if is_carded(loaded.state.setting) else None
        running = RunningTable(self.store, self.wallets, loaded, carded)
        running = self.tables.setdefault(table, running)
        running.watch(self.tournament_house.follow_table)
        running.watch(self.bots.follow_table)
        running.watch(self.promotion_house.follow_table)
        if not is_private(table):
            self.shared[table] = running
        return running

    def _hear(self, records: tuple[JournalRecord, ...]) -> None:
        """Follow what any process has appended; tables skip what they already know."""
        self.wallets.follow(records)
        self.spawn(self.tournaments.hear(records))
        self.spawn(self.promotions.hear(records))
        for stream in {record.stream for record in records if record.stream.startswith(_TABLES)}:
            name = stream.removeprefix(_TABLES)
            mine = [record for record in records if record.stream == stream]
            last = max(record.position for record in mine)
            running = self.tables.get(name)
            if name in self.shared:
                self.acted |= {(name, record.actor): record.time for record in mine}
            if running is None and not is_private(name):
                self.spawn(self.load(name))
            elif running is not None and running.state.position < last:
                self.spawn(running.catch_up(last))

    def spawn(self, work: Any) -> None:
        """Run something in the background."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
