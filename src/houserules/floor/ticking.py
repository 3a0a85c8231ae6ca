"""The clocks of all tables: watched by one process, taken over by another when it dies."""

import asyncio
import logging
from typing import Final

from houserules.floor.asked import Asked
from houserules.floor.clocks import clock_of
from houserules.floor.commands import GetUp
from houserules.floor.floor import Floor
from houserules.floor.presence import TTL, lease_of
from houserules.floor.running import Running

HOUSE: Final = "house"
"""Who stands in the journal for what the clocks bring about."""

_STEP: Final = 0.25  # seconds between two looks at the clocks
_EVERY: Final = 5.0  # seconds between two exchanges with the other processes
_LEASE: Final = "clocks"
_log = logging.getLogger(__name__)


class Ticking:
    """Looks at the clocks, and sends those home who do not come back."""

    def __init__(self, floor: Floor) -> None:
        self._floor, self._presence, self._holder = floor, floor.presence, floor.holder
        self._leads = False
        self._missing: dict[str, int] = {}  # since when somebody at a table is not connected
        self._waiting: set[str] = set()  # tables whose clock is being carried out
        self._exchanged = float("-inf")

    async def run(self) -> None:
        """Look again and again, until cancelled; what fails is tried again."""
        while True:
            try:
                await self.look()
            except Exception:  # the store may be away for a while: the clocks wait for it
                _log.exception("the clocks could not be looked after")
            await asyncio.sleep(_STEP)

    def exchange_soon(self) -> None:
        """Exchange with the other processes at the next look."""
        self._exchanged = float("-inf")

    async def look(self) -> None:
        """Carry out the clocks that have run out, if this process is the one that does."""
        passed = asyncio.get_running_loop().time()
        if passed - self._exchanged >= _EVERY:
            self._exchanged = passed
            await self._exchange()
        if self._leads:
            for name, running in self._floor.tables.items():
                self._carry_out(name, running)

    async def _exchange(self) -> None:
        await self._presence.tell()
        leases = self._floor.store.journal.leases
        token = await self._floor.store.call(
            lambda: leases.take(_LEASE, self._holder, ttl_ms=TTL // 2)
        )
        self._leads = token is not None
        if self._leads:
            await self._send_home()

    def _carry_out(self, name: str, running: Running) -> None:
        clock = clock_of(running.standing)
        if clock is None or clock.ends > self._floor.now() or name in self._waiting:
            return
        self._waiting.add(name)
        asked = Asked(clock.then, HOUSE, only_at=running.standing.position)
        self._floor.spawn(self._do(name, running, asked))

    async def _do(self, name: str, running: Running, asked: Asked) -> None:
        try:
            await running.do(asked, at=self._floor.now())
        finally:
            self._waiting.discard(name)

    async def _send_home(self) -> None:
        """Let those get up who have had no connection for too long."""
        here, now = await self._presence.everybody(), self._floor.now()
        missing: dict[str, int] = {}
        for name, running in self._floor.tables.items():
            allowed = running.standing.setting.clocks.reconnecting * 1000
            for patron in running.standing.table.patrons:
                lease = lease_of(name, patron.name)
                if lease in here or patron.name in running.standing.leaving:
                    continue
                missing[lease] = self._missing.get(lease, now)
                if now - missing[lease] >= allowed:
                    asked = Asked(GetUp(patron.name), HOUSE)
                    self._floor.spawn(running.do(asked, at=now))
        self._missing = missing
