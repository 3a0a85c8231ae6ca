"""The clocks of all tables: when time is up, the automatic dealer goes on without the player.

One process at a time runs the clocks of the shared tables. It holds the lease `clocks`, which every
process tries to acquire every few seconds. The holder renews it by acquiring it again; if it dies, the
lease runs out after 15 seconds and the next process to ask gets it. A process that stalls past the end
of its lease may act together with its successor for a moment. That is harmless: what a clock does is a
command like any other, sent with `only_at`, so it is refused if anything has happened since, and two
equal commands race for one position of the stream. The lease saves work; the journal keeps order.

Players count as present while some process holds a lease `present/table/name` for them. The leader lets
players leave who have been disconnected for too long. Each process looks after the private tables that
it has in memory.
"""

import asyncio
import logging
from typing import Final

from houserules.floor.app import Floor
from houserules.floor.commands import GetUp
from houserules.floor.tables.auto_dealer import clock_of
from houserules.floor.tables.decision import HOUSE
from houserules.floor.tables.presence import TTL, lease_of
from houserules.floor.tables.run import CommandRequest, RunningTable
from houserules.floor.tables.settings import is_private

_STEP: Final = 0.25  # seconds between two checks of the clocks
_EVERY: Final = 5.0  # seconds between two exchanges with the other processes
CLOCKS: Final = "clocks"
"""The lease of the process that runs the clocks."""
_ASLEEP_AFTER: Final = 300_000  # milliseconds without anybody at a private table
_log = logging.getLogger(__name__)


class Ticker:
    """Runs the clocks, and lets players leave who are disconnected or idle."""

    def __init__(self, floor: Floor) -> None:
        self._floor, self._presence, self._holder = floor, floor.presence, floor.holder
        self._leads = False
        # by table: which clock, and until when
        self._due: dict[str, tuple[tuple[int, int], int]] = {}
        self._missing: dict[str, int] = {}  # since when a player is disconnected
        self._empty: dict[str, int] = {}  # since when a private table is empty
        self._seated: dict[tuple[str, str], int] = {}  # since when a player has been at a table
        self._waiting: set[str] = set()  # tables whose clock is being carried out
        self._exchanged = float("-inf")

    async def run(self) -> None:
        """Check the clocks until cancelled; failures are retried."""
        while True:
            try:
                await self.look()
            except Exception:  # the store may be unavailable for a while: the clocks wait for it
                _log.exception("the clocks failed; trying again")
            await asyncio.sleep(_STEP)

    def exchange_soon(self) -> None:
        """Exchange presence with the other processes at the next check."""
        self._exchanged = float("-inf")

    async def look(self) -> None:
        """Carry out the clocks that have run out, if this process leads."""
        passed = asyncio.get_running_loop().time()
        if passed - self._exchanged >= _EVERY:
            self._exchanged = passed
            await self._exchange()
        for name, running in tuple(self._floor.tables.items()):
            # Other private tables have no clocks; those of a session run in every process that
            # has the table.
            is_session = running.state.table.session is not None
            if self._leads if name in self._floor.shared else is_session:
                self._check_clock(name, running)

    async def _exchange(self) -> None:
        await self._presence.share()
        if self._floor.clock is not None:
            self._floor.now()  # in a quiet house nothing else would notice a change of the clock
            await self._floor.clock.write_jumps(self._floor.store)
        leases = self._floor.store.journal.leases
        token = await self._floor.store.call(
            lambda: leases.acquire(CLOCKS, self._holder, ttl_ms=TTL // 2)
        )
        self._leads = token is not None
        here = await self._presence.everybody()
        self._send_home(here)
        self._put_to_sleep(here)
        if self._leads:
            self._vacate_idle_seats()
            self._floor.spawn(self._floor.tournament_house.look())
            self._floor.spawn(self._floor.bots.look())
            self._floor.spawn(self._floor.promotion_house.look())
            await self._floor.cards.end_expired()
            await self._floor.carded_house.look()

    def _check_clock(self, name: str, running: RunningTable) -> None:
        clock = clock_of(running.state)
        if clock is None or name in self._waiting or not self._is_over(name, running, clock.ends):
            return
        self._waiting.add(name)
        request = CommandRequest(clock.then, HOUSE, only_at=running.state.position)

        async def carry_out() -> None:
            try:
                await running.carry_out(request, at=self._floor.now())
            finally:
                self._waiting.discard(name)

        self._floor.spawn(carry_out())

    def _is_over(self, name: str, running: RunningTable, ends: int) -> bool:
        """Whether a table has waited long enough, by the monotonic clock."""
        since, steady = running.state.since, self._floor.steady()
        which, due = self._due.get(name, (None, 0))
        if which != (since, ends):
            # If the clock was set back before a restart, the wait began in the future.
            left = min(ends - self._floor.now(), ends - since)
            due = steady + max(0, left)
            self._due[name] = ((since, ends), due)
        return due <= steady

    def _send_home(self, here: frozenset[str]) -> None:
        """Let players leave who have been disconnected for too long."""
        steady = self._floor.steady()
        missing: dict[str, int] = {}
        for name, running in self._floor.tables.items():
            if not self._leads and not is_private(name):
                continue
            if running.state.table.session is not None:
                continue  # players of a tournament keep their seats; the wager clock goes on
            allowed = running.state.setting.clocks.reconnecting * 1000
            for patron in running.state.table.patrons:
                lease = lease_of(name, patron.name)
                if lease in here or patron.name in running.state.leaving:
                    continue
                missing[lease] = self._missing.get(lease, steady)
                if steady - missing[lease] >= allowed:
                    self._get_up(running, patron.name)
        self._missing = missing

    def _get_up(self, running: RunningTable, player: str) -> None:
        request = CommandRequest(GetUp(player), HOUSE)
        self._floor.spawn(running.carry_out(request, at=self._floor.now()))

    def _vacate_idle_seats(self) -> None:
        """Let idle players leave a shared practice table where others are."""
        floor, now = self._floor, self._floor.now()
        seated: dict[tuple[str, str], int] = {}
        for name, running in floor.shared.items():
            state, setting = running.state, running.state.setting
            if setting.kind != "practice" or not setting.is_automatic or not setting.clocks.idle:
                continue
            if state.table.session is not None:
                continue
            for patron in state.table.patrons:
                key = (name, patron.name)
                seated[key] = self._seated.get(key, now)
                idle = now - max(seated[key], floor.acted.get(key, 0))
                is_alone = len(state.table.patrons) == 1
                if idle >= setting.clocks.idle * 1000 and not is_alone:
                    self._get_up(running, patron.name)
        self._seated = seated
        floor.acted = {key: at for key, at in floor.acted.items() if key in seated}

    def _put_to_sleep(self, here: frozenset[str]) -> None:
        """Drop private tables that nobody uses from memory; the journal has them."""
        now, awake = self._floor.now(), {lease.split("/")[1] for lease in here}
        empty: dict[str, int] = {}
        for name, running in tuple(self._floor.tables.items()):
            if not is_private(name) or name in awake or running.state.table.patrons:
                continue
            empty[name] = self._empty.get(name, now)
            if now - empty[name] >= _ASLEEP_AFTER and not running.is_deciding:
                del self._floor.tables[name]
        self._empty = empty
