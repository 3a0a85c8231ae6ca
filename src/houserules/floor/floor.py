"""The floor: every table with its money and its people. Load, decide, append, publish."""

import asyncio
from collections.abc import Callable
from typing import Any

from houserules.core.people import Moment
from houserules.floor import commands as f
from houserules.floor.asked import Accepted, Asked
from houserules.floor.authority import command_from, why_not_person
from houserules.floor.cashier import Cashier
from houserules.floor.denied import Denied
from houserules.floor.encoding import Data
from houserules.floor.loading import load, table_stream
from houserules.floor.money import wallet_of
from houserules.floor.opening import house_of, set_up
from houserules.floor.people.people import People
from houserules.floor.people.signed import Signed
from houserules.floor.presence import Presence
from houserules.floor.running import Running
from houserules.floor.setting import Setting, SettingError
from houserules.floor.store import Store
from houserules.floor.stored import written
from houserules.floor.wallets import Wallets
from houserules.floor.work import SECOND, No
from houserules.journal.records import Append, Appended, Batch, Entry, Record
from houserules.table.people.state import PlayerCard

_TABLES = table_stream("")


class Floor:
    """All tables of one house as one process of it sees them."""

    def __init__(
        self, store: Store, people: People, *, now: Callable[[], int], holder: str = "floor"
    ) -> None:
        self.store, self.people, self.now, self.holder = store, people, now, holder
        self.presence = Presence(store, holder, now=now)
        self.tables: dict[str, Running] = {}
        self.wallets = Wallets(store)
        self.cashier = Cashier(store, self.wallets)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._listening: Any = None

    async def open(self) -> None:
        """Load every table, and hear from now on what other processes append."""
        loop, journal = asyncio.get_running_loop(), self.store.journal
        tip = await self.store.call(journal.tip)
        for stream in await self.store.call(lambda: list(journal.streams(_TABLES))):
            await self._load(stream.removeprefix(_TABLES))

        def heard(records: tuple[Record, ...]) -> None:
            loop.call_soon_threadsafe(self._hear, records)

        self._listening = await self.store.call(lambda: journal.listen(heard, after=tip.serial))

    async def close(self) -> None:
        """Hear nothing more, and let what is under way end."""
        if self._listening is not None:
            await self.store.call(self._listening.close)
        await self.settle()

    async def settle(self) -> None:
        """Wait for what is being done beside."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def set_up(self, setting: Setting, *, by: str) -> Running | Denied:
        """Set a table up and open it for gaming."""
        at = self.now()
        try:
            house = house_of(setting)
            events = set_up(setting, house, by=by, at=at)
        except SettingError as error:
            return Denied("table.setting", str(error))
        entries = tuple(Entry(*written(event)) for event in events)
        batch = Batch((Append(table_stream(setting.table), 0, entries),), actor=by, time=at)
        if not isinstance(await self.store.append(batch), Appended):
            return Denied("table.exists", f"There is a table {setting.table} already.")
        return await self._load(setting.table)

    async def do(
        self, signed: Signed, table: str, name: str, data: Data, command_id: str | None = None
    ) -> Accepted | No:
        """Put somebody's command to a table; raises DataError for what is no command."""
        running = self.tables.get(table)
        if running is None:
            return Denied("table.unknown", f"There is no table {table}.")
        at = self.now()
        command = command_from(name, data, signed.person, at=at)
        if no := self._why_not(running, signed, command):
            return no
        if isinstance(command, f.TakeSeat):
            command = await self._with_card(running, signed, command, at)
        elif isinstance(command, f.SeatDealer):
            command = f.SeatDealer(command.by, command.at, signed.licence)
        return await running.do(Asked(command, signed.handle, command_id), at=at)

    def _why_not(self, running: Running, signed: Signed, command: Any) -> No | None:
        """Whether this person may do this here: by session, kind of table, role and relation."""
        if no := signed.why_not("play" if signed.person.role == "player" else "staff"):
            return no
        if signed.practice_only and running.standing.setting.kind == "live":
            return Denied("table.live", "Guests and bots play at practice tables only.")
        return why_not_person(running.standing, command, signed.person)

    async def _with_card(
        self, running: Running, signed: Signed, command: f.TakeSeat, at: int
    ) -> f.TakeSeat:
        """Show the Player Card that the house knows of; at a practice table everybody has one."""
        if running.standing.setting.kind == "practice":
            card: PlayerCard | None = PlayerCard(f"practice {signed.handle}", signed.handle)
            held = (await self.wallets.balance(wallet_of(signed.handle))).of("practice")
            if command.amount > held:
                await self.cashier.grant_practice(signed, at=at)
        else:
            card = await self.people.valid_player_card(signed.handle, Moment(at // SECOND))
        return f.TakeSeat(command.player, command.seat, command.amount, card)

    async def _load(self, table: str) -> Running:
        running = Running(self.store, self.wallets, await load(self.store, table))
        return self.tables.setdefault(table, running)

    def _hear(self, records: tuple[Record, ...]) -> None:
        """Take over what was appended, by whomever: what is known already is passed over."""
        self.wallets.follow(records)
        for stream in {each.stream for each in records if each.stream.startswith(_TABLES)}:
            name = stream.removeprefix(_TABLES)
            last = max(each.position for each in records if each.stream == stream)
            running = self.tables.get(name)
            if running is None:
                self.spawn(self._load(name))
            elif running.standing.position < last:
                self.spawn(running.catch_up(last))

    def spawn(self, work: Any) -> None:
        """Do something beside."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
