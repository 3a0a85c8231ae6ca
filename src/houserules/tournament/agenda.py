"""What is to be done next in a tournament: for the Tournament Manager's desk, and for one that runs by itself."""

from collections.abc import Iterator
from dataclasses import dataclass

from houserules.tournament.event_builder import conditions_of
from houserules.tournament.play.draws import open_draw
from houserules.tournament.play.results import tie_to_decide, tie_to_play_off
from houserules.tournament.play.stages import is_idle, next_stage, plan_next
from houserules.tournament.state import TournamentSession, TournamentState


@dataclass(frozen=True, slots=True)
class DueStep:
    """One thing to do: the command that does it, and whom or what it is about."""

    command: str  # as the API knows it
    what: str
    session: int | None = None
    player: str | None = None
    number: int | None = None  # of a dispute or a place


def due_steps(state: TournamentState) -> tuple[DueStep, ...]:
    """Return everything that waits for somebody, in the order in which it should be done."""
    return (*_disputes(state), *_steps(state))


def _disputes(state: TournamentState) -> Iterator[DueStep]:
    if state.phase in ("entries", "play", "placed"):
        for dispute in state.disputes:
            if dispute.decision is None:
                what = f"Decide dispute {dispute.number}."
                yield DueStep(
                    "decide-entry-dispute", what, player=dispute.player, number=dispute.number
                )


def _steps(state: TournamentState) -> Iterator[DueStep]:
    match state.phase:
        case "draft":
            yield DueStep("publish-tournament", "Publish the conditions.")
        case "entries":
            for entrant in state.entrants.values():
                if entrant.status == "applied":
                    what = f"Accept or refuse {entrant.player}."
                    yield DueStep("accept-entry", what, player=entrant.player)
            yield DueStep("close-entries", "Close entries.")
        case "play":
            yield from _stage_steps(state)
            for session in state.sessions:
                yield from _session_steps(state, session)
        case "placed" if state.placings and not state.prizes:
            yield DueStep("award-prizes", "Award the prizes.")
        case "placed":
            for prize in state.prizes:
                if not prize.is_paid:
                    what = f"Pay place {prize.place}."
                    yield DueStep("pay-prize", what, player=prize.player, number=prize.place)
            if not state.placings:
                yield DueStep("cancel-tournament", "Nobody has won: cancel, and refund the fees.")
        case _:
            pass


def _stage_steps(state: TournamentState) -> Iterator[DueStep]:
    draw, number = open_draw(state), next_stage(state)
    if draw is not None and draw.cut is None:
        yield DueStep("cut-seat-draw", "Have somebody else cut the order.")
    elif draw is not None:
        yield DueStep("reveal-seat-draw", "Reveal the seat draw.")
    elif number is not None:
        name = conditions_of(state).stages[number].name
        if is_idle(plan_next(state)):
            yield DueStep("pass-stage", f"{name}: everybody goes on without playing.")
        else:
            yield DueStep("commit-seat-draw", f"{name}: draw the seats.")


def _session_steps(state: TournamentState, session: TournamentSession) -> Iterator[DueStep]:
    number = session.number
    match session.status:
        case "scheduled":
            yield DueStep("start-session", f"Start session {number}.", number)
        case "running":
            yield DueStep("record-result", f"Record the result of session {number}.", number)
        case "over" if tie_to_decide(state, session):
            yield DueStep("decide-places", f"Put the tie of session {number} in order.", number)
        case "over" if tie_to_play_off(state, session) and not _is_played_off(state, session):
            yield DueStep("call-play-off", f"Call the play-off of session {number}.", number)
        case _:
            pass


def _is_played_off(state: TournamentState, session: TournamentSession) -> bool:
    return any(
        other.play_off_of == session.number and other.status != "decided"
        for other in state.sessions
    )
