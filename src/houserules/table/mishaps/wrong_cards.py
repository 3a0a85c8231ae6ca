"""A missing or foreign card: round and shoe are void, the decks are checked (S24 18.16)."""

from typing import Final

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_irregularities import WrongCards
from houserules.rulebook.values import NotOffered
from houserules.table import dealing
from houserules.table.cards.sourcing import shuffle_now
from houserules.table.commands import ClearTable
from houserules.table.course import Course
from houserules.table.events import RoundVoided
from houserules.table.mishaps.commands import ReportWrongCards, VerifyDecks
from houserules.table.mishaps.events import DecksVerified, ShoeDeclaredVoid, WrongCardsFound
from houserules.table.mishaps.possible import why_not_here
from houserules.table.mishaps.state import ShoeVoid
from houserules.table.mishaps.voids import void_whole_round, why_not_void_round
from houserules.table.office.notices import owe
from houserules.table.state import Table

ABOUT: Final = "missing or foreign card"
"""What Surveillance and an inspector are notified of."""


def why_not_wrong_cards(rules: Rulebook, table: Table, command: ReportWrongCards) -> Refusal | None:
    """At any time; the money of a void round must be there to go back."""
    part = rules.wrong_cards
    assert not isinstance(part, NotOffered)  # nobody has the power where the part is missing
    if refusal := why_not_here(rules, table):
        return refusal
    return why_not_void_round(rules, table) if _is_in_round(part, table) else None


def _is_in_round(part: WrongCards, table: Table) -> bool:
    """Whether a round is not complete: by the definition of a round, with or without its clearing."""
    if table.phase == "over":
        if any(isinstance(event, RoundVoided) for event in table.log):
            return False
        return part.round_is_complete_when.value == "cards are collected"
    return table.phase != "betting"


def report_wrong_cards(course: Course, command: ReportWrongCards) -> None:
    """Void the round and the shoe, have the decks checked, tell Surveillance and an inspector."""
    part = course.rules.wrong_cards
    assert not isinstance(part, NotOffered)
    by, at = command.by.name, command.at
    clause = part.completed_rounds_stand
    course.emit(WrongCardsFound(command.wrong, command.cards, by, at, clause))
    if _is_in_round(part, course.table):
        void_whole_round(course, part.wrong_cards_void_round)
    if course.table.phase == "over":
        dealing.clear(course, ClearTable())
    what = f"A card is {command.wrong}: the shoe is void until the decks are checked and verified."
    course.emit(ShoeDeclaredVoid(what, by, at, part.wrong_cards_void_shoe))
    shuffle_now(course, "shoe void", part.wrong_cards_void_shoe, by)
    for to in ("Surveillance", "inspector"):
        owe(course, to, ABOUT, part.wrong_cards_notified)


def why_not_verify_decks(rules: Rulebook, table: Table, command: VerifyDecks) -> Refusal | None:
    """Decks are verified once, after they were checked."""
    clause = rules.powers.may_verify_decks.clause
    if not isinstance(table.mishap, ShoeVoid):
        return Refusal("decks.not-void", clause, "No shoe was declared void.")
    due = table.source.due if table.source is not None else ()
    if any(each.step == "check" for each in due):
        return Refusal("decks.not-checked", clause, "The cards are checked first, then verified.")
    return None


def verify_decks(course: Course, command: VerifyDecks) -> None:
    """Record what else was found; the decks are complete, and are shuffled for a new shoe."""
    void, by, at = course.table.mishap, command.by.name, command.at
    assert isinstance(void, ShoeVoid)
    course.emit(DecksVerified(command.missing, command.foreign, by, at, void.clause))
