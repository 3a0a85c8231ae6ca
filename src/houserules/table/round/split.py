"""Splitting and the other bettors' answers (S24 14, NZ 13 and 15.3, PJ 11)."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.commands import Designate, Split
from houserules.table.event_builder import EventBuilder
from houserules.table.events import AnswersAwaited, HandSplit, SplitFollowed, WagerDesignated
from houserules.table.face_down import why_not_third_card
from houserules.table.round.chips import why_not_enough, why_not_without_chips
from houserules.table.round.double import owes_answer
from houserules.table.round.hands import total_of
from houserules.table.round.play import go_on, why_not_turn
from houserules.table.sign.box_orders import may_resplit
from houserules.table.state import Box, Hand, Table

# Who decides on a split box. Only the controlling player can split first. The split leaves every wager
# on the first hand and puts the controller's new wager on the second. The other bettors on the hand are
# then asked, and the round waits: each follows with an equal wager on the second hand, or stays on one
# hand only, which is the first, or in New Zealand the one that they designate. The controller goes on
# deciding for both hands, also for bettors who are on only one of them; should the controller have no
# wager on the hand in play any more, `play.go_on` hands the decisions to another bettor on that hand.


def why_not_split(rules: Rulebook, table: Table, command: Split) -> Refusal | None:
    """A split by the controlling player in turn, or by another bettor who was asked."""
    box, hand = table.box(command.box), table.hand(command.box, command.hand)
    if box is None or hand is None or command.player == box.controller:
        refusal = _why_not_controller(rules, table, command)
    elif owes_answer(table, "split", command.player, box=command.box, hand=command.hand):
        refusal = None
    else:
        refusal = Refusal(
            "split.not-first",
            rules.splitting.others_may_not_split_first,
            f"{box.controller} decides whether box {command.box} splits. You can follow.",
        )
    stake = hand.stake_of(command.player) if hand else None
    if refusal or stake is None:
        return refusal
    return why_not_without_chips(rules, stake.amount) or why_not_enough(
        rules, table, command.player, stake.amount, tokens=command.tokens
    )


def _why_not_controller(rules: Rulebook, table: Table, command: Split) -> Refusal | None:
    """The hand in play, or a split ace that may be split again; a pair in either case."""
    box, hand = table.box(command.box), table.hand(command.box, command.hand)
    again = owes_answer(
        table, "split-ace-again", command.player, box=command.box, hand=command.hand
    )
    turn = None
    if not again:
        turn = why_not_turn(rules, table, command.player, command.box, command.hand)
    if box is None or hand is None:
        return turn
    if turn and not (hand.split and hand.done and len(hand.cards) == 2):
        return turn
    return why_not_third_card(rules, hand) or _why_not_pair(rules, table, box, hand) or turn


def _why_not_pair(rules: Rulebook, table: Table, box: Box, hand: Hand) -> Refusal | None:
    """The first two cards of one value; a second time only where that is allowed."""
    splitting = rules.splitting
    if hand.split:
        return _why_not_again(rules, table, box, hand)
    if len(hand.cards) > 2:
        return Refusal(
            "split.cards",
            splitting.split_after_third_card,
            "You can split only the first two cards of a hand.",
        )
    if hand.cards[0].value != hand.cards[1].value:
        return Refusal(
            "split.values",
            splitting.split_equal_values,
            "You can split only two cards of the same value, "
            f"not {hand.cards[0]} and {hand.cards[1]}.",
        )
    return None


def _why_not_again(rules: Rulebook, table: Table, box: Box, hand: Hand) -> Refusal | None:
    splitting = rules.splitting
    if not may_resplit(rules, table):
        return Refusal(
            "split.again", splitting.resplit.clause, "You can't split a hand again in this game."
        )
    if len(box.hands) >= splitting.hands_most.value:
        return Refusal(
            "split.limit",
            splitting.hands_most.clause,
            f"Box {box.number} already has {splitting.hands_most.value} hands, the most it "
            "can have.",
        )
    if hand.cards[0].rank == "A" and not splitting.resplit_aces.value:
        return Refusal("split.aces", splitting.resplit_aces.clause, "You can split aces only once.")
    if len(hand.cards) != 2 or hand.cards[0].value != hand.cards[1].value:
        return Refusal(
            "split.values",
            splitting.resplit_equal_values,
            "You can split again only on the first two cards, if they have the same value.",
        )
    return None


def split(builder: EventBuilder, command: Split) -> None:
    """Make two hands of one, and ask the other bettors on it; or follow."""
    table = builder.table
    box, hand = table.box(command.box), table.hand(command.box, command.hand)
    assert box is not None and hand is not None
    stake = hand.stake_of(command.player)
    assert stake is not None
    player, amount, tokens = command.player, stake.amount, command.tokens
    if player != box.controller:
        builder.emit(SplitFollowed(command.box, command.hand, player, amount, tokens))
        go_on(builder)
        return
    total, soft = total_of(hand.cards[:1])
    builder.emit(HandSplit(command.box, command.hand, player, amount, total, soft, tokens))
    others = tuple([s.player for s in hand.open_stakes if s.player != command.player])
    if others:
        builder.emit(AnswersAwaited("split", command.box, command.hand, others))
    go_on(builder)


def why_not_designate(rules: Rulebook, table: Table, command: Designate) -> Refusal | None:
    """A bettor who does not follow a split names one of the two hands (NZ 15.3(d))."""
    rule = rules.splitting.others_not_splitting
    if rule.value != "designate":
        return Refusal(
            "designate.none",
            rule.clause,
            "Without following a split, your wager stays on the first hand.",
        )
    if not owes_answer(table, "split", command.player, box=command.box):
        return Refusal(
            "designate.not-now",
            rule.clause,
            f"No split of box {command.box} is waiting for your answer.",
        )
    awaiting = table.awaiting
    assert awaiting is not None
    if command.hand not in (awaiting.hand, awaiting.hand + 1):
        return Refusal(
            "designate.hand",
            rule.clause,
            f"Choose hand {awaiting.hand} or {awaiting.hand + 1}, the two hands of this split.",
        )
    return None


def designate(builder: EventBuilder, command: Designate) -> None:
    """Put the wager on the hand that was named."""
    awaiting = builder.table.awaiting
    assert awaiting is not None
    builder.emit(WagerDesignated(command.box, awaiting.hand, command.player, command.hand))
    go_on(builder)
