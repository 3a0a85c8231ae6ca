"""A card dealt in error: reported, then taken or refused by the players (S24 18.2-18.6)."""

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table import dealing
from houserules.table.cards.events import CardBurned, CardKeptUnderShoe
from houserules.table.course import Course
from houserules.table.facing.exposing import why_not_third_card
from houserules.table.mishaps import refused
from houserules.table.mishaps.commands import AcceptCard, RefuseCard, ReportCardInError
from houserules.table.mishaps.events import (
    CardAccepted,
    CardRefused,
    CardsSetReady,
    IrregularityReported,
    ReadyCardUsed,
)
from houserules.table.mishaps.possible import why_not_here, why_not_possible, why_not_unseen
from houserules.table.mishaps.state import CardOnOffer, Irregularity
from houserules.table.state import Table


def why_not_in_error(rules: Rulebook, table: Table, command: ReportCardInError) -> Refusal | None:
    """A card of a round under way, or drawn when it was over; one that the decks can give."""
    part = rules.irregularities
    if refusal := why_not_here(rules, table):
        return refusal
    if table.phase == "betting":
        return Refusal(
            "card-in-error.no-round",
            part.card_in_error_is_next,
            "No round is under way; the first card that is drawn begins one.",
        )
    if command.card is None:
        return _why_not_under(rules, table) or why_not_unseen(rules, table)
    after = part.card_in_error_when
    if table.phase == "dealing" and after.value == "after the initial deal":
        return Refusal(
            "card-in-error.too-early",
            after.clause,
            "That is for a card seen after the initial deal; report that the cards went wrong.",
        )
    return why_not_possible(rules, table, command.card)


def _why_not_under(rules: Rulebook, table: Table) -> Refusal | None:
    source = table.source
    if table.phase != "over" or source is None or source.under is None:
        return None
    return Refusal(
        "card-in-error.kept",
        rules.irregularities.finished_hand_card_kept,
        "A card already lies under the shoe as the first of the next round.",
    )


def report_in_error(course: Course, command: ReportCardInError) -> None:
    """Let the card be the next; after the dealer's last card burn it, or keep it unseen."""
    part, card = course.rules.irregularities, command.card
    over = course.table.phase == "over"
    if over:
        clause = part.finished_hand_card_kept if card is None else part.finished_hand_card_burned
        _report(course, command, "card to the finished hand", clause)
        if card is None:
            course.emit(CardKeptUnderShoe(None, clause))
        else:
            course.emit(CardBurned(card, clause))
    elif card is None:
        _report(course, command, "unseen card", part.unseen_card_is_next)
    else:
        _report(course, command, "card in error", part.card_in_error_is_next)
        course.emit(CardsSetReady((card,), part.card_in_error_is_next))


def _report(course: Course, command: ReportCardInError, kind: Irregularity, clause: Clause) -> None:
    course.emit(IrregularityReported(kind, command.by.name, command.at, clause))


def deal_ready(course: Course, place: dealing.Place) -> None:
    """Deal the first of the cards that lie ready."""
    card = course.table.trouble.ready[0]
    course.emit(ReadyCardUsed())
    dealing.deal_to(course, card, place)


def why_not_accept(rules: Rulebook, table: Table, command: AcceptCard) -> Refusal | None:
    """Only the player who is asked can take the card, and no third card on two that lie face down."""
    hand = table.hand(command.box, command.hand)
    return why_not_asked(rules, table, command) or (
        why_not_third_card(rules, hand) if hand and len(hand.cards) >= 2 else None
    )


def why_not_asked(
    rules: Rulebook, table: Table, command: AcceptCard | RefuseCard
) -> Refusal | None:
    """Whether the card is on offer to this hand, and the player decides for it."""
    part, mishap, box = rules.irregularities, table.mishap, table.box(command.box)
    if not isinstance(mishap, CardOnOffer) or mishap.asked[0] != (command.box, command.hand):
        return Refusal(
            "card-in-error.not-asked",
            part.card_in_error_is_next,
            f"No card is on offer to hand {command.hand} of box {command.box} now.",
        )
    assert box is not None
    if command.player != box.controller:
        return Refusal(
            "decision.not-yours",
            rules.wagers.decisions_by_controller,
            f"{box.controller} makes the decisions for box {command.box}.",
        )
    return None


def accept(course: Course, command: AcceptCard) -> None:
    """Deal the card to the hand."""
    clause = course.rules.irregularities.card_in_error_is_next
    course.emit(CardAccepted(command.box, command.hand, command.player, clause))
    deal_ready(course, dealing.Place(command.box, command.hand))


def refuse(course: Course, command: RefuseCard) -> None:
    """Pass the card on; the hand takes no more than it must."""
    clause = course.rules.irregularities.refused_card_leaves.clause
    course.emit(CardRefused(command.box, command.hand, command.player, clause))
    if course.table.phase == "playing":
        refused.play_on(course, command.box, command.hand)
