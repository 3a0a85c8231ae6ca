"""Faced cards, and rounds that nobody wagered on: cards that are burned (S24 18.1, 18.7)."""

from houserules.core.cards import Card
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.shoe.preparation import checks
from houserules.shoe.state import Due
from houserules.table.cards.census import why_not_there
from houserules.table.cards.events import CardBurned, CardUnderShoeBurned, ShuffleBecameDue
from houserules.table.cards.next_step import is_next, why_not_ready
from houserules.table.cards.opening import why_not_real_cards, why_not_source
from houserules.table.cards.source import shuffle_now, under_is_next, why_not_under
from houserules.table.event_builder import EventBuilder
from houserules.table.irregularities.commands import (
    HaveCardsChecked,
    ReportEmptyRound,
    ReportFacedCard,
)
from houserules.table.irregularities.events import CardsTakenOut, IrregularityReported
from houserules.table.state import Table, changed


def why_not_real(rules: Rulebook, table: Table, clause: Clause) -> Refusal | None:
    """Only people can deal a card wrongly, face it or lose it: the software cannot (reading 75)."""
    return why_not_source(rules, table) or why_not_real_cards(table, clause)


def why_not_unseen(rules: Rulebook, table: Table, *, cards: int = 1) -> Refusal | None:
    """Whether so many cards can just have left the shoe or device, whatever their faces."""
    if refusal := why_not_ready(rules, table):
        return refusal
    source = table.source
    assert source is not None
    if source.left < cards:
        return Refusal(
            "cards.ran-out",
            rules.shuffle.cards_ran_out,
            f"Only {source.left} cards were left in it, so this many cannot have come out.",
        )
    return None


def why_not_possible(rules: Rulebook, table: Table, card: Card) -> Refusal | None:
    """Whether the card can just have left the shoe or device."""
    return why_not_unseen(rules, table) or why_not_there(rules, table, card)


def why_not_faced(rules: Rulebook, table: Table, command: ReportFacedCard) -> Refusal | None:
    """Whenever a card could leave the shoe or device, before a round too."""
    clause = rules.irregularities.faced_card_is_burned
    return why_not_real(rules, table, clause) or why_not_possible(rules, table, command.card)


def report_faced(builder: EventBuilder, command: ReportFacedCard) -> None:
    """Burn the card; play goes on."""
    clause = builder.rules.irregularities.faced_card_is_burned
    builder.emit(IrregularityReported("faced card", command.by.name, command.at, clause))
    builder.emit(CardBurned(command.card, clause))


def why_not_have_checked(
    rules: Rulebook, table: Table, command: HaveCardsChecked
) -> Refusal | None:
    """After a faced card, when the round is complete, where the document provides for it."""
    rule = rules.irregularities.faced_cards_checked
    if refusal := why_not_source(rules, table):
        return refusal
    assert table.source is not None
    if rule.value == "shuffling device" and table.source.kind != "shuffling device":
        return Refusal(
            "faced-cards.shoe",
            rule.clause,
            "Only the cards of a shuffling device are checked like this.",
        )
    if not table.aftermath.faced:
        return Refusal(
            "faced-cards.none", rule.clause, "No card was found face up since the last check."
        )
    if table.phase != "betting":
        return Refusal(
            "faced-cards.later",
            rule.clause,
            "Check the cards when the round is over and its cards are collected.",
        )
    return None if is_next(table, "shuffle") else why_not_ready(rules, table)


def have_checked(builder: EventBuilder, command: HaveCardsChecked) -> None:
    """Have the rest taken out; nothing is dealt until it was checked and shuffled.

    If the cutting card has called for a shuffle, the check comes before it and the cut stays as it is.
    """
    clause, by = builder.rules.irregularities.faced_cards_checked.clause, command.by.name
    source = builder.table.source
    assert source is not None
    builder.emit(CardsTakenOut(by, command.at, clause))
    if not is_next(builder.table, "shuffle"):
        shuffle_now(builder, "removed to be checked", clause, by)
        return
    cause, asks = source.preparation.cause, source.preparation.clause or clause
    assert cause is not None
    first = tuple(Due(step, source.colour) for step in checks(builder.rules))
    builder.emit(ShuffleBecameDue(cause, asks, (*first, *source.due), by))


def why_not_empty_round(rules: Rulebook, table: Table, command: ReportEmptyRound) -> Refusal | None:
    """Nobody has a wager, and the cards that were seen can have come."""
    rule = rules.irregularities.round_without_wagers
    if refusal := why_not_real(rules, table, rule.clause):
        return refusal
    if rule.value == "not provided":
        return Refusal(
            "empty-round.not-provided",
            rule.clause,
            "A round needs a wager before its first card. These rules do not say what "
            "happens to cards dealt without one.",
        )
    if table.phase != "betting" or table.boxes:
        return Refusal("empty-round.wagers", rule.clause, "There are wagers on the layout.")
    drawn = command.exposed
    if drawn and under_is_next(table):
        assert table.source is not None
        if refusal := why_not_under(rules, table.source, drawn[0]):
            return refusal
        drawn = drawn[1:]
    for number, card in enumerate(drawn):
        before = changed(table, discards=table.discards + drawn[:number])
        if refusal := why_not_there(rules, before, card):
            return refusal
    return why_not_unseen(rules, table, cards=len(drawn))


def report_empty_round(builder: EventBuilder, command: ReportEmptyRound) -> None:
    """Burn what was seen, first the card that was kept under the shoe; the round is void."""
    clause = builder.rules.irregularities.round_without_wagers.clause
    builder.emit(IrregularityReported("empty round", command.by.name, command.at, clause))
    for card in command.exposed:
        burned = CardUnderShoeBurned if under_is_next(builder.table) else CardBurned
        builder.emit(burned(card, clause))
