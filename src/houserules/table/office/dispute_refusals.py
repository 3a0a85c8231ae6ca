"""What the orders and the answers about a dispute have in common."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema_office import Disputes
from houserules.table.office.state import Dispute


def no_dispute(part: Disputes, number: int) -> Refusal:
    """Refuse what is about a dispute that is not there."""
    return Refusal(
        "dispute.unknown",
        part.dispute_goes_to_gaming_supervisor,
        f"There is no dispute {number}.",
    )


def undecided(part: Disputes, dispute: Dispute) -> Refusal:
    """Refuse what comes after a decision that has not been made."""
    reviewed = dispute.review_asked
    return Refusal(
        "dispute.undecided",
        part.dispute_is_reviewed if reviewed else part.dispute_goes_to_gaming_supervisor,
        "The review has not been made." if reviewed else "No Gaming Supervisor has decided it.",
    )


def is_closed(part: Disputes) -> Refusal:
    """Refuse to take up again what is over."""
    return Refusal("dispute.closed", part.decision_is_final, "The decision is final.")
