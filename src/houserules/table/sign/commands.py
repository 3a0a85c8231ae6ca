"""What staff order about limits, players and boxes, and how a player raises a wager."""

from typing import ClassVar

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.table.commands import PlayerCommand, StaffCommand, command
from houserules.table.sign.state import Length, Stated
from houserules.table.state import SideKind


@command("put-up-sign")
class PutUpSign(StaffCommand):
    """A sign with the limits is put up at a table that has none."""

    power: ClassVar[str] = "may_change_limits"
    stated: Stated


@command("change-limits")
class ChangeLimits(StaffCommand):
    """Other limits for all wagers from now on; a higher minimum must have been announced."""

    power: ClassVar[str] = "may_change_limits"
    stated: Stated


@command("raise-minimum")
class RaiseMinimum(StaffCommand):
    """A higher minimum at once: who is at the table goes on at the old one, with a marker."""

    power: ClassVar[str] = "may_change_limits"
    stated: Stated


@command("announce-limits")
class AnnounceLimits(StaffCommand):
    """A sign shows limits to come, and the time at which they are to come."""

    power: ClassVar[str] = "may_change_limits"
    starts_wait: ClassVar[bool] = True
    stated: Stated
    when: Moment
    player: str | None = None  # whose own limits they are to be; None: the table's


@command("take-down-announcement")
class TakeDownAnnouncement(StaffCommand):
    """The limits that were announced for an hour (None: for any) will not come."""

    power: ClassVar[str] = "may_change_limits"
    when: Moment | None = None


@command("report-found-wager")
class ReportFoundWager(StaffCommand):
    """Report a wager found outside the limits. Once bets are closed, a supervisor reports it.

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
    """One player may wager above the maximum, within limits that a sign of their own shows."""

    power: ClassVar[str] = "may_allow_more"
    player: str
    minimum: Cents
    maximum: Cents
    agreed: bool = False  # the player agrees to a minimum that is higher than before


@command("end-own-limits")
class EndOwnLimits(StaffCommand):
    """The table's limits hold for a player again."""

    power: ClassVar[str] = "may_allow_more"
    player: str


@command("set-player-maximum")
class SetPlayerMaximum(StaffCommand):
    """One named player has at most so much on any one box; None: what the sign says for all."""

    power: ClassVar[str] = "may_set_player_maximum"
    player: str
    maximum: Cents | None


@command("restrict-for-shoe")
class RestrictForShoe(StaffCommand):
    """Who sat out is held to the minimum until this shoe ends."""

    power: ClassVar[str] = "may_restrict_for_shoe"
    player: str


@command("restrict-for-further-shoes")
class RestrictForFurtherShoes(StaffCommand):
    """Who sat out is held to the minimum in this shoe and all that follow."""

    power: ClassVar[str] = "may_restrict_for_further_shoes"
    player: str


@command("limit-to-one-box")
class LimitToOneBox(StaffCommand):
    """A player is held to one box and to the minimum."""

    power: ClassVar[str] = "may_limit_to_one_box"
    player: str


@command("lift-restriction")
class LiftRestriction(StaffCommand):
    """A restriction ends before its time."""

    power: ClassVar[str] = "may_restrict_for_shoe"
    player: str
    length: Length


@command("limit-side-wagers")
class LimitSideWagers(StaffCommand):
    """Side wagers only for who has an initial wager too, or (False) for everybody again."""

    power: ClassVar[str] = "may_limit_side_wagers"
    limited: bool = True


@command("confirm-side-wager")
class ConfirmSideWager(StaffCommand):
    """The dealer confirms a side wager: the player may no longer take it back."""

    power: ClassVar[str] = "may_confirm_side_wager"
    player: str
    box: int
    kind: SideKind = "perfect-pairs"


@command("permit-resplit")
class PermitResplit(StaffCommand):
    """Split hands may be split again in rounds that begin from now on, or (False) may not."""

    power: ClassVar[str] = "may_permit_resplit"
    permitted: bool = True


@command("limit-bettors")
class LimitBettors(StaffCommand):
    """Fewer bettors to a box than the rules allow; None: as many as they allow."""

    power: ClassVar[str] = "may_limit_bettors"
    bettors: int | None


@command("limit-players")
class LimitPlayers(StaffCommand):
    """So many players at the table (None: any number), and whether a box is one player's alone."""

    power: ClassVar[str] = "may_limit_players"
    players: int | None
    one_a_box: bool = False


@command("limit-boxes")
class LimitBoxes(StaffCommand):
    """One player wagers on so many boxes at most; None: on any number."""

    power: ClassVar[str] = "may_limit_boxes"
    boxes: int | None


@command("report-patronage")
class ReportPatronage(StaffCommand):
    """The house is full, or is so no longer."""

    power: ClassVar[str] = "may_report_patronage"
    full: bool


@command("reserve-boxes")
class ReserveBoxes(StaffCommand):
    """Boxes are for one player alone; none: that player's are free again."""

    power: ClassVar[str] = "may_reserve_boxes"
    player: str
    boxes: tuple[int, ...]


@command("give-up-box")
class GiveUpBox(StaffCommand):
    """A player on several boxes gives one of them up to somebody who has no seat."""

    power: ClassVar[str] = "may_limit_boxes"
    player: str
    box: int
    to: str


@command("raise-wager")
class RaiseWager(PlayerCommand):
    """A player puts more on a wager that lies on a box, before the first card."""

    right: ClassVar[str] = "wagers_before_first_card"
    box: int
    amount: Cents  # what is added
    tokens: Cents = 0  # of it, in promotional tokens
