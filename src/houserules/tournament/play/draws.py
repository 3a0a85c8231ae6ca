"""Seat draws: committed, cut, revealed, or allotted by the Tournament Manager otherwise (20.5.4)."""

from houserules.core.people import Moment
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.tournament.commands import (
    AllotSeats,
    CommitSeatDraw,
    CutSeatDraw,
    RevealSeatDraw,
)
from houserules.tournament.disputes import why_not_undisputed
from houserules.tournament.event_builder import TournamentEvents
from houserules.tournament.play.events import (
    DrawCommitted,
    DrawCut,
    DrawRevealed,
    SeatedSession,
    StageDrawn,
)
from houserules.tournament.play.seat_draw import (
    Allotment,
    allot,
    commit_order,
    cut_order,
    shuffle_players,
)
from houserules.tournament.play.stages import (
    eligible_players,
    plan_next,
    sitting_starts,
    why_not_draw,
)
from houserules.tournament.state import SeatDraw, TournamentState


def why_not_commit(rules: Rulebook, state: TournamentState, _: CommitSeatDraw) -> Refusal | None:
    """The players of the next stage are drawn once."""
    return why_not_undisputed(rules, state) or why_not_draw(rules, state)


def commit(builder: TournamentEvents, command: CommitSeatDraw) -> None:
    """Shuffle the players; only the commitment to their order becomes known."""
    players = tuple(sorted(eligible_players(builder.state)))
    order, salt = shuffle_players(players, bytes.fromhex(command.entropy))
    plan = plan_next(builder.state)
    builder.emit(
        DrawCommitted(
            len(builder.state.stages),
            plan.stage.name,
            plan.stage.kind,
            players,
            plan.sessions,
            plan.byes,
            commit_order(order, salt),
            command.by.name,
            command.at,
            builder.part.seats_are_allocated,
        )
    )


def open_draw(state: TournamentState) -> SeatDraw | None:
    """Return the draw that is committed and not revealed."""
    stage = state.stage
    return stage.draw if stage is not None and not stage.is_drawn else None


def _no_draw(rules: Rulebook) -> Refusal:
    clause = require_offered(rules.tournament).seats_are_allocated
    return Refusal("tournament.no-draw", clause, "No seat draw is in progress.")


def why_not_cut(rules: Rulebook, state: TournamentState, command: CutSeatDraw) -> Refusal | None:
    """Somebody else cuts the order, once: an entrant of the stage, or staff."""
    clause, draw = require_offered(rules.tournament).seats_are_allocated, open_draw(state)
    if draw is None:
        return _no_draw(rules)
    if draw.cut is not None:
        return Refusal("tournament.draw-cut", clause, f"{draw.cut_by} has cut the order.")
    if command.by.name == draw.committed_by:
        return Refusal(
            "tournament.own-draw", clause, "You shuffled the players. Somebody else must cut."
        )
    if command.by.role == "player" and command.by.name not in draw.entrants:
        return Refusal(
            "tournament.not-in-draw", clause, "Only players of this stage and staff may cut."
        )
    if not 0 <= command.position < len(draw.entrants):
        return Refusal(
            "tournament.cut-outside", clause, f"Cut after 0 to {len(draw.entrants) - 1} players."
        )
    return None


def cut(builder: TournamentEvents, command: CutSeatDraw) -> None:
    """Record the cut."""
    stage, clause = len(builder.state.stages) - 1, builder.part.seats_are_allocated
    builder.emit(DrawCut(stage, command.position, command.by.name, command.at, clause))


def why_not_reveal(
    rules: Rulebook, state: TournamentState, command: RevealSeatDraw
) -> Refusal | None:
    """The order is opened after the cut, and must be the one that was committed."""
    clause, draw = require_offered(rules.tournament).seats_are_allocated, open_draw(state)
    if draw is None:
        return _no_draw(rules)
    if draw.cut is None:
        return Refusal("tournament.draw-not-cut", clause, "Nobody has cut the order yet.")
    return why_not_order(
        rules, draw, *shuffle_players(draw.entrants, bytes.fromhex(command.entropy))
    )


def why_not_order(
    rules: Rulebook, draw: SeatDraw, order: tuple[str, ...], salt: str
) -> Refusal | None:
    """The order that is opened is the one that was committed to."""
    if commit_order(order, salt) == draw.commitment:
        return None
    clause = require_offered(rules.tournament).seats_are_allocated
    return Refusal(
        "tournament.draw-differs", clause, "This is not the order that was committed to."
    )


def reveal(builder: TournamentEvents, command: RevealSeatDraw) -> None:
    """Open the order and allot the seats; players who have left since lose theirs at the start."""
    draw = open_draw(builder.state)
    assert draw is not None
    order, salt = shuffle_players(draw.entrants, bytes.fromhex(command.entropy))
    open_order(builder, order, salt, at=command.at)


def open_order(builder: TournamentEvents, order: tuple[str, ...], salt: str, *, at: Moment) -> None:
    """Show the order that was committed to and cut, and seat the players by it."""
    stage, draw = builder.state.stage, open_draw(builder.state)
    assert stage is not None and draw is not None and draw.cut is not None
    builder.emit(DrawRevealed(stage.number, order, salt, builder.part.seats_are_allocated))
    allotment = allot(cut_order(order, draw.cut), draw.sessions, draw.byes)
    _seat(builder, stage.number, allotment, at, how="seat draw")


def why_not_allot(rules: Rulebook, state: TournamentState, command: AllotSeats) -> Refusal | None:
    """The Tournament Manager may allot seats otherwise: everybody once, and says how."""
    clause = require_offered(rules.tournament).seats_are_allocated
    if refusal := why_not_undisputed(rules, state) or why_not_draw(rules, state):
        return refusal
    if sorted(command.order) != sorted(eligible_players(state)):
        return Refusal(
            "tournament.seats-wrong", clause, "List every player of the stage exactly once."
        )
    if not command.how.strip():
        return Refusal("tournament.no-reason", clause, "Say how the seats were allotted.")
    return None


def allot_seats(builder: TournamentEvents, command: AllotSeats) -> None:
    """Seat the players in the order given."""
    plan = plan_next(builder.state)
    allotment = allot(command.order, plan.sessions, plan.byes)
    _seat(builder, len(builder.state.stages), allotment, command.at, how=command.how.strip())


def _seat(
    builder: TournamentEvents, number: int, allotment: Allotment, at: Moment, *, how: str
) -> None:
    """Give every session of a stage its table, time and players."""
    state, conditions = builder.state, builder.conditions
    stage, sessions = conditions.stages[number], allotment.sessions
    tables = min(stage.tables or 1, len(sessions))
    starts = sitting_starts(state, number, -(-len(sessions) // tables), at)
    is_final = stage.kind == "final"
    builder.emit(
        StageDrawn(
            number,
            stage.name,
            stage.kind,
            tuple(
                SeatedSession(
                    number=len(state.sessions) + 1 + place,
                    sitting=place // tables + 1,
                    table=state.tables[place % tables],
                    starts=starts[place // tables],
                    seats=seats,
                    advance=len(conditions.prizes.places) if is_final else stage.advance or 0,
                )
                for place, seats in enumerate(sessions)
            ),
            allotment.byes,
            allotment.left_out,
            how,
            at,
            builder.part.seats_are_allocated,
        )
    )
