"""New cards for old ones, and damaged cards (S24 4.5, NZ 7.7 and 16.8, PJ 3.5)."""

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.shoe.opening import new_cards
from houserules.shoe.state import Source
from houserules.table.cards.commands import ReplaceCards
from houserules.table.cards.opening import why_not_cards, why_not_source
from houserules.table.cards.opening_events import CardsReplaced
from houserules.table.cards.report_commands import ReplaceDamagedCard, ReportDamagedCard
from houserules.table.cards.report_events import CardDamaged, DamagedCardReplaced
from houserules.table.cards.waiting import is_next, why_not_ready
from houserules.table.course import Course
from houserules.table.state import Table


def why_not_replace(rules: Rulebook, table: Table, command: ReplaceCards) -> Refusal | None:
    """After a round that the document lets new cards follow."""
    if refusal := why_not_source(rules, table):
        return refusal
    assert table.source is not None
    source, clause = table.source, _clause_of(rules, table.source)
    if table.phase != "betting" or table.rounds == 0:
        return Refusal("replace.not-now", clause, "Cards are replaced when a round is complete.")
    any_round = rules.cards.cards_replaced.value == "after any round"
    if source.kind == "card shoe" and not any_round and not _waits(source):
        return Refusal(
            "replace.not-now",
            clause,
            "Cards of a shoe are replaced after the round of the cutting card, before the shuffle.",
        )
    if is_next(table, "verify"):
        return why_not_ready(rules, table)
    return why_not_cards(rules, command, virtual=source.virtual)


def _waits(source: Source) -> bool:
    """The round of the cutting card is complete, and the cards are not shuffled yet (S24 4.5.1)."""
    cause = source.preparation.cause
    came = cause in ("cutting card on a box", "cutting card on the dealer's hand")
    return came and bool(source.due) and source.due[0].step == "shuffle"


def replace(course: Course, command: ReplaceCards) -> None:
    """Bring new cards to the table; they are made ready like those of a new table."""
    rules, source = course.rules, course.table.source
    assert source is not None
    steps = new_cards(
        rules,
        source.kind,
        cause="replaced",
        colours=command.colours,
        pre_shuffled=command.pre_shuffled,
    )
    course.emit(
        CardsReplaced(
            colours=command.colours,
            pre_shuffled=command.pre_shuffled,
            steps=steps,
            by=command.by.name,
            at=command.at,
            clause=_clause_of(rules, source),
        )
    )


def _clause_of(rules: Rulebook, source: Source) -> Clause:
    if source.kind == "shuffling device" and not isinstance(rules.device, NotOffered):
        return rules.device.device_cards_replaced
    return rules.cards.cards_replaced.clause


def why_not_damaged(rules: Rulebook, table: Table, command: ReportDamagedCard) -> Refusal | None:
    """A damaged card is reported at any time (NZ 16.8)."""
    return why_not_source(rules, table)


def damaged(course: Course, command: ReportDamagedCard) -> None:
    """Have the card replaced when the round is over."""
    clause = course.rules.powers.may_report_damaged_card.clause
    course.emit(CardDamaged(command.by.name, command.at, clause))


def why_not_replace_damaged(
    rules: Rulebook, table: Table, command: ReplaceDamagedCard
) -> Refusal | None:
    """At the end of the round, not within it."""
    clause = rules.powers.may_report_damaged_card.clause
    if table.source is None or not table.source.damaged:
        return Refusal("damaged-card.none", clause, "No card was reported damaged.")
    if table.phase != "betting":
        return Refusal("damaged-card.later", clause, "It is replaced when the round is over.")
    return None


def replace_damaged(course: Course, command: ReplaceDamagedCard) -> None:
    """Put the same cards from a new deck in their place."""
    source = course.table.source
    assert source is not None
    clause = course.rules.powers.may_report_damaged_card.clause
    course.emit(DamagedCardReplaced(source.damaged, command.by.name, command.at, clause))
