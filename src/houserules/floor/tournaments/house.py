"""What the house does for its tournaments: begin sessions at tables, record results, run them by itself."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from houserules.core.codec import Data
from houserules.core.people import Moment
from houserules.core.refusal import Refusal
from houserules.floor.commands import TakeSeat
from houserules.floor.denial import Denied
from houserules.floor.people.signed_in import Caller
from houserules.floor.store import AWAY
from houserules.floor.tables.decision import HOUSE, SECOND, Rejected
from houserules.floor.tables.run import Accepted, RunningTable, Update
from houserules.floor.tables.settings import Setting
from houserules.floor.tournaments.app import Tournaments
from houserules.floor.tournaments.manager import MANAGER, next_commands
from houserules.floor.tournaments.sessions import (
    begin_session,
    played_session,
    present_practice_cards,
    result_command,
    session_name,
    sessions_due,
    table_settings,
    why_not_table,
)
from houserules.rulebook.values import require_offered
from houserules.table.session.events import SessionEnded, SessionResultAnnounced
from houserules.tournament.commands import DesignateTables
from houserules.tournament.play.sessions import reserved_tables

_MOST_STEPS: Final = 200
_log: Final = logging.getLogger(__name__)


class TournamentHouse:
    """Takes every step that is due, in whatever process looks first."""

    def __init__(
        self,
        tournaments: Tournaments,
        tables: Mapping[str, RunningTable],
        open_table: Callable[[Setting], Awaitable[RunningTable | Denied]],
        *,
        now: Callable[[], int],
        spawn: Callable[[Any], None],
    ) -> None:
        self.tournaments, self.tables, self.now = tournaments, tables, now
        self._open_table, self.spawn = open_table, spawn
        self._refused: dict[tuple[str, int], str] = {}  # sessions that cannot begin or be recorded

    async def carry_out(
        self, caller: Caller, tournament: str, name: str, data: Data, command_id: str | None = None
    ) -> Accepted | Rejected:
        """Carry out a person's command, then what follows from it; raises DataError."""
        known = self.tournaments.all.get(tournament)
        if known is not None and name == "designate-tables":
            tables = data.get("tables")
            for table in tables if isinstance(tables, list) else ():
                running = self.tables.get(str(table))
                if running is None:
                    return Denied("table.unknown", f"There is no table {str(table)[:40]}.")
                if no := why_not_table(known, running.state):
                    return no
        answer = await self.tournaments.carry_out(caller, tournament, name, data, command_id)
        if isinstance(answer, Accepted):
            await self.advance(tournament)
        return answer

    def follow_table(self, update: Update) -> None:
        """Take the next step as soon as a table has announced a result or is free again."""
        for event in update.events:
            if isinstance(event, SessionResultAnnounced | SessionEnded):
                session = update.state.table.session or update.state.last_session
                assert session is not None
                self.spawn(self.advance(session.name.partition("/")[0]))

    async def look(self) -> None:
        """Take the steps that are due in every tournament in progress."""
        for name, known in tuple(self.tournaments.all.items()):
            if known.state.phase not in ("finished", "cancelled"):
                with suppress(*AWAY):  # the next look tries again
                    await self.advance(name)

    async def advance(self, tournament: str) -> None:
        """Take the steps that are due in one tournament."""
        for _ in range(_MOST_STEPS):
            if not (await self._follow_tables(tournament) or await self._manage(tournament)):
                return
        _log.error("tournament %s does not come to rest", tournament)

    async def _follow_tables(self, tournament: str) -> bool:
        """Begin sessions at tables and record results; whether anything was done."""
        known, done = self.tournaments.all[tournament], False
        for session, running in sessions_due(known, self.tables):
            name = session_name(tournament, session.number)
            if played := played_session(running.state, name):
                command = result_command(session, played, Moment(self.now() // SECOND))
                id_ = f"result of session {name}"
                answer = await self.tournaments.decide(
                    tournament, command, actor=HOUSE, command_id=id_
                )
                no = None if isinstance(answer, Accepted) else answer
                self._note(tournament, session.number, None if no is None else no.detail)
                done |= no is None
            elif running.state.table.session is None:
                no = await begin_session(known, session, running, at=self.now())
                self._note(tournament, session.number, None if no is None else no.detail)
                done |= no is None
            else:
                await present_practice_cards(running, at=self.now())
        return done

    def _note(self, tournament: str, session: int, why: str | None) -> None:
        if why is None:
            self._refused.pop((tournament, session), None)
        elif self._refused.get((tournament, session)) != why:
            self._refused[tournament, session] = why
            _log.warning("session %s/%s is held up: %s", tournament, session, why)

    def why_not_sit(self, table: str, command: Any) -> Refusal | None:
        """Refuse a seat at a table from the moment that a session has started there (20.5.2)."""
        for known in self.tournaments.all.values():
            if isinstance(command, TakeSeat) and table in reserved_tables(known.state):
                clause = require_offered(known.rules.tournament).tables_are_exclusive
                return Refusal("tournament.off", clause, "The table is used for a tournament.")
        return None

    def why_held_up(self, tournament: str) -> dict[int, str]:
        """Return the sessions that were refused when the house began or recorded them, and why."""
        return {
            session: why for (name, session), why in self._refused.items() if name == tournament
        }

    async def _manage(self, tournament: str) -> bool:
        """Do what the software does as Tournament Manager; whether anything was done."""
        known = self.tournaments.all[tournament]
        if known.setting.run_by != "software":
            return False
        if known.state.phase == "play" and not known.state.tables:
            return await self._open_tables(tournament)
        for command in next_commands(
            known.state, Moment(self.now() // SECOND), kind=known.setting.kind
        ):
            if await self._give(tournament, command):
                return True
        return False

    async def _open_tables(self, tournament: str) -> bool:
        """Set up as many tables as the stages need at a time, and designate them."""
        settings = table_settings(self.tournaments.all[tournament])
        for setting in settings:
            if setting.table not in self.tables:
                await self._open_table(setting)
        names = tuple(setting.table for setting in settings)
        command = DesignateTables(MANAGER, Moment(self.now() // SECOND), names)
        return await self._give(tournament, command)

    async def _give(self, tournament: str, command: Any) -> bool:
        before = self.tournaments.all[tournament].position
        answer = await self.tournaments.decide(tournament, command, actor=HOUSE)
        return isinstance(answer, Accepted) and answer.position > before
