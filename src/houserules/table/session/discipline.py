"""Players who are late, absent or disqualified, and disputes: what the Tournament Manager orders (20.5.6, 20.11)."""

from typing import get_args

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_tournament import Tournament
from houserules.rulebook.values import require_offered
from houserules.table.event_builder import EventBuilder
from houserules.table.round.void import withdraw_wagers_of
from houserules.table.session.commands import (
    AnnounceWagerClock,
    CallTime,
    DeductForAbsence,
    Disqualify,
    RuleOnDispute,
)
from houserules.table.session.entries import why_not_turn
from houserules.table.session.events import (
    AbsenceEntered,
    DisqualificationDeclared,
    WagerClockAnnounced,
    WageringTimeCalled,
)
from houserules.table.session.order import in_turn, missing_entries
from houserules.table.session.rounds import (
    no_session,
    remove_disqualified,
    take_effect,
    the_session,
    tournament_part,
)
from houserules.table.session.state import Ground, Session
from houserules.table.staff.events import ComplaintAdvised, DisputeClosed, DisputeDecided
from houserules.table.staff.wrong_payments import enter_payment
from houserules.table.state import Table

# The time to wager.


def why_not_announce_clock(
    rules: Rulebook, table: Table, command: AnnounceWagerClock
) -> Refusal | None:
    """A clock needs notice: it starts with the next round (20.6.11)."""
    if refusal := why_not_under_way(rules, table):
        return refusal
    if command.seconds >= 1:
        return None
    clause = tournament_part(rules).wager_clock_with_notice
    return Refusal("tournament.clock", clause, "Give the players at least one second.")


def announce_clock(builder: EventBuilder, command: AnnounceWagerClock) -> None:
    """Announce the clock for the next round."""
    clause = tournament_part(builder.rules).wager_clock_with_notice
    begins = the_session(builder).round + 1
    builder.emit(WagerClockAnnounced(command.seconds, begins, command.by.name, command.at, clause))


def why_not_call_time(rules: Rulebook, table: Table, command: CallTime) -> Refusal | None:
    """Only where players know of a clock, while somebody has not wagered (20.6.11)."""
    if refusal := why_not_betting(rules, table):
        return refusal
    session, clause = _session(table), tournament_part(rules).wager_clock_with_notice
    if session.wager_seconds is None:
        return Refusal(
            "tournament.no-clock",
            clause,
            "No time to wager was announced. Announce one for the next round first.",
        )
    if not _is_late_now(session):
        return Refusal("tournament.nobody-late", clause, "Nobody is late with a wager.")
    return None


def _is_late_now(session: Session) -> tuple[str, ...]:
    """Return whose time runs: the player in turn, or everybody without an entry."""
    turn = in_turn(session)
    players = (turn,) if turn is not None else missing_entries(session)
    return tuple([player.name for player in players if player.name not in session.late])


def call_time(builder: EventBuilder, command: CallTime) -> None:
    """Call time for everybody whose time has run out."""
    late = _is_late_now(the_session(builder))
    clause = tournament_part(builder.rules).late_wager_is_minimum
    builder.emit(WageringTimeCalled(late, command.by.name, command.at, clause))


# Absence and disqualification.


def why_not_deduct(rules: Rulebook, table: Table, command: DeductForAbsence) -> Refusal | None:
    """Somebody without an entry, in turn, for at most three rounds of the session (20.5.6.1)."""
    if refusal := why_not_betting(rules, table) or _why_not_in(rules, table, command.player):
        return refusal
    session, most = _session(table), tournament_part(rules).absences_deducted
    if session.entry(command.player) is not None:
        detail = "You have wagered or passed in this round, so you are not absent."
        return Refusal("tournament.entered", most.clause, detail)
    if refusal := why_not_turn(rules, session, command.player):
        return refusal
    player = session.player(command.player)
    assert player is not None
    if player.deductions < most.value:
        return None
    return Refusal(
        "tournament.absent-too-often",
        most.clause,
        f"The minimum was deducted for {most.value} rounds already: disqualify the player, or wait.",
    )


def deduct(builder: EventBuilder, command: DeductForAbsence) -> None:
    """Enter the player as absent; the minimum is deducted after the round."""
    player = the_session(builder).player(command.player)
    assert player is not None
    clause = tournament_part(builder.rules).absences_deducted.clause
    builder.emit(AbsenceEntered(player.box, player.name, command.by.name, command.at, clause))


def why_not_disqualify(rules: Rulebook, table: Table, command: Disqualify) -> Refusal | None:
    """A player who is not disqualified yet, on a ground that the documents name.

    Until the result is announced, also one who is out, and after the last round: the count may
    show who has hidden chips.
    """
    session = table.session
    if session is None:
        return no_session(rules)
    part, player = tournament_part(rules), session.player(command.player)
    if session.result is not None:
        detail = "The result is announced. Disqualify the player from the tournament instead."
        return Refusal("tournament.announced", part.chips_are_counted, detail)
    if player is None or player.disqualified is not None:
        return _not_in(part)
    if command.ground not in get_args(Ground):
        detail = f"{command.ground!r} is not a ground. Choose one of {', '.join(get_args(Ground))}."
        return Refusal("tournament.ground", part.breach_disqualifies, detail)
    if any(each.player == command.player for each in session.declared):
        detail = "You are disqualified already; it takes effect after the round."
        return Refusal("tournament.disqualified", part.breach_disqualifies, detail)
    if command.ground == "no wager" and not (
        player.is_in
        and not session.is_over
        and table.phase == "betting"
        and session.entry(command.player) is None
    ):
        detail = "You have not failed to wager in this round."
        return Refusal("tournament.entered", part.no_wager_disqualifies, detail)
    return None


def disqualify(builder: EventBuilder, command: Disqualify) -> None:
    """Declare it; before the cards it takes effect at once, and wagers go back (reading 241)."""
    clause = ground_clause(tournament_part(builder.rules), command.ground)
    builder.emit(
        DisqualificationDeclared(
            command.player, command.ground, command.by.name, command.at, clause
        )
    )
    session = the_session(builder)
    player = session.player(command.player)
    assert player is not None
    if session.is_over or not player.is_in:
        remove_disqualified(builder, session.declared[-1])
    elif builder.table.phase == "betting":
        withdraw_wagers_of(builder, command.player)
        take_effect(builder)


def ground_clause(part: Tournament, ground: Ground) -> Clause:
    """Return the clause under which a player is disqualified on a ground."""
    clauses: dict[Ground, Clause] = {
        "absent": part.absence_disqualifies,
        "no wager": part.no_wager_disqualifies,
        "broke a rule": part.breach_disqualifies,
        "raised the buy-in": part.raised_buy_in_disqualifies,
        "took chips off the table": part.chips_stay_on_table,
        "exchanged chips": part.chips_stay_on_table,
        "hid chips": part.hidden_chips_disqualify,
        "advice": part.no_advice,
        "conduct": part.conduct_disqualifies,
    }
    return clauses[ground]


def _why_not_in(rules: Rulebook, table: Table, name: str) -> Refusal | None:
    player = _session(table).player(name)
    if player is not None and player.is_in:
        return None
    return _not_in(tournament_part(rules))


def _not_in(part: Tournament) -> Refusal:
    return Refusal("tournament.not-in", part.tables_are_exclusive, "You are not in this session.")


# Disputes.


def why_not_rule(rules: Rulebook, table: Table, command: RuleOnDispute) -> Refusal | None:
    """A dispute that nobody has decided; the decision says something (20.11.2)."""
    if table.session is None:
        return no_session(rules)
    clause, dispute = (
        tournament_part(rules).dispute_stops_game,
        table.staff.dispute(command.dispute),
    )
    if dispute is None:
        return Refusal("dispute.unknown", clause, f"There is no open dispute {command.dispute}.")
    if command.says.strip():
        return None
    return Refusal("decision.empty", clause, "Say what is decided.")


def rule(builder: EventBuilder, command: RuleOnDispute) -> None:
    """Decide a dispute for good; what it orders to be paid is entered as a wrong payment."""
    clause = tournament_part(builder.rules).dispute_stops_game
    dispute = builder.table.staff.dispute(command.dispute)
    assert dispute is not None
    number, by, at, pays = command.dispute, command.by.name, command.at, command.pays
    advice = require_offered(builder.rules.disputes).complaint_is_advised
    builder.emit(DisputeDecided(number, command.says, pays, by, at, clause))
    builder.emit(ComplaintAdvised(number, by, at, advice, None))
    builder.emit(DisputeClosed(number, False, by, at, clause))  # noqa: FBT003 - an event's field
    if pays:
        paid, due = (0, pays) if pays > 0 else (-pays, 0)
        enter_payment(builder, dispute, paid=paid, due=due, by=by, at=at, clause=clause)


def why_not_under_way(rules: Rulebook, table: Table) -> Refusal | None:
    """A session is played at the table and is not over."""
    if table.session is None:
        return no_session(rules)
    if not table.session.is_over:
        return None
    return Refusal("tournament.over", tournament_part(rules).session_ends, "The session is over.")


def why_not_betting(rules: Rulebook, table: Table) -> Refusal | None:
    """A session is under way, and the cards of the round are not out."""
    if refusal := why_not_under_way(rules, table):
        return refusal
    if table.phase == "betting":
        return None
    detail = "You can do this only before the first card of the round."
    return Refusal("wager.too-late", rules.wagers.no_wager_after_first_card, detail)


def _session(table: Table) -> Session:
    assert table.session is not None
    return table.session
