"""Events of carded play, in the stream of the player. Each carries its verdict, and the casino's day."""

from houserules.carded.limits import LimitsSet
from houserules.carded.state import Action, Outcome, Today
from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.events import Event, event


@event("carded.identity-verified")
class IdentityVerified(Event):
    """A player's identity was verified with a document; the details are kept sealed."""

    details: str  # the digest of the sealed record
    by: str
    at: Moment


@event("carded.identity-read")
class IdentityRead(Event):
    """A member of staff read the sealed details of a player's identity."""

    why: str
    by: str
    at: Moment


@event("carded.identity-erased")
class IdentityErased(Event):
    """The sealed details of a player's identity were erased for good after their retention period."""

    why: str
    by: str
    at: Moment


@event("carded.information-given")
class InformationGiven(Event):
    """The player was given information about gaming limits in plain words."""

    at: Moment
    clause: Clause


@event("carded.limits-set")
class LimitsWereSet(Event):
    """The player set limits; what is raised waits."""

    limits: LimitsSet
    at: Moment
    clause: Clause


@event("carded.limits-declined")
class LimitsDeclined(Event):
    """The player said expressly that they want no limits."""

    at: Moment
    clause: Clause


@event("carded.suspended")
class PlayerSuspended(Event):
    """The player asked to be kept from playing for a time."""

    until: Moment
    at: Moment
    clause: Clause


@event("carded.sent-out")
class PlayerSentOut(Event):
    """The player had played too long, and may not play until a time."""

    until: Moment
    at: Moment
    clause: Clause


@event("carded.assessed")
class PlayerAssessed(Event):
    """A member of staff spoke to the player in person after continuous play."""

    outcome: Outcome
    note: str
    until: Moment | None  # if the player was stopped
    by: str
    at: Moment
    clause: Clause


@event("carded.chips-bought")
class ChipsBought(Event):
    """The player paid in for chips."""

    amount: Cents
    cash: bool
    today: Today
    by: str
    at: Moment


@event("carded.chips-cashed")
class ChipsCashed(Event):
    """The player was paid out for chips."""

    amount: Cents
    by: str
    at: Moment


@event("carded.play-began")
class PlayBegan(Event):
    """The player made the first wager of a round at a table."""

    table: str
    at: Moment


@event("carded.stake-changed")
class StakeChanged(Event):
    """The chips that the player has in play at a table are now this much."""

    table: str
    chips: Cents
    at: Moment


@event("carded.result-booked")
class ResultBooked(Event):
    """Wagers of the player were settled, or a payment at a table was put right."""

    table: str
    game: str
    staked: Cents
    net: Cents
    today: Today
    at: Moment


@event("carded.fee-paid")
class FeePaid(Event):
    """The player paid a fee or a buy-in of a tournament."""

    where: str
    game: str
    amount: Cents
    today: Today
    at: Moment


@event("carded.fee-returned")
class FeeReturned(Event):
    """A fee or a buy-in was refunded: no win, but no longer lost where it was paid."""

    where: str
    amount: Cents
    today: Today
    at: Moment


@event("carded.play-ended")
class PlayEnded(Event):
    """The last wager of the player in a round was settled or handed back."""

    table: str
    today: Today
    at: Moment


@event("carded.case-opened")
class CaseOpened(Event):
    """Somebody was found playing with another person's card."""

    number: int
    user: str
    holder: str
    by: str
    at: Moment
    clause: Clause


@event("carded.case-closed")
class CaseClosed(Event):
    """It was decided what follows from the use of another person's card, with the reasons."""

    number: int
    about_user: Action
    about_holder: Action
    avoids_measures: bool  # of harm minimisation
    criminal: bool
    reasons: str
    by: str
    at: Moment
    clause: Clause
    suspended_until: Moment | None = None  # the card of the person it was decided about


@event("carded.card-suspended")
class CardSuspended(Event):
    """The player's card was suspended after another person had used it, or they another's."""

    until: Moment
    by: str
    at: Moment
    clause: Clause
