"""Events of a tournament: facts in the past tense, with the verdict inside.

Event names are stored and never change; old payloads load forever. Those that move money are in
`money.events`, those of draws, sessions and results in `play.events`.
"""

from typing import Any

from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.events import Event, event
from houserules.table.session.state import Ground

# The tournament as a whole.


@event("tournament.drafted")
class TournamentDrafted(Event):
    """The conditions of a tournament were drafted."""

    title: str
    conditions: dict[str, Any]
    by: str
    at: Moment


@event("tournament.published")
class TournamentPublished(Event):
    """The conditions were published, and entries opened."""

    starts: Moment
    withdraw_until: Moment
    rounds_per_hour: int
    pause_minutes: int
    by: str
    at: Moment
    clause: Clause


@event("tournament.amended")
class TournamentAmended(Event):
    """Published conditions were changed with notice to the players."""

    conditions: dict[str, Any]
    changed: tuple[str, ...]
    withdraw_until: Moment
    notice: str
    by: str
    at: Moment
    clause: Clause


@event("tournament.start-moved")
class StartMoved(Event):
    """The start of the tournament was moved with notice to the players."""

    starts: Moment
    withdraw_until: Moment
    notice: str
    by: str
    at: Moment
    clause: Clause


@event("tournament.cancelled")
class TournamentCancelled(Event):
    """The tournament was cancelled."""

    reason: str
    by: str
    at: Moment
    clause: Clause


@event("tournament.finished")
class TournamentFinished(Event):
    """All prizes are paid, and the prize pool is empty."""


# Entries.


@event("tournament.entry-applied")
class EntryApplied(Event):
    """A player applied to enter the tournament."""

    player: str
    form: str
    at: Moment
    clause: Clause


@event("tournament.conditions-given")
class ConditionsGiven(Event):
    """A player received a copy of the conditions."""

    player: str
    version: int
    how: str
    at: Moment
    clause: Clause


@event("tournament.conditions-agreed")
class ConditionsAgreed(Event):
    """A player agreed to the conditions in writing."""

    player: str
    version: int
    signature: str
    at: Moment
    clause: Clause


@event("tournament.entry-accepted")
class EntryAccepted(Event):
    """An application was accepted."""

    player: str
    by: str
    at: Moment
    clause: Clause


@event("tournament.entry-refused")
class EntryRefused(Event):
    """An application was refused."""

    player: str
    reason: str
    by: str
    at: Moment
    clause: Clause


@event("tournament.entry-withdrawn")
class EntryWithdrawn(Event):
    """A player withdrew from the tournament."""

    player: str
    at: Moment
    clause: Clause


@event("tournament.entry-lapsed")
class EntryLapsed(Event):
    """An application lapsed when entries closed: not accepted, or the fee not paid."""

    player: str
    clause: Clause


@event("tournament.entries-closed")
class EntriesClosed(Event):
    """Entries closed; the tournament takes place."""

    entries: int
    guaranteed: bool
    by: str
    at: Moment
    clause: Clause


@event("tournament.player-eliminated")
class EntrantEliminated(Event):
    """A player without the buy-in was eliminated before a session; the entry fee is kept."""

    player: str
    session: int
    stage: int
    clause: Clause


@event("tournament.player-disqualified")
class EntrantDisqualified(Event):
    """A player was disqualified from the tournament."""

    player: str
    session: int | None
    ground: Ground
    reason: str
    clause: Clause


# Disputes.


@event("tournament.dispute-raised")
class EntryDisputeRaised(Event):
    """A dispute about an entry or the conditions was raised; play waits."""

    number: int
    player: str
    about: str
    at: Moment
    clause: Clause


@event("tournament.dispute-decided")
class EntryDisputeDecided(Event):
    """The Tournament Manager decided a dispute; the decision is final."""

    number: int
    says: str
    by: str
    at: Moment
    clause: Clause
