"""A wrongly dealt round: reported, then put right as proposed or left as it is (S24 18.8)."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.cards.events import CardBurned
from houserules.table.course import Course
from houserules.table.mishaps.commands import (
    ConfirmReconstruction,
    DismissMisdeal,
    ReportMisdeal,
)
from houserules.table.mishaps.events import CardsSetReady
from houserules.table.mishaps.misdeal_events import MisdealDismissed, MisdealReported
from houserules.table.mishaps.possible import why_not_here
from houserules.table.mishaps.proposing import (
    propose,
    put_right,
    why_not_put_right,
    why_not_round,
)
from houserules.table.mishaps.state import WrongDeal
from houserules.table.state import Table


def why_not_misdeal(rules: Rulebook, table: Table, command: ReportMisdeal) -> Refusal | None:
    """Before the next round begins; with an order in which the cards can have come, or with none."""
    if refusal := why_not_here(rules, table) or why_not_round(rules, table):
        return refusal
    if command.order is None:
        return None
    return why_not_put_right(rules, table, command.order, command)


def report_misdeal(course: Course, command: ReportMisdeal) -> None:
    """Propose how the round is put right; a supervisor decides."""
    clause, order = course.rules.misdeal.misdeal_is_reconstructed, command.order
    by, at = command.by.name, command.at
    if order is None:
        what = "A card was wrongly dealt and nobody can say how the cards left the shoe."
        course.emit(MisdealReported(None, (), (), (), what, by, at, clause))
        return
    found = propose(course.rules, course.table, order, command)
    what = "A card was wrongly dealt; the round can be put right."
    course.emit(
        MisdealReported(order, found.moves, found.falls_away, found.leftover, what, by, at, clause)
    )


def why_not_reported(rules: Rulebook, table: Table) -> Refusal | None:
    """A supervisor decides about an error that was reported."""
    if isinstance(table.mishap, WrongDeal):
        return None
    return Refusal("misdeal.none", rules.misdeal.misdeal_is_reconstructed, "No error was reported.")


def why_not_confirm(
    rules: Rulebook, table: Table, command: ConfirmReconstruction
) -> Refusal | None:
    """A reconstruction was proposed, and is still possible."""
    if refusal := why_not_reported(rules, table):
        return refusal
    assert isinstance(table.mishap, WrongDeal)
    if table.mishap.order is None:
        return Refusal(
            "misdeal.not-possible",
            rules.misdeal.misdeal_is_reconstructed,
            "Nobody could say in which order the cards left the shoe.",
        )
    return why_not_put_right(rules, table, table.mishap.order, command)


def confirm(course: Course, command: ConfirmReconstruction) -> None:
    """Deal the round as it should have been dealt; everybody accepts the result."""
    mishap, rule = course.table.mishap, course.rules.misdeal.misdeal_leftovers
    assert isinstance(mishap, WrongDeal) and mishap.order is not None
    _, leftover = put_right(course, mishap.order, command)
    if leftover and rule.value == "next cards":
        course.emit(CardsSetReady(leftover, rule.clause))
    else:
        for card in leftover:
            course.emit(CardBurned(card, rule.clause))


def why_not_dismiss(rules: Rulebook, table: Table, command: DismissMisdeal) -> Refusal | None:
    """Only what was reported can be dismissed."""
    return why_not_reported(rules, table)


def dismiss(course: Course, command: DismissMisdeal) -> None:
    """Let the round stand."""
    course.emit(MisdealDismissed(command.by.name, command.at))
