"""A session at a table that the software deals: what it does by itself, by the Tournament Manager's standing direction.

It examines forms, calls time, counts the chips, announces the result, returns the chips and ends the
session. A player without an entry when time is up loses the minimum for up to three rounds and is then
disqualified (S65 20.5.6). A session in which it is certain who goes on is concluded (S65 20.5.5.1),
unless its chips have a cash value.
"""

from typing import Final

from houserules.core.people import Moment, Person
from houserules.floor.tables.table import FloorTable
from houserules.rulebook.values import require_offered
from houserules.table.cards.open_steps import DEALER, NOW
from houserules.table.commands import CloseBets, Command, PlaceSideWager
from houserules.table.judge import why_not
from houserules.table.legal import legal
from houserules.table.session.commands import (
    AnnounceResult,
    CallTime,
    ConcludeSession,
    DeductForAbsence,
    Disqualify,
    EndSession,
    ExamineForm,
    HandInForm,
    RecordCount,
    ReturnChips,
    RuleOnDispute,
)
from houserules.table.session.ending import is_determined
from houserules.table.session.order import in_turn, missing_entries
from houserules.table.session.state import Session

MANAGER: Final = Person("house", "Tournament Manager")
SUPERVISOR: Final = Person("house", "Gaming Supervisor")
_STANDS: Final = "Practice: the result stands."


def next_in_session(state: FloorTable, session: Session) -> Command | None:
    """Return what the software does now, even if it also waits for players; None: nothing."""
    if session.is_over:
        return _next_of_ending(state, session)
    if state.table.phase != "betting" or state.table.staff.disputes:
        return None
    for entry in session.entries:
        if entry.form is not None and not entry.examined:
            return ExamineForm(SUPERVISOR, NOW, entry.player)
    if session.count_due:
        return _count(state, session)
    if is_determined(session) and not session.conditions.cash_value:
        return ConcludeSession(MANAGER, NOW, "early")
    return None


def _next_of_ending(state: FloorTable, session: Session) -> Command | None:
    if session.count_due:
        return _count(state, session)
    if session.result is None:
        return AnnounceResult(MANAGER, NOW)
    return None if session.returned else ReturnChips(DEALER, NOW)


def _count(state: FloorTable, session: Session) -> Command | None:
    if state.table.boxes:
        return None
    held = state.table.racks
    counts = tuple([(player.name, held.get(player.name, 0)) for player in session.players_in])
    return RecordCount(DEALER, NOW, counts)


def waited_for_entries(state: FloorTable, session: Session) -> tuple[str, ...]:
    """Return who has not wagered yet, in turn; then who may still add to a wager and is not ready."""
    if session.is_over:
        return ()
    turn = in_turn(session)
    if turn is not None:
        return (turn.name,)
    if missing := missing_entries(session):
        return tuple([player.name for player in missing])
    adds = {
        option.who
        for option in legal(state.setting.rules, state.table)
        if isinstance(option.command, PlaceSideWager | HandInForm)
    }
    return tuple([entry.player for entry in session.entries if entry.player in adds - state.ready])


def without_entries(state: FloorTable, session: Session) -> Command | None:
    """Return what happens when the time to wager is up, or the result has been shown."""
    if session.is_over:
        ends = EndSession(MANAGER, NOW)
        return ends if why_not(state.setting.rules, state.table, ends) is None else None
    missing = missing_entries(session)
    if not missing:
        return CloseBets()
    first = missing[0]
    if session.wager_seconds is not None and first.name not in session.late:
        return CallTime(DEALER, NOW)
    most = require_offered(state.setting.rules.tournament).absences_deducted.value
    if first.deductions < most:
        return DeductForAbsence(MANAGER, NOW, first.name)
    return Disqualify(MANAGER, NOW, first.name, "absent")


def seconds_to_wager(state: FloorTable, session: Session) -> int:
    """Return how long the software waits: the wager clock first, then the table's own."""
    missing = missing_entries(session)
    if session.wager_seconds is not None and missing and missing[0].name not in session.late:
        return session.wager_seconds
    return state.setting.clocks.betting


def session_clock(state: FloorTable, session: Session) -> tuple[Moment, Command] | None:
    """Return when a session by the clock is concluded; None: by no clock, or it is concluded."""
    minutes = session.conditions.minutes
    if minutes is None or session.is_over or session.concluded is not None:
        return None
    ends = Moment(session.begun + minutes * 60)
    return ends, ConcludeSession(MANAGER, ends, "clock")


def practice_ruling(state: FloorTable) -> Command | None:
    """Return the decision of a dispute in practice, where no Tournament Manager is on duty."""
    disputes = state.table.staff.disputes
    if not disputes or state.setting.kind != "practice":
        return None
    return RuleOnDispute(MANAGER, NOW, disputes[0].number, _STANDS)
