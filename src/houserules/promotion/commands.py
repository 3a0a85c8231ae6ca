"""What people ask of a promotion: verbs. Randomness comes in commands too, as bytes in hex.

Every command says who gives it and when; `phases` are those in which it has its place.
"""

from typing import Any, ClassVar

from houserules.core.deferred import deferred_dataclass
from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.promotion.state import EarnedBy, NoticeWay, OutsideSource, PromotionPhase
from houserules.table.commands import command
from houserules.table.desk import DeskCommand

STARTED: tuple[PromotionPhase, ...] = ("open", "closed", "cancelled")
"""Duties outlive a cancellation."""


@deferred_dataclass
class PromotionCommand(DeskCommand):
    """Something that a person asks of a promotion."""

    power: ClassVar[str] = "may_run_promotion"
    phases: ClassVar[tuple[PromotionPhase, ...]] = STARTED


# The terms.


@command("draft-promotion")
class DraftPromotion(PromotionCommand):
    """Write the terms and prizes of a promotion, or replace a draft."""

    phases = ("new", "draft")
    document: dict[str, Any]  # a promotion file without its log
    outside: OutsideSource = "public event"
    outside_event: str = ""  # the public event whose result decides the draws with the house
    criteria: dict[str, Any] | None = None  # for entries earned by play


@command("send-terms")
class SendTerms(PromotionCommand):
    """Record that the terms as they are now were sent to the Authority."""

    phases = ("draft", *STARTED)
    how: str


@command("publish-terms")
class PublishTerms(PromotionCommand):
    """Record where the terms are readily available."""

    phases = ("draft", "open", "closed")
    where: str


@command("add-marketing")
class AddMarketing(PromotionCommand):
    """Record marketing material and how it refers to the terms."""

    phases = ("draft", "open", "closed")
    title: str
    reference: str


@command("nominate-scrutineer")
class NominateScrutineer(PromotionCommand):
    """Nominate the scrutineer who oversees the draws."""

    power = "may_nominate_scrutineer"
    phases = ("draft", "open", "closed")
    scrutineer: str


@command("start-promotion")
class StartPromotion(PromotionCommand):
    """Start the promotion at its time and commit to the draw of each prize."""

    phases = ("draft",)
    entropy: str  # random bytes in hex; see `prize_draw.entropy_needed`


@command("record-approval")
class RecordApproval(PromotionCommand):
    """Record that the Authority has approved amended terms, and under which reference."""

    phases = ("open", "closed")
    document: dict[str, Any]
    reference: str


@command("amend-terms")
class AmendTerms(PromotionCommand):
    """Put the amended terms into force that the Authority has approved."""

    phases = ("open", "closed")
    entropy: str  # as at the start, with further bytes for prizes that are new


@command("approve-conversion")
class ApproveConversion(PromotionCommand):
    """Record that a prize was approved for conversion into money."""

    phases = STARTED
    prize: int
    amount: Cents
    reference: str


# Entries.


@command("add-entries")
class AddEntries(PromotionCommand):
    """Add entries for a player by hand, and say why."""

    phases = ("open",)
    player: str
    entries: int
    reason: str


@command("earn-entries")
class EarnEntries(PromotionCommand):
    """Enter a player for a settled round that meets the criteria: given by the house alone."""

    phases = ("open",)
    player: str
    earned_by: EarnedBy
    earned_at: Moment
    entries: int
    beside: int = 0  # entries that the round has earned already


@command("void-entry")
class VoidEntry(PromotionCommand):
    """Declare an entry void before the list is closed, and say why."""

    phases = ("open",)
    entry: int
    reason: str


@command("void-earned-entry")
class VoidEarnedEntry(PromotionCommand):
    """Declare an entry void whose round was put right: given by the house alone."""

    phases = ("open",)
    entry: int


@command("close-promotion-entries")
class ClosePromotionEntries(PromotionCommand):
    """Close the entries at the time in the terms, and publish the list."""

    phases = ("open",)


# The draw.


@command("give-draw-entropy")
class GiveDrawEntropy(PromotionCommand):
    """Enter the result of the public event, or as scrutineer your own numbers."""

    phases = ("closed",)
    prize: int
    value: str


@command("draw-prize")
class DrawPrize(PromotionCommand):
    """Draw a prize: reveal what the house committed to."""

    phases = ("closed",)
    prize: int
    entropy: str  # the bytes of the start


@command("pass-over-winner")
class PassOverWinner(PromotionCommand):
    """Pass over a winner who cannot have the prize, so that it can be drawn again."""

    phases = ("closed",)
    prize: int
    reason: str


# Winners, claims and prizes.


@command("tell-winner")
class TellWinner(PromotionCommand):
    """Record an attempt to tell the winner of a prize."""

    phases = ("closed", "cancelled")
    prize: int
    way: NoticeWay
    note: str


@command("claim-prize")
class ClaimPrize(PromotionCommand):
    """Claim a prize with your name and address."""

    right = "winner_told_within"
    phases = STARTED
    player: str
    prize: int
    name: str
    address: str


@command("refuse-claim")
class RefuseClaim(PromotionCommand):
    """Refuse a claim and say why."""

    power = "may_refuse_claim"
    phases = STARTED
    claim: int
    reason: str


@command("tell-refusal")
class TellRefusal(PromotionCommand):
    """Record that the claimant was told why the claim was refused."""

    power = "may_refuse_claim"
    phases = STARTED
    claim: int
    how: str


@command("hand-over-prize")
class HandOverPrize(PromotionCommand):
    """Hand over a prize other than money to its winner."""

    power = "may_award_promotion"
    phases = ("closed", "cancelled")
    prize: int
    reference: str  # of the receipt


@command("pay-promotion-prize")
class PayPromotionPrize(PromotionCommand):
    """Pay prize money, or the alternative in money, in the ways that the rules allow."""

    power = "may_award_promotion"
    phases = ("closed", "cancelled")
    prize: int
    cash: Cents
    cheque: Cents
    transfer: Cents
    chosen: bool  # by the winner
    reference: str


# Disputes and integrity.


@command("raise-promotion-dispute")
class RaisePromotionDispute(PromotionCommand):
    """Dispute something about the promotion or its terms."""

    right = "complaint_advised"
    phases = STARTED
    player: str
    about: str


@command("decide-promotion-dispute")
class DecidePromotionDispute(PromotionCommand):
    """Decide a dispute, and tell the person of the right to complain to an inspector."""

    power = "may_decide_promotion_dispute"
    phases = STARTED
    dispute: int
    says: str
    complaint_right_told: bool


@command("doubt-integrity")
class DoubtIntegrity(PromotionCommand):
    """Record the finding that the promotion or a draw was compromised."""

    power = "may_judge_integrity"
    phases = STARTED
    says: str


@command("tell-inspector")
class TellInspector(PromotionCommand):
    """Record that the inspector was told of the doubts about integrity."""

    power = "may_judge_integrity"
    phases = STARTED
    how: str


@command("postpone-promotion")
class PostponePromotion(PromotionCommand):
    """Postpone the draws until integrity is validated."""

    power = "may_judge_integrity"
    phases = ("open", "closed")
    reason: str


@command("resume-promotion")
class ResumePromotion(PromotionCommand):
    """Resume a postponed promotion, and say how its integrity was validated."""

    power = "may_judge_integrity"
    phases = ("open", "closed")
    validated: str


@command("cancel-promotion")
class CancelPromotion(PromotionCommand):
    """Cancel the promotion: there are no further draws."""

    power = "may_judge_integrity"
    phases = ("draft", "open", "closed")
    reason: str


@command("finish-promotion")
class FinishPromotion(PromotionCommand):
    """Finish the promotion once everything that is owed was done."""

    phases = ("closed",)
