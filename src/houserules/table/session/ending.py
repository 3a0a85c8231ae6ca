"""The end of a session: concluded, counted, announced, chips returned, table free (20.5.5, 20.5.8, 20.5.9)."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.event_builder import EventBuilder
from houserules.table.session.commands import (
    AnnounceResult,
    ConcludeSession,
    EndSession,
    OrderCount,
    RecordCount,
    ReturnChips,
)
from houserules.table.session.discipline import why_not_under_way
from houserules.table.session.events import (
    ChipsCounted,
    CountOrdered,
    SessionConcluded,
    SessionEnded,
    SessionResultAnnounced,
    TournamentChipsReturned,
)
from houserules.table.session.rounds import (
    end_play,
    no_session,
    places_taken,
    session_places,
    the_session,
    tournament_part,
)
from houserules.table.session.standings import Place, find_advancing, needs_play_off
from houserules.table.session.state import CountedChips, Session, SessionResult
from houserules.table.session.taking_back import hand_entries_back
from houserules.table.state import Table


def why_not_conclude(rules: Rulebook, table: Table, command: ConcludeSession) -> Refusal | None:
    """The time of a session by the clock is over; or who goes on is certain (20.5.5, reading 218)."""
    if refusal := why_not_under_way(rules, table):
        return refusal
    session, part = _session(table), tournament_part(rules)
    if session.concluded is not None:
        detail = "The session is concluded. It ends with this round."
        return Refusal("tournament.concluded", part.session_ends, detail)
    if command.why == "clock":
        if session.conditions.minutes is None:
            detail = "This session is not played by the clock."
            return Refusal("tournament.no-clock", part.session_ends, detail)
        if command.at - session.begun < session.conditions.minutes * 60:
            detail = f"The session lasts {session.conditions.minutes} minutes."
            return Refusal("tournament.time-left", part.session_ends, detail)
        return None
    if not is_determined(session):
        detail = "It is not certain yet who goes on."
        return Refusal("tournament.not-determined", part.concluded_when_determined, detail)
    names = {player.name for player in session.players_in}
    if session.conditions.cash_value and not names <= {*command.agreed}:
        detail = "All players at the table must agree, because their chips have a cash value."
        return Refusal("tournament.not-agreed", part.concluded_when_all_agree, detail)
    return None


def is_determined(session: Session) -> bool:
    """Whether no other round can change who goes on, nor the order of places with a prize."""
    conditions, left = session.conditions, len(session.players_in)
    if session.counted == 0:
        return False
    at_stake = (
        conditions.advance + 1 - (conditions.play_off or 1)
    )  # a play-off is for the last ones
    return left <= 1 if conditions.final else left <= at_stake


def conclude(builder: EventBuilder, command: ConcludeSession) -> None:
    """End the session: at once before the cards, else with the round (reading 220)."""
    part = tournament_part(builder.rules)
    clauses = {
        "clock": part.session_ends,
        "early": part.concluded_when_all_agree
        if command.agreed
        else part.concluded_when_determined,
    }
    builder.emit(
        SessionConcluded(
            command.why, command.agreed, command.by.name, command.at, clauses[command.why]
        )
    )
    if builder.table.phase == "betting":
        hand_entries_back(builder)
        end_play(builder, command.why, between_rounds=True)


def why_not_order_count(rules: Rulebook, table: Table, command: OrderCount) -> Refusal | None:
    """The Tournament Manager may have the chips counted at any time (20.11.3)."""
    if refusal := why_not_under_way(rules, table):
        return refusal
    if not _session(table).count_due:
        return None
    detail = "A count is ordered already."
    return Refusal("tournament.count-due", tournament_part(rules).count_any_time, detail)


def order_count(builder: EventBuilder, command: OrderCount) -> None:
    """Order a count; the next round waits for it."""
    clause = tournament_part(builder.rules).count_any_time
    builder.emit(CountOrdered(command.by.name, command.at, clause))


def why_not_record_count(rules: Rulebook, table: Table, command: RecordCount) -> Refusal | None:
    """A count of everybody who is in, between rounds, that was ordered or ends the session (20.5.8)."""
    session = table.session
    if session is None:
        return no_session(rules)
    part = tournament_part(rules)
    if session.result is not None or not (session.count_due or session.is_over):
        detail = "No count of the chips is due."
        return Refusal("tournament.no-count-due", part.chips_are_counted, detail)
    if table.phase != "betting" or table.boxes:
        detail = "Count the chips between two rounds, when none lie on the layout."
        return Refusal("tournament.count-later", part.chips_are_counted, detail)
    names = sorted(player.name for player in session.players_in)
    if sorted(player for player, _ in command.counts) == names and all(
        amount >= 0 for _, amount in command.counts
    ):
        return None
    detail = f"Enter one amount for each player who is in: {', '.join(names) or 'nobody'}."
    return Refusal("tournament.count", part.chips_are_counted, detail)


def record_count(builder: EventBuilder, command: RecordCount) -> None:
    """Record what was counted beside what the software has."""
    part, counted = tournament_part(builder.rules), dict(command.counts)
    session = the_session(builder)
    counts = [
        CountedChips(player.name, counted[player.name], builder.table.racks.get(player.name, 0))
        for player in session.players_in
    ]
    clause = part.chips_are_counted if session.is_over else part.count_any_time
    builder.emit(ChipsCounted(tuple(counts), command.by.name, command.at, clause))


def why_not_announce(rules: Rulebook, table: Table, command: AnnounceResult) -> Refusal | None:
    """Once the session is over and the count is recorded (20.5.8)."""
    session = table.session
    if session is None:
        return no_session(rules)
    clause = tournament_part(rules).chips_are_counted
    if not session.is_over:
        return Refusal("tournament.not-over", clause, "The session is not over.")
    if session.result is not None:
        return Refusal("tournament.announced", clause, "The result is announced.")
    if session.count_due:
        detail = "Record the count of the chips first."
        return Refusal("tournament.count-due", clause, detail)
    return None


def announce(builder: EventBuilder, command: AnnounceResult) -> None:
    """Announce places, who goes on and who plays off (20.10)."""
    session = the_session(builder)
    counts = {each.player: each.counted for each in session.counts} if command.by_count else None
    between = session.concluded is not None
    places = session_places(builder.table, counts, between_rounds=between)
    clause = tournament_part(builder.rules).most_chips_win
    result = session_result(session, places)
    builder.emit(SessionResultAnnounced(result, command.by.name, command.at, clause))


def session_result(session: Session, places: list[Place]) -> SessionResult:
    """Return who finished where, who goes on for certain, and the first tie that is played off."""
    advance, final = session.conditions.advance, session.conditions.final
    ties = [place for place in places if needs_play_off(place, advance, final=final)]
    return SessionResult(
        places=places_taken(places),
        advance=tuple([player.name for player in find_advancing(places, advance)]),
        play_off=tuple([each.player.name for each in ties[0].standings]) if ties else (),
        disqualified=tuple(
            [(each.name, each.chips) for each in session.players if each.disqualified is not None]
        ),
        counts=session.counts,
    )


def why_not_return(rules: Rulebook, table: Table, command: ReturnChips) -> Refusal | None:
    """After the announcement; missing chips are recorded by number and denomination (20.5.9)."""
    session = table.session
    if session is None:
        return no_session(rules)
    clause = tournament_part(rules).chips_are_returned
    if session.result is None:
        return Refusal("tournament.not-announced", clause, "Announce the result first.")
    if session.returned:
        return Refusal("tournament.returned", clause, "The chips are returned already.")
    if all(each.denomination > 0 and each.number > 0 for each in command.missing):
        return None
    return Refusal(
        "tournament.missing-chips", clause, "Enter missing chips by denomination and number."
    )


def return_chips(builder: EventBuilder, command: ReturnChips) -> None:
    """Put the tournament chips back into the inventory."""
    clause = tournament_part(builder.rules).chips_are_returned
    builder.emit(TournamentChipsReturned(command.missing, command.by.name, command.at, clause))


def why_not_end(rules: Rulebook, table: Table, command: EndSession) -> Refusal | None:
    """Once the chips are returned, and nothing that concerns them is open."""
    session = table.session
    if session is None:
        return no_session(rules)
    part = tournament_part(rules)
    if not session.returned:
        detail = "Return the tournament chips to the tray first."
        return Refusal("tournament.not-returned", part.chips_are_returned, detail)
    if table.staff.disputes or any(payment.is_open for payment in table.staff.payments):
        detail = "A dispute or a wrong payment of the session is open. Close it first."
        return Refusal("tournament.matters-open", part.dispute_stops_game, detail)
    return None


def end(builder: EventBuilder, command: EndSession) -> None:
    """Give the table its own chips back; the players leave."""
    session = the_session(builder)
    builder.emit(SessionEnded(session.name, session.float_set_aside, command.by.name, command.at))


def _session(table: Table) -> Session:
    assert table.session is not None
    return table.session
