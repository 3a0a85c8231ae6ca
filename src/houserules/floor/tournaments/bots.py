"""Bots at the tables of practice tournaments: when they act, and the software's own steps between rounds.

A bot acts like any player, by a command that the table decides. It takes its time, so that a person
can follow; at tables without a person it is quicker. What it does follows from what it sees and from
the seed of its tournament, which lies in the vault until the tournament is over. Any process may play
a bot: a command is only carried out at the position at which it was decided.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, Final

from houserules.core.people import Moment
from houserules.floor.commands import BeReady
from houserules.floor.store import AWAY, Store
from houserules.floor.tables.auto_dealer import waited_for, without_players
from houserules.floor.tables.decision import HOUSE, SECOND
from houserules.floor.tables.run import Accepted, CommandRequest, RunningTable, Update
from houserules.floor.tables.table import FloorTable
from houserules.floor.tournaments.house import TournamentHouse
from houserules.floor.tournaments.sessions import without_practice_cards
from houserules.floor.tournaments.stream import FloorTournament
from houserules.journal.records import Batch, Delete
from houserules.table.commands import StaffCommand
from houserules.tournament.bots.moves import Luck, bot_command
from houserules.tournament.bots.styles import LUCK_BITS

SEEDS: Final = "practice-bots"
"""The kind under which the vault keeps the seeds of practice tournaments in progress."""
FindTable = Callable[[str], Awaitable[RunningTable | None]]
"""Returns a table of the floor, loaded from the journal if need be."""
_KEPT: Final = 3600 * 1000
"""Milliseconds for which a practice tournament that is over stays in memory."""
_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BotPace:
    """How many seconds a bot takes, and how long a result is shown."""

    watched: float = 0.7  # at a table with a person
    alone: float = 0.1
    result: float = 6.0  # before a session with a person is ended at its table


@dataclass(frozen=True, slots=True)
class BotStep:
    """What happens next at a table without its person, and after how many seconds."""

    command: Any
    actor: str
    delay: float


class BotPlayers:
    """Plays the bots of every practice tournament in progress."""

    def __init__(self, store: Store, house: TournamentHouse, find_table: FindTable) -> None:
        self._store, self._tournaments, self._house = store, house.tournaments, house
        self._tables, self._find_table = house.tables, find_table
        self._now, self._spawn, self.pace = house.now, house.spawn, BotPace()
        self._playing: set[str] = set()  # tables
        self._seeds: dict[str, bytes] = {}
        self._over: dict[str, int] = {}  # since when a tournament is known to be over

    def follow_table(self, update: Update) -> None:
        """Play on as soon as something has happened at a table with bots."""
        if update.state.setting.owner is not None and update.state.table.session is not None:
            self._wake(update.state.setting.table)

    def table_of(self, known: FloorTournament, player: str) -> RunningTable | None:
        """Return the table at which a player is in a session."""
        for name in known.state.tables:
            running = self._tables.get(name)
            session = running.state.table.session if running else None
            if session and any(each.name == player for each in session.players_in):
                return running
        return None

    async def look(self) -> None:
        """Play on after a restart, and put away what is over."""
        vault = self._store.journal.vault
        for name, seed in await self._store.call(lambda: list(vault.items(SEEDS))):
            known = await self._tournaments.find(name)
            if known is None:
                continue
            if known.state.phase in ("finished", "cancelled"):
                await self._put_away(name)
                continue
            self._seeds[name] = seed
            for table in known.state.tables:
                if await self._find_table(table) is not None:
                    self._wake(table)
            await self._house.advance(name)
        self._forget_old()

    async def _put_away(self, name: str) -> None:
        """Delete the seed of a tournament that is over; nobody acts in it any more."""
        batch = Batch((), actor=HOUSE, time=self._now(), deletes=(Delete(SEEDS, name),))
        await self._store.append(batch)
        self._seeds.pop(name, None)

    def _forget_old(self) -> None:
        """Drop tournaments from memory some time after they are over."""
        over = {
            name: self._over.get(name, self._now())
            for name, known in self._tournaments.all.items()
            if known.setting.owner and known.state.phase in ("finished", "cancelled")
        }
        for name, since in tuple(over.items()):
            if self._now() - since >= _KEPT:
                self._tournaments.forget(name)
                del over[name]
        self._over = over

    def _wake(self, table: str) -> None:
        if table not in self._playing:
            self._playing.add(table)
            self._spawn(self._play(table))

    async def _play(self, table: str) -> None:
        """Take one step after the other, until the table waits for a person."""
        try:
            while running := self._tables.get(table):
                state = running.state
                luck = await self._luck_at(state)
                if running.state is not state:
                    continue
                step = self._next_step(state, luck)
                if step is None:
                    return
                if step.delay:
                    await asyncio.sleep(step.delay)
                if running.state is state and not await self._carry_out(running, step):
                    return
        except AWAY:
            _log.warning("table %s: the bots wait for the store", table)
        finally:
            self._playing.discard(table)

    async def _carry_out(self, running: RunningTable, step: BotStep) -> bool:
        """Take a step, unless something else has happened; whether to go on."""
        position = running.state.position
        request = CommandRequest(step.command, step.actor, only_at=position)
        answer = await running.carry_out(request, at=self._now())
        if isinstance(answer, Accepted) or running.state.position != position:
            return True
        name = running.state.setting.table
        _log.warning("table %s: %s is held up: %s", name, step.actor, answer.detail)
        return False

    async def _luck_at(self, state: FloorTable) -> Luck:
        """Return the luck of the bots at a table: the same for the same moment, in every process."""
        session = state.table.session
        name = session.name.partition("/")[0] if session else ""
        if name not in self._seeds:
            self._seeds[name] = await self._store.secret(SEEDS, name) or b""
        return self._luck(self._seeds[name])

    @staticmethod
    def _luck(seed: bytes) -> Luck:
        def luck(words: str) -> tuple[int, int]:
            drawn = int.from_bytes(blake2b(words.encode(), key=seed, digest_size=8).digest())
            return drawn >> 64 - LUCK_BITS, drawn & (1 << LUCK_BITS) - 1

        return luck

    def _next_step(self, state: FloorTable, luck: Luck) -> BotStep | None:
        """Return what a bot or the software does now; None: a person is waited for."""
        session, table = state.table.session, state.table
        known = self._tournaments.all.get(session.name.partition("/")[0]) if session else None
        if session is None or known is None or state.locked is not None or table.staff.disputes:
            return None
        if without_practice_cards(state):
            return None
        owner = state.setting.owner
        is_watched = any(player.name == owner for player in session.players_in)
        pace = self.pace.watched if is_watched else self.pace.alone
        if session.is_over:
            return self._end(state, self.pace.result if is_watched else pace)
        bots = {bot.name: bot for bot in known.bots}
        if table.phase == "over":
            first = next(
                (player.name for player in session.players_in if player.name in bots), None
            )
            shows = is_watched or first is None or state.ready
            return None if shows else BotStep(BeReady(str(first)), str(first), pace)
        due = next((name for name in waited_for(state) if name in bots), None)
        if due is None:
            return None
        command = bot_command(state.setting.rules, table, bots[due], luck) or BeReady(due)
        return BotStep(command, due, pace)

    def _end(self, state: FloorTable, delay: float) -> BotStep | None:
        """Return the step that ends a session at its table, once its result is announced."""
        ends = without_players(state)
        if not isinstance(ends, StaffCommand):
            return None
        return BotStep(replace(ends, at=Moment(self._now() // SECOND)), HOUSE, delay)
