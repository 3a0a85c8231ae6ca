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
    """Come to the table and sit down at a box; blank: stand behind the seats."""

    right: ClassVar[str] = "wagers_before_first_card"
    seat: int | None = None


@command("leave-table")
class LeaveTable(PlayerCommand):
    """Leave the table for good."""

    right: ClassVar[str] = "wagers_before_first_card"


@command("present-player-card")
class PresentPlayerCard(PlayerCommand):
    """Present your Player Card to the dealer."""

    right: ClassVar[str] = "player_card_needed"
    card: PlayerCard
    at: Moment


@command("end-player-card")
class EndPlayerCard(PlayerCommand):
    """Report that a Player Card shown at the table was withdrawn or has expired."""

    right: ClassVar[str] = "player_card_needed"
    number: str
    reason: CardEnd
    at: Moment


@command("find-wager-invalid")
class FindWagerInvalid(StaffCommand):
    """Find a player's wagers invalid, whatever the player pleads."""

    power: ClassVar[str] = "may_find_wager_invalid"
    player: str
    reason: Invalidity
    plea: str = ""


@command("refuse-wager")
class RefuseWager(StaffCommand):
    """Refuse one or all of a player's wagers on a box and have them removed."""

    power: ClassVar[str] = "may_refuse_wager"
    player: str
    box: int
    reason: str
    wager: Literal["original", "perfect-pairs", "suits-you"] | None = None  # None: all


@command("find-device-use")
class FindDeviceUse(StaffCommand):
    """Find that a person used a device; `duty`: in the course of which duty."""

    power: ClassVar[str] = "may_act_on_devices"
    player: str
    device: str
    duty: Duty | None = None


@command("declare-wagers-void")
class DeclareWagersVoid(StaffCommand):
    """Declare void the wagers of a person who used a device."""

    power: ClassVar[str] = "may_act_on_devices"
    player: str


@command("exclude-from-game")
class ExcludeFromGame(StaffCommand):
    """Exclude from the game a person who used a device."""

    power: ClassVar[str] = "may_act_on_devices"
    player: str


@command("exclude-from-casino")
class ExcludeFromCasino(StaffCommand):
    """Exclude from the casino a person who used a device."""

    power: ClassVar[str] = "may_act_on_devices"
    player: str


@command("detain-person")
class DetainPerson(StaffCommand):
    """Detain a person who has a prohibited device until an officer takes over."""

    power: ClassVar[str] = "may_act_on_devices"
    player: str


@command("record-attendance")
class RecordAttendance(StaffCommand):
    """Record that an inspector or police officer attended and took over."""

    power: ClassVar[str] = "may_act_on_devices"
    player: str
    officer: Officer
    name: str


@command("collect-debt")
class CollectDebt(StaffCommand):
    """Collect all or part of a player's debt to the house from the player's rack."""

    power: ClassVar[str] = "may_collect_debt"
    player: str
    amount: Cents


@command("write-off-debt")
class WriteOffDebt(StaffCommand):
    """Write off all or part of a player's debt that cannot be collected."""

    power: ClassVar[str] = "may_write_off_debt"
    player: str
    amount: Cents
    why: str


@command("require-to-vacate")
class RequireToVacate(StaffCommand):
    """Require a player who does not wager to give up the seat."""

    power: ClassVar[str] = "may_require_to_vacate"
    player: str
