"""Hands whose player refused a card dealt in error (S24 18.3, NZ 16.4, PJ 15.3)."""

from houserules.rulebook.schema import Rulebook
from houserules.table.event_builder import EventBuilder
from houserules.table.events import CardAsked, HandStood
from houserules.table.irregularities.state import Spot
from houserules.table.state import Hand, Table


def others_of(table: Table, player: str) -> tuple[Spot, ...]:
    """Return the unfinished hands under the player's control that are not bound yet."""
    return tuple(
        [
            (box.number, number)
            for box, number, hand in table.hands()
            if box.controller == player
            and not hand.done
            and not table.has_refused(box.number, number)
        ]
    )


def must_still_draw(rules: Rulebook, hand: Hand) -> bool:
    """Whether the hand gets another card all the same: to two cards, to the least total, or not."""
    match rules.irregularities.refused_card_leaves.value:
        case "two cards":
            return len(hand.cards) < 2
        case "the least total":
            return len(hand.cards) < 2 or hand.total < rules.play.must_draw_below.value
        case "no card":
            return False


def play_on(builder: EventBuilder, box: int, number: int) -> bool:
    """Ask for the card that the hand must still draw, or end it; whether it waits for a card."""
    hand = builder.table.hand(box, number)
    assert hand is not None
    if not must_still_draw(builder.rules, hand):
        clause = builder.rules.irregularities.refused_card_leaves.clause
        builder.emit(HandStood(box, number, clause))
        return False
    if not hand.card_due:
        builder.emit(CardAsked(box, number))
    return True
