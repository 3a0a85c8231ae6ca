"""Events around the game: notices, closing, disputes, wrong payments."""

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.events import Event, WagerKind, event
from houserules.table.staff.state import AttemptKind


@event("notice.given")
class NoticeGiven(Event):
    """Somebody was given notice."""

    to: str
    about: str
    player: str | None
    by: str
    at: Moment


@event("notice.due")
class NoticeBecameDue(Event):
    """The rules now require a notice."""

    to: str
    about: str
    clause: Clause
    player: str | None = None


@event("game.invalidated")
class GameInvalidated(Event):
    """A casino supervisor invalidated the round."""

    ground: str
    forfeited_by: tuple[str, ...]
    by: str
    at: Moment
    clause: Clause


@event("wager.returned")
class WagerReturned(Event):
    """A wager that had been collected was handed back."""

    box: int | None
    hand: int | None
    player: str
    wager: WagerKind
    amount: Cents
    clause: Clause
    tokens: Cents = 0  # of the amount


@event("wager.forfeited")
class WagerForfeited(Event):
    """A player who cheated forfeits a wager that was handed back or paid."""

    box: int | None
    hand: int | None
    player: str
    wager: WagerKind
    amount: Cents
    outstanding: Cents  # forfeited, but no longer before the player
    clause: Clause
    tokens: Cents = 0  # of the amount


@event("closing-sign.shown")
class ClosingSignShown(Event):
    """A sign with the proposed closing time was put up."""

    closes: Moment
    by: str
    at: Moment
    clause: Clause


@event("closing-sign.taken-down")
class ClosingSignTakenDown(Event):
    """The closing sign was taken down."""

    by: str
    at: Moment


@event("table.closed")
class TableClosed(Event):
    """The table takes no more wagers."""

    by: str
    at: Moment
    clause: Clause


@event("table.reopened")
class TableReopened(Event):
    """The table takes wagers again."""

    by: str
    at: Moment


@event("dispute.raised")
class DisputeRaised(Event):
    """A dispute was raised; disputes are numbered from 1."""

    dispute: int
    player: str
    about: str
    round: int  # the last round that had begun
    clause: Clause


@event("dispute.decided")
class DisputeDecided(Event):
    """A supervisor decided; `pays` is what the player gets, or below zero gives back."""

    dispute: int
    says: str
    pays: Cents
    by: str
    at: Moment
    clause: Clause


@event("review.asked")
class ReviewAsked(Event):
    """The player asked for a review."""

    dispute: int


@event("decision.accepted")
class DecisionAccepted(Event):
    """The player accepted the decision."""

    dispute: int


@event("complaint.advised")
class ComplaintAdvised(Event):
    """The player was advised of the right to complain to an inspector."""

    dispute: int
    by: str
    at: Moment
    clause: Clause
    how: str | None = None  # None: at the table


@event("dispute.closed")
class DisputeClosed(Event):
    """The dispute was closed; `satisfied`: the player had accepted the decision."""

    dispute: int
    satisfied: bool
    by: str
    at: Moment
    clause: Clause


@event("late-payment.approved")
class LatePaymentApproved(Event):
    """Naturals, 21s and bonuses of a round are paid at its final settlement."""

    round: int
    by: str
    at: Moment
    clause: Clause


# What has happened about a wrong payment.


@event("wrong-payment.entered")
class WrongPaymentEntered(Event):
    """A wrong payment was entered in the register; entries are numbered from 1."""

    entry: int
    round: int
    box: int | None
    player: str | None
    paid: Cents
    due: Cents
    dispute: int | None
    by: str
    at: Moment
    clause: Clause


@event("enquiries.made")
class EnquiriesMade(Event):
    """Enquiries into a wrong payment were recorded."""

    entry: int
    found: str
    suspected: bool
    by: str
    at: Moment
    clause: Clause


@event("patron.identified")
class PatronIdentified(Event):
    """The patron who was paid wrongly was identified."""

    entry: int
    player: str
    by: str
    at: Moment


@event("attempt.recorded")
class AttemptRecorded(Event):
    """An attempt to put a wrong payment right was recorded."""

    entry: int
    kind: AttemptKind
    outcome: str
    by: str
    at: Moment
    clause: Clause


@event("payment.annulled")
class PaymentAnnulled(Event):
    """A correction was undone because its round is void or was dealt again."""

    entry: int
    player: str | None
    amount: Cents  # back to the house; below zero: back to the player; 0: nothing was corrected
    outstanding: Cents  # due to the house, but not in the rack
    clause: Clause


@event("payment.rectified")
class PaymentRectified(Event):
    """A wrong payment was put right; `amount` went to the player, or below zero to the house."""

    entry: int
    player: str
    amount: Cents
    by: str
    at: Moment
    clause: Clause
