"""A player's side of a dispute: raised, reviewed on request, accepted (S24 20.13 and peers)."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_office import Disputes
from houserules.rulebook.values import NotOffered, offered
from houserules.table.course import Course
from houserules.table.office import commands as c
from houserules.table.office import events as e
from houserules.table.office.dispute_refusals import is_closed, no_dispute, undecided
from houserules.table.office.state import Dispute
from houserules.table.state import Table


def why_not_raise(rules: Rulebook, table: Table, command: c.RaiseDispute) -> Refusal | None:
    """Any player may dispute anything, in words."""
    part = rules.disputes
    if isinstance(part, NotOffered):
        return _none(part)
    if not command.about.strip():
        return Refusal(
            "dispute.empty", part.dispute_goes_to_gaming_supervisor, "Say what it is about."
        )
    return None


def raise_dispute(course: Course, command: c.RaiseDispute) -> None:
    """Refer a dispute to a Gaming Supervisor."""
    table = course.table
    course.emit(
        e.DisputeRaised(
            len(table.office.disputes) + 1,
            command.player,
            command.about,
            table.rounds,
            offered(course.rules.disputes).dispute_goes_to_gaming_supervisor,
        )
    )


def why_not_ask_review(rules: Rulebook, table: Table, command: c.AskReview) -> Refusal | None:
    """Who raised a dispute may ask once for a review, after the first decision."""
    part = rules.disputes
    if isinstance(part, NotOffered):
        return _none(part)
    dispute = table.office.dispute(command.dispute)
    if refusal := _why_not_parties(part, dispute, command):
        return refusal
    assert dispute is not None
    if dispute.review_asked:
        return Refusal(
            "review.asked", part.dispute_is_reviewed, "A review has been asked for already."
        )
    return None


def ask_review(course: Course, command: c.AskReview) -> None:
    """Ask for a review."""
    course.emit(e.ReviewAsked(command.dispute))


def why_not_accept(rules: Rulebook, table: Table, command: c.AcceptDecision) -> Refusal | None:
    """Who raised a dispute may be satisfied with what was decided."""
    part = rules.disputes
    if isinstance(part, NotOffered):
        return _none(part)
    return _why_not_parties(part, table.office.dispute(command.dispute), command)


def accept(course: Course, command: c.AcceptDecision) -> None:
    """Be satisfied."""
    course.emit(e.DecisionAccepted(command.dispute))


def _why_not_parties(
    part: Disputes, dispute: Dispute | None, command: c.AskReview | c.AcceptDecision
) -> Refusal | None:
    """Only the player whose dispute it is answers a decision, while the dispute is open."""
    if dispute is None:
        return no_dispute(part, command.dispute)
    if dispute.player != command.player:
        return Refusal(
            "dispute.not-yours",
            part.dispute_is_reviewed,
            f"{dispute.player} has raised this dispute.",
        )
    if dispute.closed:
        return is_closed(part)
    return None if dispute.is_decided else undecided(part, dispute)


def _none(part: NotOffered) -> Refusal:
    return Refusal("dispute.none", part.clause, "These rules say nothing of disputes.")
