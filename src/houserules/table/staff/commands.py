"""Commands of staff around the game, and what players ask of staff."""

from typing import ClassVar, Literal

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.table.commands import PlayerCommand, StaffCommand, command
from houserules.table.staff.state import AttemptKind

Ground = Literal["civil commotion", "fire", "riot", "brawl", "robbery", "act of God", "fraud"]
"""Why the outcome of a game may be made invalid."""


@command("give-notice")
class GiveNotice(StaffCommand):
    """Record that an inspector, Surveillance or somebody else was told something."""

    power: ClassVar[str] = "may_give_notice"
    to: str
    about: str
    player: str | None = None


@command("invalidate-game")
class InvalidateGame(StaffCommand):
    """Invalidate the round and refund wagers, except those forfeited for fraud."""

    power: ClassVar[str] = "may_invalidate_game"
    ground: Ground
    forfeited_by: tuple[str, ...] = ()  # players who perpetrated the fraud


@command("show-closing-sign")
class ShowClosingSign(StaffCommand):
    """Put up a sign with the proposed closing time; it replaces an earlier one."""

    power: ClassVar[str] = "may_close_table"
    starts_wait: ClassVar[bool] = True
    closes: Moment


@command("take-down-closing-sign")
class TakeDownClosingSign(StaffCommand):
    """Take the closing sign down; the table stays open."""

    power: ClassVar[str] = "may_close_table"


@command("close-table")
class CloseTable(StaffCommand):
    """Close the table and hand back wagers made before the first card."""

    power: ClassVar[str] = "may_close_table"


@command("reopen-table")
class ReopenTable(StaffCommand):
    """Reopen a closed table."""

    power: ClassVar[str] = "may_close_table"


@command("raise-dispute")
class RaiseDispute(PlayerCommand):
    """Raise a dispute or complaint."""

    right: ClassVar[str] = "dispute_goes_to_gaming_supervisor"
    about: str


@command("refer-dispute")
class ReferDispute(StaffCommand):
    """Raise a dispute or complaint on behalf of a player."""

    power: ClassVar[str] = "may_refer_dispute"
    player: str
    about: str


@command("decide-dispute")
class DecideDispute(StaffCommand):
    """Decide a dispute as the first supervisor; `pays`: what the player gets, or gives back."""

    power: ClassVar[str] = "may_decide_dispute"
    dispute: int
    says: str
    pays: Cents = 0


@command("ask-review")
class AskReview(PlayerCommand):
    """Ask for a review of the decision."""

    right: ClassVar[str] = "dispute_is_reviewed"
    dispute: int


@command("review-dispute")
class ReviewDispute(StaffCommand):
    """Decide a dispute on review; this replaces the first decision."""

    power: ClassVar[str] = "may_review_dispute"
    dispute: int
    says: str
    pays: Cents = 0


@command("accept-decision")
class AcceptDecision(PlayerCommand):
    """Accept the decision."""

    right: ClassVar[str] = "decision_is_final"
    dispute: int


@command("advise-of-complaint")
class AdviseOfComplaint(StaffCommand):
    """Tell the player the decision and the right to complain to an inspector.

    `how`: by letter or phone, say; needed when the player is not at the table.
    """

    power: ClassVar[str] = "may_conclude_dispute"
    dispute: int
    how: str | None = None


@command("close-dispute")
class CloseDispute(StaffCommand):
    """Close a decided dispute; a payment that it orders is entered as a wrong payment."""

    power: ClassVar[str] = "may_conclude_dispute"
    dispute: int


@command("ask-for-rules")
class AskForRules(PlayerCommand):
    """Ask to see a copy of the rules."""

    right: ClassVar[str] = "rules_are_shown"


@command("approve-late-payment")
class ApproveLatePayment(StaffCommand):
    """Pay naturals, 21s and bonuses of this round (or the next) at the final settlement."""

    power: ClassVar[str] = "may_approve_late_payment"


@command("report-wrong-payment")
class ReportWrongPayment(StaffCommand):
    """Report that a wager was overpaid or underpaid."""

    power: ClassVar[str] = "may_report_payment"
    round: int
    box: int
    paid: Cents
    due: Cents
    player: str | None = None


@command("record-enquiries")
class RecordEnquiries(StaffCommand):
    """Record what enquiries found, and whether the payment is suspected to be intentional."""

    power: ClassVar[str] = "may_report_payment"
    entry: int
    found: str
    suspected: bool


@command("identify-patron")
class IdentifyPatron(StaffCommand):
    """Record which patron was paid wrongly."""

    power: ClassVar[str] = "may_report_payment"
    entry: int
    player: str


@command("record-attempt")
class RecordAttempt(StaffCommand):
    """Record an attempt to put a wrong payment right, and how it ended."""

    power: ClassVar[str] = "may_report_payment"
    entry: int
    kind: AttemptKind
    outcome: str


@command("rectify-payment")
class RectifyPayment(StaffCommand):
    """Put a wrong payment right from the float, or back to it."""

    power: ClassVar[str] = "may_correct_payment"
    entry: int
