"""What has happened about a wrong payment."""

from dataclasses import dataclass
from typing import ClassVar

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.bases import HouseEvent
from houserules.table.office.state import AttemptKind


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
class PaymentRectified(HouseEvent):
    """A wrong payment was put right; `amount` went to the player, below zero to the house."""

    name: ClassVar[str] = "payment.rectified"
    entry: int
    player: str
    amount: Cents
    by: str
    at: Moment
    clause: Clause
