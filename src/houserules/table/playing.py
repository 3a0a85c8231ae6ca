"""The subsequent deal: hit, stand, what a card brings, absent players."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table import dealer, interim
from houserules.table.bonuses import pay_bonus_of_others
from houserules.table.commands import Hit, ReportAbsent, Stand
from houserules.table.controlling import hand_over
from houserules.table.course import Course
from houserules.table.events import (
    AnswersAwaited,
    CardAsked,
    HandCleared,
    HandStood,
    PlayerAbsent,
)
from houserules.table.facing.exposing import expose, why_not_third_card
from houserules.table.mishaps.refused import has_refused, play_on
from houserules.table.mishaps.state import CardOnOffer
from houserules.table.state import Box, Hand, Table
from houserules.table.turns import holds_one_card, why_not_turn


def why_not_hit(rules: Rulebook, table: Table, command: Hit) -> Refusal | None:
    """A card for the hand in play; totals of 21 and more are done already."""
    return why_not_turn(
        rules, table, command.player, command.box, command.hand
    ) or why_not_third_card(rules, table.hand(command.box, command.hand))


def hit(course: Course, command: Hit) -> None:
    """Ask for a card."""
    course.emit(CardAsked(command.box, command.hand))


def why_not_stand(rules: Rulebook, table: Table, command: Stand) -> Refusal | None:
    """Stand, unless the total is so low that a card must be drawn (NZ 14.1(d), PJ 9.2)."""
    if refusal := why_not_turn(rules, table, command.player, command.box, command.hand):
        return refusal
    hand, least = table.hand(command.box, command.hand), rules.play.must_draw_below
    assert hand is not None
    if hand.total < least.value:
        return Refusal(
            "stand.must-draw",
            least.clause,
            f"Hand {command.hand} of box {command.box} has {hand.total}; "
            f"below {least.value} it must draw.",
        )
    return None


def stand(course: Course, command: Stand) -> None:
    """Take no more cards."""
    course.emit(HandStood(command.box, command.hand, None))
    go_on(course)


def why_not_absent(rules: Rulebook, table: Table, command: ReportAbsent) -> Refusal | None:
    """An absence matters when the hand in play, or a card on offer, waits for its player."""
    if (
        isinstance(table.mishap, CardOnOffer)
        and (command.box, command.hand) in table.mishap.asked[:1]
    ):
        return None
    return why_not_turn(rules, table, None, command.box, command.hand)


def absent(course: Course, command: ReportAbsent) -> None:
    """Play the box on as the document provides (S24 18.10, NZ 16.6, PJ 15.10)."""
    box = course.table.box(command.box)
    assert box is not None and box.controller is not None
    clause = course.rules.play.absent_player.clause
    course.emit(PlayerAbsent(command.box, box.controller, clause))
    if course.table.phase == "playing":
        go_on(course)


def after_card(course: Course, box: int, hand: int) -> None:
    """Settle what the card decides, then go on with the round."""
    interim.after_card(course, box, hand)
    found = course.table.hand(box, hand)
    assert found is not None
    if not found.done:
        _after_open_card(course, box, hand, found)
    go_on(course)


def _after_open_card(course: Course, box: int, number: int, hand: Hand) -> None:
    """The hand is neither settled nor held: it may be over all the same."""
    rules = course.rules
    there = course.table.box(box)
    assert there is not None
    if hand.doubled_at:
        course.emit(HandStood(box, number, rules.doubling.double_one_card))
        doubled = tuple([stake.player for stake in hand.stakes if stake.double])
        if doubled and not isinstance(rules.forfeit, NotOffered):
            course.emit(AnswersAwaited("forfeit", box, number, doubled))
    elif holds_one_card(rules, hand):
        clause = rules.splitting.split_aces_get_one_card.clause
        asks = not there.absent and not has_refused(course.table, box, number)
        if _may_split_ace_again(rules, there, hand) and there.controller and asks:
            course.emit(AnswersAwaited("split-ace-again", box, number, (there.controller,)))
        else:
            course.emit(HandStood(box, number, clause))


def _may_split_ace_again(rules: Rulebook, box: Box, hand: Hand) -> bool:
    splitting = rules.splitting
    return (
        splitting.resplit.value
        and splitting.resplit_aces.value
        and hand.cards[1].rank == "A"
        and len(box.hands) < splitting.hands_most.value
    )


def go_on(course: Course) -> None:
    """Carry the round on until it needs a card, a decision or an answer."""
    while course.table.awaiting is None:
        pay_bonus_of_others(course)
        turn = course.table.turn()
        if turn is None:
            dealer.begin(course)
            return
        box, number, hand = turn
        assert box.controller is not None
        if hand.stake_of(box.controller) is None:
            if _pass_on(course, box, number, hand):
                return
            continue
        if has_refused(course.table, box.number, number):
            if play_on(course, box.number, number):
                return
            continue
        if not box.absent or (hand.card_due and _draws_for_absent(course.rules)):
            return
        _play_absent(course, box.number, number, hand)


def _pass_on(course: Course, box: Box, number: int, hand: Hand) -> bool:
    """Who decided is out of the round: let another bettor on the hand decide, if there is one."""
    if hand.open_stakes:
        hand_over(course, box, hand.open_stakes)
        return True
    course.emit(HandCleared(box.number, number))
    return False


def draws_for_absent(rules: Rulebook, hand: Hand) -> bool:
    """Whether the rules draw a card to this hand of a player who is away (NZ 16.6, PJ 15.10)."""
    return _draws_for_absent(rules) and hand.total < 12


def _draws_for_absent(rules: Rulebook) -> bool:
    return rules.play.absent_player.value == "draw-to-12"


def _play_absent(course: Course, box: int, number: int, hand: Hand) -> None:
    """Draw to 12, or deal nothing more to the box: not even a split hand's second card."""
    if _draws_for_absent(course.rules):
        expose(course, box)  # how low the total is has to be seen
    if draws_for_absent(course.rules, hand):
        course.emit(CardAsked(box, number))
    else:
        course.emit(HandStood(box, number, course.rules.play.absent_player.clause))
