"""A card dealt in error: reported, then taken or refused by the players (S24 18.2-18.6)."""

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.cards.events import CardBurned, CardKeptUnderShoe
from houserules.table.event_builder import EventBuilder
from houserules.table.face_down import why_not_third_card
from houserules.table.irregularities import refused_hands
from houserules.table.irregularities.card_checks import (
    why_not_possible,
    why_not_real,
    why_not_unseen,
)
from houserules.table.irregularities.commands import AcceptCard, RefuseCard, ReportCardInError
from houserules.table.irregularities.events import (
    CardAccepted,
    CardRefused,
    CardsSetReady,
    IrregularityReported,
    ReadyCardUsed,
)
from houserules.table.irregularities.state import CardOnOffer, IrregularityKind
from houserules.table.round import deal
from houserules.table.state import Table


def why_not_in_error(rules: Rulebook, table: Table, command: ReportCardInError) -> Refusal | None:
    """A card of a round under way, or drawn when it was over; one that the decks can give."""
    part = rules.irregularities
    if refusal := why_not_real(rules, table, part.card_in_error_is_next):
        return refusal
    if table.phase == "betting":
        return Refusal(
            "card-in-error.no-round",
            part.card_in_error_is_next,
            "No round is on the table. The first card drawn starts one.",
        )
    if command.card is None:
        kept = _is_kept(rules, table, command)
        return (_why_not_under(rules, table) if kept else None) or why_not_unseen(rules, table)
    after = part.card_in_error_when
    if table.phase == "dealing" and after.value == "after the initial deal":
        return Refusal(
            "card-in-error.too-early",
            after.clause,
            "This is for a card exposed after the initial deal. Report a misdeal instead.",
        )
    return why_not_possible(rules, table, command.card)


def _is_kept(rules: Rulebook, table: Table, command: ReportCardInError) -> bool:
    """Whether an unseen card goes under the shoe: one dealt to the dealer's hand (reading 47)."""
    if table.phase == "over":
        return True
    rule = rules.irregularities.unseen_card_to_dealer
    return command.to_dealer and rule.value == "first card of the next round"


def _why_not_under(rules: Rulebook, table: Table) -> Refusal | None:
    source = table.source
    if source is None or source.under is None:
        return None
    return Refusal(
        "card-in-error.kept",
        rules.irregularities.finished_hand_card_kept,
        "A card already lies under the shoe as the first card of the next round.",
    )


def report_in_error(builder: EventBuilder, command: ReportCardInError) -> None:
    """Let the card be the next; after the dealer's last card burn it, or keep it unseen."""
    part, card = builder.rules.irregularities, command.card
    over = builder.table.phase == "over"
    if card is None and _is_kept(builder.rules, builder.table, command):
        clause = part.finished_hand_card_kept if over else part.unseen_card_to_dealer.clause
        kind: IrregularityKind = "card to the finished hand" if over else "unseen card"
        _report(builder, command, kind, clause)
        builder.emit(CardKeptUnderShoe(None, clause))
    elif card is not None and over:
        _report(builder, command, "card to the finished hand", part.finished_hand_card_burned)
        builder.emit(CardBurned(card, part.finished_hand_card_burned))
    elif card is None:
        _report(builder, command, "unseen card", part.unseen_card_is_next)
    else:
        _report(builder, command, "card in error", part.card_in_error_is_next)
        builder.emit(CardsSetReady((card,), part.card_in_error_is_next))


def _report(
    builder: EventBuilder, command: ReportCardInError, kind: IrregularityKind, clause: Clause
) -> None:
    builder.emit(IrregularityReported(kind, command.by.name, command.at, clause))


def deal_ready(builder: EventBuilder, place: deal.Place) -> None:
    """Deal the first of the cards that lie ready."""
    card = builder.table.aftermath.ready[0]
    builder.emit(ReadyCardUsed())
    deal.deal_to(builder, card, place)


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
    part, irregularity, box = rules.irregularities, table.irregularity, table.box(command.box)
    if not isinstance(irregularity, CardOnOffer) or irregularity.asked[0] != (
        command.box,
        command.hand,
    ):
        return Refusal(
            "card-in-error.not-asked",
            part.card_in_error_is_next,
            f"No card is offered to hand {command.hand} of box {command.box} now.",
        )
    assert box is not None
    if command.player != box.controller:
        return Refusal(
            "decision.not-yours",
            rules.wagers.decisions_by_controller,
            f"{box.controller} decides for box {command.box}.",
        )
    return None


def accept(builder: EventBuilder, command: AcceptCard) -> None:
    """Deal the card to the hand."""
    clause = builder.rules.irregularities.card_in_error_is_next
    builder.emit(CardAccepted(command.box, command.hand, command.player, clause))
    deal_ready(builder, deal.Place(command.box, command.hand))


def refuse(builder: EventBuilder, command: RefuseCard) -> None:
    """Pass the card on; the player, or only this hand, takes no more than it must (reading 46)."""
    part = builder.rules.irregularities
    clause = part.refused_card_leaves.clause
    builder.emit(CardRefused(command.box, command.hand, command.player, clause))
    if part.refused_card_binds.value == "the player":
        for spot in refused_hands.others_of(builder.table, command.player):
            builder.emit(CardRefused(*spot, command.player, part.refused_card_binds.clause))
    if builder.table.phase == "playing":
        refused_hands.play_on(builder, command.box, command.hand)
