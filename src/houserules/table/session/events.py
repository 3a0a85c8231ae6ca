"""Events of a session. A form's content is sealed until `FormOpened`: only its player and supervisors see it."""

from typing import Literal

from houserules.core.money import Cents, Odds
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.events import Event, WagerKind, event
from houserules.table.session.state import (
    CountedChips,
    Ending,
    Ground,
    MissingChips,
    PlaceTaken,
    Player,
    SessionConditions,
    SessionResult,
)
from houserules.table.state import Result


@event("session.begun")
class SessionBegun(Event):
    """A session began: its players sat down with their tournament chips, and the float was set aside."""

    session: str
    conditions: SessionConditions
    players: tuple[Player, ...]
    float_set_aside: Cents
    by: str
    at: Moment
    clause: Clause


@event("session-round.began")
class SessionRoundBegan(Event):
    """The next round of a session began: its number, its limits, and the box that has the marker."""

    number: int
    minimum: Cents
    maximum: Cents
    marker: int | None


@event("wager-clock.announced")
class WagerClockAnnounced(Event):
    """The Tournament Manager announced how long players have for a wager, and from which round."""

    seconds: int
    from_round: int
    by: str
    at: Moment
    clause: Clause


@event("wagering-time.called")
class WageringTimeCalled(Event):
    """The time to wager was over for these players, who may only wager the minimum."""

    players: tuple[str, ...]
    by: str
    at: Moment
    clause: Clause


@event("pass-card.played")
class PassCardPlayed(Event):
    """A player played a pass card in place of a wager."""

    box: int
    player: str


@event("form.handed-in")
class FormHandedIn(Event):
    """A player handed in an undisclosed wager."""

    box: int
    player: str
    kind: str | None
    amount: Cents | None


@event("form.examined")
class FormExamined(Event):
    """A supervisor examined a form and put its indicator in front of the player."""

    box: int
    player: str
    by: str
    at: Moment
    clause: Clause


@event("entry.taken-back")
class EntryTakenBack(Event):
    """A player took a pass card or a form back before the first card."""

    box: int
    player: str
    what: Literal["pass card", "form"]


@event("absence.entered")
class AbsenceEntered(Event):
    """The Tournament Manager had the minimum deducted from an absent player for the round."""

    box: int
    player: str
    by: str
    at: Moment
    clause: Clause


@event("wager.adjusted")
class WagerAdjusted(Event):
    """A wager was made up to the minimum, or brought down to what the rules allow."""

    box: int
    player: str
    found: Cents
    plays: Cents
    clause: Clause


@event("form.plays")
class FormPlays(Event):
    """A box with nothing but an undisclosed wager takes part in the round."""

    box: int
    player: str


@event("form.opened")
class FormOpened(Event):
    """A form was opened after the round: what it says, and what it was deemed to be for."""

    box: int
    player: str
    kind: str | None
    amount: Cents | None
    deemed: Cents | None
    clause: Clause | None


@event("undisclosed-wager.settled")
class UndisclosedWagerSettled(Event):
    """An undisclosed wager was paid or collected by the result of the box."""

    box: int
    player: str
    stake: Cents
    result: Result
    odds: Odds | None
    returned: Cents
    clause: Clause
    follows: WagerKind = "original"  # the wager on the box whose result it has

    @property
    def net(self) -> Cents:
        """What the player is up by it."""
        return self.returned - self.stake


@event("minimum.deducted")
class MinimumDeducted(Event):
    """The minimum was deducted from a player who was absent or whose form showed no wager."""

    box: int
    player: str
    amount: Cents
    why: Literal["absent", "form"]
    clause: Clause


@event("session-round.counted")
class SessionRoundCounted(Event):
    """A round of the session counted: what each player has now and staked in it."""

    number: int
    chips: tuple[tuple[str, Cents], ...]
    staked: tuple[tuple[str, Cents], ...]
    collected: tuple[tuple[str, int, int], ...]  # when a player's last chips were collected
    pass_cards: tuple[str, ...]  # the players whose pass cards were collected
    dealt: bool  # False: everybody passed or was absent


@event("session-round.taken-back")
class SessionRoundTakenBack(Event):
    """A round that had counted was taken back; players who had left after it are in again."""

    number: int
    returned: tuple[tuple[str, int, Cents], ...]  # player, box and the chips they left with


@event("forms.taken-back")
class FormsTakenBack(Event):
    """What undisclosed wagers and deductions of a void round had moved went back."""

    moved: tuple[tuple[str, Cents], ...]  # to each player; below zero: from the player
    clause: Clause


@event("player.eliminated")
class PlayerEliminated(Event):
    """A player who could not wager the minimum was eliminated and left the table."""

    box: int
    player: str
    chips: Cents
    clause: Clause


@event("disqualification.declared")
class DisqualificationDeclared(Event):
    """The Tournament Manager declared a player disqualified."""

    player: str
    ground: Ground
    by: str
    at: Moment
    clause: Clause


@event("player.disqualified")
class PlayerDisqualified(Event):
    """A disqualification took effect: the player left the table, and the last count stands."""

    box: int
    player: str
    ground: Ground
    chips: Cents
    clause: Clause


@event("session.concluded")
class SessionConcluded(Event):
    """The Tournament Manager ended the session: no other round begins."""

    why: Literal["clock", "early"]
    agreed: tuple[str, ...]
    by: str
    at: Moment
    clause: Clause


@event("session.over")
class SessionOver(Event):
    """The session is over: why, and the places as the chips have it."""

    why: Ending
    places: tuple[PlaceTaken, ...]


@event("count.ordered")
class CountOrdered(Event):
    """The Tournament Manager ordered a count of all players' chips."""

    by: str
    at: Moment
    clause: Clause


@event("chips.counted")
class ChipsCounted(Event):
    """The chips of every player were counted and recorded."""

    counts: tuple[CountedChips, ...]
    by: str
    at: Moment
    clause: Clause


@event("session.result")
class SessionResultAnnounced(Event):
    """The Tournament Manager announced the result of the session."""

    result: SessionResult
    by: str
    at: Moment
    clause: Clause


@event("chips.returned")
class TournamentChipsReturned(Event):
    """The tournament chips went back to the tray; missing ones were recorded."""

    missing: tuple[MissingChips, ...]
    by: str
    at: Moment
    clause: Clause


@event("session.ended")
class SessionEnded(Event):
    """Tournament play at the table ended: the float is back, and the players have left."""

    session: str
    float_returned: Cents
    by: str
    at: Moment
