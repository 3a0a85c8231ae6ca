"""What staff order about limits, players and boxes, and how a player raises a wager."""

from typing import ClassVar

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.table.commands import PlayerCommand, StaffCommand, command
from houserules.table.sign.state import Length, Stated
from houserules.table.state import SideKind


@command("put-up-sign")
class PutUpSign(StaffCommand):
    """Put up a sign with the limits at a table that has none."""

    power: ClassVar[str] = "may_change_limits"
    stated: Stated


@command("change-limits")
class ChangeLimits(StaffCommand):
    """Change the limits for all wagers from now on; a higher minimum must have been announced."""

    power: ClassVar[str] = "may_change_limits"
    stated: Stated


@command("raise-minimum")
class RaiseMinimum(StaffCommand):
    """Raise the minimum at once; players at the table continue at the old one, with a marker."""

    power: ClassVar[str] = "may_change_limits"
    stated: Stated


@command("announce-limits")
class AnnounceLimits(StaffCommand):
    """Announce limits, and the time from which they will apply."""

    power: ClassVar[str] = "may_change_limits"
    starts_wait: ClassVar[bool] = True
    stated: Stated
    when: Moment
    player: str | None = None  # whose own limits they are to be; None: the table's


@command("take-down-announcement")
class TakeDownAnnouncement(StaffCommand):
    """Cancel the limits announced for a time; blank: all announced limits."""

    power: ClassVar[str] = "may_change_limits"
    when: Moment | None = None


@command("report-found-wager")
class ReportFoundWager(StaffCommand):
    """Report a wager found outside the limits. Once bets are closed, only a supervisor can.

    `amount`: as it lies there. `seated` counts in written records only.
    """

    power: ClassVar[str] = "may_report_found_wager"
    player: str
    box: int
    amount: Cents
    seated: bool = False
    tokens: Cents = 0


@command("allow-more")
class AllowMore(StaffCommand):
    """Allow one player to wager above the maximum, within limits shown on their own sign."""

    power: ClassVar[str] = "may_allow_more"
    player: str
    minimum: Cents
    maximum: Cents
    agreed: bool = False  # the player agrees to a minimum that is higher than before


@command("end-own-limits")
class EndOwnLimits(StaffCommand):
    """End a player's own limits; those of the table apply again."""

    power: ClassVar[str] = "may_allow_more"
    player: str


@command("set-player-maximum")
class SetPlayerMaximum(StaffCommand):
    """Set one player's maximum per box; blank: as on the sign."""

    power: ClassVar[str] = "may_set_player_maximum"
    player: str
    maximum: Cents | None


@command("restrict-for-shoe")
class RestrictForShoe(StaffCommand):
    """Hold a player who sat out to the minimum until this shoe ends."""

    power: ClassVar[str] = "may_restrict_for_shoe"
    player: str


@command("restrict-for-further-shoes")
class RestrictForFurtherShoes(StaffCommand):
    """Hold a player who sat out to the minimum in this shoe and those that follow."""

    power: ClassVar[str] = "may_restrict_for_further_shoes"
    player: str


@command("limit-to-one-box")
class LimitToOneBox(StaffCommand):
    """Limit a player to one box and to the minimum."""

    power: ClassVar[str] = "may_limit_to_one_box"
    player: str


@command("lift-restriction")
class LiftRestriction(StaffCommand):
    """Lift a restriction early."""

    power: ClassVar[str] = "may_restrict_for_shoe"
    player: str
    length: Length


@command("limit-side-wagers")
class LimitSideWagers(StaffCommand):
    """Limit side wagers to players with an initial wager, or open them to everybody again."""

    power: ClassVar[str] = "may_limit_side_wagers"
    limited: bool = True


@command("confirm-side-wager")
class ConfirmSideWager(StaffCommand):
    """Confirm a side wager; the player can then no longer take it back."""

    power: ClassVar[str] = "may_confirm_side_wager"
    player: str
    box: int
    kind: SideKind = "perfect-pairs"


@command("permit-resplit")
class PermitResplit(StaffCommand):
    """Permit split hands to be split again from the next round on, or end the permission."""

    power: ClassVar[str] = "may_permit_resplit"
    permitted: bool = True


@command("limit-bettors")
class LimitBettors(StaffCommand):
    """Limit the bettors per box below what the rules allow; blank: as the rules allow."""

    power: ClassVar[str] = "may_limit_bettors"
    bettors: int | None


@command("limit-players")
class LimitPlayers(StaffCommand):
    """Limit the players at the table (blank: any number), or let each box have only one player."""

    power: ClassVar[str] = "may_limit_players"
    players: int | None
    one_a_box: bool = False


@command("limit-boxes")
class LimitBoxes(StaffCommand):
    """Limit the boxes per player; blank: any number."""

    power: ClassVar[str] = "may_limit_boxes"
    boxes: int | None


@command("report-patronage")
class ReportPatronage(StaffCommand):
    """Report that the house is full, or no longer full."""

    power: ClassVar[str] = "may_report_patronage"
    full: bool


@command("reserve-boxes")
class ReserveBoxes(StaffCommand):
    """Reserve boxes for one player; no boxes: release that player's reservation."""

    power: ClassVar[str] = "may_reserve_boxes"
    player: str
    boxes: tuple[int, ...]


@command("give-up-box")
class GiveUpBox(StaffCommand):
    """Have a player on several boxes give up one of them to a player without a seat."""

    power: ClassVar[str] = "may_limit_boxes"
    player: str
    box: int
    to: str


@command("raise-wager")
class RaiseWager(PlayerCommand):
    """Add to your wager on a box before the first card."""

    right: ClassVar[str] = "wagers_before_first_card"
    box: int
    amount: Cents  # what is added
    tokens: Cents = 0  # of it, in promotional tokens
