"""Steps that were left out, as staff report them: what the rules then do (S24 18.11-18.15)."""

from collections import Counter
from typing import NamedTuple

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.shoe.state import CUTTING_CARD_CAUSES, Cause, Step
from houserules.table.cards import commands
from houserules.table.cards.burn import burn
from houserules.table.cards.census import seen_cards
from houserules.table.cards.cutting_card import place
from houserules.table.cards.events import (
    CardsDropped,
    CardsVerified,
    DiscardsLeftInRack,
    ShuffleCalled,
    StepMissed,
)
from houserules.table.cards.next_step import instead, is_next
from houserules.table.cards.opening import why_not_real_cards, why_not_source
from houserules.table.cards.source import call_shuffle
from houserules.table.commands import CloseBets, DealCard
from houserules.table.event_builder import EventBuilder
from houserules.table.evolve import evolve
from houserules.table.round import deal
from houserules.table.state import Table

_Report = commands.ReportNotCut | commands.ReportNotShuffled | commands.ReportNoCuttingCard


def _not_missed(clause: Clause, detail: str) -> Refusal:
    return Refusal("step.not-missed", clause, detail)


class Missed(NamedTuple):
    """A step that was left out, why the cards are shuffled for it, and the clause."""

    step: Step
    cause: Cause
    clause: Clause


def _why_not_without(
    rules: Rulebook, table: Table, command: _Report, missed: Missed
) -> Refusal | None:
    """A step that is due was missed once cards were dealt without it, and only once in a row."""
    assert table.source is not None
    if not command.dealt:
        return _not_missed(
            missed.clause,
            f"It can still be done: {instead(rules, table)}. If cards were dealt without it, "
            "name those cards.",
        )
    if table.source.preparation.clause == missed.clause:
        return _not_missed(missed.clause, f"It was already missed once: {instead(rules, table)}.")
    return _go_on_without(EventBuilder(rules, table, evolve), command, missed)


def _go_on_without(builder: EventBuilder, command: _Report, missed: Missed) -> Refusal | None:
    """Go on with the cards that were dealt; a refusal says which of them cannot have been."""
    rules, by, at = builder.rules, command.by, command.at
    builder.emit(StepMissed(missed.step, by.name, at, missed.clause))
    builder.emit(ShuffleCalled(missed.cause, missed.clause, by.name))
    if is_next(builder.table, "cutting card"):
        place(builder, commands.PlaceCuttingCard(by, at))
    if is_next(builder.table, "burn"):
        burn(builder, commands.BurnCard(by, at))
    if builder.table.phase == "betting":
        if refusal := deal.why_not_close_bets(rules, builder.table, CloseBets()):
            return refusal
        deal.close_bets(builder, CloseBets())
    for card in command.dealt:
        if refusal := deal.why_not_deal(rules, builder.table, DealCard(card)):
            return refusal
        deal.deal(builder, DealCard(card))
    return None


def _why_not_found(command: _Report, clause: Clause) -> Refusal | None:
    """What is found later needs no cards: they were entered when they were dealt."""
    if not command.dealt:
        return None
    return _not_missed(clause, "The cards dealt are already entered. Leave them out.")


def _report(builder: EventBuilder, command: _Report, missed: Missed) -> None:
    """Complete the round, then shuffle; a round that was begun without the step begins here."""
    if is_next(builder.table, missed.step):
        _go_on_without(builder, command, missed)
        return
    by = command.by.name
    builder.emit(StepMissed(missed.step, by, command.at, missed.clause))
    call_shuffle(builder, missed.cause, missed.clause, by)


def why_not_not_cut(
    rules: Rulebook, table: Table, command: commands.ReportNotCut
) -> Refusal | None:
    """Cards of a shoe that have been shuffled can have gone uncut (S24 18.11)."""
    missed = _uncut(rules)
    if refusal := why_not_source(rules, table) or why_not_real_cards(table, missed.clause):
        return refusal
    assert table.source is not None
    if table.source.kind == "shuffling device":
        return _not_missed(missed.clause, "Cards in a shuffling device are not cut.")
    if is_next(table, "cut"):
        return _why_not_without(rules, table, command, missed)
    if table.source.due:
        return _not_missed(missed.clause, "The cards are not in play yet.")
    return _why_not_found(command, missed.clause)


def _uncut(rules: Rulebook) -> Missed:
    return Missed("cut", "not cut", rules.powers.may_report_not_cut.clause)


def report_not_cut(builder: EventBuilder, command: commands.ReportNotCut) -> None:
    """Complete the round, then shuffle and cut."""
    _report(builder, command, _uncut(builder.rules))


def why_not_not_burned(
    rules: Rulebook, table: Table, command: commands.ReportNotBurned
) -> Refusal | None:
    """A burn that is due can have been forgotten (S24 18.12)."""
    clause = rules.powers.may_report_not_burned.clause
    if refusal := why_not_real_cards(table, clause):
        return refusal
    return None if is_next(table, "burn") else _not_missed(clause, "No burn is due.")


def report_not_burned(builder: EventBuilder, command: commands.ReportNotBurned) -> None:
    """Play goes on with that card in play."""
    clause = builder.rules.powers.may_report_not_burned.clause
    builder.emit(StepMissed("burn", command.by.name, command.at, clause))


def why_not_not_shuffled(
    rules: Rulebook, table: Table, command: commands.ReportNotShuffled
) -> Refusal | None:
    """The shuffle after the cutting card can have been forgotten (S24 18.14, NZ 16.9)."""
    source, clause = table.source, rules.powers.may_report_not_shuffled.clause
    if source is None or source.preparation.cause not in CUTTING_CARD_CAUSES:
        return _not_missed(clause, "No shuffle is due because of the cutting card.")
    if refusal := why_not_real_cards(table, clause):
        return refusal
    if is_next(table, "shuffle"):
        return _why_not_without(rules, table, command, _missed_shuffle(rules, table))
    if source.due or source.after_round is not None:
        return _not_missed(clause, "The shuffle is still to come, so it was not missed.")
    return _why_not_found(command, clause)


def _missed_shuffle(rules: Rulebook, table: Table) -> Missed:
    """The shuffle; the cut after it is offered as it would have been."""
    assert table.source is not None and table.source.preparation.cause is not None
    clause = rules.powers.may_report_not_shuffled.clause
    return Missed("shuffle", table.source.preparation.cause, clause)


def report_not_shuffled(builder: EventBuilder, command: commands.ReportNotShuffled) -> None:
    """Complete the round, then shuffle."""
    _report(builder, command, _missed_shuffle(builder.rules, builder.table))


def why_not_no_cutting_card(
    rules: Rulebook, table: Table, command: commands.ReportNoCuttingCard
) -> Refusal | None:
    """Found while the cards are in play and it has not come out (NZ 16.10)."""
    missed = _not_inserted(rules)
    if refusal := why_not_source(rules, table) or why_not_real_cards(table, missed.clause):
        return refusal
    assert table.source is not None
    if is_next(table, "cutting card"):
        return _why_not_without(rules, table, command, missed)
    if table.source.due:
        return _not_missed(missed.clause, "The cards are not in the shoe.")
    if table.source.out:
        return _not_missed(missed.clause, "The cutting card has come out.")
    return _why_not_found(command, missed.clause)


def _not_inserted(rules: Rulebook) -> Missed:
    clause = rules.powers.may_report_no_cutting_card.clause
    return Missed("cutting card", "cutting card not inserted", clause)


def report_no_cutting_card(builder: EventBuilder, command: commands.ReportNoCuttingCard) -> None:
    """Take the cards out and shuffle them at the end of the round."""
    _report(builder, command, _not_inserted(builder.rules))


def why_not_discards_left(
    rules: Rulebook, table: Table, command: commands.ReportDiscardsLeft
) -> Refusal | None:
    """Only what has gone in on paper can have stayed outside (S24 18.15)."""
    if refusal := why_not_source(rules, table):
        return refusal
    source, clause = table.source, rules.powers.may_report_discards_left.clause
    assert source is not None
    count = len(source.returned) + source.returned_unseen
    if not count or source.virtual:
        return _not_missed(clause, "No discards were put into the device by hand in this round.")
    faces = Counter(seen_cards(table)) + Counter(source.returned)
    if source.left < count or max(faces.values()) > rules.equipment.decks.value:
        return _not_missed(
            clause, "Cards have come out of the device that can only have been among the discards."
        )
    return None


def report_discards_left(builder: EventBuilder, command: commands.ReportDiscardsLeft) -> None:
    """Leave them in the rack until the next round's initial deal is complete."""
    clause = builder.rules.powers.may_report_discards_left.clause
    builder.emit(DiscardsLeftInRack(command.by.name, command.at, clause))


def why_not_dropped(
    rules: Rulebook, table: Table, command: commands.ReportDroppedCards
) -> Refusal | None:
    """Dropped cards are reported at any time, once until they are verified (S24 5.6.1)."""
    clause = rules.powers.may_report_dropped_cards.clause
    if refusal := why_not_source(rules, table) or why_not_real_cards(table, clause):
        return refusal
    if is_next(table, "verify"):
        return _not_missed(clause, "Dropped cards were already reported.")
    return None


def report_dropped(builder: EventBuilder, command: commands.ReportDroppedCards) -> None:
    """Tell the supervisor; nothing is dealt until all cards are verified."""
    clause = builder.rules.powers.may_report_dropped_cards.clause
    builder.emit(CardsDropped(command.by.name, command.at, clause))


def why_not_verify(rules: Rulebook, table: Table, command: commands.VerifyCards) -> Refusal | None:
    """There must be something to verify."""
    if is_next(table, "verify"):
        return None
    return Refusal(
        "verify.not-due", rules.powers.may_verify_cards.clause, "No cards were reported dropped."
    )


def verify(builder: EventBuilder, command: commands.VerifyCards) -> None:
    """Record that all cards are there."""
    clause = builder.rules.powers.may_verify_cards.clause
    builder.emit(CardsVerified(command.by.name, command.at, clause))
