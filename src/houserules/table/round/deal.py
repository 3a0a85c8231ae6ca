"""No more bets, the initial deal, where the next card goes, and the clearing of the table."""

from typing import NamedTuple

from houserules.core.cards import Card
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.cards.next_step import why_not_ready
from houserules.table.cards.source import after_round, put_discards_into_device, why_not_card
from houserules.table.commands import ClearTable, CloseBets, DealCard
from houserules.table.event_builder import EventBuilder
from houserules.table.events import BetsClosed, CardDealt, TableCleared
from houserules.table.people.places import note_presence
from houserules.table.round import dealer, interim, offers, play
from houserules.table.round.box_control import controller_of, cut_back, see_who_may_decide
from houserules.table.round.hands import total_of, total_with
from houserules.table.session.closing import (
    count_without_cards,
    nobody_plays,
    prepare_boxes,
    why_not_close,
)
from houserules.table.sign.side_wagers import return_stranded
from houserules.table.state import Table


class NextPlace(NamedTuple):
    """Where a card goes: a hand of a box, or the dealer."""

    box: int | None
    hand: int | None


DEALER = NextPlace(None, None)


def card_is_due(table: Table) -> bool:
    """Whether the dealer has a card to deal before anything else happens."""
    return next_place(table) is not None


def next_place(table: Table) -> NextPlace | None:
    """Return where the next card goes; None while no card is due."""
    if table.phase == "dealing":
        return _initial_place(table)
    if table.phase == "dealer":
        return DEALER
    if table.phase != "playing" or table.awaiting is not None:
        return None
    turn = table.turn()
    return NextPlace(turn[0].number, turn[1]) if turn and turn[2].card_due else None


def _initial_place(table: Table) -> NextPlace:
    """One card to each box, one to the dealer, a second to each box (S24 8.1, NZ 8.2)."""
    dealt = 1 if table.dealer else 0
    for box in table.boxes:
        hand = box.hands[0]
        if len(hand.cards) == dealt and not hand.cleared:
            return NextPlace(box.number, 1)
    return DEALER


def initial_deal_is_complete(table: Table) -> bool:
    """Whether the dealer and every hand still in the round have their first cards."""
    if not table.dealer:
        return False
    hands = [box.hands[0] for box in table.boxes]
    return all(len(hand.cards) == 2 or hand.cleared for hand in hands)


def why_not_close_bets(rules: Rulebook, table: Table, command: CloseBets) -> Refusal | None:
    """A round needs a wager to begin (S24 18.7 voids one without)."""
    if table.phase != "betting":
        return Refusal(
            "bets.closed",
            rules.initial_deal.deal_order,
            "Bets are closed: a round is on the table.",
        )
    if table.session is not None:
        if refusal := why_not_close(rules, table.session):
            return refusal
        return None if nobody_plays(table.session) else why_not_ready(rules, table)
    if not table.boxes:
        return Refusal(
            "bets.none",
            rules.irregularities.round_without_wagers.clause,
            "Nobody has placed a wager. A round needs at least one.",
        )
    return why_not_ready(rules, table)


def close_bets(builder: EventBuilder, command: CloseBets) -> None:
    """Find who controls each box, cut what is over the maximum, and begin the deal."""
    if builder.table.session is not None:
        if nobody_plays(builder.table.session):
            count_without_cards(builder)
            return
        prepare_boxes(builder)
    before = builder.table
    for box in before.boxes if before.session is None else ():
        cut_back(builder, box)
    return_stranded(
        builder, before
    )  # whose wager was cut back to nothing is out of the round (reading 35)
    boxes = builder.table.boxes
    builder.emit(
        BetsClosed(tuple((box.number, controller_of(builder.rules, box).player) for box in boxes))
    )
    for box in builder.table.boxes:
        see_who_may_decide(builder, box.number)
    note_presence(builder)


def why_not_deal(rules: Rulebook, table: Table, command: DealCard) -> Refusal | None:
    """A card is dealt only where one is due, and only one that can be the next."""
    if not card_is_due(table):
        return Refusal("card.not-due", rules.initial_deal.deal_order, "No card is due now.")
    return why_not_card(rules, table, command.card)


def deal(builder: EventBuilder, command: DealCard) -> None:
    """Deal a card where it is due and see what follows from it."""
    place = next_place(builder.table)
    assert place is not None
    deal_to(builder, command.card, place)


def deal_to(builder: EventBuilder, card: Card, place: NextPlace) -> None:
    """Deal a card to a place, also out of turn (S24 18.2), and see what follows from it."""
    table = builder.table
    if place.box is None or place.hand is None:
        total, soft = total_of((*table.dealer, card))
        builder.emit(CardDealt(card, None, None, total, soft))
    else:
        hand = table.hand(place.box, place.hand)
        assert hand is not None
        total, soft = total_with(builder.rules, hand, card)
        builder.emit(CardDealt(card, place.box, place.hand, total, soft))
    _follow(builder, place)


def _follow(builder: EventBuilder, place: NextPlace) -> None:
    phase = builder.table.phase
    if phase == "dealer":
        dealer.after_card(builder)
    elif phase == "playing":
        assert place.box is not None and place.hand is not None
        play.after_card(builder, place.box, place.hand)
    elif initial_deal_is_complete(builder.table):
        _end_initial_deal(builder)


def _end_initial_deal(builder: EventBuilder) -> None:
    put_discards_into_device(builder)
    interim.after_initial_deal(builder)
    offers.open_offers(builder)


def go_on(builder: EventBuilder) -> None:
    """Carry the round on after wagers have left it."""
    table = builder.table
    if table.phase == "dealing" and initial_deal_is_complete(table):
        _end_initial_deal(builder)
    elif table.phase == "offers" and not any(hand.open_stakes for _, _, hand in table.hands()):
        offers.begin_play(builder)  # nobody is left to insure or surrender
    elif table.phase == "playing":
        play.go_on(builder)
    elif table.phase == "dealer":
        dealer.see_whether_decided(builder)


def why_not_clear(rules: Rulebook, table: Table, command: ClearTable) -> Refusal | None:
    """The cards are picked up at the end of the round (S24 17.3)."""
    if table.phase == "over":
        return None
    return Refusal(
        "round.not-over", rules.initial_deal.deal_order, "There is no finished round to clear."
    )


def clear(builder: EventBuilder, command: ClearTable) -> None:
    """Put the cards into the discard rack; wagers for the next round may be placed."""
    builder.emit(TableCleared())
    after_round(builder)
