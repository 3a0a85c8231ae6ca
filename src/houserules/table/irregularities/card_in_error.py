"""A card dealt in error: reported, offered to the players, then dealt (S24 18.2-18.6)."""

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.cards.events import CardBurned, CardKeptUnderShoe
from houserules.table.event_builder import EventBuilder
from houserules.table.events import HandDoubled, HandSplit
from houserules.table.face_down import why_not_third_card
from houserules.table.irregularities import events, refused_hands
from houserules.table.irregularities.commands import AcceptCard, RefuseCard, ReportCardInError
from houserules.table.irregularities.faced_cards import (
    why_not_possible,
    why_not_real,
    why_not_unseen,
)
from houserules.table.irregularities.state import CardOnOffer, IrregularityKind, Spot
from houserules.table.round import deal
from houserules.table.round.deal import DEALER, NextPlace
from houserules.table.round.play import draws_for_absent, holds_one_card
from houserules.table.state import Box, Hand, Table


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
        under = table.source is not None and table.source.under is not None
        if under and _is_kept(rules, table, command):
            return Refusal(
                "card-in-error.kept",
                part.finished_hand_card_kept,
                "A card already lies under the shoe as the first card of the next round.",
            )
        return why_not_unseen(rules, table)
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
        builder.emit(events.CardsSetReady((card,), part.card_in_error_is_next))


def _report(
    builder: EventBuilder, command: ReportCardInError, kind: IrregularityKind, clause: Clause
) -> None:
    builder.emit(events.IrregularityReported(kind, command.by.name, command.at, clause))


def deal_ready(builder: EventBuilder, place: deal.NextPlace) -> None:
    """Deal the first of the cards that lie ready."""
    card = builder.table.aftermath.ready[0]
    builder.emit(events.ReadyCardUsed())
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
    builder.emit(events.CardAccepted(command.box, command.hand, command.player, clause))
    deal_ready(builder, deal.NextPlace(command.box, command.hand))


def refuse(builder: EventBuilder, command: RefuseCard) -> None:
    """Pass the card on; the player, or only this hand, takes no more than it must (reading 46)."""
    part = builder.rules.irregularities
    clause = part.refused_card_leaves.clause
    builder.emit(events.CardRefused(command.box, command.hand, command.player, clause))
    if part.refused_card_binds.value == "the player":
        for spot in refused_hands.others_of(builder.table, command.player):
            builder.emit(events.CardRefused(*spot, command.player, part.refused_card_binds.clause))
    if builder.table.phase == "playing":
        refused_hands.play_on(builder, command.box, command.hand)


# Cards that lie ready, one after the other: to whom they are offered, when they are dealt.


def see_to_ready_cards(builder: EventBuilder) -> None:
    """After every command: deal, offer or burn what lies ready, as far as it goes by itself."""
    while builder.table.aftermath.ready and _step(builder):
        pass


def _step(builder: EventBuilder) -> bool:
    table, aftermath, part = builder.table, builder.table.aftermath, builder.rules.irregularities
    card = aftermath.ready[0]
    if isinstance(table.irregularity, CardOnOffer):
        return _see_answer(builder, table.irregularity)
    if table.phase in ("over", "betting"):
        builder.emit(events.ReadyCardUsed())
        builder.emit(CardBurned(card, part.finished_hand_card_burned))
        return True
    if table.irregularity or table.awaiting or table.phase == "offers":
        return False
    place = deal.next_place(table)
    if aftermath.taken or place == DEALER or _is_for_double(table, place):
        if place is not None:
            deal_ready(builder, place)
        return place is not None
    if aftermath.for_dealer:
        return False
    asked = _hands_to_ask(builder.rules, table, place)
    what = f"The {card} was dealt in error and is on offer as the next card."
    builder.emit(events.CardOffered(card, asked, what, part.card_in_error_is_next))
    return True


def _is_for_double(table: Table, place: NextPlace | None) -> bool:
    """Who doubled has asked for exactly one card, and takes it."""
    if place is None or place.box is None or place.hand is None:
        return False
    hand = table.hand(place.box, place.hand)
    return hand is not None and hand.doubled_at > 0


def _hands_to_ask(rules: Rulebook, table: Table, place: NextPlace | None) -> tuple[Spot, ...]:
    """Return the hands that can take a card, from the one that is next to get one."""
    if table.phase == "dealing":
        boxes = [
            box.number
            for box in table.boxes
            if len(box.hands[0].cards) < 2
            and not box.hands[0].cleared
            and not table.has_refused(box.number, 1)
        ]
        first = boxes.index(place.box) if place and place.box in boxes else 0
        return tuple([(number, 1) for number in boxes[first:] + boxes[:first]])
    return tuple(
        [
            (box.number, number)
            for box, number, hand in table.hands()
            if not hand.done
            and not table.has_refused(box.number, number)
            and not (holds_one_card(rules, hand) and len(hand.cards) > 1)
        ]
    )


def _see_answer(builder: EventBuilder, offer: CardOnOffer) -> bool:
    """See what a command has answered without saying so: a double, a split, an absence."""
    rules, table = builder.rules, builder.table
    left = tuple([spot for spot in offer.asked if (h := table.hand(*spot)) and not h.cleared])
    if left != offer.asked:  # wagers were void meanwhile
        builder.emit(events.CardOffered(offer.card, left, offer.what, offer.clause))
        return True
    if not offer.asked:
        builder.emit(events.CardRefusedByAll(rules.irregularities.refused_card_is_dealers))
        if table.phase == "playing":
            deal.go_on(builder)
        return True
    spot = offer.asked[0]
    box, hand = table.box(spot[0]), table.hand(*spot)
    assert box is not None and hand is not None and box.controller is not None
    if any(isinstance(event, HandDoubled | HandSplit) for event in builder.events):
        clause = rules.irregularities.card_in_error_is_next
        builder.emit(events.CardAccepted(*spot, box.controller, clause))
        return True
    return (hand.done or box.absent) and _answer_for_absent(builder, spot, box, hand)


def _answer_for_absent(builder: EventBuilder, spot: Spot, box: Box, hand: Hand) -> bool:
    """Who is away is dealt the first cards, and further ones only where the rules draw for them."""
    absence, part = builder.rules.play.absent_player, builder.rules.irregularities
    assert box.controller is not None
    draws = builder.table.phase == "dealing" or draws_for_absent(builder.rules, hand)
    if draws and not hand.done:
        builder.emit(events.CardAccepted(*spot, box.controller, part.card_in_error_is_next))
        deal_ready(builder, NextPlace(*spot))
    else:
        builder.emit(events.CardRefused(*spot, box.controller, absence.clause))
    return True
