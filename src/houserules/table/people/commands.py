"""What players do about their places, and what staff order about players."""

from typing import ClassVar, Literal

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.table.commands import PlayerCommand, StaffCommand, command
from houserules.table.people.state import PlayerCard

Invalidity = Literal[
    "no valid card", "another's card", "for another person", "against the rules of the game"
]
"""Why a wager is invalid (S24 2.1:invalid-wager, 20.1)."""

CardEnd = Literal["withdrawn", "expired"]
"""Why a Player Card is no longer valid while its holder is at the table."""

Duty = Literal["agent", "employee", "inspector"]
"""Who may use a device in the course of duty (S24 20.3)."""

Officer = Literal["inspector", "police officer"]
"""Who takes a detained person over (S24 20.4.4)."""


@command("come-to-table")
class ComeToTable(PlayerCommand):
    """A player comes to the table and sits down at a box, or stands behind the seats (None)."""

    right: ClassVar[str] = "wagers_before_first_card"
    seat: int | None = None


@command("leave-table")
class LeaveTable(PlayerCommand):
    """A player leaves the table for good."""

    right: ClassVar[str] = "wagers_before_first_card"


@command("present-player-card")
class PresentPlayerCard(PlayerCommand):
    """A player shows a Player Card to the dealer."""

    right: ClassVar[str] = "player_card_needed"
    card: PlayerCard
    at: Moment


@command("end-player-card")
class EndPlayerCard(PlayerCommand):
    """The Player Card that a player has shown is withdrawn or has expired; the house reports it."""

    right: ClassVar[str] = "player_card_needed"
    number: str
    reason: CardEnd
    at: Moment


@command("find-wager-invalid")
class FindWagerInvalid(StaffCommand):
    """Staff find that a player's wagers are invalid, whatever the person pleads."""

    power: ClassVar[str] = "may_find_wager_invalid"
    player: str
    reason: Invalidity
    plea: str = ""


@command("refuse-wager")
class RefuseWager(StaffCommand):
    """A supervisor refuses a player's wagers on a box, or one of them, and has them removed."""

    power: ClassVar[str] = "may_refuse_wager"
    player: str
    box: int
    reason: str
    wager: Literal["original", "perfect-pairs", "suits-you"] | None = None  # None: all


@command("find-device-use")
class FindDeviceUse(StaffCommand):
    """A supervisor is satisfied that somebody used a device; `duty`: in the course of it."""

    power: ClassVar[str] = "may_act_on_devices"
    player: str
    device: str
    duty: Duty | None = None


@command("declare-wagers-void")
class DeclareWagersVoid(StaffCommand):
    """The wagers of who used a device are void."""

    power: ClassVar[str] = "may_act_on_devices"
    player: str


@command("exclude-from-game")
class ExcludeFromGame(StaffCommand):
    """Who used a device takes no further part in the game."""

    power: ClassVar[str] = "may_act_on_devices"
    player: str


@command("exclude-from-casino")
class ExcludeFromCasino(StaffCommand):
    """Who used a device is excluded from the casino."""

    power: ClassVar[str] = "may_act_on_devices"
    player: str


@command("detain-person")
class DetainPerson(StaffCommand):
    """Who has a prohibited device is detained until an officer has taken over."""

    power: ClassVar[str] = "may_act_on_devices"
    player: str


@command("record-attendance")
class RecordAttendance(StaffCommand):
    """An inspector or a police officer has attended and taken over."""

    power: ClassVar[str] = "may_act_on_devices"
    player: str
    officer: Officer
    name: str


@command("collect-debt")
class CollectDebt(StaffCommand):
    """Collect from a player's rack what the player owes the house, or part of it."""

    power: ClassVar[str] = "may_collect_debt"
    player: str
    amount: Cents


@command("write-off-debt")
class WriteOffDebt(StaffCommand):
    """Write off what a player owes the house, or part of it, because it cannot be collected."""

    power: ClassVar[str] = "may_write_off_debt"
    player: str
    amount: Cents
    why: str


@command("require-to-vacate")
class RequireToVacate(StaffCommand):
    """A player who does not wager is told to give up the seat."""

    power: ClassVar[str] = "may_require_to_vacate"
    player: str
