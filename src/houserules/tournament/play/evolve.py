"""The tournament after draws, sessions and results."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from houserules.tournament.play import events
from houserules.tournament.state import (
    PlayerNotice,
    SeatDraw,
    StageProgress,
    TournamentSession,
)
from houserules.tournament.state import TournamentState as State


def _tables_designated(state: State, event: events.TablesDesignated) -> State:
    return replace(state, tables=event.tables)


def _draw_committed(state: State, event: events.DrawCommitted) -> State:
    draw = SeatDraw(event.entrants, event.sessions, event.byes, event.commitment, event.by)
    stage = StageProgress(event.stage, event.title, event.kind, draw)
    return replace(state, stages=(*state.stages, stage))


def _draw_cut(state: State, event: events.DrawCut) -> State:
    draw = _draw_of(state)
    return state.with_stage(draw=replace(draw, cut=event.position, cut_by=event.by))


def _draw_revealed(state: State, event: events.DrawRevealed) -> State:
    return state.with_stage(draw=replace(_draw_of(state), order=event.order, salt=event.salt))


def _draw_of(state: State) -> SeatDraw:
    draw = state.stages[-1].draw
    assert draw is not None
    return draw


def _stage_drawn(state: State, event: events.StageDrawn) -> State:
    state = _at_stage(state, event).with_stage(
        is_drawn=True, byes=event.byes, left_out=event.left_out
    )
    sessions = [_session(drawn, event.stage) for drawn in event.sessions]
    return replace(state, sessions=(*state.sessions, *sessions))


def _session(drawn: events.SeatedSession, stage: int) -> TournamentSession:
    return TournamentSession(
        drawn.number, stage, drawn.sitting, drawn.table, drawn.starts, drawn.seats, drawn.advance
    )


def _at_stage(state: State, event: events.StageDrawn | events.StageCompleted) -> State:
    """Begin the stage, unless a draw has begun it."""
    if len(state.stages) > event.stage:
        return state
    stage = StageProgress(event.stage, event.title, event.kind)
    return replace(state, stages=(*state.stages, stage))


def _rescheduled(state: State, event: events.SessionRescheduled) -> State:
    state = state.with_session(event.session, starts=event.starts, table=event.table)
    what = f"Session {event.session} is at table {event.table}."
    return state.notify(PlayerNotice(event.at, what, event.notice, event.session))


def _started(state: State, event: events.SessionStarted) -> State:
    for player in event.players:
        state = state.with_entrant(player, unused_buy_back=0)
    state = state.with_session(event.session, status="running", players=event.players)
    return replace(state, has_begun=True)


def _result_recorded(state: State, event: events.ResultRecorded) -> State:
    return state.with_session(
        event.session, status="over", results=event.results, rounds=event.rounds
    )


def _play_off_called(state: State, event: events.PlayOffCalled) -> State:
    parent = state.sessions[event.session - 1]
    play_off = replace(
        _session(event.play_off, parent.stage),
        play_off_of=parent.number,
        first_place=event.first_place,
    )
    return replace(state, sessions=(*state.sessions, play_off))


def _places_decided(state: State, event: events.PlacesDecided) -> State:
    return state.with_session(event.session, results=event.results)


def _session_decided(state: State, event: events.SessionDecided) -> State:
    return state.with_session(event.session, status="decided", advanced=event.advanced)


def _stage_completed(state: State, event: events.StageCompleted) -> State:
    state = _at_stage(state, event).with_stage(is_complete=True, advanced=event.advanced)
    for player in event.advanced:
        state = state.with_entrant(player, status="accepted", out_in=None, clause=None)
    return state.eliminate(event.eliminated, event.stage, None)


def _placings_announced(state: State, event: events.PlacingsAnnounced) -> State:
    return replace(state, phase="placed", placings=event.players)


STEPS: Final[dict[type, Callable[[State, Any], State]]] = {
    events.TablesDesignated: _tables_designated,
    events.DrawCommitted: _draw_committed,
    events.DrawCut: _draw_cut,
    events.DrawRevealed: _draw_revealed,
    events.StageDrawn: _stage_drawn,
    events.SessionRescheduled: _rescheduled,
    events.SessionStarted: _started,
    events.ResultRecorded: _result_recorded,
    events.PlayOffCalled: _play_off_called,
    events.PlacesDecided: _places_decided,
    events.SessionDecided: _session_decided,
    events.StageCompleted: _stage_completed,
    events.PlacingsAnnounced: _placings_announced,
}
