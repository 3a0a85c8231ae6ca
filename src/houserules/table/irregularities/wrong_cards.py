"""A missing or foreign card: round and shoe are void, the decks are checked (S24 18.16)."""

from typing import Final

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.cards.source import shuffle_now
from houserules.table.commands import ClearTable
from houserules.table.event_builder import EventBuilder
from houserules.table.irregularities.commands import ReportWrongCards, VerifyDecks
from houserules.table.irregularities.events import DecksVerified, ShoeDeclaredVoid, WrongCardsFound
from houserules.table.irregularities.faced_cards import why_not_real
from houserules.table.irregularities.previous_round import is_void
from houserules.table.irregularities.state import ShoeVoid
from houserules.table.irregularities.voids import void_whole_round
from houserules.table.round import deal
from houserules.table.staff.notices import owe
from houserules.table.state import Table

ABOUT: Final = "missing or foreign card"
"""What Surveillance and an inspector are notified of."""


def why_not_wrong_cards(rules: Rulebook, table: Table, command: ReportWrongCards) -> Refusal | None:
    """At any time, with real cards."""
    part = rules.wrong_cards
    assert not isinstance(part, NotOffered)  # nobody has the power where the part is missing
    return why_not_real(rules, table, part.wrong_cards_void_shoe)


def report_wrong_cards(builder: EventBuilder, command: ReportWrongCards) -> None:
    """Void the round and the shoe, have the decks checked, tell Surveillance and an inspector."""
    part = builder.rules.wrong_cards
    assert not isinstance(part, NotOffered)
    by, at = command.by.name, command.at
    clause = part.completed_rounds_stand
    builder.emit(WrongCardsFound(command.wrong, command.cards, by, at, clause))
    phase = builder.table.phase
    collected = part.round_is_complete_when.value == "cards are collected"
    uncollected = phase == "over" and collected and not is_void(builder.table)
    if phase not in ("over", "betting") or uncollected:  # not complete by the definition of a round
        void_whole_round(builder, part.wrong_cards_void_round)
    if builder.table.phase == "over":
        deal.clear(builder, ClearTable())
    what = f"A card is {command.wrong}: the shoe is void until the decks are checked and verified."
    builder.emit(ShoeDeclaredVoid(what, by, at, part.wrong_cards_void_shoe))
    shuffle_now(builder, "shoe void", part.wrong_cards_void_shoe, by)
    for to in ("Surveillance", "inspector"):
        owe(builder, to, ABOUT, part.wrong_cards_notified)


def why_not_verify_decks(rules: Rulebook, table: Table, command: VerifyDecks) -> Refusal | None:
    """Decks are verified once, after they were checked."""
    clause = rules.powers.may_verify_decks.clause
    if not isinstance(table.irregularity, ShoeVoid):
        return Refusal("decks.not-void", clause, "No shoe was declared void.")
    due = table.source.due if table.source is not None else ()
    if any(each.step == "check" for each in due):
        return Refusal("decks.not-checked", clause, "Check the cards first, then verify them.")
    return None


def verify_decks(builder: EventBuilder, command: VerifyDecks) -> None:
    """Record what else was found; the decks are complete, and are shuffled for a new shoe."""
    void, by, at = builder.table.irregularity, command.by.name, command.at
    assert isinstance(void, ShoeVoid)
    builder.emit(DecksVerified(command.missing, command.foreign, by, at, void.clause))
