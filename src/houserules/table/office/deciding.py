"""The house's side of a dispute: two instances, the advice, the end (S24 20.13-20.14 and peers)."""

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import offered
from houserules.table.course import Course
from houserules.table.office import commands as c
from houserules.table.office import events as e
from houserules.table.office.dispute_refusals import is_closed, no_dispute, undecided
from houserules.table.office.wrong_payments import enter_payment
from houserules.table.state import Table


def why_not_decide(rules: Rulebook, table: Table, command: c.DecideDispute) -> Refusal | None:
    """The first instance decides once, in words."""
    part = offered(rules.disputes)
    dispute = table.office.dispute(command.dispute)
    if dispute is None:
        return no_dispute(part, command.dispute)
    if dispute.decisions:
        return Refusal(
            "dispute.decided",
            part.dispute_goes_to_gaming_supervisor,
            f"{dispute.decisions[0].by} has decided it; a review is for another instance.",
        )
    return _why_not_said(part.dispute_goes_to_gaming_supervisor, command.says)


def _why_not_said(clause: Clause, says: str) -> Refusal | None:
    """A decision says something: the player is to accept it or not."""
    return None if says.strip() else Refusal("decision.empty", clause, "Say what is decided.")


def decide(course: Course, command: c.DecideDispute | c.ReviewDispute) -> None:
    """Record a decision of either instance."""
    part = offered(course.rules.disputes)
    review = isinstance(command, c.ReviewDispute)
    clause = part.dispute_is_reviewed if review else part.dispute_goes_to_gaming_supervisor
    course.emit(
        e.DisputeDecided(
            command.dispute, command.says, command.pays, command.by.name, command.at, clause
        )
    )


def why_not_review(rules: Rulebook, table: Table, command: c.ReviewDispute) -> Refusal | None:
    """A review that was asked for, once, by another person than who decided first."""
    part = offered(rules.disputes)
    dispute = table.office.dispute(command.dispute)
    if dispute is None:
        return no_dispute(part, command.dispute)
    if not dispute.review_asked:
        return Refusal("review.not-asked", part.dispute_is_reviewed, "No review is asked for.")
    if len(dispute.decisions) > 1:
        return Refusal("dispute.reviewed", part.decision_is_final, "The review has been made.")
    if dispute.decisions[0].by == command.by.name:
        return Refusal(
            "review.own-decision",
            part.dispute_is_reviewed,
            f"{command.by.name} decided it first; another casino supervisor reviews it.",
        )
    return _why_not_said(part.dispute_is_reviewed, command.says)


def why_not_advise(rules: Rulebook, table: Table, command: c.AdviseOfComplaint) -> Refusal | None:
    """The advice is about a decision that there is."""
    part = offered(rules.disputes)
    dispute = table.office.dispute(command.dispute)
    if dispute is None:
        return no_dispute(part, command.dispute)
    return None if dispute.decisions else undecided(part, dispute)


def advise(course: Course, command: c.AdviseOfComplaint) -> None:
    """Record that the advice was given."""
    clause = offered(course.rules.disputes).complaint_is_advised
    course.emit(e.ComplaintAdvised(command.dispute, command.by.name, command.at, clause))


def why_not_close(rules: Rulebook, table: Table, command: c.CloseDispute) -> Refusal | None:
    """Decided, and the player satisfied or advised of the right to complain."""
    part = offered(rules.disputes)
    dispute = table.office.dispute(command.dispute)
    if dispute is None:
        return no_dispute(part, command.dispute)
    if dispute.closed:
        return is_closed(part)
    if not dispute.is_decided:
        return undecided(part, dispute)
    if dispute.accepted or dispute.advised:
        return None
    return Refusal(
        "dispute.no-advice",
        part.complaint_is_advised,
        f"{dispute.player} has not accepted the decision; advise of the right to complain to an "
        "inspector first.",
    )


def close(course: Course, command: c.CloseDispute) -> None:
    """Close a dispute, and enter what it orders to be paid."""
    dispute = course.table.office.dispute(command.dispute)
    assert dispute is not None
    clause = offered(course.rules.disputes).decision_is_final
    by, at = command.by.name, command.at
    course.emit(e.DisputeClosed(command.dispute, dispute.accepted, by, at, clause))
    pays = dispute.decisions[-1].pays
    if pays:
        paid, due = (0, pays) if pays > 0 else (-pays, 0)
        enter_payment(course, dispute, paid=paid, due=due, by=by, at=at, clause=clause)
