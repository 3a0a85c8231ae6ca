"""Faced cards, and rounds that nobody wagered on: cards that are burned (S24 18.1, 18.7)."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.cards.counting import why_not_there
from houserules.table.cards.events import CardBurned
from houserules.table.cards.sourcing import shuffle_now
from houserules.table.cards.waiting import why_not_ready
from houserules.table.course import Course
from houserules.table.mishaps.commands import (
    HaveCardsChecked,
    ReportEmptyRound,
    ReportFacedCard,
)
from houserules.table.mishaps.events import CardsTakenOut, IrregularityReported
from houserules.table.mishaps.possible import why_not_here, why_not_possible, why_not_unseen
from houserules.table.state import Table, changed


def why_not_faced(rules: Rulebook, table: Table, command: ReportFacedCard) -> Refusal | None:
    """Whenever a card could leave the shoe or device, before a round too."""
    return why_not_here(rules, table) or why_not_possible(rules, table, command.card)


def report_faced(course: Course, command: ReportFacedCard) -> None:
    """Burn the card; play goes on."""
    clause = course.rules.irregularities.faced_card_is_burned
    course.emit(IrregularityReported("faced card", command.by.name, command.at, clause))
    course.emit(CardBurned(command.card, clause))


def why_not_have_checked(
    rules: Rulebook, table: Table, command: HaveCardsChecked
) -> Refusal | None:
    """After a faced card, when the round is complete, where the document provides for it."""
    rule = rules.irregularities.faced_cards_checked
    if refusal := why_not_here(rules, table):
        return refusal
    assert table.source is not None
    if rule.value == "shuffling device" and table.source.kind != "shuffling device":
        return Refusal(
            "faced-cards.shoe", rule.clause, "The cards of a shuffling device are checked so."
        )
    if not table.trouble.faced:
        return Refusal(
            "faced-cards.none",
            rule.clause,
            "No card was found face up since the cards were last checked.",
        )
    if table.phase != "betting":
        return Refusal(
            "faced-cards.later",
            rule.clause,
            "The cards are checked when the round is complete and its cards are collected.",
        )
    return why_not_ready(rules, table)


def have_checked(course: Course, command: HaveCardsChecked) -> None:
    """Have the rest taken out; nothing is dealt until it was checked and shuffled."""
    clause, by = course.rules.irregularities.faced_cards_checked.clause, command.by.name
    course.emit(CardsTakenOut(by, command.at, clause))
    shuffle_now(course, "removed to be checked", clause, by)


def why_not_empty_round(rules: Rulebook, table: Table, command: ReportEmptyRound) -> Refusal | None:
    """Nobody has a wager, and the cards that were seen can have come."""
    rule = rules.irregularities.round_without_wagers
    if refusal := why_not_here(rules, table):
        return refusal
    if rule.value == "not provided":
        return Refusal(
            "empty-round.not-provided",
            rule.clause,
            "A round takes a wager before its first card; no clause says what becomes of the cards.",
        )
    if table.phase != "betting" or table.boxes:
        return Refusal("empty-round.wagers", rule.clause, "There are wagers on the layout.")
    for number, card in enumerate(command.exposed):
        before = changed(table, discards=table.discards + command.exposed[:number])
        if refusal := why_not_there(rules, before, card):
            return refusal
    return why_not_unseen(rules, table, cards=len(command.exposed))


def report_empty_round(course: Course, command: ReportEmptyRound) -> None:
    """Burn what was seen; the round is void."""
    clause = course.rules.irregularities.round_without_wagers.clause
    course.emit(IrregularityReported("empty round", command.by.name, command.at, clause))
    for card in command.exposed:
        course.emit(CardBurned(card, clause))
