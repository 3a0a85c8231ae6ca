"""What passes between a tournament and the table of a session: conditions and players, then the result."""

from houserules.table.session.state import Limits, Player, Session, SessionConditions
from houserules.tournament.event_builder import conditions_of
from houserules.tournament.state import Outcome, PlayerResult, TournamentState


def session_players(state: TournamentState, number: int) -> tuple[Player, ...]:
    """Return the players of a session that has started, with their boxes."""
    session = state.session(number)
    assert session is not None
    return tuple(
        Player(seat.player, seat.box) for seat in session.seats if seat.player in session.players
    )


def session_conditions(state: TournamentState, number: int) -> SessionConditions:
    """Return what the conditions say about a session, or about a play-off (reading 213)."""
    conditions, session = conditions_of(state), state.session(number)
    assert session is not None
    stage, play = conditions.stages[session.stage], conditions.play
    limits = conditions.limits_of(stage)
    parent = None if session.play_off_of is None else state.session(session.play_off_of)
    if parent is not None:
        last = [row for row in limits if row.from_round <= max(parent.rounds, 1)][-1]
        limits = (Limits(1, last.minimum, last.maximum),)
    return SessionConditions(
        rounds=stage.rounds if parent is None else None,
        minutes=stage.minutes if parent is None else None,
        chips=conditions.chips.amount or 0,
        advance=session.advance,
        final=stage.kind == "final",
        pass_cards=play.pass_cards or 0,
        undisclosed_wagers=play.undisclosed_wagers or 0,
        order_of_wagering=bool(play.order_of_wagering),
        deal_from_marker=play.deal_from_marker,
        limits=limits,
        wager_seconds=play.wager_seconds,
        cash_value=bool(conditions.chips.cash_value) and parent is None,
        play_off=None if parent is None else session.first_place,
    )


def session_results(session: Session) -> tuple[PlayerResult, ...]:
    """Return the result that was announced at the table, for `RecordResult` (20.5.8)."""
    assert session.result is not None
    places = {taken.player: taken for taken in session.result.places}
    results = []
    for player in session.players:
        if (out := player.disqualified) is not None:
            results.append(
                PlayerResult(
                    player.name, None, player.chips, "disqualified", out.ground, out.clause
                )
            )
        else:
            taken = places[player.name]
            outcome: Outcome = "in" if player.eliminated is None else "eliminated"
            results.append(PlayerResult(player.name, taken.place, taken.chips, outcome))
    return tuple(results)
