"""What people ask of a table beside the game: to be ready, to deal, to fill the float, to unlock."""

from houserules.core.deferred import deferred_dataclass
from houserules.core.money import Cents
from houserules.core.people import Moment, Person
from houserules.table.commands import command
from houserules.table.people.state import PlayerCard


@deferred_dataclass
class FloorCommand:
    """Staff order something about a table, at an hour."""

    by: Person
    at: Moment


@command("be-ready")
class BeReady:
    """A player waits for nothing more: bets or offers may be closed, the table cleared."""

    player: str


@command("take-seat")
class TakeSeat:
    """A player comes to the table, shows a Player Card where one is needed, and brings money."""

    player: str
    seat: int | None = None  # the box; None: behind the seats
    amount: Cents = 0
    card: PlayerCard | None = None  # put in by the floor, never by the player


@command("get-up")
class GetUp:
    """A player leaves with all chips: now, or when the wagers that lie there are settled."""

    player: str


@command("seat-dealer")
class SeatDealer(FloorCommand):
    """A dealer takes the place behind the table; who sat there is relieved."""

    licence: str = ""


@command("relieve-dealer")
class RelieveDealer(FloorCommand):
    """The dealer leaves the place behind the table."""


@command("next-step")
class NextStep(FloorCommand):
    """The dealer at a virtual shoe makes the next step with the cards: shuffles, burns, deals."""


@command("fill-float")
class FillFloat(FloorCommand):
    """Chips come from the cage into the float tray."""

    amount: Cents


@command("credit-float")
class CreditFloat(FloorCommand):
    """Chips go from the float tray to the cage."""

    amount: Cents


@command("settle-debt")
class SettleDebt(FloorCommand):
    """A player pays what they owe at the table, or part of it, from their wallet."""

    player: str
    amount: Cents


@command("unlock-table")
class UnlockTable(FloorCommand):
    """A manager has looked into the doubt and lets the table go on."""

    why: str


@command("acknowledge-alert")
class AcknowledgeAlert(FloorCommand):
    """A supervisor has seen something that waits at the table, and takes care of it."""

    alert: str  # its key, as the pit lists it


@command("rules-shown")
class RulesShown:
    """A player was shown the approved document; the floor reports it, nobody asks for it."""

    player: str


@command("rename-player")
class RenamePlayer:
    """A guest has signed up under another name; the floor reports it, nobody asks for it."""

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
