"""How sessions that are being played stand at their tables: chips are in full view (S65 20.6.6, S24 21.6.6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.floor.tables.run import RunningTable
from houserules.floor.tournaments.sessions import session_name, sessions_due
from houserules.floor.tournaments.stream import FloorTournament
from houserules.table.session.views import session_view


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """A player of a session, and the chips in front of them."""

    player: str
    box: int
    chips: Cents
    state: Literal["in", "eliminated", "disqualified"]


@dataclass(frozen=True, slots=True)
class SessionStanding:
    """A session that is being played."""

    session: int  # in the tournament
    table: str
    round: int  # that is played or comes next
    rounds: int | None  # None: by the clock, or a play-off
    ends: Moment | None  # of a session by the clock
    minimum: Cents
    maximum: Cents
    players: tuple[PlayerStanding, ...]  # the most chips first


def standings(
    tournament: FloorTournament, tables: Mapping[str, RunningTable]
) -> tuple[SessionStanding, ...]:
    """Return how the sessions stand whose tables are known here."""
    found = []
    for session, running in sessions_due(tournament, tables):
        view = session_view(running.state.table)
        if view is None or view.session != session_name(
            tournament.setting.tournament, session.number
        ):
            continue
        players = [
            PlayerStanding(each.player, each.box, each.chips, each.state) for each in view.players
        ]
        players.sort(key=lambda each: (each.state != "in", -each.chips, each.box))
        found.append(
            SessionStanding(
                session.number,
                session.table,
                view.round,
                view.rounds,
                view.ends,
                view.limits.minimum,
                view.limits.maximum,
                tuple(players),
            )
        )
    return tuple(found)


def rounds_seen(tournament: FloorTournament, tables: Mapping[str, RunningTable]) -> int:
    """Return a number that is another one whenever a session or a round of one has begun or ended.

    A session begins at its table a moment after the tournament has started it.
    """
    due = [running.state.table for _, running in sessions_due(tournament, tables)]
    return sum(
        4 * table.rounds + 2 * (table.phase == "over") + (table.session is not None)
        for table in due
    )
