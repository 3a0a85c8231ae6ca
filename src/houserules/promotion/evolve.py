"""The promotion after an event. Nothing here reads rules: events carry the verdict."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from houserules.core.money import dollars
from houserules.core.people import Moment
from houserules.promotion import events
from houserules.promotion.moments import write_moment
from houserules.promotion.state import (
    Approval,
    Claim,
    Conversion,
    DrawnWinner,
    IntegrityDoubt,
    Marketing,
    PrizeDraw,
    PrizePayment,
    PromotionDispute,
    PromotionEntry,
    Submission,
    WinnerNotice,
)
from houserules.promotion.state import PromotionState as State
from houserules.table.events import Event


def evolve(state: State, event: Event) -> State:
    """Return the promotion after one event."""
    return STEPS[type(event)](state, event)


def document_text(document: dict[str, Any]) -> str:
    """Return terms as the state keeps them and as they are hashed: JSON with sorted keys."""
    return json.dumps(document, sort_keys=True, ensure_ascii=False)


# The terms.


def _drafted(state: State, event: events.PromotionDrafted) -> State:
    drafted = replace(
        state,
        phase="draft",
        document=document_text(event.document),
        version=state.version + 1,
        outside=event.outside,
        outside_event=event.outside_event,
        criteria="" if event.criteria is None else document_text(event.criteria),
    )
    return drafted.logged(event.at, "terms-amended") if state.submissions else drafted


def _sent(state: State, event: events.TermsSent) -> State:
    sent = Submission(event.version, event.digest, event.at, event.how, event.by)
    state = replace(state, submissions=(*state.submissions, sent), amended_since=None)
    return state.logged(event.at, "authority-told")


def _published(state: State, event: events.TermsPublished) -> State:
    return replace(state, available=(*state.available, event.where))


def _marketing(state: State, event: events.MarketingAdded) -> State:
    added = Marketing(event.title, event.reference, event.at)
    return replace(state, marketing=(*state.marketing, added))


def _nominated(state: State, event: events.ScrutineerNominated) -> State:
    return replace(state, scrutineer=event.scrutineer)


def _started(state: State, event: events.PromotionStarted) -> State:
    draws = _committed(0, event.commitments, event.at, event.by)
    return replace(state, phase="open", salt=event.salt, draws=draws)


def _committed(
    first: int, commitments: tuple[str, ...], at: Moment, by: str
) -> tuple[PrizeDraw, ...]:
    return tuple(
        PrizeDraw(prize, commitment, at, by) for prize, commitment in enumerate(commitments, first)
    )


def _approved(state: State, event: events.AmendmentApproved) -> State:
    approval = Approval(document_text(event.document), event.reference, event.at)
    state = replace(state, approvals=(*state.approvals, approval))
    return state.logged(event.at, "authority-approved")


def _amended(state: State, event: events.TermsAmended) -> State:
    more = _committed(len(state.draws), event.commitments, event.at, event.by)
    state = replace(
        state,
        document=document_text(event.document),
        version=state.version + 1,
        amended_since=event.at if state.amended_since is None else state.amended_since,
        approvals=(),
        draws=(*state.draws, *more),
    )
    return state.logged(event.at, "terms-amended")


def _converted(state: State, event: events.ConversionApproved) -> State:
    conversion = Conversion(event.prize, event.amount, event.reference, event.at)
    return replace(state, conversions=(*state.conversions, conversion))


# Entries.


def _added(state: State, event: events.EntriesAdded) -> State:
    return _with_entries(
        state, event.entries, PromotionEntry(0, event.player, event.at, None, event.reason)
    )


def _earned(state: State, event: events.EntriesEarned) -> State:
    return _with_entries(
        state, event.entries, PromotionEntry(0, event.player, event.at, event.earned_by)
    )


def _with_entries(state: State, many: int, entry: PromotionEntry) -> State:
    first = len(state.entries) + 1
    new = tuple(replace(entry, number=number) for number in range(first, first + many))
    return replace(state, entries=(*state.entries, *new))


def _voided(state: State, event: events.EntryVoided) -> State:
    entries = list(state.entries)
    entries[event.entry - 1] = replace(entries[event.entry - 1], void=event.reason)
    return replace(state, entries=tuple(entries))


def _closed(state: State, event: events.PromotionEntriesClosed) -> State:
    return replace(state, phase="closed", closed_at=event.at, list_hash=event.list_hash)


# The draw.


def _entropy(state: State, event: events.DrawEntropyGiven) -> State:
    return state.with_draw(event.prize, value=event.value, given_by=event.by, given_at=event.at)


def _drawn(state: State, event: events.PrizeDrawn) -> State:
    winner = DrawnWinner(
        event.rank, event.entry, event.player, event.at, event.by, event.scrutineer
    )
    winners = (*state.draws[event.prize].winners, winner)
    state = state.with_draw(event.prize, secret=event.secret, winners=winners)
    keys: dict[str, Any] = {"scrutineer": event.scrutineer} if event.scrutineer else {}
    return state.logged(event.at, "draw", prize=event.prize, winner=event.player, **keys)


def _passed_over(state: State, event: events.WinnerPassedOver) -> State:
    return state.with_winner(event.prize, passed_over=event.reason)


# Winners, claims and prizes.


def _told(state: State, event: events.WinnerTold) -> State:
    before = state.draws[event.prize].winners[-1].notices
    notice = WinnerNotice(event.way, event.at, event.note, event.by)
    state = state.with_winner(event.prize, notices=(*before, notice))
    return state.logged(event.at, "winner-told", prize=event.prize, by=event.way)


def _claimed(state: State, event: events.PrizeClaimed) -> State:
    if state.claim(event.number) is not None:  # claimed again with an address
        return state.with_claim(event.number, name=event.claimant, address=event.address)
    claim = Claim(event.number, event.prize, event.player, event.claimant, event.address, event.at)
    return replace(state, claims=(*state.claims, claim))


def _refused(state: State, event: events.ClaimRefused) -> State:
    state = state.with_claim(
        event.number, status="refused", reason=event.reason, refused_at=event.at
    )
    texts = {"claimant": event.claimant, "address": event.address, "reason": event.reason}
    keys: dict[str, Any] = {key: text for key, text in texts.items() if text}
    amount = dollars(event.amount)
    return state.logged(event.at, "claim-refused", claim=event.number, amount=amount, **keys)


def _refusal_told(state: State, event: events.RefusalTold) -> State:
    """Note when the claimant was told, in the claim and at the refusal in the log."""
    told = write_moment(event.at)
    log = tuple(
        replace(line, keys={**line.keys, "told_at": told}) if line.claim == event.number else line
        for line in state.log
    )
    state = state.with_claim(event.number, told_at=event.at, told_how=event.how)
    return replace(state, log=log)


def _handed_over(state: State, event: events.PrizeHandedOver) -> State:
    payment = PrizePayment(event.at, event.by, event.reference, goods=True)
    state = _paid_to(state, event.prize, event.player, payment)
    return state.logged(event.at, "prize-paid", prize=event.prize, by="goods")


def _paid(state: State, event: events.PromotionPrizePaid) -> State:
    amounts = {"cash": event.cash, "cheque": event.cheque, "transfer": event.transfer}
    payment = PrizePayment(event.at, event.by, event.reference, goods=False, **amounts)
    state = _paid_to(state, event.prize, event.player, payment)
    by = {way: dollars(amount) for way, amount in amounts.items() if amount}
    return state.logged(event.at, "prize-paid", prize=event.prize, by=by, chosen=event.chosen)


def _paid_to(state: State, prize: int, player: str, payment: PrizePayment) -> State:
    """Note the payment, and that the winner's own claim is met."""
    state = state.with_winner(prize, paid=payment)
    for claim in state.claims:
        if claim.status == "open" and (claim.prize, claim.player) == (prize, player):
            state = state.with_claim(claim.number, status="met")
    return state


# Disputes and integrity.


def _dispute_raised(state: State, event: events.PromotionDisputeRaised) -> State:
    dispute = PromotionDispute(event.number, event.player, event.about, event.at)
    return replace(state, disputes=(*state.disputes, dispute))


def _dispute_decided(state: State, event: events.PromotionDisputeDecided) -> State:
    disputes = list(state.disputes)
    disputes[event.number - 1] = replace(
        disputes[event.number - 1], decision=event.says, decided_by=event.by
    )
    state = replace(state, disputes=tuple(disputes))
    return state.logged(event.at, "dispute-decided", complaint_right_told=True)


def _doubted(state: State, event: events.IntegrityDoubted) -> State:
    doubt = IntegrityDoubt(event.number, event.says, event.at)
    return replace(state, doubts=(*state.doubts, doubt)).logged(event.at, "integrity-doubted")


def _inspector_told(state: State, event: events.InspectorTold) -> State:
    doubts = tuple(
        replace(doubt, told_at=event.at) if doubt.told_at is None else doubt
        for doubt in state.doubts
    )
    return replace(state, doubts=doubts).logged(event.at, "inspector-told")


def _postponed(state: State, event: events.PromotionPostponed) -> State:
    state = replace(_answered(state), postponed=event.reason)
    return state.logged(event.at, "postponed")


def _answered(state: State) -> State:
    doubts = tuple(replace(doubt, answered=True) for doubt in state.doubts)
    return replace(state, doubts=doubts)


def _resumed(state: State, event: events.PromotionResumed) -> State:
    return replace(state, postponed="").logged(event.at, "resumed")


def _cancelled(state: State, event: events.PromotionCancelled) -> State:
    state = replace(_answered(state), phase="cancelled", reason=event.reason)
    return state.logged(event.at, "cancelled")


def _finished(state: State, _: events.PromotionFinished) -> State:
    return replace(state, phase="finished")


STEPS: Final[dict[type, Callable[[State, Any], State]]] = {
    events.PromotionDrafted: _drafted,
    events.TermsSent: _sent,
    events.TermsPublished: _published,
    events.MarketingAdded: _marketing,
    events.ScrutineerNominated: _nominated,
    events.PromotionStarted: _started,
    events.AmendmentApproved: _approved,
    events.TermsAmended: _amended,
    events.ConversionApproved: _converted,
    events.EntriesAdded: _added,
    events.EntriesEarned: _earned,
    events.EntryVoided: _voided,
    events.PromotionEntriesClosed: _closed,
    events.DrawEntropyGiven: _entropy,
    events.PrizeDrawn: _drawn,
    events.WinnerPassedOver: _passed_over,
    events.WinnerTold: _told,
    events.PrizeClaimed: _claimed,
    events.ClaimRefused: _refused,
    events.RefusalTold: _refusal_told,
    events.PrizeHandedOver: _handed_over,
    events.PromotionPrizePaid: _paid,
    events.PromotionDisputeRaised: _dispute_raised,
    events.PromotionDisputeDecided: _dispute_decided,
    events.IntegrityDoubted: _doubted,
    events.InspectorTold: _inspector_told,
    events.PromotionPostponed: _postponed,
    events.PromotionResumed: _resumed,
    events.PromotionCancelled: _cancelled,
    events.PromotionFinished: _finished,
}
"""The step of each event; its keys are all events that a promotion's stream may hold."""
