"""Tables and sessions: designated, scheduled, moved with notice, started (20.5.1 to 20.5.3, 20.6.3)."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_tournament import Tournament
from houserules.rulebook.values import require_offered
from houserules.tournament.commands import DesignateTables, RescheduleSession, StartSession
from houserules.tournament.disputes import why_not_undisputed
from houserules.tournament.entries import why_not_ready
from houserules.tournament.event_builder import TournamentEvents, conditions_of
from houserules.tournament.events import EntrantEliminated
from houserules.tournament.money.chips import needs_buy_in
from houserules.tournament.money.fees import refund_buy_ins
from houserules.tournament.notices import why_not_new_time
from houserules.tournament.play.events import (
    SessionRescheduled,
    SessionStarted,
    TablesDesignated,
)
from houserules.tournament.play.results import walk_over
from houserules.tournament.state import SeatedEntrant, TournamentSession, TournamentState

# Tables.


def why_not_designate(
    rules: Rulebook, state: TournamentState, command: DesignateTables
) -> Refusal | None:
    """The Tournament Manager names tables, each once, and keeps those with a session (20.5.1)."""
    clause = require_offered(rules.tournament).tables_are_designated
    names = [table.strip() for table in command.tables]
    if not names or "" in names or len(set(names)) != len(names):
        return Refusal("tournament.tables-wrong", clause, "Name one table or more, each once.")
    in_use = {session.table for session in state.sessions if session.status != "decided"}
    if missing := sorted(in_use - set(names)):
        return Refusal(
            "tournament.table-needed", clause, f"Table {missing[0]} has a session to be played."
        )
    return None


def designate(builder: TournamentEvents, command: DesignateTables) -> None:
    """Record the tables."""
    tables = tuple(table.strip() for table in command.tables)
    clause = builder.part.tables_are_designated
    builder.emit(TablesDesignated(tables, command.by.name, command.at, clause))


def reserved_tables(state: TournamentState) -> frozenset[str]:
    """Return the tables on which nothing but the tournament may be played now (20.5.2)."""
    return frozenset(session.table for session in state.sessions if session.status == "running")


# Times.


def _unknown(part: Tournament, number: int) -> Refusal:
    return Refusal(
        "tournament.session-unknown", part.states_structure, f"There is no session {number}."
    )


def why_not_reschedule(
    rules: Rulebook, state: TournamentState, command: RescheduleSession
) -> Refusal | None:
    """A session that has not started moves with reasonable notice, to a designated table (20.5.3)."""
    part, session = require_offered(rules.tournament), state.session(command.session)
    if session is None:
        return _unknown(part, command.session)
    if session.status != "scheduled":
        return Refusal(
            "tournament.session-started",
            part.start_moved_with_notice,
            "The session has started already.",
        )
    if command.table not in state.tables:
        return Refusal(
            "tournament.table-not-designated",
            part.tables_are_designated,
            f"Table {command.table} is not designated for the tournament.",
        )
    return why_not_new_time(rules, state, command.starts, at=command.at, notice=command.notice)


def reschedule(builder: TournamentEvents, command: RescheduleSession) -> None:
    """Move the session."""
    builder.emit(
        SessionRescheduled(
            command.session,
            command.starts,
            command.table,
            command.notice.strip(),
            command.by.name,
            command.at,
            builder.part.start_moved_with_notice,
        )
    )


# The start.


def players_ready(state: TournamentState, session: TournamentSession) -> tuple[SeatedEntrant, ...]:
    """Return who can begin a session: seated, still in the tournament, and with the buy-in paid."""
    bought = needs_buy_in(conditions_of(state), session)
    return tuple(
        seat
        for seat in session.seats
        if _is_in(state, seat.player) and (not bought or seat.player in session.bought_in)
    )


def _is_in(state: TournamentState, player: str) -> bool:
    return state.entrants[player].status in ("accepted", "eliminated")


def why_not_start(rules: Rulebook, state: TournamentState, command: StartSession) -> Refusal | None:
    """A session starts at its time, at a free table, with players who know the conditions."""
    part, session = require_offered(rules.tournament), state.session(command.session)
    if session is None:
        return _unknown(part, command.session)
    if session.status != "scheduled":
        return Refusal(
            "tournament.session-started", part.session_ends, "The session has started already."
        )
    if command.at < session.starts:
        return Refusal(
            "tournament.too-early",
            part.start_moved_with_notice,
            "It is too early. Move the start with notice to begin sooner.",
        )
    if session.table in reserved_tables(state):
        return Refusal(
            "tournament.table-in-use",
            part.tables_are_exclusive,
            f"Another session is being played at table {session.table}.",
        )
    for seat in players_ready(state, session):
        if refusal := why_not_ready(rules, state, state.entrants[seat.player]):
            return refusal
    return why_not_undisputed(rules, state)


def start(builder: TournamentEvents, command: StartSession) -> None:
    """Eliminate players without a buy-in (20.6.3), and start, unless everybody goes on anyway."""
    part, session = builder.part, builder.state.session(command.session)
    assert session is not None
    ready = tuple(seat.player for seat in players_ready(builder.state, session))
    for seat in session.seats:
        if seat.player not in ready and _is_in(builder.state, seat.player):
            clause = part.no_buy_in_eliminates
            builder.emit(EntrantEliminated(seat.player, session.number, session.stage, clause))
    refund_buy_ins(builder, session.number, part.equal_allotment, except_for=ready)
    if session.play_off_of is None and len(ready) <= _most_without_play(builder, session):
        refund_buy_ins(builder, session.number, part.equal_allotment)
        walk_over(builder, session.number, ready, command.at)
        return
    builder.emit(
        SessionStarted(session.number, ready, command.by.name, command.at, part.session_ends)
    )


def _most_without_play(builder: TournamentEvents, session: TournamentSession) -> int:
    """Return how many players need not play: in a final one, elsewhere as many as advance."""
    is_final = builder.conditions.stages[session.stage].kind == "final"
    return 1 if is_final else session.advance
