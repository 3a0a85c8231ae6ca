"""No more bets, the initial deal, where the next card goes, and the clearing of the table."""

from typing import NamedTuple

from houserules.core.cards import Card
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.cards.next_step import why_not_ready
from houserules.table.cards.source import after_round, put_discards_into_device, why_not_card
from houserules.table.commands import ClearTable, CloseBets, DealCard
from houserules.table.event_builder import Course
from houserules.table.events import BetsClosed, CardDealt, TableCleared
from houserules.table.people.places import note_presence
from houserules.table.round import dealer, interim, offers, play
from houserules.table.round.box_control import controller_of, cut_back, see_who_may_decide
from houserules.table.round.hands import total_of, total_with
from houserules.table.sign.side_wagers import return_stranded
from houserules.table.state import Table


class Place(NamedTuple):
    """Where a card goes: a hand of a box, or the dealer."""

    box: int | None
    hand: int | None


DEALER = Place(None, None)


def card_is_due(table: Table) -> bool:
    """Whether the dealer has a card to deal before anything else happens."""
    if table.phase == "playing":
        turn = table.turn()
        return table.awaiting is None and turn is not None and turn[2].card_due
    return table.phase in ("dealing", "dealer")


def next_place(table: Table) -> Place | None:
    """Return where the next card goes; None while no card is due."""
    if not card_is_due(table):
        return None
    if table.phase == "dealing":
        return _initial_place(table)
    if table.phase == "dealer":
        return DEALER
    turn = table.turn()
    assert turn is not None
    return Place(turn[0].number, turn[1])


def _initial_place(table: Table) -> Place:
    """One card to each box, one to the dealer, a second to each box (S24 8.1, NZ 8.2)."""
    dealt = 1 if table.dealer else 0
    for box in table.boxes:
        hand = box.hands[0]
        if len(hand.cards) == dealt and not hand.cleared:
            return Place(box.number, 1)
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
        return Refusal("bets.closed", rules.initial_deal.deal_order, "A round is under way.")
    if not table.boxes:
        return Refusal(
            "bets.none",
            rules.irregularities.round_without_wagers.clause,
            "Nobody has placed a wager.",
        )
    return why_not_ready(rules, table)


def close_bets(course: Course, command: CloseBets) -> None:
    """Find who controls each box, cut what is over the maximum, and begin the deal."""
    before = course.table
    for box in before.boxes:
        cut_back(course, box)
    return_stranded(
        course, before
    )  # whose wager was cut back to nothing is out of the round (reading 35)
    boxes = course.table.boxes
    course.emit(
        BetsClosed(tuple((box.number, controller_of(course.rules, box).player) for box in boxes))
    )
    for box in course.table.boxes:
        see_who_may_decide(course, box.number)
    note_presence(course)


def why_not_deal(rules: Rulebook, table: Table, command: DealCard) -> Refusal | None:
    """A card is dealt only where one is due, and only one that can be the next."""
    if not card_is_due(table):
        return Refusal("card.not-due", rules.initial_deal.deal_order, "No card is due now.")
    return why_not_card(rules, table, command.card)


def deal(course: Course, command: DealCard) -> None:
    """Deal a card where it is due and see what follows from it."""
    place = next_place(course.table)
    assert place is not None
    deal_to(course, command.card, place)


def deal_to(course: Course, card: Card, place: Place) -> None:
    """Deal a card to a place, also out of turn (S24 18.2), and see what follows from it."""
    table = course.table
    if place.box is None or place.hand is None:
        total, soft = total_of((*table.dealer, card))
        course.emit(CardDealt(card, None, None, total, soft))
    else:
        hand = table.hand(place.box, place.hand)
        assert hand is not None
        total, soft = total_with(course.rules, hand, card)
        course.emit(CardDealt(card, place.box, place.hand, total, soft))
    _follow(course, place)


def _follow(course: Course, place: Place) -> None:
    phase = course.table.phase
    if phase == "dealer":
        dealer.after_card(course)
    elif phase == "playing":
        assert place.box is not None and place.hand is not None
        play.after_card(course, place.box, place.hand)
    elif initial_deal_is_complete(course.table):
        _end_initial_deal(course)


def _end_initial_deal(course: Course) -> None:
    put_discards_into_device(course)
    interim.after_initial_deal(course)
    offers.open_offers(course)


def go_on(course: Course) -> None:
    """Carry the round on after wagers have left it."""
    table = course.table
    if table.phase == "dealing" and initial_deal_is_complete(table):
        _end_initial_deal(course)
    elif table.phase == "offers" and not any(hand.open_stakes for _, _, hand in table.hands()):
        offers.begin_play(course)  # nobody is left to insure or surrender
    elif table.phase == "playing":
        play.go_on(course)
    elif table.phase == "dealer":
        dealer.see_whether_decided(course)


def why_not_clear(rules: Rulebook, table: Table, command: ClearTable) -> Refusal | None:
    """The cards are picked up at the end of the round (S24 17.3)."""
    if table.phase == "over":
        return None
    return Refusal("round.not-over", rules.initial_deal.deal_order, "No round has just ended.")


def clear(course: Course, command: ClearTable) -> None:
    """Put the cards into the discard rack; wagers for the next round may be placed."""
    course.emit(TableCleared())
    after_round(course)
