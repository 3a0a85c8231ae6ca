"""Cards that lie ready, one after the other: to whom they are offered, when they are dealt."""

from houserules.rulebook.schema import Rulebook
from houserules.table.cards.events import CardBurned
from houserules.table.event_builder import EventBuilder
from houserules.table.events import HandDoubled, HandSplit
from houserules.table.irregularities.card_in_error import deal_ready
from houserules.table.irregularities.events import (
    CardAccepted,
    CardOffered,
    CardRefused,
    CardRefusedByAll,
    ReadyCardUsed,
)
from houserules.table.irregularities.refused_hands import has_refused
from houserules.table.irregularities.state import CardOnOffer, Spot
from houserules.table.round import deal
from houserules.table.round.deal import DEALER, Place
from houserules.table.round.play import draws_for_absent, holds_one_card
from houserules.table.state import Box, Hand, Table


def see_to_ready_cards(builder: EventBuilder) -> None:
    """After every command: deal, offer or burn what lies ready, as far as it goes by itself."""
    while builder.table.aftermath.ready and _step(builder):
        pass


def _step(builder: EventBuilder) -> bool:
    table, aftermath = builder.table, builder.table.aftermath
    if isinstance(table.irregularity, CardOnOffer):
        return _see_answer(builder, table.irregularity)
    if table.phase in ("over", "betting"):
        builder.emit(ReadyCardUsed())
        clause = builder.rules.irregularities.finished_hand_card_burned
        builder.emit(CardBurned(aftermath.ready[0], clause))
        return True
    if table.irregularity or table.awaiting or table.phase == "offers":
        return False
    place = deal.next_place(table)
    if aftermath.taken or place == DEALER or _is_for_double(table, place):
        return _deal(builder, place)
    return not aftermath.for_dealer and _offer(builder, place)


def _deal(builder: EventBuilder, place: Place | None) -> bool:
    if place is None:
        return False
    deal_ready(builder, place)
    return True


def _is_for_double(table: Table, place: Place | None) -> bool:
    """Who doubled has asked for exactly one card, and takes it."""
    if place is None or place.box is None or place.hand is None:
        return False
    hand = table.hand(place.box, place.hand)
    return hand is not None and hand.doubled_at > 0


def _offer(builder: EventBuilder, place: Place | None) -> bool:
    part, card = builder.rules.irregularities, builder.table.aftermath.ready[0]
    asked = _hands_to_ask(builder.rules, builder.table, place)
    what = f"The {card} was dealt in error and is on offer as the next card."
    builder.emit(CardOffered(card, asked, what, part.card_in_error_is_next))
    return True


def _hands_to_ask(rules: Rulebook, table: Table, place: Place | None) -> tuple[Spot, ...]:
    """Return the hands that can take a card, from the one that is next to get one."""
    if table.phase == "dealing":
        lacking = [b.number for b in table.boxes if _lacks_first_cards(b.hands[0])]
        boxes = [number for number in lacking if not has_refused(table, number, 1)]
        first = boxes.index(place.box) if place and place.box in boxes else 0
        return tuple([(number, 1) for number in boxes[first:] + boxes[:first]])
    return tuple(
        [
            (box.number, number)
            for box, number, hand in table.hands()
            if not hand.done
            and not has_refused(table, box.number, number)
            and not (holds_one_card(rules, hand) and len(hand.cards) > 1)
        ]
    )


def _lacks_first_cards(hand: Hand) -> bool:
    return len(hand.cards) < 2 and not hand.cleared


def _is_there(table: Table, spot: Spot) -> bool:
    hand = table.hand(*spot)
    return hand is not None and not hand.cleared


def _see_answer(builder: EventBuilder, offer: CardOnOffer) -> bool:
    """See what a command has answered without saying so: a double, a split, an absence."""
    rules, table = builder.rules, builder.table
    left = tuple([spot for spot in offer.asked if _is_there(table, spot)])
    if left != offer.asked:  # wagers were void meanwhile
        builder.emit(CardOffered(offer.card, left, offer.what, offer.clause))
        return True
    if not offer.asked:
        builder.emit(CardRefusedByAll(rules.irregularities.refused_card_is_dealers))
        if table.phase == "playing":
            deal.go_on(builder)
        return True
    spot = offer.asked[0]
    box, hand = table.box(spot[0]), table.hand(*spot)
    assert box is not None and hand is not None and box.controller is not None
    if any(isinstance(event, HandDoubled | HandSplit) for event in builder.events):
        clause = rules.irregularities.card_in_error_is_next
        builder.emit(CardAccepted(*spot, box.controller, clause))
        return True
    return (hand.done or box.absent) and _answer_for_absent(builder, spot, box, hand)


def _answer_for_absent(builder: EventBuilder, spot: Spot, box: Box, hand: Hand) -> bool:
    """Who is away is dealt the first cards, and further ones only where the rules draw for him."""
    absence, part = builder.rules.play.absent_player, builder.rules.irregularities
    assert box.controller is not None
    draws = builder.table.phase == "dealing" or draws_for_absent(builder.rules, hand)
    if draws and not hand.done:
        builder.emit(CardAccepted(*spot, box.controller, part.card_in_error_is_next))
        deal_ready(builder, Place(*spot))
    else:
        builder.emit(CardRefused(*spot, box.controller, absence.clause))
    return True
