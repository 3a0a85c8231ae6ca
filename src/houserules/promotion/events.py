"""Events of a promotion: facts in the past tense, with the verdict inside.

Event names are stored and never change; old payloads load forever.
"""

from typing import Any

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.promotion.state import EarnedBy, NoticeWay, OutsideSource
from houserules.table.events import Event, event

# The terms.


@event("promotion.drafted")
class PromotionDrafted(Event):
    """The terms of a promotion were drafted."""

    document: dict[str, Any]
    outside: OutsideSource
    outside_event: str
    criteria: dict[str, Any] | None
    by: str
    at: Moment
    clause: Clause


@event("promotion.terms-sent")
class TermsSent(Event):
    """The terms were sent to the Authority."""

    version: int
    digest: str
    how: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.terms-published")
class TermsPublished(Event):
    """The terms were made readily available."""

    where: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.marketing-added")
class MarketingAdded(Event):
    """Marketing material that refers to the terms was recorded."""

    title: str
    reference: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.scrutineer-nominated")
class ScrutineerNominated(Event):
    """A scrutineer was nominated to oversee the draws."""

    scrutineer: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.started")
class PromotionStarted(Event):
    """The promotion started, and the house committed to the draw of each prize."""

    salt: str
    commitments: tuple[str, ...]
    by: str
    at: Moment
    clause: Clause


@event("promotion.amendment-approved")
class AmendmentApproved(Event):
    """The Authority approved amended terms."""

    document: dict[str, Any]
    reference: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.terms-amended")
class TermsAmended(Event):
    """Approved amendments of the terms came into force."""

    document: dict[str, Any]
    commitments: tuple[str, ...]  # to the draws of further prizes
    by: str
    at: Moment
    clause: Clause


@event("promotion.conversion-approved")
class ConversionApproved(Event):
    """A prize was approved for conversion into money."""

    prize: int
    amount: Cents
    reference: str
    by: str
    at: Moment
    clause: Clause


# Entries.


@event("promotion.entries-added")
class EntriesAdded(Event):
    """Entries were added by hand."""

    player: str
    entries: int
    reason: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.entries-earned")
class EntriesEarned(Event):
    """A settled round earned a player entries."""

    player: str
    earned_by: EarnedBy
    entries: int
    at: Moment
    clause: Clause


@event("promotion.entry-voided")
class EntryVoided(Event):
    """An entry was declared void."""

    entry: int
    reason: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.entries-closed")
class PromotionEntriesClosed(Event):
    """Entries closed, and the list was published with its hash."""

    entries: int
    list_hash: str
    by: str
    at: Moment
    clause: Clause


# The draw.


@event("promotion.entropy-given")
class DrawEntropyGiven(Event):
    """The public event or the scrutineer added chance to a draw."""

    prize: int
    value: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.prize-drawn")
class PrizeDrawn(Event):
    """A prize was drawn, and the house revealed what it had committed to."""

    prize: int
    rank: int
    entry: int
    player: str
    secret: str
    scrutineer: str | None
    by: str
    at: Moment
    clause: Clause


@event("promotion.winner-passed-over")
class WinnerPassedOver(Event):
    """A winner was passed over."""

    prize: int
    player: str
    reason: str
    by: str
    at: Moment
    clause: Clause


# Winners, claims and prizes.


@event("promotion.winner-told")
class WinnerTold(Event):
    """An attempt was made to tell the winner of a prize."""

    prize: int
    player: str
    way: NoticeWay
    note: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.prize-claimed")
class PrizeClaimed(Event):
    """A prize was claimed."""

    number: int
    prize: int
    player: str
    claimant: str
    address: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.claim-refused")
class ClaimRefused(Event):
    """A claim was refused; what is known of it is kept for good."""

    number: int
    prize: int
    amount: Cents
    player: str
    claimant: str
    address: str
    reason: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.refusal-told")
class RefusalTold(Event):
    """A claimant was told why the claim was refused."""

    number: int
    how: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.prize-handed-over")
class PrizeHandedOver(Event):
    """A prize other than money was handed over."""

    prize: int
    player: str
    kind: str
    value: Cents
    reference: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.prize-paid")
class PromotionPrizePaid(Event):
    """Prize money, or the alternative in money, was paid."""

    prize: int
    player: str
    cash: Cents
    cheque: Cents
    transfer: Cents
    chosen: bool
    reference: str
    by: str
    at: Moment
    clause: Clause


# Disputes and integrity.


@event("promotion.dispute-raised")
class PromotionDisputeRaised(Event):
    """A dispute about the promotion was raised."""

    number: int
    player: str
    about: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.dispute-decided")
class PromotionDisputeDecided(Event):
    """A dispute was decided, and the person was told of the right to complain."""

    number: int
    says: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.integrity-doubted")
class IntegrityDoubted(Event):
    """The promotion or a draw was found to be compromised."""

    number: int
    says: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.inspector-told")
class InspectorTold(Event):
    """The inspector was told of the doubts about integrity."""

    how: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.postponed")
class PromotionPostponed(Event):
    """The draws were postponed."""

    reason: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.resumed")
class PromotionResumed(Event):
    """The promotion was resumed."""

    validated: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.cancelled")
class PromotionCancelled(Event):
    """The promotion was cancelled."""

    reason: str
    by: str
    at: Moment
    clause: Clause


@event("promotion.finished")
class PromotionFinished(Event):
    """The promotion was finished."""

    by: str
    at: Moment
    clause: Clause
