"""The automatic dealer: it deals, closes each stage once everybody is ready, and clears the table.

`clock_of` says how long it waits for players, and what it does when their time is up.
"""

from dataclasses import dataclass, replace

from houserules.core.people import Moment
from houserules.floor.tables.auto_session import (
    next_in_session,
    practice_ruling,
    seconds_to_wager,
    session_clock,
    waited_for_entries,
    without_entries,
)
from houserules.floor.tables.card_handler import CardHandler
from houserules.floor.tables.decision import SECOND
from houserules.floor.tables.table import FloorTable
from houserules.table.cards.commands import PassCutOn
from houserules.table.cards.cut import offer
from houserules.table.cards.open_steps import DEALER, NOW, next_step
from houserules.table.commands import (
    ClearTable,
    CloseBets,
    CloseOffers,
    Command,
    Decline,
    ReportAbsent,
    StaffCommand,
)
from houserules.table.legal import legal


def next_of_dealer(state: FloorTable, handler: CardHandler) -> Command | None:
    """Return what the automatic dealer does now; None: it waits for somebody."""
    table = state.table
    if table.source is None or table.staff.closed:
        return None
    if table.session is not None:
        if (command := next_in_session(state, table.session)) is not None:
            return command
        if table.staff.disputes or table.session.is_over:
            return None
    if not table.patrons and table.phase == "betting":  # a round goes on for those who have left
        return None
    if command := handler.next(table):
        return command
    waits = waited_for(state)
    if waits and state.leaving.issuperset(waits):
        return without_players(state)
    return None if waits else _call(state)


def _call(state: FloorTable) -> Command | None:
    """Return the call that ends the current stage if it waits for nobody."""
    table = state.table
    if table.irregularity is not None or table.awaiting is not None:
        return None
    if table.phase == "betting" and (table.boxes or table.session is not None):
        return CloseBets()
    if table.phase == "offers":
        return CloseOffers()
    return ClearTable() if table.phase == "over" and state.ready else None


def waited_for(state: FloorTable) -> tuple[str, ...]:
    """Return the players for whom the automatic dealer waits."""
    table = state.table
    if cutter := offered_cut(state):
        return (cutter,)
    if table.phase == "betting" and table.session is not None:
        return waited_for_entries(state, table.session)
    if table.phase == "betting":
        here = [patron.name for patron in table.patrons] if table.boxes else []
        return tuple([name for name in here if name not in state.ready])
    if table.phase == "offers":
        asked = {option.who for option in legal(state.setting.rules, table) if option.who}
        return tuple(sorted(asked - state.ready))
    if table.phase == "playing" and table.awaiting is not None:
        return table.awaiting.players
    turn = table.turn() if table.phase == "playing" else None
    return (turn[0].controller,) if turn and turn[0].controller else ()


def offered_cut(state: FloorTable) -> str | None:
    """Return the player who is offered the cut."""
    table = state.table
    due = next_step(table) if table.source is not None else None
    if due is None or due.step != "cut":
        return None
    return offer(state.setting.rules, table).player


def without_players(state: FloorTable) -> Command | None:
    """Return what happens when time is up: what the rules say for players who are away.

    S24 18.10, S65 17.10, NZ 16.6 and PJ 15.10 for a hand; an offer counts as declined, and the cut
    passes to the next player.
    """
    table, turn = state.table, state.table.turn()
    if table.irregularity is not None:
        return None
    if table.session is not None and table.staff.disputes:
        return practice_ruling(state)
    if cutter := offered_cut(state):
        return PassCutOn(DEALER, NOW, cutter)
    if table.awaiting is not None:
        return Decline(table.awaiting.players[0], table.awaiting.box)
    if table.phase == "playing" and turn is not None:
        return ReportAbsent(turn[0].number, turn[1])
    if table.phase == "offers":
        return CloseOffers()
    if table.phase == "betting" and table.session is not None:
        return without_entries(state, table.session)
    if table.phase == "betting" and table.boxes:
        return CloseBets()
    return ClearTable() if table.phase == "over" else None


# How long a table waits, and what the automatic dealer does then.


@dataclass(frozen=True, slots=True)
class Clock:
    """When the wait ends, in milliseconds, and what happens then."""

    ends: int
    then: Command


def clock_of(state: FloorTable) -> Clock | None:
    """Return the clock that runs at a table; None: no clock runs."""
    if not state.setting.is_automatic or state.locked or state.held or state.table.staff.closed:
        return None
    then, seconds, session = without_players(state), _seconds(state), state.table.session
    ends = state.since + seconds * SECOND
    concludes = session_clock(state, session) if session is not None else None
    if concludes is not None and (then is None or not seconds or concludes[0] * SECOND <= ends):
        return Clock(concludes[0] * SECOND, concludes[1])
    if then is None or not seconds:
        return None
    if isinstance(then, StaffCommand):
        then = replace(then, at=Moment(ends // SECOND))
    return Clock(ends, then)


def _seconds(state: FloorTable) -> int:
    clocks, table = state.setting.clocks, state.table
    if offered_cut(state):
        return clocks.cut
    if table.phase == "betting" and table.session is not None:
        return seconds_to_wager(state, table.session)
    by_phase = {
        "betting": clocks.betting,
        "offers": clocks.offers,
        "playing": clocks.decision,
        "over": clocks.clearing,
    }
    return by_phase.get(table.phase, 0)
