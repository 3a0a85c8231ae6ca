"""The table after events about a wrong payment."""

from typing import Any

from houserules.table.round.evolve import rack
from houserules.table.round.void import owing
from houserules.table.staff import events as e
from houserules.table.staff.state import Attempt, Decision, Dispute, WrongPayment
from houserules.table.state import Table, changed


def payment_entered(table: Table, event: e.WrongPaymentEntered) -> Table:
    """After WrongPaymentEntered."""
    new = WrongPayment(
        number=event.entry,
        round=event.round,
        box=event.box,
        paid=event.paid,
        due=event.due,
        found=event.at,
        by=event.by,
        player=event.player,
        dispute=event.dispute,
    )
    payments = (*table.staff.payments, new)
    return changed(table, staff=changed(table.staff, payments=payments))


def enquiries_made(table: Table, event: e.EnquiriesMade) -> Table:
    """After EnquiriesMade."""
    return _with(table, event.entry, enquiries=event.found, suspected=event.suspected)


def patron_identified(table: Table, event: e.PatronIdentified) -> Table:
    """After PatronIdentified."""
    return _with(table, event.entry, player=event.player)


def attempt_recorded(table: Table, event: e.AttemptRecorded) -> Table:
    """After AttemptRecorded."""
    new = Attempt(event.kind, event.outcome, event.by, event.at)
    entry = table.staff.payments[event.entry - 1]
    return _with(table, event.entry, attempts=(*entry.attempts, new))


def payment_rectified(table: Table, event: e.PaymentRectified) -> Table:
    """After PaymentRectified: between the rack and the float tray."""
    table = changed(
        table,
        racks=rack(table, event.player, event.amount),
        float_tray=table.float_tray - event.amount,
    )
    return _with(table, event.entry, rectified=event.at)


def payment_annulled(table: Table, event: e.PaymentAnnulled) -> Table:
    """After PaymentAnnulled: between the rack and the float tray; what was not there is owed."""
    if event.player is not None:
        table = changed(
            table,
            racks=rack(table, event.player, -event.amount),
            float_tray=table.float_tray + event.amount,
        )
        table = owing(table, event.player, event.outstanding, event.clause)
    return _with(table, event.entry, annulled=True)


def _with(table: Table, number: int, **changes: Any) -> Table:
    old = table.staff.payments
    payments = tuple([changed(p, **changes) if p.number == number else p for p in old])
    return changed(table, staff=changed(table.staff, payments=payments))


# The table after events of a dispute.


def dispute_raised(table: Table, event: e.DisputeRaised) -> Table:
    """After DisputeRaised."""
    new = Dispute(event.dispute, event.player, event.about, event.round)
    disputes = (*table.staff.disputes, new)
    return changed(table, staff=changed(table.staff, disputes=disputes))


def dispute_decided(table: Table, event: e.DisputeDecided) -> Table:
    """After DisputeDecided: a new decision is to be accepted again."""
    dispute = table.staff.disputes[event.dispute - 1]
    new = Decision(event.by, event.at, event.says, event.pays)
    decisions = (*dispute.decisions, new)
    return _with_dispute(table, event.dispute, decisions=decisions, accepted=False, advised=False)


def review_asked(table: Table, event: e.ReviewAsked) -> Table:
    """After ReviewAsked."""
    return _with_dispute(table, event.dispute, review_asked=True, accepted=False)


def decision_accepted(table: Table, event: e.DecisionAccepted) -> Table:
    """After DecisionAccepted."""
    return _with_dispute(table, event.dispute, accepted=True)


def complaint_advised(table: Table, event: e.ComplaintAdvised) -> Table:
    """After ComplaintAdvised."""
    return _with_dispute(table, event.dispute, advised=True)


def dispute_closed(table: Table, event: e.DisputeClosed) -> Table:
    """After DisputeClosed."""
    return _with_dispute(table, event.dispute, closed=True)


def _with_dispute(table: Table, number: int, **changes: Any) -> Table:
    old = table.staff.disputes
    disputes = tuple([changed(d, **changes) if d.number == number else d for d in old])
    return changed(table, staff=changed(table.staff, disputes=disputes))
