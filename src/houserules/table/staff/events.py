"""What has happened around the game."""

from dataclasses import dataclass
from typing import ClassVar

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.commands import HouseEvent
from houserules.table.events import WagerKind
from houserules.table.staff.state import AttemptKind


@dataclass(frozen=True, slots=True)
class NoticeGiven(HouseEvent):
    """Somebody was told."""

    name: ClassVar[str] = "notice.given"
    to: str
    about: str
    player: str | None
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class NoticeBecameDue(HouseEvent):
    """The rules ask for a notice because of what has just happened."""

    name: ClassVar[str] = "notice.due"
    to: str
    about: str
    clause: Clause
    player: str | None = None


@dataclass(frozen=True, slots=True)
class GameInvalidated(HouseEvent):
    """A casino supervisor made the outcome of the game invalid."""

    name: ClassVar[str] = "game.invalidated"
    ground: str
    forfeited_by: tuple[str, ...]
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class WagerReturned(HouseEvent):
    """A wager that had been collected in the round was handed back."""

    name: ClassVar[str] = "wager.returned"
    box: int | None
    hand: int | None
    player: str
    wager: WagerKind
    amount: Cents
    clause: Clause
    tokens: Cents = 0  # of the amount


@dataclass(frozen=True, slots=True)
class WagerForfeited(HouseEvent):
    """A player who cheated forfeits a wager that was handed back or paid, as far as it is there."""

    name: ClassVar[str] = "wager.forfeited"
    box: int | None
    hand: int | None
    player: str
    wager: WagerKind
    amount: Cents
    outstanding: Cents  # forfeited, but no longer before the player
    clause: Clause
    tokens: Cents = 0  # of the amount


@dataclass(frozen=True, slots=True)
class ClosingSignShown(HouseEvent):
    """A sign with the proposed time of closing stands at the table."""

    name: ClassVar[str] = "closing-sign.shown"
    closes: Moment
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class ClosingSignTakenDown(HouseEvent):
    """The sign was taken down."""

    name: ClassVar[str] = "closing-sign.taken-down"
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class TableClosed(HouseEvent):
    """The table takes no more wagers."""

    name: ClassVar[str] = "table.closed"
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class TableReopened(HouseEvent):
    """The table takes wagers again."""

    name: ClassVar[str] = "table.reopened"
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class DisputeRaised(HouseEvent):
    """A player disputed something; disputes are numbered from 1."""

    name: ClassVar[str] = "dispute.raised"
    dispute: int
    player: str
    about: str
    round: int  # the last round that had begun
    clause: Clause


@dataclass(frozen=True, slots=True)
class DisputeDecided(HouseEvent):
    """An instance decided; `pays` is what it orders for the player, below zero for the house."""

    name: ClassVar[str] = "dispute.decided"
    dispute: int
    says: str
    pays: Cents
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class ReviewAsked(HouseEvent):
    """The player asked for a review."""

    name: ClassVar[str] = "review.asked"
    dispute: int


@dataclass(frozen=True, slots=True)
class DecisionAccepted(HouseEvent):
    """The player is satisfied."""

    name: ClassVar[str] = "decision.accepted"
    dispute: int


@dataclass(frozen=True, slots=True)
class ComplaintAdvised(HouseEvent):
    """The player was advised of the right to complain to an inspector."""

    name: ClassVar[str] = "complaint.advised"
    dispute: int
    by: str
    at: Moment
    clause: Clause
    how: str | None = None  # None: at the table


@dataclass(frozen=True, slots=True)
class DisputeClosed(HouseEvent):
    """The dispute is over; `satisfied`: the player accepted the decision."""

    name: ClassVar[str] = "dispute.closed"
    dispute: int
    satisfied: bool
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class LatePaymentApproved(HouseEvent):
    """Naturals, 21s and bonuses of a round are paid at its final settlement."""

    name: ClassVar[str] = "late-payment.approved"
    round: int
    by: str
    at: Moment
    clause: Clause


# What has happened about a wrong payment.


@dataclass(frozen=True, slots=True)
class WrongPaymentEntered(HouseEvent):
    """A payment of too much or too little was entered in the register; entries count from 1."""

    name: ClassVar[str] = "wrong-payment.entered"
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


@dataclass(frozen=True, slots=True)
class EnquiriesMade(HouseEvent):
    """Enquiries showed whether a wrong payment is suspected to be intentional."""

    name: ClassVar[str] = "enquiries.made"
    entry: int
    found: str
    suspected: bool
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class PatronIdentified(HouseEvent):
    """It is known who was paid wrongly."""

    name: ClassVar[str] = "patron.identified"
    entry: int
    player: str
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class AttemptRecorded(HouseEvent):
    """Something was tried about a wrong payment."""

    name: ClassVar[str] = "attempt.recorded"
    entry: int
    kind: AttemptKind
    outcome: str
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class PaymentAnnulled(HouseEvent):
    """The round of a wrong payment is void or dealt again: its correction goes back."""

    name: ClassVar[str] = "payment.annulled"
    entry: int
    player: str | None
    amount: Cents  # back to the house; below zero: back to the player; 0: nothing was corrected
    outstanding: Cents  # due to the house, but not in the rack
    clause: Clause


@dataclass(frozen=True, slots=True)
class PaymentRectified(HouseEvent):
    """A wrong payment was put right; `amount` went to the player, below zero to the house."""

    name: ClassVar[str] = "payment.rectified"
    entry: int
    player: str
    amount: Cents
    by: str
    at: Moment
    clause: Clause
