"""Events around the game: who deals, who is ready, money in and out, locks."""

from dataclasses import dataclass
from typing import ClassVar

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.floor.tables.settings import Setting


@dataclass(frozen=True, slots=True)
class TableSetUp:
    """A table was set up."""

    name: ClassVar[str] = "table.set-up"
    setting: Setting
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class DealerSeated:
    """A dealer took over the table."""

    name: ClassVar[str] = "dealer.seated"
    dealer: str
    licence: str
    at: Moment


@dataclass(frozen=True, slots=True)
class DealerRelieved:
    """The dealer left the place behind the table."""

    name: ClassVar[str] = "dealer.relieved"
    dealer: str
    at: Moment


@dataclass(frozen=True, slots=True)
class PlayerReady:
    """A player is ready: betting, insurance and surrender may close."""

    name: ClassVar[str] = "player.ready"
    player: str


@dataclass(frozen=True, slots=True)
class PlayerLeaving:
    """A player leaves as soon as their wagers are settled."""

    name: ClassVar[str] = "player.leaving"
    player: str


@dataclass(frozen=True, slots=True)
class FloatMoved:
    """The float tray got a fill from the cage or, if the amount is negative, gave a credit to it."""

    name: ClassVar[str] = "float.moved"
    amount: Cents
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class PaymentHeld:
    """The float cannot cover a payment: play waits for a fill and then continues by itself."""

    name: ClassVar[str] = "payment.held"
    command: (
        str | None
    )  # the command to carry out after the fill; None: the automatic dealer goes on
    given: str  # the command's fields as JSON
    short: Cents
    at: Moment


@dataclass(frozen=True, slots=True)
class PaymentReleased:
    """The float was filled: the held payment goes ahead."""

    name: ClassVar[str] = "payment.released"
    at: Moment


@dataclass(frozen=True, slots=True)
class ShoeRevealed:
    """A virtual shoe is over: its record with stack and salt, for `houserules verify shoe`."""

    name: ClassVar[str] = "shoe.revealed"
    commitments: tuple[str, ...]
    record: str


@dataclass(frozen=True, slots=True)
class TableLocked:
    """Something does not add up: play stops until a manager has looked into it."""

    name: ClassVar[str] = "table.locked"
    why: str
    at: Moment


@dataclass(frozen=True, slots=True)
class TableUnlocked:
    """A manager looked into it and unlocked the table."""

    name: ClassVar[str] = "table.unlocked"
    why: str
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class AlertAcknowledged:
    """A supervisor acknowledged an alert and takes care of it."""

    name: ClassVar[str] = "alert.acknowledged"
    alert: str  # its key
    says: str
    by: str
    at: Moment


FLOOR_EVENTS: tuple[type, ...] = (
    TableSetUp,
    DealerSeated,
    DealerRelieved,
    PlayerReady,
    PlayerLeaving,
    FloatMoved,
    PaymentHeld,
    PaymentReleased,
    ShoeRevealed,
    TableLocked,
    TableUnlocked,
    AlertAcknowledged,
)
