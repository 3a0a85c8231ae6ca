"""The subsequent deal: hit, stand, what a card brings, absent players."""

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.commands import ComeBack, Hit, ReportAbsent, Stand
from houserules.table.event_builder import EventBuilder
from houserules.table.events import (
    AnswerDeclined,
    AnswersAwaited,
    CardAsked,
    DecisionsPassed,
    HandCleared,
    HandStood,
    PlayerAbsent,
)
from houserules.table.face_down import expose, why_not_third_card
from houserules.table.irregularities.refused_hands import play_on
from houserules.table.irregularities.state import CardOnOffer
from houserules.table.people.events import PlayerReturned
from houserules.table.round import dealer, interim
from houserules.table.round.box_control import controller_among, hand_over, see_who_may_decide
from houserules.table.round.payouts import pay_bonus_of_others
from houserules.table.sign.box_orders import may_resplit
from houserules.table.state import Box, Hand, Question, Table

# Turns: which hand is in play, who decides for it, and why a hand takes no decision.


def why_not_turn(
    rules: Rulebook, table: Table, player: str | None, box: int, hand: int
) -> Refusal | None:
    """Whether the hand is the one in play and the player the one who decides (None: the dealer)."""
    there, found = table.box(box), table.hand(box, hand)
    if there is None or found is None:
        return Refusal("hand.none", rules.play.turn_order, f"Box {box} has no hand {hand}.")
    if player is not None and (refusal := why_not_controlled(there)):
        return refusal
    if player is not None and player != there.controller:
        return Refusal(
            "decision.not-yours",
            rules.wagers.decisions_by_controller,
            f"{there.controller} decides for box {box}.",
        )
    if table.phase not in ("offers", "playing", "dealer", "over"):
        return Refusal(
            "decision.too-early", rules.play.turn_order, "The cards are still being dealt."
        )
    if found.done:
        return _refuse_finished(rules, box, hand, found)
    if table.phase == "over":  # void, with hands that nobody has played
        return Refusal("hand.finished", rules.play.turn_order, "The round is over.")
    if table.phase == "offers":
        return Refusal(
            "decision.too-early",
            rules.play.turn_order,
            "Insurance or surrender is still open. Play starts when the dealer closes it.",
        )
    return _why_not_in_play(rules, table, box, hand)


def why_not_controlled(box: Box) -> Refusal | None:
    """Whether anybody may decide for the box at all (NZ 15.5, reading 56)."""
    if box.uncontrolled is None:
        return None
    return Refusal(
        "decision.seated-elsewhere",
        box.uncontrolled,
        "While every seat is taken, you can decide only for the box where you sit.",
    )


def _why_not_in_play(rules: Rulebook, table: Table, box: int, hand: int) -> Refusal | None:
    turn = table.turn()
    assert turn is not None
    if (turn[0].number, turn[1]) != (box, hand):
        same_box = turn[0].number == box
        return Refusal(
            "decision.out-of-turn",
            rules.splitting.split_order if same_box else rules.play.turn_order,
            f"It is the turn of hand {turn[1]} of box {turn[0].number}.",
        )
    if (
        isinstance(table.irregularity, CardOnOffer)
        and (box, hand) not in table.irregularity.asked[:1]
    ):
        return Refusal(
            "card-in-error.not-asked",
            rules.irregularities.card_in_error_is_next,
            f"No card is offered to hand {hand} of box {box} now.",
        )
    if table.awaiting is not None:
        clause = _question_clause(rules, table.awaiting.question)
        waiting = ", ".join(table.awaiting.players)
        return Refusal("answers.awaited", clause, f"The table is waiting for {waiting}.")
    if turn[2].card_due:
        return Refusal("card.due", rules.play.turn_order, "The next card is being dealt.")
    return None


def _question_clause(rules: Rulebook, question: Question) -> Clause:
    """Where it is written that the round waits for the answer."""
    match question:
        case "double":
            return rules.doubling.others_may_double
        case "split":
            return rules.splitting.others_may_split
        case "forfeit":
            assert not isinstance(rules.forfeit, NotOffered)
            return rules.forfeit.forfeit_closes
        case "split-ace-again":
            return rules.splitting.split_aces_get_one_card.clause


def _refuse_finished(rules: Rulebook, box: int, number: int, hand: Hand) -> Refusal:
    """Say why a hand takes no further decision."""
    surrender = rules.surrender
    if hand.surrendered and not isinstance(surrender, NotOffered):
        clause, why = surrender.surrender_ends_hand, "was surrendered"
    elif hand.doubled_at:
        clause, why = rules.doubling.double_one_card, "was doubled and has its one card"
    elif hand.total > 21:
        clause, why = rules.play.bust_loses, f"has {hand.total} and is lost"
    elif hand.total == 21:
        clause, why = rules.play.no_draw_at_21, "has 21"
    elif holds_one_card(rules, hand):
        clause = rules.splitting.split_aces_get_one_card.clause
        why = "is a split ace and has its one card"
    elif hand.cleared and not isinstance(rules.five_card_trick, NotOffered):
        clause = rules.five_card_trick.five_card_trick_pays.clause
        why = "is a five card trick and is paid"
    else:
        clause, why = rules.play.turn_order, "has been played"
    return Refusal("hand.finished", clause, f"Hand {number} of box {box} {why}.")


def holds_one_card(rules: Rulebook, hand: Hand) -> bool:
    """Whether the hand is a split ace that gets one card and no decision (S24 14.6, NZ 13.4(b))."""
    return (
        hand.split and hand.cards[0].rank == "A" and rules.splitting.split_aces_get_one_card.value
    )


def why_not_hit(rules: Rulebook, table: Table, command: Hit) -> Refusal | None:
    """A card for the hand in play; totals of 21 and more are done already."""
    return why_not_turn(
        rules, table, command.player, command.box, command.hand
    ) or why_not_third_card(rules, table.hand(command.box, command.hand))


def hit(builder: EventBuilder, command: Hit) -> None:
    """Ask for a card."""
    builder.emit(CardAsked(command.box, command.hand))


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
            f"Hand {command.hand} of box {command.box} has {hand.total}. You must draw "
            f"below {least.value}.",
        )
    return None


def stand(builder: EventBuilder, command: Stand) -> None:
    """Take no more cards."""
    builder.emit(HandStood(command.box, command.hand, None))
    go_on(builder)


def why_not_absent(rules: Rulebook, table: Table, command: ReportAbsent) -> Refusal | None:
    """An absence matters when the hand in play, a question or a card on offer waits for a player."""
    if command.bettor is not None:
        awaiting = table.awaiting
        about = (awaiting.box, awaiting.hand) if awaiting is not None else None
        if awaiting and about == (command.box, command.hand) and command.bettor in awaiting.players:
            return None
        detail = f"Nothing is being asked of {command.bettor} now."
        return Refusal("answer.none", rules.play.turn_order, detail)
    if (
        isinstance(table.irregularity, CardOnOffer)
        and (command.box, command.hand) in table.irregularity.asked[:1]
    ):
        return None
    return why_not_turn(rules, table, None, command.box, command.hand)


def absent(builder: EventBuilder, command: ReportAbsent) -> None:
    """Play the box on as the document provides (S24 18.10, NZ 16.6, PJ 15.10).

    A question that waits for a bettor who is away is answered no.
    """
    clause = builder.rules.play.absent_player.clause
    if command.bettor is not None:
        answer_no(builder, command.bettor)
        builder.emit(PlayerAbsent(command.box, command.bettor, clause))
        go_on(builder)
        return
    box = builder.table.box(command.box)
    assert box is not None and box.controller is not None
    builder.emit(PlayerAbsent(command.box, box.controller, clause))
    _pass_decisions(builder, command.box, command.hand)
    if builder.table.phase == "playing":
        go_on(builder)


def _pass_decisions(builder: EventBuilder, number: int, hand: int) -> bool:
    """Let who is next in line decide where only presence counts (NZ 16.6, reading 57)."""
    rule, box = builder.rules.play.absent_when, builder.table.box(number)
    found = builder.table.hand(number, hand)
    assert box is not None and found is not None
    if rule.value == "does not decide" or not found.open_stakes:
        return False
    decides = controller_among(builder.rules, box, found.open_stakes)
    if decides == box.controller:
        return False
    builder.emit(DecisionsPassed(number, decides, rule.clause))
    see_who_may_decide(builder, number)
    return True


def why_not_come_back(rules: Rulebook, table: Table, command: ComeBack) -> Refusal | None:
    """Only where absence is not being present does it end during the round (NZ 16.6)."""
    rule, box = rules.play.absent_when, table.box(command.box)
    if box is None or command.player not in box.away or table.phase == "over":
        return Refusal(
            "absence.none", rule.clause, f"You were not reported away from box {command.box}."
        )
    if rule.value == "does not decide":
        return Refusal(
            "absence.lasts", rule.clause, f"Box {command.box} plays without you this round."
        )
    return None


def come_back(builder: EventBuilder, command: ComeBack) -> None:
    """End an absence; who was next in line gives the decisions back."""
    rule = builder.rules.play.absent_when
    builder.emit(PlayerReturned(command.box, command.player, rule.clause))
    turn = builder.table.turn()
    if turn is not None and turn[0].number == command.box:
        _pass_decisions(builder, command.box, turn[1])


def answer_no(builder: EventBuilder, player: str) -> None:
    """Let a player who was asked neither double, split nor forfeit; the round stays where it is."""
    awaiting = builder.table.awaiting
    assert awaiting is not None
    builder.emit(AnswerDeclined(awaiting.question, awaiting.box, player))
    if awaiting.question == "split-ace-again":
        clause = builder.rules.splitting.split_aces_get_one_card.clause
        builder.emit(HandStood(awaiting.box, awaiting.hand, clause))


def after_card(builder: EventBuilder, box: int, hand: int) -> None:
    """Settle what the card decides, then go on with the round."""
    interim.after_card(builder, box, hand)
    found = builder.table.hand(box, hand)
    assert found is not None
    if not found.done:
        _after_open_card(builder, box, hand, found)
    go_on(builder)


def _after_open_card(builder: EventBuilder, box: int, number: int, hand: Hand) -> None:
    """The hand is neither settled nor held: it may be over all the same."""
    rules = builder.rules
    there = builder.table.box(box)
    assert there is not None
    if hand.doubled_at:
        builder.emit(HandStood(box, number, rules.doubling.double_one_card))
        doubled = tuple([stake.player for stake in hand.stakes if stake.double])
        if doubled and not isinstance(rules.forfeit, NotOffered):
            builder.emit(AnswersAwaited("forfeit", box, number, doubled))
    elif holds_one_card(rules, hand):
        clause = rules.splitting.split_aces_get_one_card.clause
        asks = not there.absent and not builder.table.has_refused(box, number)
        if _may_split_ace_again(builder, there, hand) and there.controller and asks:
            builder.emit(AnswersAwaited("split-ace-again", box, number, (there.controller,)))
        else:
            builder.emit(HandStood(box, number, clause))


def _may_split_ace_again(builder: EventBuilder, box: Box, hand: Hand) -> bool:
    splitting = builder.rules.splitting
    return (
        may_resplit(builder.rules, builder.table)
        and splitting.resplit_aces.value
        and hand.cards[1].rank == "A"
        and len(box.hands) < splitting.hands_most.value
    )


def go_on(builder: EventBuilder) -> None:
    """Carry the round on until it needs a card, a decision or an answer."""
    while builder.table.awaiting is None:
        pay_bonus_of_others(builder)
        turn = builder.table.turn()
        if turn is None:
            dealer.begin(builder)
            return
        box, number, hand = turn
        assert box.controller is not None
        if hand.stake_of(box.controller) is None:
            if hand.open_stakes:  # another bettor on the hand decides
                hand_over(builder, box, hand.open_stakes)
                return
            builder.emit(HandCleared(box.number, number))
            continue
        if builder.table.has_refused(box.number, number):
            if play_on(builder, box.number, number):
                return
            continue
        if (box.absent or box.away) and _pass_decisions(builder, box.number, number):
            continue
        if not box.absent or (hand.card_due and _draws_for_absent(builder.rules)):
            return
        _play_absent(builder, box.number, number, hand)


def draws_for_absent(rules: Rulebook, hand: Hand) -> bool:
    """Whether the rules draw a card to this hand of a player who is away (NZ 16.6, PJ 15.10)."""
    return _draws_for_absent(rules) and hand.total < 12


def _draws_for_absent(rules: Rulebook) -> bool:
    return rules.play.absent_player.value == "draw-to-12"


def _play_absent(builder: EventBuilder, box: int, number: int, hand: Hand) -> None:
    """Draw to 12, or deal nothing more to the box: not even a split hand's second card."""
    if _draws_for_absent(builder.rules):
        expose(builder, box)  # how low the total is has to be seen
    if draws_for_absent(builder.rules, hand):
        builder.emit(CardAsked(box, number))
    else:
        builder.emit(HandStood(box, number, builder.rules.play.absent_player.clause))
