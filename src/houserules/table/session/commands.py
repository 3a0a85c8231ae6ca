"""Commands of a session: what its players do before the cards, and what staff call and order."""

from typing import ClassVar, Literal

from houserules.core.money import Cents
from houserules.table.commands import PlayerCommand, StaffCommand, command
from houserules.table.session.state import Ground, MissingChips, Player, SessionConditions


@command("play-pass-card")
class PlayPassCard(PlayerCommand):
    """Play a pass card in place of a wager."""

    right: ClassVar[str] = "pass_card_instead_of_wager"


@command("hand-in-form")
class HandInForm(PlayerCommand):
    """Hand in an undisclosed wager: nobody but you and the supervisors sees it before the round ends.

    `kind` is the type of wager, `original`. A form without type or amount costs you the minimum.
    """

    right: ClassVar[str] = "undisclosed_wagers"
    kind: str | None = None
    amount: Cents | None = None


@command("take-back-entry")
class TakeBackEntry(PlayerCommand):
    """Take your pass card or your form back before the first card."""

    right: ClassVar[str] = "pass_card_instead_of_wager"


@command("begin-session")
class BeginSession(StaffCommand):
    """Begin a session of a tournament: every player sits down with the same allotment of chips."""

    power: ClassVar[str] = "may_manage_tournament"
    session: str
    conditions: SessionConditions
    players: tuple[Player, ...]


@command("record-form")
class RecordForm(StaffCommand):
    """Record the undisclosed wager that a player has passed to you on paper."""

    power: ClassVar[str] = "may_examine_forms"
    player: str
    kind: str | None = None
    amount: Cents | None = None


@command("examine-form")
class ExamineForm(StaffCommand):
    """Examine a player's form and put its indicator in front of the player."""

    power: ClassVar[str] = "may_examine_forms"
    player: str


@command("announce-wager-clock")
class AnnounceWagerClock(StaffCommand):
    """Announce how many seconds players have for a wager, from the next round on."""

    power: ClassVar[str] = "may_manage_tournament"
    seconds: int


@command("call-time")
class CallTime(StaffCommand):
    """Call that the time to wager is over: players who have not wagered may only wager the minimum."""

    power: ClassVar[str] = "may_call_time"


@command("deduct-for-absence")
class DeductForAbsence(StaffCommand):
    """Have the minimum deducted from an absent player for this round."""

    power: ClassVar[str] = "may_manage_tournament"
    player: str


@command("disqualify")
class Disqualify(StaffCommand):
    """Disqualify a player; once cards are out, it takes effect after the round."""

    power: ClassVar[str] = "may_manage_tournament"
    player: str
    ground: Ground


@command("conclude-session")
class ConcludeSession(StaffCommand):
    """End the session: its time is over, or it is certain who goes on.

    `agreed`: the players who agree; all must, where tournament chips have a cash value.
    """

    power: ClassVar[str] = "may_manage_tournament"
    why: Literal["clock", "early"]
    agreed: tuple[str, ...] = ()


@command("rule-on-dispute")
class RuleOnDispute(StaffCommand):
    """Decide a dispute of the session finally; the game goes on when every dispute is decided."""

    power: ClassVar[str] = "may_manage_tournament"
    dispute: int
    says: str
    pays: Cents = 0


@command("order-count")
class OrderCount(StaffCommand):
    """Order a count of every player's chips; the next round waits for it."""

    power: ClassVar[str] = "may_manage_tournament"


@command("record-count")
class RecordCount(StaffCommand):
    """Record the chips that you counted in front of each player."""

    power: ClassVar[str] = "may_count_chips"
    counts: tuple[tuple[str, Cents], ...]


@command("announce-result")
class AnnounceResult(StaffCommand):
    """Announce who finished where, who goes on and who plays off.

    `by_count`: where the count differs from the software's, let the count decide.
    """

    power: ClassVar[str] = "may_manage_tournament"
    by_count: bool = False


@command("return-chips")
class ReturnChips(StaffCommand):
    """Confirm that all tournament chips are back in the tray, or say which are missing."""

    power: ClassVar[str] = "may_count_chips"
    missing: tuple[MissingChips, ...] = ()


@command("end-session")
class EndSession(StaffCommand):
    """End the tournament play at the table: it has its own chips again, and the players leave."""

    power: ClassVar[str] = "may_manage_tournament"
