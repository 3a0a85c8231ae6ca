"""Events of draws, sessions and results."""

from dataclasses import dataclass

from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.events import Event, event
from houserules.tournament.conditions.document import StageKind
from houserules.tournament.state import PlayerResult, SeatedEntrant


@dataclass(frozen=True, slots=True)
class SeatedSession:
    """A session as it was drawn: where, when and with whom."""

    number: int
    sitting: int
    table: str
    starts: Moment
    seats: tuple[SeatedEntrant, ...]
    advance: int


@event("tournament.tables-designated")
class TablesDesignated(Event):
    """The tables of the tournament were named."""

    tables: tuple[str, ...]
    by: str
    at: Moment
    clause: Clause


@event("tournament.draw-committed")
class DrawCommitted(Event):
    """The players of a stage were shuffled; the commitment to their order is public."""

    stage: int
    title: str
    kind: StageKind
    entrants: tuple[str, ...]
    sessions: tuple[int, ...]  # how many players sit at each table
    byes: int
    commitment: str
    by: str
    at: Moment
    clause: Clause


@event("tournament.draw-cut")
class DrawCut(Event):
    """The sealed order was cut."""

    stage: int
    position: int
    by: str
    at: Moment
    clause: Clause


@event("tournament.draw-revealed")
class DrawRevealed(Event):
    """The sealed order was opened."""

    stage: int
    order: tuple[str, ...]
    salt: str
    clause: Clause


@event("tournament.stage-drawn")
class StageDrawn(Event):
    """Tables and boxes of a stage were allotted."""

    stage: int
    title: str
    kind: StageKind
    sessions: tuple[SeatedSession, ...]
    byes: tuple[str, ...]
    left_out: tuple[str, ...]
    how: str
    at: Moment
    clause: Clause


@event("tournament.session-rescheduled")
class SessionRescheduled(Event):
    """A session was moved to another time or table."""

    session: int
    starts: Moment
    table: str
    notice: str
    by: str
    at: Moment
    clause: Clause


@event("tournament.session-started")
class SessionStarted(Event):
    """A session started with the players who were ready."""

    session: int
    players: tuple[str, ...]
    by: str
    at: Moment
    clause: Clause


@event("tournament.result-recorded")
class ResultRecorded(Event):
    """The count of a session was recorded, and its places announced."""

    session: int
    results: tuple[PlayerResult, ...]
    rounds: int
    at: Moment
    clause: Clause


@event("tournament.play-off-called")
class PlayOffCalled(Event):
    """The tied players of a session were called to a play-off."""

    session: int  # of which it decides a tie
    play_off: SeatedSession
    first_place: int  # of those at stake
    clause: Clause


@event("tournament.places-decided")
class PlacesDecided(Event):
    """The places of a session were put in order: by a play-off, or by the Tournament Manager."""

    session: int
    results: tuple[PlayerResult, ...]
    how: str
    clause: Clause


@event("tournament.session-decided")
class SessionDecided(Event):
    """It is certain who goes on from a session; in a final, who has won."""

    session: int
    advanced: tuple[str, ...]
    clause: Clause


@event("tournament.stage-completed")
class StageCompleted(Event):
    """All sessions of a stage are decided, or nobody had to play it."""

    stage: int
    title: str
    kind: StageKind
    advanced: tuple[str, ...]
    eliminated: tuple[str, ...]
    clause: Clause


@event("tournament.placings-announced")
class PlacingsAnnounced(Event):
    """The final placings were announced."""

    players: tuple[str, ...]  # the winner first
    clause: Clause
