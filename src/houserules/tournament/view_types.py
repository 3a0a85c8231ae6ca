"""What people see of a tournament, as data."""

from dataclasses import dataclass
from typing import Any, Literal

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.tournament.agenda import DueStep
from houserules.tournament.conditions.document import StageKind
from houserules.tournament.state import (
    Entrant,
    EntryDispute,
    EntryStatus,
    Outcome,
    PlayerNotice,
    SessionStatus,
    TournamentPhase,
)


@dataclass(frozen=True, slots=True)
class BracketSeat:
    """A player at a table, with the last count once the session is over."""

    box: int
    player: str
    chips: Cents | None
    place: int | None
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class BracketSession:
    """One session or play-off."""

    number: int
    sitting: int
    table: str
    starts: Moment
    status: SessionStatus
    seats: tuple[BracketSeat, ...]
    advance: int
    advanced: tuple[str, ...]
    play_off_of: int | None


@dataclass(frozen=True, slots=True)
class BracketStage:
    """One stage of the bracket."""

    name: str
    kind: StageKind
    status: Literal["to come", "being drawn", "being played", "complete"]
    sessions: tuple[BracketSession, ...]
    byes: tuple[str, ...]
    advanced: tuple[str, ...]
    draw: dict[str, Any] | None  # the record of the seat draw, which anybody can verify


@dataclass(frozen=True, slots=True)
class PlannedSitting:
    """Sessions that should begin together, by the number of entries so far."""

    stage: str
    sitting: int
    tables: int
    players: int
    starts: Moment
    ends: Moment


@dataclass(frozen=True, slots=True)
class PrizeView:
    """The prize of a place, as it stands now."""

    place: int
    amount: Cents
    goods: str | None
    player: str | None
    is_paid: bool


@dataclass(frozen=True, slots=True)
class MySeat:
    """Where and when a player plays next, or is playing."""

    session: int
    table: str
    box: int
    starts: Moment
    status: SessionStatus
    buy_in_due: Cents


@dataclass(frozen=True, slots=True)
class MyEntry:
    """A player's own entry."""

    status: EntryStatus
    has_copy: bool  # of the conditions as they are now
    agreement_due: bool
    fee_due: Cents
    reason: str
    clause: Clause | None
    seat: MySeat | None
    disputes: tuple[EntryDispute, ...]


@dataclass(frozen=True, slots=True)
class StaffView:
    """What only staff see."""

    entrants: tuple[Entrant, ...]
    disputes: tuple[EntryDispute, ...]
    balances: dict[str, Cents]
    due: tuple[DueStep, ...]


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament for one person."""

    name: str
    rulebook: str
    phase: TournamentPhase
    reason: str  # of a cancellation
    conditions: dict[str, Any]
    version: int
    starts: Moment | None
    withdraw_until: Moment | None
    entries: int
    minimum: int | None
    maximum: int | None
    pool: Cents  # with what the operator adds or guarantees
    tables: tuple[str, ...]
    timetable: tuple[PlannedSitting, ...]  # until seats are drawn: sessions have their own times
    stages: tuple[BracketStage, ...]
    placings: tuple[str, ...]
    prizes: tuple[PrizeView, ...]
    notices: tuple[PlayerNotice, ...]
    may: tuple[str, ...]  # what this person can do for themselves now, by API name
    mine: MyEntry | None
    staff: StaffView | None
