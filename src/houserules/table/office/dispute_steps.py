"""The table after events of a dispute."""

from typing import Any

from houserules.table.office import events as e
from houserules.table.office.state import Decision, Dispute
from houserules.table.state import Table, changed


def dispute_raised(table: Table, event: e.DisputeRaised) -> Table:
    """After DisputeRaised."""
    new = Dispute(event.dispute, event.player, event.about, event.round)
    disputes = (*table.office.disputes, new)
    return changed(table, office=changed(table.office, disputes=disputes))


def dispute_decided(table: Table, event: e.DisputeDecided) -> Table:
    """After DisputeDecided: a new decision is to be accepted anew."""
    dispute = table.office.disputes[event.dispute - 1]
    new = Decision(event.by, event.at, event.says, event.pays)
    decisions = (*dispute.decisions, new)
    return _with(table, event.dispute, decisions=decisions, accepted=False, advised=False)


def review_asked(table: Table, event: e.ReviewAsked) -> Table:
    """After ReviewAsked."""
    return _with(table, event.dispute, review_asked=True, accepted=False)


def decision_accepted(table: Table, event: e.DecisionAccepted) -> Table:
    """After DecisionAccepted."""
    return _with(table, event.dispute, accepted=True)


def complaint_advised(table: Table, event: e.ComplaintAdvised) -> Table:
    """After ComplaintAdvised."""
    return _with(table, event.dispute, advised=True)


def dispute_closed(table: Table, event: e.DisputeClosed) -> Table:
    """After DisputeClosed."""
    return _with(table, event.dispute, closed=True)


def _with(table: Table, number: int, **changes: Any) -> Table:
    old = table.office.disputes
    disputes = tuple([changed(d, **changes) if d.number == number else d for d in old])
    return changed(table, office=changed(table.office, disputes=disputes))
