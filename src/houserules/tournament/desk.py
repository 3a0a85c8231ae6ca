"""The Tournament Manager's desk: what is due and why it must wait, who is ready, ties, the next stage."""

from collections.abc import Iterator

from houserules.core.people import Moment, Person
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.table.desk import StepRefusal, power_of, right_to, roles_for, why_not_by
from houserules.tournament import commands
from houserules.tournament.agenda import DueStep, due_steps
from houserules.tournament.desk_types import (
    CommandPower,
    DeskSession,
    DeskStep,
    DeskTie,
    DeskView,
    NextStage,
    SeatLack,
    SeatReadiness,
)
from houserules.tournament.entries import why_not_ready
from houserules.tournament.event_builder import conditions_of
from houserules.tournament.judge import COMMANDS, why_not
from houserules.tournament.money.chips import needs_buy_in
from houserules.tournament.play.draws import open_draw
from houserules.tournament.play.results import tie_to_decide, tie_to_play_off
from houserules.tournament.play.stages import (
    eligible_players,
    is_idle,
    next_stage,
    plan_next,
    why_not_draw,
)
from houserules.tournament.state import SeatedEntrant, TournamentSession, TournamentState


def desk_view(rules: Rulebook, state: TournamentState, person: Person, at: Moment) -> DeskView:
    """Return the desk of a tournament for a member of staff who may see it."""
    draw = open_draw(state)
    return DeskView(
        due=tuple(
            DeskStep(
                step.command,
                step.what,
                step.session,
                step.player,
                step.number,
                _why_not_yet(rules, state, step, by=person, at=at),
            )
            for step in due_steps(state)
        ),
        powers=tuple(_power(rules, kind, person) for kind in COMMANDS),
        next_stage=_next_stage(rules, state),
        to_cut=() if draw is None or draw.cut is not None else draw.entrants,
        sessions=tuple(_session(rules, state, session) for session in state.sessions),
    )


# What is due.


def _why_not_yet(
    rules: Rulebook, state: TournamentState, step: DueStep, *, by: Person, at: Moment
) -> StepRefusal | None:
    """Ask the judge about a step, with words that would do for what a person still has to say."""
    if step.command == "reveal-seat-draw":  # it is due once the order is cut; the bytes are sealed
        no = why_not_by(rules, commands.RevealSeatDraw(by, at, ""))
    else:
        asked = (why_not(rules, state, command) for command in _samples(state, step, by, at))
        no = next(asked, None)
    return None if no is None else StepRefusal.of(no)


def _samples(
    state: TournamentState, step: DueStep, by: Person, at: Moment
) -> Iterator[commands.TournamentCommand]:
    session, says = state.session(step.session or 0), "as due"
    match step.command:
        case "publish-tournament":
            yield commands.PublishTournament(by, at, Moment(at + 1), 60, 0)
        case "accept-entry":
            yield commands.AcceptEntry(by, at, step.player or "")
        case "close-entries":
            yield commands.CloseEntries(by, at)
        case "commit-seat-draw":
            yield commands.CommitSeatDraw(by, at, "")
        case "cut-seat-draw":
            yield commands.CutSeatDraw(by, at, 0)
        case "pass-stage":
            yield commands.PassStage(by, at)
        case "start-session" if session:
            yield commands.StartSession(by, at, session.number)
        case "call-play-off" if session:
            yield commands.CallPlayOff(by, at, session.number, session.table, at)
        case "decide-places" if session:
            order = tuple(result.player for result in tie_to_decide(state, session))
            yield commands.DecidePlaces(by, at, session.number, order, says)
        case "award-prizes":
            yield commands.AwardPrizes(by, at)
        case "pay-prize":
            yield commands.PayPrize(by, at, step.number or 0, says)
        case "decide-entry-dispute":
            yield commands.DecideEntryDispute(by, at, step.number or 0, says)
        case "cancel-tournament":
            yield commands.CancelTournament(by, at, "other", says)
        case _:
            pass


def _power(rules: Rulebook, kind: type[commands.TournamentCommand], person: Person) -> CommandPower:
    roles, own = roles_for(rules, kind), right_to(rules, kind)
    return CommandPower(
        kind.api_name,
        roles,
        person.role in roles,
        own if own is not None and person.role == "player" else power_of(rules, kind).clause,
    )


# Stages and sessions.


def _next_stage(rules: Rulebook, state: TournamentState) -> NextStage | None:
    """Return the stage to be drawn next, with its players in order of application."""
    number = next_stage(state)
    if number is None:
        return None
    plan = plan_next(state)
    no = None if is_idle(plan) else why_not_draw(rules, state)
    return NextStage(
        plan.stage.name,
        plan.stage.kind,
        eligible_players(state),
        plan.sessions,
        plan.byes,
        min(plan.stage.tables or 1, len(plan.sessions)),
        is_idle(plan),
        None if no is None else StepRefusal.of(no),
    )


def _session(rules: Rulebook, state: TournamentState, session: TournamentSession) -> DeskSession:
    waiting = session.status == "scheduled"
    return DeskSession(
        session.number,
        tuple(_readiness(rules, state, session, seat) for seat in session.seats if waiting),
        _tie(rules, state, session) if session.status == "over" else None,
    )


def _readiness(
    rules: Rulebook, state: TournamentState, session: TournamentSession, seat: SeatedEntrant
) -> SeatReadiness:
    """Say what a player still lacks before the session can start (20.4.1, 20.4.3, 20.6.3)."""
    entrant = state.entrants[seat.player]
    if entrant.status not in ("accepted", "eliminated"):
        return SeatReadiness(seat.player, seat.box, ("entry",))
    lacks: list[SeatLack] = []
    if needs_buy_in(conditions_of(state), session) and seat.player not in session.bought_in:
        lacks.append("buy-in")
    if entrant.copy_of != state.version:
        lacks.append("copy of the conditions")
    elif why_not_ready(rules, state, entrant) is not None:
        lacks.append("agreement in writing")
    return SeatReadiness(seat.player, seat.box, tuple(lacks))


def _tie(rules: Rulebook, state: TournamentState, session: TournamentSession) -> DeskTie | None:
    """Return the first tie that keeps a session from being decided (20.5.8, 20.10.3)."""
    part = require_offered(rules.tournament)
    played, decided = tie_to_play_off(state, session), tie_to_decide(state, session)
    tied = played or decided
    if not tied:
        return None
    first = tied[0].place or 0
    return DeskTie(
        first,
        first + len(tied) - 1,
        session.advance,
        tuple(result.player for result in tied),
        tuple(result.chips for result in tied),
        "play-off" if played else "order",
        part.ties_are_played_off if played else part.places_are_announced,
    )
