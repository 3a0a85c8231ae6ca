"""Sessions of a tournament at tables: begun there once they have started, and their results recorded.

The tournament's own record always comes first: a session that has started is begun at its table, and
one that its table has ended is recorded. Both steps can be taken again at any time, so a server that
dies between two streams loses nothing: the next process that looks takes the missing step.
"""

from collections.abc import Mapping
from json import loads
from typing import Final

from houserules.core.codec import Data
from houserules.core.people import MINUTE, Moment
from houserules.core.refusal import Refusal
from houserules.floor.commands import GetUp
from houserules.floor.denial import Denied
from houserules.floor.tables.decision import HOUSE, SECOND, Rejected
from houserules.floor.tables.run import CommandRequest, RunningTable
from houserules.floor.tables.settings import Chosen, Clocks, Setting
from houserules.floor.tables.table import FloorTable
from houserules.floor.tournaments.manager import MANAGER
from houserules.floor.tournaments.stream import FloorTournament
from houserules.rulebook.values import NotOffered, require_offered
from houserules.table.people.commands import PresentPlayerCard
from houserules.table.people.state import PlayerCard
from houserules.table.session.commands import BeginSession
from houserules.table.session.state import Session
from houserules.tournament.commands import RecordResult
from houserules.tournament.conditions.document import ConditionFinding
from houserules.tournament.conditions.structure import plan_stages
from houserules.tournament.event_builder import conditions_of
from houserules.tournament.play.at_table import (
    session_conditions,
    session_players,
    session_results,
)
from houserules.tournament.state import TournamentSession

_PATIENCE: Final = 10 * MINUTE
_PRACTICE_CLOCKS: Final = Clocks(
    betting=_PATIENCE, offers=_PATIENCE, decision=_PATIENCE, cut=MINUTE, clearing=_PATIENCE, idle=0
)
"""At a practice tournament there is time to think; an owner who has left is absent in the end."""


def session_name(tournament: str, number: int) -> str:
    """Return the name by which a table knows a session."""
    return f"{tournament}/{number}"


def why_not_table(tournament: FloorTournament, state: FloorTable) -> Rejected | None:
    """Whether a tournament can be played at a table: the same game, kind and options (20.5.1)."""
    setting, rules, table = state.setting, tournament.rules, state.setting.table
    if setting.rules.id != rules.id:
        return Denied(
            "tournament.other-game",
            f"Table {table} offers {setting.rules.title}, not {rules.title}.",
        )
    if setting.kind != tournament.setting.kind:
        return Denied(
            "tournament.other-kind",
            f"Table {table} is a {setting.kind} table; this is a {tournament.setting.kind} tournament.",
        )
    part = require_offered(rules.tournament)
    if setting.rules != conditions_of(tournament.state).rules:
        return Refusal(
            "tournament.other-options",
            part.tables_are_designated,
            f"Table {table} was set up with other options than the conditions state.",
        )
    return None


def table_settings(tournament: FloorTournament) -> tuple[Setting, ...]:
    """Return the tables that the software sets up for a tournament: as many as play at a time."""
    state, setting = tournament.state, tournament.setting
    conditions = conditions_of(state)
    plans = plan_stages(conditions, len(state.accepted))
    stages = () if isinstance(plans, ConditionFinding) else plans
    most = max((len(sitting) for plan in stages for sitting in plan.sittings), default=1)
    return tuple(
        Setting(
            f"{setting.tournament}-{number}",
            f"{state.name}, table {number}",
            conditions.rules.id,
            table_options(loads(state.document)),
            kind=setting.kind,
            clocks=_PRACTICE_CLOCKS if setting.owner else Clocks(),
            owner=setting.owner,
        )
        for number in range(1, most + 1)
    )


def table_options(document: Data) -> Chosen:
    """Return the options of a table as conditions state them, with the smallest chip of $1."""
    chosen = {"smallest_chip": "1", **document.get("table", {})}
    return tuple(sorted(chosen.items()))


async def begin_session(
    tournament: FloorTournament, session: TournamentSession, running: RunningTable, *, at: int
) -> Rejected | None:
    """Begin a session that has started at its table, unless it is there already."""
    name = session_name(tournament.setting.tournament, session.number)
    players = session_players(tournament.state, session.number)
    for patron in running.state.table.patrons:  # the table is for the tournament alone (20.5.2)
        await running.carry_out(CommandRequest(GetUp(patron.name), HOUSE), at=at)
    command = BeginSession(
        MANAGER,
        Moment(at // SECOND),
        name,
        session_conditions(tournament.state, session.number),
        players,
    )
    answer = await running.carry_out(
        CommandRequest(command, HOUSE, id=f"begin session {name}"), at=at
    )
    return answer if isinstance(answer, Refusal | Denied) else None


def without_practice_cards(state: FloorTable) -> tuple[str, ...]:
    """Return who still needs a Player Card in a practice session; it is presented for them (S24 6.1)."""
    setting, session = state.setting, state.table.session
    if setting.kind != "practice" or session is None or session.is_over:
        return ()
    if isinstance(setting.rules.player_cards, NotOffered):
        return ()
    return tuple(patron.name for patron in state.table.patrons if patron.card is None)


async def present_practice_cards(running: RunningTable, *, at: int) -> None:
    """Present a Player Card for everybody in a practice session, as for any seat in practice."""
    for name in without_practice_cards(running.state):
        card = PlayerCard(f"practice {name}", name)
        shown = PresentPlayerCard(name, card, Moment(at // SECOND))
        await running.carry_out(CommandRequest(shown, HOUSE), at=at)


def result_command(session: TournamentSession, played: Session, at: Moment) -> RecordResult:
    """Return the command that records how a session ended at its table."""
    return RecordResult(MANAGER, at, session.number, session_results(played), played.counted)


def played_session(state: FloorTable, name: str) -> Session | None:
    """Return a session of this name whose result was announced at a table."""
    for session in (state.table.session, state.last_session):
        if session is not None and session.name == name and session.result is not None:
            return session
    return None


def sessions_due(
    tournament: FloorTournament, tables: Mapping[str, RunningTable]
) -> list[tuple[TournamentSession, RunningTable]]:
    """Return the sessions that have started and are not decided, with their tables."""
    return [
        (session, tables[session.table])
        for session in tournament.state.sessions
        if session.status == "running" and session.table in tables
    ]
