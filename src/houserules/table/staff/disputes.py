"""Disputes: raised, decided, reviewed on request, accepted and closed (S24 20.13-20.14 and peers)."""

from typing import Final

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_house import Disputes
from houserules.rulebook.values import NotOffered, require_offered
from houserules.table.event_builder import EventBuilder
from houserules.table.irregularities.previous_round import latest_round
from houserules.table.staff.commands import (
    AcceptDecision,
    AdviseOfComplaint,
    AskReview,
    CloseDispute,
    DecideDispute,
    RaiseDispute,
    ReferDispute,
    ReviewDispute,
)
from houserules.table.staff.events import (
    ComplaintAdvised,
    DecisionAccepted,
    DisputeClosed,
    DisputeDecided,
    DisputeRaised,
    ReviewAsked,
)
from houserules.table.staff.state import Dispute
from houserules.table.staff.wrong_payments import enter_payment
from houserules.table.state import Table

# Refusals that several commands share.


def _not_open(part: Disputes, table: Table, number: int) -> Refusal:
    """Refuse a command about a dispute that is closed or does not exist."""
    if table.staff.was_raised(number):
        return Refusal("dispute.closed", part.decision_is_final, "The decision is final.")
    return Refusal(
        "dispute.unknown", part.dispute_goes_to_gaming_supervisor, f"There is no dispute {number}."
    )


def _refuse_undecided(part: Disputes, dispute: Dispute) -> Refusal:
    """Refuse what needs a decision first."""
    reviewed = dispute.review_asked
    return Refusal(
        "dispute.undecided",
        part.dispute_is_reviewed if reviewed else part.dispute_goes_to_gaming_supervisor,
        "The review is not decided yet."
        if reviewed
        else "A Gaming Supervisor has not decided it yet.",
    )


LONGEST: Final = 500
"""Characters in which a dispute is put; the register keeps them forever."""
AT_ONCE: Final = 3
"""Disputes that one player may have open at a table."""
_SAY_IT: Final = "Say what is decided."


def why_not_raise(
    rules: Rulebook, table: Table, command: RaiseDispute | ReferDispute
) -> Refusal | None:
    """Players dispute what they had a wager in, a few matters at once; staff may for anybody."""
    part = rules.disputes
    if isinstance(part, NotOffered):
        return _none(part)
    clause = part.dispute_goes_to_gaming_supervisor
    if not command.about.strip():
        return Refusal("dispute.empty", clause, "Say what it is about.")
    if len(command.about) > LONGEST:
        detail = f"Use at most {LONGEST} characters; this has {len(command.about)}."
        return Refusal("dispute.long", clause, detail)
    if isinstance(command, ReferDispute):
        return None
    if _round_of(table, command.player) is None:
        detail = "You had no wager at this table. Ask the Gaming Supervisor."
        return Refusal("dispute.no-wager", clause, detail)
    own = [dispute for dispute in table.staff.disputes if dispute.player == command.player]
    if len(own) >= AT_ONCE:
        detail = f"You have {AT_ONCE} open disputes here. Wait until one of them is closed."
        return Refusal("dispute.too-many", clause, detail)
    return None


def recent_round_of(table: Table, player: str) -> int | None:
    """Return the last round in which a player had a wager, as far back as the table remembers."""
    if table.phase != "betting" and _has_wager(table, player):
        return table.rounds
    played = latest_round(table)
    if played is not None and _has_wager(before := played.before, player):
        return int(before.rounds) + 1
    for earlier in reversed(table.staff.settled):
        if any(wager.player == player for wager in earlier.wagers):
            return earlier.number
    return None


def _round_of(table: Table, player: str) -> int | None:
    """Return the last round in which a player had a wager or was refused one; None: in none."""
    number = recent_round_of(table, player) or table.staff.recalled.last_round
    if number is not None:
        return number
    turned_away = {refused.player for refused in table.people.refused}
    turned_away |= {found.player for found in table.people.invalid}
    return table.rounds if player in turned_away or _has_wager(table, player) else None


def _has_wager(table: Table, player: str) -> bool:
    return any(
        box.bettor(player) is not None or any(side.player == player for side in box.sides)
        for box in table.boxes
    )


def raise_dispute(builder: EventBuilder, command: RaiseDispute | ReferDispute) -> None:
    """Refer a dispute to a Gaming Supervisor."""
    table = builder.table
    number = _round_of(table, command.player)
    builder.emit(
        DisputeRaised(
            table.staff.disputes_raised + 1,
            command.player,
            command.about,
            table.rounds if number is None else number,
            require_offered(builder.rules.disputes).dispute_goes_to_gaming_supervisor,
        )
    )


def why_not_ask_review(rules: Rulebook, table: Table, command: AskReview) -> Refusal | None:
    """The player may ask once for a review, after the first decision."""
    part = rules.disputes
    if isinstance(part, NotOffered):
        return _none(part)
    if refusal := _why_not_parties(part, table, command):
        return refusal
    dispute = table.staff.dispute(command.dispute)
    assert dispute is not None
    if dispute.review_asked:
        return Refusal(
            "review.asked", part.dispute_is_reviewed, "You have already asked for a review."
        )
    return None


def ask_review(builder: EventBuilder, command: AskReview) -> None:
    """Ask for a review."""
    builder.emit(ReviewAsked(command.dispute))


def why_not_accept(rules: Rulebook, table: Table, command: AcceptDecision) -> Refusal | None:
    """The player may accept a decision."""
    part = rules.disputes
    if isinstance(part, NotOffered):
        return _none(part)
    return _why_not_parties(part, table, command)


def accept(builder: EventBuilder, command: AcceptDecision) -> None:
    """Record that the player accepts."""
    builder.emit(DecisionAccepted(command.dispute))


def _why_not_parties(
    part: Disputes, table: Table, command: AskReview | AcceptDecision
) -> Refusal | None:
    """Only the player whose dispute it is answers a decision, while the dispute is open."""
    dispute = table.staff.dispute(command.dispute)
    if dispute is None:
        return _not_open(part, table, command.dispute)
    if dispute.player != command.player:
        return Refusal(
            "dispute.not-yours",
            part.dispute_is_reviewed,
            f"This dispute is {dispute.player}'s. Only they can answer it.",
        )
    return None if dispute.is_decided else _refuse_undecided(part, dispute)


def _none(part: NotOffered) -> Refusal:
    return Refusal("dispute.none", part.clause, "These rules say nothing about disputes.")


# What staff do about a dispute.


def why_not_decide(rules: Rulebook, table: Table, command: DecideDispute) -> Refusal | None:
    """A Gaming Supervisor decides once, in words."""
    part = require_offered(rules.disputes)
    dispute = table.staff.dispute(command.dispute)
    if dispute is None:
        return _not_open(part, table, command.dispute)
    if dispute.decisions:
        return Refusal(
            "dispute.decided",
            part.dispute_goes_to_gaming_supervisor,
            f"{dispute.decisions[0].by} has decided it. A review is for another supervisor.",
        )
    clause = part.dispute_goes_to_gaming_supervisor
    return None if command.says.strip() else Refusal("decision.empty", clause, _SAY_IT)


def decide(builder: EventBuilder, command: DecideDispute | ReviewDispute) -> None:
    """Record a first decision or a review."""
    part = require_offered(builder.rules.disputes)
    review = isinstance(command, ReviewDispute)
    clause = part.dispute_is_reviewed if review else part.dispute_goes_to_gaming_supervisor
    builder.emit(
        DisputeDecided(
            command.dispute, command.says, command.pays, command.by.name, command.at, clause
        )
    )


def why_not_review(rules: Rulebook, table: Table, command: ReviewDispute) -> Refusal | None:
    """A review that was asked for, once, by somebody other than the first supervisor."""
    part = require_offered(rules.disputes)
    dispute = table.staff.dispute(command.dispute)
    if dispute is None:
        return _not_open(part, table, command.dispute)
    if not dispute.review_asked:
        return Refusal(
            "review.not-asked", part.dispute_is_reviewed, "The player has not asked for a review."
        )
    if len(dispute.decisions) > 1:
        return Refusal(
            "dispute.reviewed",
            part.decision_is_final,
            "The review is decided. That decision is final.",
        )
    if dispute.decisions[0].by == command.by.name:
        return Refusal(
            "review.own-decision",
            part.dispute_is_reviewed,
            f"{command.by.name} made the first decision. Another casino supervisor must review it.",
        )
    clause = part.dispute_is_reviewed
    return None if command.says.strip() else Refusal("decision.empty", clause, _SAY_IT)


def why_not_advise(rules: Rulebook, table: Table, command: AdviseOfComplaint) -> Refusal | None:
    """The player is advised of a decision while the dispute is open, at the table or otherwise."""
    part = require_offered(rules.disputes)
    dispute = table.staff.dispute(command.dispute)
    if dispute is None:
        return _not_open(part, table, command.dispute)
    if not dispute.decisions:
        return _refuse_undecided(part, dispute)
    if table.patron(dispute.player) is None and not (command.how or "").strip():
        return Refusal(
            "dispute.player-away",
            part.complaint_is_advised,
            f"{dispute.player} is not at the table. Say how they were advised, such as by letter.",
        )
    return None


def advise(builder: EventBuilder, command: AdviseOfComplaint) -> None:
    """Record that the advice was given."""
    clause = require_offered(builder.rules.disputes).complaint_is_advised
    how = (command.how or "").strip() or None
    builder.emit(ComplaintAdvised(command.dispute, command.by.name, command.at, clause, how))


def why_not_close(rules: Rulebook, table: Table, command: CloseDispute) -> Refusal | None:
    """The player is satisfied, or was advised and has had, or has left without, a review."""
    part = require_offered(rules.disputes)
    dispute = table.staff.dispute(command.dispute)
    if dispute is None:
        return _not_open(part, table, command.dispute)
    if not dispute.is_decided:
        return _refuse_undecided(part, dispute)
    if dispute.accepted:
        return None
    if not dispute.advised:
        return Refusal(
            "dispute.no-advice",
            part.complaint_is_advised,
            f"{dispute.player} has not accepted the decision. Advise them of the right to "
            "complain to an inspector first.",
        )
    if dispute.review_asked or table.patron(dispute.player) is None:
        return None
    return Refusal(
        "dispute.review-open",
        part.dispute_is_reviewed,
        f"{dispute.player} can still ask for a review. Close it when they have accepted the "
        "decision, had the review or left the table.",
    )


def close(builder: EventBuilder, command: CloseDispute) -> None:
    """Close a dispute, and enter what it orders to be paid."""
    dispute = builder.table.staff.dispute(command.dispute)
    assert dispute is not None
    clause = require_offered(builder.rules.disputes).decision_is_final
    by, at = command.by.name, command.at
    builder.emit(DisputeClosed(command.dispute, dispute.accepted, by, at, clause))
    pays = dispute.decisions[-1].pays
    if pays:
        paid, due = (0, pays) if pays > 0 else (-pays, 0)
        enter_payment(builder, dispute, paid=paid, due=due, by=by, at=at, clause=clause)
