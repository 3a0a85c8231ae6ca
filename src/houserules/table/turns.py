"""Whose turn it is: which hand is in play, who decides, and why a hand takes no decision."""

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.mishaps.state import CardOnOffer
from houserules.table.state import Hand, Question, Table


def why_not_turn(
    rules: Rulebook, table: Table, player: str | None, box: int, hand: int
) -> Refusal | None:
    """Whether the hand is the one in play and the player the one who decides (None: the dealer)."""
    there, found = table.box(box), table.hand(box, hand)
    if there is None or found is None:
        return Refusal("hand.none", rules.play.turn_order, f"Box {box} has no hand {hand}.")
    if player is not None and player != there.controller:
        return Refusal(
            "decision.not-yours",
            rules.wagers.decisions_by_controller,
            f"{there.controller} makes the decisions for box {box}.",
        )
    if table.phase not in ("offers", "playing", "dealer", "over"):
        return Refusal("decision.too-early", rules.play.turn_order, "The cards are being dealt.")
    if found.done:
        return _finished(rules, box, hand, found)
    if table.phase == "over":  # void, with hands that nobody has played
        return Refusal("hand.finished", rules.play.turn_order, "The round is over.")
    if table.phase == "offers":
        return Refusal(
            "decision.too-early", rules.play.turn_order, "Insurance or surrender is still open."
        )
    return _why_not_in_play(rules, table, box, hand)


def _why_not_in_play(rules: Rulebook, table: Table, box: int, hand: int) -> Refusal | None:
    turn = table.turn()
    assert turn is not None
    if (turn[0].number, turn[1]) != (box, hand):
        same_box = turn[0].number == box
        return Refusal(
            "decision.out-of-turn",
            rules.splitting.split_order if same_box else rules.play.turn_order,
            f"Hand {turn[1]} of box {turn[0].number} is in play.",
        )
    if isinstance(table.mishap, CardOnOffer) and (box, hand) not in table.mishap.asked[:1]:
        return Refusal(
            "card-in-error.not-asked",
            rules.irregularities.card_in_error_is_next,
            f"No card is on offer to hand {hand} of box {box} now.",
        )
    if table.awaiting is not None:
        clause = _question_clause(rules, table.awaiting.question)
        waiting = ", ".join(table.awaiting.players)
        return Refusal("answers.awaited", clause, f"The table waits for {waiting}.")
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


def _finished(rules: Rulebook, box: int, number: int, hand: Hand) -> Refusal:
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
