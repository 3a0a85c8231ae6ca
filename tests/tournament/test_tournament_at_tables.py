"""Whole tournaments with every session played at a table: the two agree on who goes on."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from house_rounds import Given
from houserules.core.people import Moment
from houserules.rulebook.values import NotOffered
from houserules.table.people.commands import PresentPlayerCard
from houserules.table.people.state import PlayerCard
from houserules.table.session import commands as s
from houserules.table.session.state import Player, Session
from houserules.tournament import commands as c
from houserules.tournament.agenda import due_steps
from houserules.tournament.event_builder import conditions_of
from houserules.tournament.play.at_table import (
    session_conditions,
    session_players,
    session_results,
)
from houserules.tournament.play.results import tie_to_decide, tie_to_play_off
from repetitions import repetitions
from session_rounds import MANAGER, OF_A_SESSION, SessionShift
from tournament.conditions import BOTH
from tournament.desk import Desk

DISTURBANCES = tuple(kind for kind in OF_A_SESSION if kind is not s.OrderCount)
STAGES = [
    {"kind": "heats", "rounds": 2, "tables": 2, "players_per_table": 4, "advance": 2},
    {"kind": "final", "rounds": 2, "tables": 1, "players_per_table": 7},
]


@dataclass(slots=True)
class TournamentTable(SessionShift):
    """A table at which one session of a tournament is played, at random."""

    seats: tuple[Player, ...] = ()

    def begin(self) -> Iterator[Given]:
        """Begin the session, with Player Cards where they are needed."""
        assert self.conditions is not None
        yield self.give(s.BeginSession(MANAGER, self.now, "1", self.conditions, self.seats))
        assert self.table.session is not None
        if not isinstance(self.rules.player_cards, NotOffered):
            for player in self.seats:
                card = PlayerCard(f"card of {player.name}", player.name)
                yield self.give(PresentPlayerCard(player.name, card, self.now))


def play(desk: Desk, number: int, rng: random.Random) -> Session:
    """Play a session at a table until its result is announced."""
    table = TournamentTable(conditions_of(desk.state).rules, rng, Moment(desk.at))
    table.conditions = session_conditions(desk.state, number)
    table.seats = session_players(desk.state, number)
    list(table.opening())
    for _ in range(8000):
        assert table.table.session is not None
        if table.table.session.result is not None:
            return table.table.session
        list(table.step(DISTURBANCES, disturbed=0.03))
    raise AssertionError("the session never ends")


@pytest.mark.parametrize("book", [book for book, _ in BOTH])
def test_tournament_and_tables_agree(book: str) -> None:
    for seed in range(repetitions(10, 300)):
        rng = random.Random(f"{book} {seed}")
        cards = {"play__pass_cards": 1, "play__undisclosed_wagers": 1, "entry__minimum": 6}
        desk = Desk(book).publish(stages=STAGES, **cards).enter(*"abcdefg").close("1", "2")
        while desk.state.phase == "play":
            step = due_steps(desk.state)[0]
            if step.command == "commit-seat-draw":
                desk.draw()
            elif step.command == "start-session":
                assert step.session is not None
                desk.start(step.session)
            elif step.command == "pass-stage":
                desk.give(c.PassStage)
            elif step.command == "call-play-off":
                desk.give(c.CallPlayOff, session=step.session, table="1", starts=desk.at)
            elif step.command == "decide-places":
                assert step.session is not None
                tie = tie_to_decide(desk.state, desk.state.sessions[step.session - 1])
                order = tuple(result.player for result in tie)
                desk.give(c.DecidePlaces, session=step.session, order=order, how="By lot")
            else:
                assert step.session is not None
                record(desk, step.session, rng)
        assert desk.state.phase == "placed"


def record(desk: Desk, number: int, rng: random.Random) -> None:
    """Play a session and hand its result in; the table has found the same players to go on."""
    session = play(desk, number, rng)
    assert session.result is not None
    desk.result(number, *session_results(session), rounds=session.counted)
    recorded = desk.state.sessions[number - 1]
    if recorded.play_off_of is None and recorded.status == "decided":
        assert set(recorded.advanced) == set(session.result.advance)
        assert session.result.play_off == ()
    elif recorded.play_off_of is None:
        tied = {result.player for result in tie_to_play_off(desk.state, recorded)}
        assert tied == set(session.result.play_off)
