"""What the Tournament Manager's desk shows, as data."""

from dataclasses import dataclass
from typing import Literal

from houserules.core.money import Cents
from houserules.core.people import Role
from houserules.core.refusal import Clause
from houserules.table.desk import StepRefusal
from houserules.tournament.conditions.document import StageKind

SeatLack = Literal["entry", "buy-in", "copy of the conditions", "agreement in writing"]
"""What a player needs before a session; `entry`: the player has left the tournament."""


@dataclass(frozen=True, slots=True)
class DeskStep:
    """One thing to do, and why it cannot be done yet."""

    command: str  # as the API knows it
    what: str
    session: int | None
    player: str | None
    number: int | None  # of a dispute or a place
    refusal: StepRefusal | None


@dataclass(frozen=True, slots=True)
class CommandPower:
    """Who may give a command, and under which clause."""

    command: str
    roles: tuple[Role, ...]
    mine: bool  # whether the caller's role may
    clause: Clause


@dataclass(frozen=True, slots=True)
class NextStage:
    """The stage that is drawn next."""

    name: str
    kind: StageKind
    players: tuple[str, ...]
    sessions: tuple[int, ...]  # how many players sit at each table
    byes: int
    tables: int  # that must be designated
    idle: bool  # nobody would be eliminated: its players go on without playing
    refusal: StepRefusal | None  # of a draw


@dataclass(frozen=True, slots=True)
class SeatReadiness:
    """A player of a session to come, and what they still need."""

    player: str
    box: int
    lacks: tuple[SeatLack, ...]


@dataclass(frozen=True, slots=True)
class DeskTie:
    """Players who share places that matter."""

    first: int  # place
    last: int
    advance: int  # how many go on; in a final, how many places have a prize
    players: tuple[str, ...]
    chips: tuple[Cents, ...]  # of each, at the last count
    decided_by: Literal["play-off", "order"]
    clause: Clause


@dataclass(frozen=True, slots=True)
class DeskSession:
    """What the desk knows of a session beyond the bracket."""

    number: int
    seats: tuple[SeatReadiness, ...]  # while it is scheduled
    tie: DeskTie | None


@dataclass(frozen=True, slots=True)
class DeskView:
    """A tournament as its staff work on it."""

    due: tuple[DeskStep, ...]
    powers: tuple[CommandPower, ...]
    next_stage: NextStage | None
    to_cut: tuple[str, ...]  # who is in a draw that nobody has cut yet
    sessions: tuple[DeskSession, ...]
