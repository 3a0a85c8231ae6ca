"""Steps that were left out, as staff report them: what the rules then do (S24 18.11-18.15)."""

from collections import Counter

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.shoe.state import CUTTING_CARD_CAUSES, Cause, Step
from houserules.table.cards.counting import seen
from houserules.table.cards.events import ShuffleCalled
from houserules.table.cards.opening import why_not_source
from houserules.table.cards.report_commands import (
    ReportDiscardsLeft,
    ReportDroppedCards,
    ReportNoCuttingCard,
    ReportNotBurned,
    ReportNotCut,
    ReportNotShuffled,
    VerifyCards,
)
from houserules.table.cards.report_events import (
    CardsDropped,
    CardsVerified,
    DiscardsLeftInRack,
    StepMissed,
)
from houserules.table.cards.sourcing import call_shuffle
from houserules.table.cards.waiting import is_next
from houserules.table.course import Course
from houserules.table.state import Table


def _not_missed(clause: Clause, detail: str) -> Refusal:
    return Refusal("step.not-missed", clause, detail)


def why_not_not_cut(rules: Rulebook, table: Table, command: ReportNotCut) -> Refusal | None:
    """Cards of a shoe that have been shuffled can have gone uncut (S24 18.11)."""
    if refusal := why_not_source(rules, table):
        return refusal
    assert table.source is not None
    clause = rules.powers.may_report_not_cut.clause
    if table.source.kind == "shuffling device":
        return _not_missed(clause, "Cards in a shuffling device are not cut.")
    if table.source.due and not is_next(table, "cut"):
        return _not_missed(clause, "The cards are not in play.")
    return None


def not_cut(course: Course, command: ReportNotCut) -> None:
    """Complete the round, then shuffle and cut."""
    clause = course.rules.powers.may_report_not_cut.clause
    _missed(course, "cut", "not cut", command, clause)


def _missed(
    course: Course,
    step: Step,
    cause: Cause,
    command: ReportNotCut | ReportNoCuttingCard,
    clause: Clause,
) -> None:
    """A step of a round that has begun, or is about to: the shuffle follows the round."""
    waiting = is_next(course.table, step)
    course.emit(StepMissed(step, command.by.name, command.at, clause))
    if waiting:
        course.emit(ShuffleCalled(cause, clause, command.by.name))
    else:
        call_shuffle(course, cause, clause, command.by.name)


def why_not_not_burned(rules: Rulebook, table: Table, command: ReportNotBurned) -> Refusal | None:
    """A burn that is due can have been forgotten (S24 18.12)."""
    if is_next(table, "burn"):
        return None
    return _not_missed(rules.powers.may_report_not_burned.clause, "No card was to be burned.")


def not_burned(course: Course, command: ReportNotBurned) -> None:
    """Play goes on with that card in play."""
    clause = course.rules.powers.may_report_not_burned.clause
    course.emit(StepMissed("burn", command.by.name, command.at, clause))


def why_not_not_shuffled(
    rules: Rulebook, table: Table, command: ReportNotShuffled
) -> Refusal | None:
    """The shuffle after the cutting card can have been forgotten (S24 18.14, NZ 16.9)."""
    source = table.source
    came = source is not None and source.preparation.cause in CUTTING_CARD_CAUSES
    if came and is_next(table, "shuffle"):
        return None
    return _not_missed(
        rules.powers.may_report_not_shuffled.clause,
        "No shuffle is due because of the cutting card.",
    )


def not_shuffled(course: Course, command: ReportNotShuffled) -> None:
    """Complete the round, then shuffle; the cut is offered as it would have been."""
    source, clause = course.table.source, course.rules.powers.may_report_not_shuffled.clause
    assert source is not None and source.preparation.cause is not None
    cause = source.preparation.cause
    course.emit(StepMissed("shuffle", command.by.name, command.at, clause))
    course.emit(ShuffleCalled(cause, clause, command.by.name))


def why_not_no_cutting_card(
    rules: Rulebook, table: Table, command: ReportNoCuttingCard
) -> Refusal | None:
    """Found while the cards are in play and it has not come out (NZ 16.10)."""
    if refusal := why_not_source(rules, table):
        return refusal
    assert table.source is not None
    clause = rules.powers.may_report_no_cutting_card.clause
    if table.source.due and not is_next(table, "cutting card"):
        return _not_missed(clause, "The cards are not in the shoe.")
    if table.source.out:
        return _not_missed(clause, "The cutting card has come out.")
    if table.source.virtual and table.source.behind is not None:
        return _not_missed(clause, "The cutting card is in the virtual stack.")
    return None


def no_cutting_card(course: Course, command: ReportNoCuttingCard) -> None:
    """Take the cards out and shuffle them at the end of the round."""
    clause = course.rules.powers.may_report_no_cutting_card.clause
    _missed(course, "cutting card", "cutting card not inserted", command, clause)


def why_not_discards_left(
    rules: Rulebook, table: Table, command: ReportDiscardsLeft
) -> Refusal | None:
    """Only what has gone in on paper can have stayed outside (S24 18.15)."""
    if refusal := why_not_source(rules, table):
        return refusal
    source, clause = table.source, rules.powers.may_report_discards_left.clause
    assert source is not None
    count = len(source.returned) + source.returned_unseen
    if not count or source.virtual:
        return _not_missed(clause, "No discards went into the device by hand in this round.")
    faces = Counter(seen(table)) + Counter(source.returned)
    if source.left < count or max(faces.values()) > rules.equipment.decks.value:
        return _not_missed(clause, "Cards have come out that can only have been among them.")
    return None


def discards_left(course: Course, command: ReportDiscardsLeft) -> None:
    """Leave them in the rack until the next round's initial deal is complete."""
    clause = course.rules.powers.may_report_discards_left.clause
    course.emit(DiscardsLeftInRack(command.by.name, command.at, clause))


def why_not_dropped(rules: Rulebook, table: Table, command: ReportDroppedCards) -> Refusal | None:
    """Dropped cards are reported at any time, once until they are verified (S24 5.6.1)."""
    if refusal := why_not_source(rules, table):
        return refusal
    if is_next(table, "verify"):
        return _not_missed(
            rules.powers.may_report_dropped_cards.clause, "The supervisor has been told."
        )
    return None


def dropped(course: Course, command: ReportDroppedCards) -> None:
    """Tell the supervisor; nothing is dealt until all cards are verified."""
    clause = course.rules.powers.may_report_dropped_cards.clause
    course.emit(CardsDropped(command.by.name, command.at, clause))


def why_not_verify(rules: Rulebook, table: Table, command: VerifyCards) -> Refusal | None:
    """There must be something to verify."""
    if is_next(table, "verify"):
        return None
    return Refusal(
        "verify.not-due",
        rules.powers.may_verify_cards.clause,
        "No cards were reported dropped.",
    )


def verify(course: Course, command: VerifyCards) -> None:
    """Record that all cards are there."""
    clause = course.rules.powers.may_verify_cards.clause
    course.emit(CardsVerified(command.by.name, command.at, clause))
