"""Commands around the game: get ready, take a seat, deal, fill the float, unlock."""

from houserules.core.deferred import deferred_dataclass
from houserules.core.money import Cents
from houserules.core.people import Moment, Person
from houserules.table.commands import command
from houserules.table.people.state import PlayerCard


@deferred_dataclass
class FloorCommand:
    """A command of staff about a table, at a time."""

    by: Person
    at: Moment


@command("be-ready")
class BeReady:
    """Say that you are ready: betting or offers may close, and the table may be cleared."""

    player: str


@command("take-seat")
class TakeSeat:
    """Sit down with money, and with a Player Card where one is needed."""

    player: str
    seat: int | None = None  # the box; None: behind the seats
    amount: Cents = 0
    card: PlayerCard | None = None  # filled in by the floor


@command("get-up")
class GetUp:
    """Leave with all your chips: now, or once your wagers are settled."""

    player: str


@command("seat-dealer")
class SeatDealer(FloorCommand):
    """Take over as dealer; the dealer before you is relieved."""

    licence: str = ""


@command("relieve-dealer")
class RelieveDealer(FloorCommand):
    """Leave the place behind the table."""


@command("next-step")
class NextStep(FloorCommand):
    """Make the next step with the cards of a virtual shoe: shuffle, burn or deal."""


@command("fill-float")
class FillFloat(FloorCommand):
    """Bring chips from the cage to the float tray."""

    amount: Cents


@command("credit-float")
class CreditFloat(FloorCommand):
    """Return chips from the float tray to the cage."""

    amount: Cents


@command("settle-debt")
class SettleDebt(FloorCommand):
    """Pay all or part of what a player owes at the table from their wallet."""

    player: str
    amount: Cents


@command("unlock-table")
class UnlockTable(FloorCommand):
    """Unlock a table after you have looked into what did not add up."""

    why: str


@command("acknowledge-alert")
class AcknowledgeAlert(FloorCommand):
    """Acknowledge an alert at the table and take care of it."""

    alert: str  # its key, as the pit lists it


@command("rules-shown")
class RulesShown:
    """Record that a player was shown the approved document (given by the floor only)."""

    player: str


@command("rename-player")
class RenamePlayer:
    """Record that a guest has signed up under another name (given by the floor only)."""

    player: str
    to: str


FLOOR_COMMANDS: tuple[type, ...] = (
    BeReady,
    TakeSeat,
    GetUp,
    SeatDealer,
    RelieveDealer,
    NextStep,
    FillFloat,
    CreditFloat,
    SettleDebt,
    UnlockTable,
    AcknowledgeAlert,
)
