"""One sentence for everything that happens in a promotion.

What is called is public and names no player: winners are known by their entries. A note is for staff in
charge, and for the player it is about; `for_staff` then says that the reader may know names and reasons.
"""

from types import MappingProxyType
from typing import Any, Final

from houserules.core.money import Cents, format_money
from houserules.promotion import events
from houserules.promotion.state import NoticeWay
from houserules.table.narrator.sentence import (
    Scene,
    Sentences,
    Words,
    count_noun,
    join_words,
    without_stop,
    words,
)

_WAYS: Final[dict[NoticeWay, str]] = {
    "face-to-face": "face to face",
    "mail": "by mail",
    "telephone": "by telephone",
    "email": "by email",
}


def _prize(event: Any) -> str:
    """Return the number of a prize as people count."""
    return str(event.prize + 1)


# Terms.


def _tell_drafted(event: events.PromotionDrafted, scene: Scene) -> Words:
    return words("{by} {by:drafts|draft} the terms of “{title}”.", title=event.document["name"])


def _tell_sent(event: events.TermsSent, scene: Scene) -> Words:
    return words(
        "{by} {by:sends|send} version {version} of the terms to the Authority, {how}. SHA-256: {digest}.",
        how=without_stop(event.how),
    )


def _tell_published(event: events.TermsPublished, scene: Scene) -> Words:
    return words("The terms are available: {where}.", where=without_stop(event.where))


def _tell_started(event: events.PromotionStarted, scene: Scene) -> Words:
    return words(
        "The promotion starts. The house commits to the draw of each prize: {commitments}.",
        commitments=_commitments(event.commitments, first=1),
    )


def _commitments(commitments: tuple[str, ...], *, first: int) -> str:
    return join_words(
        f"prize {number} {commitment}" for number, commitment in enumerate(commitments, first)
    )


def _tell_approved(event: events.AmendmentApproved, scene: Scene) -> Words:
    reference = without_stop(event.reference)
    return words("The Authority approves amended terms: {reference}.", reference=reference)


def _tell_amended(event: events.TermsAmended, scene: Scene) -> Words:
    first = len(event.document["prizes"]) - len(event.commitments) + 1
    more = _commitments(event.commitments, first=first)
    further = f" The house commits to the draw of further prizes: {more}." if more else ""
    return words(
        "The amended terms that the Authority approved come into force ({clause}).{further}",
        further=further,
    )


def _tell_converted(event: events.ConversionApproved, scene: Scene) -> Words:
    return words(
        "Prize {number} is approved for conversion into {amount}: {reference}.",
        number=_prize(event),
        reference=without_stop(event.reference),
    )


# Entries.


def _tell_added(event: events.EntriesAdded, scene: Scene) -> Words:
    return words(
        "{player} {player:gets|get} {entries}, added by {by}: {reason}.",
        entries=_entries(event.entries),
        reason=without_stop(event.reason),
    )


def _tell_earned(event: events.EntriesEarned, scene: Scene) -> Words:
    place = event.earned_by
    return words(
        "{player} {player:earns|earn} {entries} in round {round} at table {table}, box {box}.",
        entries=_entries(event.entries),
        round=str(place.round),
        table=place.table,
        box=str(place.box),
    )


def _tell_voided(event: events.EntryVoided, scene: Scene) -> Words:
    return words(
        "{by} {by:declares|declare} entry {entry} void: {reason}.",
        reason=without_stop(event.reason),
    )


def _entries(number: int) -> str:
    return count_noun(number, "entry", "entries")


def _tell_closed(event: events.PromotionEntriesClosed, scene: Scene) -> Words:
    return words(
        "Entries are closed. The list has {entries}, and its hash is {list_hash}.",
        entries=_entries(event.entries),
    )


# Draws.


def _tell_entropy(event: events.DrawEntropyGiven, scene: Scene) -> Words:
    return words(
        "“{result}” is entered as the outside result for prize {number}.",
        result=event.value,
        number=_prize(event),
    )


def _tell_drawn(event: events.PrizeDrawn, scene: Scene) -> Words:
    again = "" if event.rank == 1 else " again"
    overseen = f" {event.scrutineer} oversees the draw." if event.scrutineer else ""
    winner = ", and {player} {player:is|are} the winner" if scene.for_staff else ""
    return words(
        f"Prize {{number}} is drawn{{again}}: entry {{entry}} wins{winner} ({{clause}}).{{overseen}}",
        number=_prize(event),
        again=again,
        overseen=overseen,
    )


def _tell_passed_over(event: events.WinnerPassedOver, scene: Scene) -> Words:
    if not scene.for_staff:
        return words("The winner of prize {number} is passed over.", number=_prize(event))
    return words(
        "{player} {player:is|are} passed over for prize {number}: {reason}.",
        number=_prize(event),
        reason=without_stop(event.reason),
    )


# Winners, claims and prizes.


def _tell_winner_told(event: events.WinnerTold, scene: Scene) -> Words:
    note = without_stop(event.note)
    return words(
        "{by} {by:tells|tell} {player} {way} of winning prize {number}{note}.",
        way=_WAYS[event.way],
        number=_prize(event),
        note=f": {note}" if note else "",
    )


def _tell_claimed(event: events.PrizeClaimed, scene: Scene) -> Words:
    return words(
        "Claim {claim}: {player} {player:claims|claim} prize {number}.",
        claim=str(event.number),
        number=_prize(event),
    )


def _tell_claim_refused(event: events.ClaimRefused, scene: Scene) -> Words:
    return words(
        "{by} {by:refuses|refuse} {player's} claim {claim} to prize {number}, worth {amount}: {reason} "
        "({clause}). Kept on record: {claimant}, {address}.",
        claim=str(event.number),
        number=_prize(event),
        reason=without_stop(event.reason),
        claimant=without_stop(event.claimant),
        address=without_stop(event.address) or "no address",
    )


def _tell_refusal_told(event: events.RefusalTold, scene: Scene) -> Words:
    return words(
        "{by} {by:tells|tell} the claimant why claim {number} was refused: {how}.",
        how=without_stop(event.how),
    )


def _tell_handed_over(event: events.PrizeHandedOver, scene: Scene) -> Words:
    return words(
        "{player} {player:receives|receive} prize {number}: {kind}, worth {value}. Receipt: {reference}.",
        number=_prize(event),
        kind=event.kind.replace("-", " "),
        reference=without_stop(event.reference),
    )


def _tell_paid(event: events.PromotionPrizePaid, scene: Scene) -> Words:
    chosen = " as the winner chose" if event.chosen else ""
    return words(
        "{player} {player:is|are} paid prize {number}: {payments}{chosen}. Receipt: {reference}.",
        number=_prize(event),
        payments=_payments(cash=event.cash, cheque=event.cheque, transfer=event.transfer),
        chosen=chosen,
        reference=without_stop(event.reference),
    )


def _payments(*, cash: Cents, cheque: Cents, transfer: Cents) -> str:
    ways = (("in cash", cash), ("by cheque", cheque), ("by transfer", transfer))
    return join_words(f"{format_money(amount)} {way}" for way, amount in ways if amount)


# Disputes and integrity.


def _tell_doubted(event: events.IntegrityDoubted, scene: Scene) -> Words:
    return words(
        "Finding {number}: {by} {by:finds|find} integrity compromised: {says}.",
        says=without_stop(event.says),
    )


def _tell_inspector(event: events.InspectorTold, scene: Scene) -> Words:
    return words(
        "{by} {by:tells|tell} the inspector of the findings: {how}.", how=without_stop(event.how)
    )


def _tell_postponed(event: events.PromotionPostponed, scene: Scene) -> Words:
    return words("The draws are postponed: {reason}.", reason=without_stop(event.reason))


def _tell_resumed(event: events.PromotionResumed, scene: Scene) -> Words:
    if not scene.for_staff:
        return "The promotion is resumed: its integrity was validated."
    return words(
        "{by} {by:resumes|resume} the promotion. Its integrity was validated: {validated}.",
        validated=without_stop(event.validated),
    )


def _tell_cancelled(event: events.PromotionCancelled, scene: Scene) -> Words:
    return words("The promotion is cancelled: {reason}.", reason=without_stop(event.reason))


CALLS: Final[Sentences] = MappingProxyType(
    {
        events.TermsPublished: _tell_published,
        events.ScrutineerNominated: (
            "{by} {by:nominates|nominate} {scrutineer} as scrutineer of the draws."
        ),
        events.PromotionStarted: _tell_started,
        events.TermsAmended: _tell_amended,
        events.PromotionEntriesClosed: _tell_closed,
        events.DrawEntropyGiven: _tell_entropy,
        events.PrizeDrawn: _tell_drawn,
        events.WinnerPassedOver: _tell_passed_over,
        events.PromotionPostponed: _tell_postponed,
        events.PromotionResumed: _tell_resumed,
        events.PromotionCancelled: _tell_cancelled,
        events.PromotionFinished: "The promotion is over: everything that was owed is done.",
    }
)
NOTES: Final[Sentences] = MappingProxyType(
    {
        events.PromotionDrafted: _tell_drafted,
        events.TermsSent: _tell_sent,
        events.MarketingAdded: (
            "{by} {by:records|record} the marketing material “{title}”, which refers to the terms: "
            "“{reference}”."
        ),
        events.AmendmentApproved: _tell_approved,
        events.ConversionApproved: _tell_converted,
        events.EntriesAdded: _tell_added,
        events.EntriesEarned: _tell_earned,
        events.EntryVoided: _tell_voided,
        events.WinnerTold: _tell_winner_told,
        events.PrizeClaimed: _tell_claimed,
        events.ClaimRefused: _tell_claim_refused,
        events.RefusalTold: _tell_refusal_told,
        events.PrizeHandedOver: _tell_handed_over,
        events.PromotionPrizePaid: _tell_paid,
        events.PromotionDisputeRaised: (
            "Dispute {number}: {player} {player:disputes|dispute} “{about}”."
        ),
        events.PromotionDisputeDecided: (
            "{by} {by:decides|decide} dispute {number} for good: “{says}” ({clause}). The person is told "
            "of the right to complain to an inspector."
        ),
        events.IntegrityDoubted: _tell_doubted,
        events.InspectorTold: _tell_inspector,
    }
)
