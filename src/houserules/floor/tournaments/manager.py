"""The software as Tournament Manager: what it does next in a tournament that it runs by itself."""

from collections.abc import Iterator
from typing import Final

from houserules.core.people import Moment, Person
from houserules.floor.tables.decision import HOUSE
from houserules.floor.tables.settings import Kind
from houserules.tournament.agenda import DueStep, due_steps
from houserules.tournament.commands import (
    AcceptEntry,
    AwardPrizes,
    CallPlayOff,
    CancelTournament,
    CloseEntries,
    CommitSeatDraw,
    CutSeatDraw,
    DecidePlaces,
    PassStage,
    PayPrize,
    RevealSeatDraw,
    StartSession,
    TournamentCommand,
)
from houserules.tournament.event_builder import conditions_of
from houserules.tournament.play.draws import open_draw
from houserules.tournament.play.results import tie_to_decide
from houserules.tournament.play.sessions import players_ready, reserved_tables
from houserules.tournament.state import TournamentSession, TournamentState

MANAGER: Final = Person(HOUSE, "Tournament Manager")
GAMING_MANAGER: Final = Person(HOUSE, "Gaming Manager")
DEALER: Final = Person("automatic dealer", "dealer")
_PATIENCE: Final = 60
"""Seconds that the software waits for players who have not bought their chips."""


def next_commands(state: TournamentState, at: Moment, *, kind: Kind) -> Iterator[TournamentCommand]:
    """Yield what the software would do now, the first that is allowed first.

    It decides nothing that needs a person: applications that the conditions select from, disputes,
    refunds and, in a live tournament, the cut of a seat draw, which proves it to the players.
    """
    draw = open_draw(state)
    if kind == "practice" and draw is not None and draw.cut is None:
        yield CutSeatDraw(DEALER, at, at % len(draw.entrants))
    if state.open_dispute is None:
        for step in due_steps(state):
            yield from _commands_for(state, step, at)


def _commands_for(state: TournamentState, step: DueStep, at: Moment) -> Iterator[TournamentCommand]:
    session = state.session(step.session or 0)
    match step.command:
        case "accept-entry" if not conditions_of(state).eligibility.selects:
            yield AcceptEntry(MANAGER, at, step.player or "")
        case "close-entries" if state.starts is not None and at >= state.starts:
            yield CloseEntries(MANAGER, at)
            why = "Too few players had entered by the start."
            yield CancelTournament(GAMING_MANAGER, at, "too few entries", why)
        case "reveal-seat-draw":
            yield RevealSeatDraw(MANAGER, at, "")
        case "pass-stage":
            yield PassStage(MANAGER, at)
        case "commit-seat-draw":
            yield CommitSeatDraw(MANAGER, at, "")
        case "start-session" if session and _may_start(state, session, at):
            yield StartSession(MANAGER, at, session.number)
        case "call-play-off" if session:
            yield CallPlayOff(MANAGER, at, session.number, session.table, at)
        case "decide-places" if session:
            # The seats were drawn, so the order of the boxes is as good as a lot.
            order = tuple(result.player for result in tie_to_decide(state, session))
            yield DecidePlaces(MANAGER, at, session.number, order, "by lot: the order of the boxes")
        case "award-prizes":
            yield AwardPrizes(MANAGER, at)
        case "pay-prize":
            yield PayPrize(MANAGER, at, step.number or 0, "by the house")
        case "cancel-tournament":
            yield CancelTournament(GAMING_MANAGER, at, "other", "Nobody was left to win.")
        case _:
            pass


def _may_start(state: TournamentState, session: TournamentSession, at: Moment) -> bool:
    """Whether the time has come, the table is free, and everybody is ready or was waited for."""
    if at < session.starts or session.table in reserved_tables(state):
        return False
    is_full = len(players_ready(state, session)) == len(session.seats)
    return is_full or at >= session.starts + _PATIENCE
