"""What happens to a table beside the game: who deals, who waits, money in and out, doubt."""

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
    """A dealer took the place behind the table."""

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
    """A player waits for nothing more: bets, insurance and surrender may be closed."""

    name: ClassVar[str] = "player.ready"
    player: str


@dataclass(frozen=True, slots=True)
class PlayerLeaving:
    """A player leaves as soon as the wagers that lie on the layout are settled."""

    name: ClassVar[str] = "player.leaving"
    player: str


@dataclass(frozen=True, slots=True)
class FloatMoved:
    """The float tray was filled from the cage, or gave a credit to it (below zero)."""

    name: ClassVar[str] = "float.moved"
    amount: Cents
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class PaymentHeld:
    """A payment is more than the float has: the table waits for a fill, and then goes on by itself."""

    name: ClassVar[str] = "payment.held"
    command: str | None  # that is carried out then; None: the software deals on
    given: str  # the command's fields as JSON
    short: Cents
    at: Moment


@dataclass(frozen=True, slots=True)
class PaymentReleased:
    """The float was filled: what was held goes on."""

    name: ClassVar[str] = "payment.released"
    at: Moment


@dataclass(frozen=True, slots=True)
class ShoeRevealed:
    """A virtual shoe is over: its record with stack and salt, as `houserules verify shoe` reads it."""

    name: ClassVar[str] = "shoe.revealed"
    commitments: tuple[str, ...]
    record: str


@dataclass(frozen=True, slots=True)
class TableLocked:
    """Something does not add up: nothing is done at the table until a manager has looked."""

    name: ClassVar[str] = "table.locked"
    why: str
    at: Moment


@dataclass(frozen=True, slots=True)
class TableUnlocked:
    """A manager has looked, and lets the table go on."""

    name: ClassVar[str] = "table.unlocked"
    why: str
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class AlertAcknowledged:
    """A supervisor has seen something that waits at the table, and takes care of it."""

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
