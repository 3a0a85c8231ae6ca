"""A tournament as it stands: value types only. `evolve` makes the next state; nothing here reads rules."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.session.state import Ground
from houserules.tournament.conditions.document import StageKind
from houserules.tournament.ledger import Ledger

TournamentPhase = Literal["new", "draft", "entries", "play", "placed", "finished", "cancelled"]
"""`entries`: published and open to entries. `play`: entries are closed. `placed`: the final is over."""

EntryStatus = Literal[
    "applied", "accepted", "refused", "withdrawn", "lapsed", "eliminated", "disqualified"
]
"""`accepted`: in the tournament, as far as the entry fee is paid too."""

Outcome = Literal["in", "eliminated", "disqualified"]
"""How a player left a session; `in`: with chips, at its end."""

SessionStatus = Literal["scheduled", "running", "over", "decided"]
"""`over`: a tie is left to be played off or decided before it is known who goes on."""


@dataclass(frozen=True)
class Entrant:
    """A person who has applied, and what has become of the application."""

    player: str
    form: str  # the application as it was filled in: for staff only
    applied_at: Moment
    status: EntryStatus = "applied"
    copy_of: int = 0  # the version of the conditions that the player was given last; 0: none
    agreed_to: int = 0  # the version that the player agreed to in writing
    paid: Cents | None = None  # the entry fee that is in the pool; None: not paid
    refunded: Cents = 0
    reason: str = ""  # of a refusal or disqualification
    clause: Clause | None = None  # of a refusal, elimination or disqualification
    ground: Ground | None = None  # of a disqualification
    out_in: int | None = None  # the stage that eliminated them, no second chance
    buy_backs: int = 0
    unused_buy_back: Cents = 0  # paid, and no session played since


@dataclass(frozen=True)
class SeatedEntrant:
    """Where an entrant sits in a session."""

    player: str
    box: int


@dataclass(frozen=True)
class PlayerResult:
    """How a session ended for one player."""

    player: str
    place: int | None  # shared by players who cannot be told apart; None: disqualified
    chips: Cents  # at the last count
    outcome: Outcome
    ground: Ground | None = None  # of a disqualification
    clause: Clause | None = None


@dataclass(frozen=True)
class TournamentSession:
    """One session of the tournament, or a play-off of one."""

    number: int  # in the tournament, from 1
    stage: int
    sitting: int  # sessions of one sitting begin together
    table: str
    starts: Moment
    seats: tuple[SeatedEntrant, ...]
    advance: int  # how many go on; in a final, how many places have a prize
    status: SessionStatus = "scheduled"
    bought_in: tuple[str, ...] = ()
    players: tuple[str, ...] = ()  # who was there when it began
    results: tuple[PlayerResult, ...] = ()
    rounds: int = 0  # that counted
    advanced: tuple[str, ...] = ()
    play_off_of: int | None = None  # the session whose tie it decides
    first_place: int = 1  # of those at stake

    def seat_of(self, player: str) -> SeatedEntrant | None:
        """Return a player's seat."""
        return next((seat for seat in self.seats if seat.player == player), None)

    def result_of(self, player: str) -> PlayerResult | None:
        """Return how the session ended for a player."""
        return next((result for result in self.results if result.player == player), None)


@dataclass(frozen=True)
class SeatDraw:
    """A draw in progress or done: the order is secret until it was cut and revealed."""

    entrants: tuple[str, ...]
    sessions: tuple[int, ...]  # how many players sit at each table
    byes: int
    commitment: str
    committed_by: str
    cut: int | None = None
    cut_by: str | None = None
    order: tuple[str, ...] = ()
    salt: str | None = None


@dataclass(frozen=True)
class StageProgress:
    """A stage that was drawn, or is about to be."""

    number: int  # as in the conditions, from 0
    name: str
    kind: StageKind
    draw: SeatDraw | None = None  # None: the Tournament Manager allotted the seats otherwise
    is_drawn: bool = False
    byes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()  # of a second chance with fewer seats than players
    is_complete: bool = False
    advanced: tuple[str, ...] = ()

    @property
    def is_second_chance(self) -> bool:
        """Whether players who did not advance play here to join those who did."""
        return self.kind in ("repechage", "catch-up")


@dataclass(frozen=True)
class PlayerNotice:
    """Something that the players were told, and how."""

    at: Moment
    what: str
    how: str
    session: int | None = None  # None: all entrants


@dataclass(frozen=True)
class EntryDispute:
    """A dispute about an entry or the conditions; the Tournament Manager's decision is final."""

    number: int
    player: str
    about: str
    raised_at: Moment
    decision: str | None = None
    decided_by: str | None = None


@dataclass(frozen=True)
class AwardedPrize:
    """What a place has won."""

    place: int
    player: str
    amount: Cents
    goods: str | None
    is_paid: bool = False


@dataclass(frozen=True)
class TournamentState:
    """One tournament, from the draft of its conditions to the last prize."""

    phase: TournamentPhase = "new"
    name: str = ""
    document: str = ""  # the conditions as JSON
    version: int = 0  # of the conditions; 1 is the one that was published
    starts: Moment | None = None  # the first session
    withdraw_until: Moment | None = None
    rounds_per_hour: int = 0
    pause_minutes: int = 0
    entrants: dict[str, Entrant] = field(default_factory=dict)
    guaranteed: bool = False  # enough entries came for the guarantee of the prize pool
    tables: tuple[str, ...] = ()
    stages: tuple[StageProgress, ...] = ()
    sessions: tuple[TournamentSession, ...] = ()  # by number
    has_begun: bool = False  # a session has started
    notices: tuple[PlayerNotice, ...] = ()
    disputes: tuple[EntryDispute, ...] = ()
    ledger: Ledger = field(default_factory=Ledger)
    placings: tuple[str, ...] = ()  # the winner first
    prizes: tuple[AwardedPrize, ...] = ()
    reason: str = ""  # of a cancellation

    def session(self, number: int) -> TournamentSession | None:
        """Return a session by its number."""
        return self.sessions[number - 1] if 1 <= number <= len(self.sessions) else None

    def sessions_of(self, stage: int) -> tuple[TournamentSession, ...]:
        """Return the sessions of a stage without their play-offs."""
        return tuple(
            session
            for session in self.sessions
            if session.stage == stage and session.play_off_of is None
        )

    def in_session(self, player: str) -> bool:
        """Whether a session of the player has started and is not decided."""
        return any(
            player in session.players
            for session in self.sessions
            if session.status in ("running", "over")
        )

    @property
    def accepted(self) -> tuple[str, ...]:
        """Who is in the tournament, in order of application."""
        return tuple(
            entrant.player for entrant in self.entrants.values() if entrant.status == "accepted"
        )

    @property
    def stage(self) -> StageProgress | None:
        """The stage that was drawn last, or is being drawn."""
        return self.stages[-1] if self.stages else None

    @property
    def open_dispute(self) -> EntryDispute | None:
        return next((dispute for dispute in self.disputes if dispute.decision is None), None)

    # The state after a change.

    def with_entrant(self, player: str, **changes: Any) -> "TournamentState":
        """Return the state with one entrant changed."""
        entrant = replace(self.entrants[player], **changes)
        return replace(self, entrants={**self.entrants, player: entrant})

    def with_session(self, number: int, **changes: Any) -> "TournamentState":
        """Return the state with one session changed."""
        sessions = list(self.sessions)
        sessions[number - 1] = replace(sessions[number - 1], **changes)
        return replace(self, sessions=tuple(sessions))

    def with_stage(self, **changes: Any) -> "TournamentState":
        """Return the state with the last stage changed."""
        return replace(self, stages=(*self.stages[:-1], replace(self.stages[-1], **changes)))

    def eliminate(
        self, players: Iterable[str], stage: int, clause: Clause | None
    ) -> "TournamentState":
        """Return the state with players eliminated; a second chance does not change where they were."""
        state = self
        for player in players:
            before = state.entrants[player]
            state = state.with_entrant(
                player,
                status="eliminated",
                out_in=stage if before.out_in is None else before.out_in,
                clause=clause or before.clause,
            )
        return state

    def move(self, source: str, target: str, amount: Cents) -> "TournamentState":
        """Return the state with money moved between two accounts."""
        return replace(self, ledger=self.ledger.move(source, target, amount))

    def notify(self, notice: PlayerNotice) -> "TournamentState":
        """Return the state with a notice to the players."""
        return replace(self, notices=(*self.notices, notice))
