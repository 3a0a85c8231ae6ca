"""No more bets, the initial deal, where the next card goes, and the clearing of the table."""

from typing import NamedTuple

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table import dealer, interim, offers, playing
from houserules.table.commands import ClearTable, CloseBets, DealCard
from houserules.table.controlling import controller_of, cut_back
from houserules.table.course import Course
from houserules.table.events import BetsClosed, CardDealt, TableCleared
from houserules.table.state import Table
from houserules.table.totals import total_of, total_with


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
    """Give where the next card goes; None while no card is due."""
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
        if len(box.hands[0].cards) == dealt:
            return Place(box.number, 1)
    return DEALER


def why_not_close_bets(rules: Rulebook, table: Table, command: CloseBets) -> Refusal | None:
    """A round needs a wager to begin (S24 18.7 voids one without)."""
    if table.phase != "betting":
        return Refusal("bets.closed", rules.initial_deal.deal_order, "A round is under way.")
    if not table.boxes:
        return Refusal(
            "bets.none", rules.wagers.wagers_before_first_card, "Nobody has placed a wager."
        )
    return None


def close_bets(course: Course, command: CloseBets) -> None:
    """Find who controls each box, cut what is over the maximum, and begin the deal."""
    for box in course.table.boxes:
        cut_back(course, box)
    boxes = course.table.boxes
    course.emit(
        BetsClosed(tuple((box.number, controller_of(course.rules, box).player) for box in boxes))
    )


def why_not_deal(rules: Rulebook, table: Table, command: DealCard) -> Refusal | None:
    """A card is dealt only where one is due, and only one of the game's deck."""
    if not card_is_due(table):
        return Refusal("card.not-due", rules.initial_deal.deal_order, "No card is due now.")
    if command.card.rank == "T" and not rules.equipment.tens_in_deck.value:
        return Refusal(
            "card.foreign", rules.equipment.tens_in_deck.clause, "The tens are not in this deck."
        )
    return None


def deal(course: Course, command: DealCard) -> None:
    """Deal a card where it is due and see what follows from it."""
    table = course.table
    place = next_place(table)
    assert place is not None
    if place.box is None or place.hand is None:
        total, soft = total_of((*table.dealer, command.card))
        course.emit(CardDealt(command.card, None, None, total, soft))
    else:
        hand = table.hand(place.box, place.hand)
        assert hand is not None
        total, soft = total_with(course.rules, hand, command.card)
        course.emit(CardDealt(command.card, place.box, place.hand, total, soft))
    _follow(course, place)


def _follow(course: Course, place: Place) -> None:
    phase = course.table.phase
    if phase == "dealer":
        dealer.after_card(course)
    elif phase == "playing":
        assert place.box is not None and place.hand is not None
        playing.after_card(course, place.box, place.hand)
    elif all(len(box.hands[0].cards) == 2 for box in course.table.boxes):
        interim.after_initial_deal(course)
        offers.open_offers(course)


def why_not_clear(rules: Rulebook, table: Table, command: ClearTable) -> Refusal | None:
    """The cards are picked up at the end of the round (S24 17.3)."""
    if table.phase == "over":
        return None
    return Refusal("round.not-over", rules.initial_deal.deal_order, "No round has just ended.")


def clear(course: Course, command: ClearTable) -> None:
    """Put the cards into the discard rack; wagers for the next round may be placed."""
    course.emit(TableCleared())
