"""What has happened about a round that was dealt wrongly."""

from dataclasses import dataclass
from typing import ClassVar

from houserules.core.cards import Card
from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.bases import HouseEvent
from houserules.table.events import WagerKind
from houserules.table.mishaps.state import Move, Spot


@dataclass(frozen=True, slots=True)
class MisdealReported(HouseEvent):
    """An error in the deal was notified; what putting it right would change."""

    name: ClassVar[str] = "misdeal.reported"
    order: tuple[Card, ...] | None
    moves: tuple[Move, ...]
    falls_away: tuple[str, ...]
    leftover: tuple[Card, ...]
    what: str
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class MisdealDismissed(HouseEvent):
    """No error was found."""

    name: ClassVar[str] = "misdeal.dismissed"
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class RoundTakenBack(HouseEvent):
    """The round stands as after its first `to` events; chips and cards are back where they were."""

    name: ClassVar[str] = "round.taken-back"
    to: int
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class PaymentTakenBack(HouseEvent):
    """What a wager had won was handed back to the house, because it is void."""

    name: ClassVar[str] = "payment.taken-back"
    box: int | None
    hand: int | None
    player: str
    wager: WagerKind
    amount: Cents
    clause: Clause


@dataclass(frozen=True, slots=True)
class HandsVoided(HouseEvent):
    """Hands were declared void; none named: the whole of a round whose cards were collected."""

    name: ClassVar[str] = "hands.voided"
    hands: tuple[Spot, ...]
    by: str
    at: Moment
    clause: Clause
