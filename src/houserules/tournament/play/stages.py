"""The stages in their order: who plays the next one, how they are seated, and who goes on (20.10.1)."""

from dataclasses import replace

from houserules.core.people import MINUTE, Moment
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.tournament.commands import PassStage
from houserules.tournament.conditions.structure import (
    StagePlan,
    final_has_seats,
    seat_stage,
)
from houserules.tournament.event_builder import TournamentEvents, conditions_of
from houserules.tournament.play.events import PlacingsAnnounced, StageCompleted
from houserules.tournament.state import TournamentState


def next_stage(state: TournamentState) -> int | None:
    """Return the number of the stage to be drawn next; None: one is being drawn or played."""
    if state.phase != "play" or (state.stage is not None and not state.stage.is_complete):
        return None
    return len(state.stages)


def waiting_players(state: TournamentState) -> tuple[str, ...]:
    """Return who has advanced, or bought back, and waits for the next stage other than a second chance."""
    return state.accepted


def eligible_players(state: TournamentState) -> tuple[str, ...]:
    """Return who takes part in the next stage, in order of application.

    A second chance is for those whom the last stage has eliminated.
    """
    number, conditions = len(state.stages), conditions_of(state)
    if not conditions.stages[number].is_second_chance:
        return waiting_players(state)
    last = max(stage.number for stage in state.stages if not stage.is_second_chance)
    return tuple(
        entrant.player
        for entrant in state.entrants.values()
        if entrant.status == "eliminated" and entrant.out_in == last
    )


def plan_next(state: TournamentState) -> StagePlan:
    """Return how the players of the next stage are seated.

    Byes are given only if the final holds everybody who would then reach it: fewer may be left than
    the conditions were checked for.
    """
    number, conditions = len(state.stages), conditions_of(state)
    stage, players = conditions.stages[number], len(eligible_players(state))
    if stage.byes and not final_has_seats(conditions, number, qualified=players, eliminated=0):
        stage = replace(stage, byes=False)
    return seat_stage(conditions, stage, players)


def is_idle(plan: StagePlan) -> bool:
    """Whether nobody would be eliminated: in a final one player, elsewhere no more than advance."""
    if plan.stage.kind == "final":
        return plan.entrants < 2
    return plan.entrants <= (plan.stage.advance or 0)


def why_not_draw(rules: Rulebook, state: TournamentState) -> Refusal | None:
    """A stage is drawn when the one before it is complete, and its players need seats."""
    part, number = require_offered(rules.tournament), next_stage(state)
    if number is None:
        return Refusal(
            "tournament.stage-open",
            part.states_structure,
            "The stage before it is not complete.",
        )
    plan = plan_next(state)
    if is_idle(plan):
        return Refusal(
            "tournament.nobody-to-draw",
            part.states_structure,
            f"{plan.stage.name} would eliminate nobody. Let its players go on without playing.",
        )
    if plan.stage.kind == "final" and plan.entrants > (plan.stage.players_per_table or 1):
        return Refusal(
            "tournament.final-full",
            part.states_structure,
            f"{plan.entrants} players have reached a final of {plan.stage.players_per_table} seats.",
        )
    tables = min(plan.stage.tables or 1, len(plan.sessions))
    if len(state.tables) < tables:
        return Refusal(
            "tournament.tables-short",
            part.tables_are_designated,
            f"{plan.stage.name} is played at {tables} tables. Designate {tables} or more.",
        )
    return None


# Without play.


def why_not_pass(rules: Rulebook, state: TournamentState, _: PassStage) -> Refusal | None:
    """A stage is passed over only if nobody would be eliminated in it."""
    part, number = require_offered(rules.tournament), next_stage(state)
    if number is None:
        return Refusal(
            "tournament.stage-open",
            part.states_structure,
            "The stage before it is not complete.",
        )
    plan = plan_next(state)
    if is_idle(plan):
        return None
    return Refusal(
        "tournament.must-be-played",
        part.number_to_advance,
        f"{plan.stage.name} has {plan.entrants} players, and not all of them go on. Draw it.",
    )


def pass_stage(builder: TournamentEvents, _: PassStage) -> None:
    """Let everybody of a stage go on."""
    complete_stage(builder, len(builder.state.stages), eligible_players(builder.state), ())


def complete_stage(
    builder: TournamentEvents, number: int, advanced: tuple[str, ...], eliminated: tuple[str, ...]
) -> None:
    """End a stage; after the final, announce the placings."""
    stage, part = builder.conditions.stages[number], builder.part
    builder.emit(
        StageCompleted(number, stage.name, stage.kind, advanced, eliminated, part.number_to_advance)
    )
    if stage.kind == "final":
        builder.emit(PlacingsAnnounced(advanced, part.places_are_announced))


# The timetable.


def sitting_starts(
    state: TournamentState, number: int, sittings: int, at: Moment
) -> tuple[Moment, ...]:
    """Return when each sitting of a stage begins.

    The first stage begins at the published time; a later one after a pause, when the sessions before
    it should have ended or, if that is later, now.
    """
    pause, first = state.pause_minutes * MINUTE, state.starts or at
    if state.sessions:
        last = max(state.sessions, key=lambda session: session.starts)
        first = Moment(max(last.starts + _duration(state, last.stage), at) + pause)
    step = _duration(state, number) + pause
    return tuple(Moment(first + sitting * step) for sitting in range(sittings))


def _duration(state: TournamentState, number: int) -> int:
    """Return how long a session of a stage should last, in seconds."""
    stage = conditions_of(state).stages[number]
    if stage.minutes is not None:
        return stage.minutes * MINUTE
    return -(-(stage.rounds or 0) * 60 // state.rounds_per_hour) * MINUTE
