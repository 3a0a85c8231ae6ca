"""A riffle of pre-shuffled cards, when a player asks and a supervisor approves (S24 5.2, S65 4.2)."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.cards.commands import ApproveRiffle, AskForRiffle
from houserules.table.cards.opening import why_not_source
from houserules.table.cards.opening_events import RiffleApproved, RiffleAsked
from houserules.table.cards.waiting import is_next, step_clause
from houserules.table.course import Course
from houserules.table.people.admission import not_here
from houserules.table.state import Table


def why_not_ask(rules: Rulebook, table: Table, command: AskForRiffle) -> Refusal | None:
    """A player may ask while pre-shuffled cards wait for the cut (S24 5.2, 5.2.1)."""
    if refusal := why_not_source(rules, table):
        return refusal
    if table.patron(command.player) is None:
        return not_here(rules, command.player)
    part = rules.pre_shuffled
    if isinstance(part, NotOffered):
        return Refusal("riffle.none", part.clause, "The cards are not pre-shuffled.")
    if not part.riffle_on_request.value:
        return Refusal(
            "riffle.none", part.riffle_on_request.clause, "The dealer shuffles the cards anyway."
        )
    assert table.source is not None
    preparation = table.source.preparation
    if preparation.pre_shuffled is None or preparation.riffle or not is_next(table, "cut"):
        return Refusal(
            "riffle.not-now",
            part.riffle_on_request.clause,
            "A riffle is asked for once, when pre-shuffled cards wait for the cut.",
        )
    return None


def ask(course: Course, command: AskForRiffle) -> None:
    """Record the request."""
    clause = step_clause(course.rules, course.table, "riffle")
    course.emit(RiffleAsked(command.player, clause))


def why_not_approve(rules: Rulebook, table: Table, command: ApproveRiffle) -> Refusal | None:
    """Somebody has to have asked."""
    source = table.source
    if source is not None and source.preparation.riffle == "asked":
        return None
    return Refusal(
        "riffle.not-asked",
        rules.powers.may_approve_riffle.clause,
        "No player has asked for a riffle of pre-shuffled cards.",
    )


def approve(course: Course, command: ApproveRiffle) -> None:
    """Let the dealer riffle before the cut."""
    clause = step_clause(course.rules, course.table, "riffle")
    course.emit(RiffleApproved(command.by.name, command.at, clause))
