"""The table after players' decisions and answers."""

from houserules.table import events as e
from houserules.table.evolve_parts import (
    answered,
    purse,
    the_box,
    the_hand,
    with_box,
    with_hand,
    with_stake,
)
from houserules.table.state import Awaiting, Stake, Table, changed


def card_asked(table: Table, event: e.CardAsked) -> Table:
    """After CardAsked."""
    hand = changed(the_hand(table, event.box, event.hand), asked=True)
    return changed(table, boxes=with_hand(table, event.box, event.hand, hand))


def hand_stood(table: Table, event: e.HandStood) -> Table:
    """After HandStood."""
    hand = changed(the_hand(table, event.box, event.hand), done=True)
    return changed(table, boxes=with_hand(table, event.box, event.hand, hand))


def hand_doubled(table: Table, event: e.HandDoubled) -> Table:
    """After HandDoubled."""
    hand = the_hand(table, event.box, event.hand)
    hand = with_stake(hand, event.player, double=event.amount, double_tokens=event.tokens)
    hand = changed(hand, doubled_at=len(hand.cards), total=event.total, soft=event.soft)
    return changed(
        table,
        boxes=with_hand(table, event.box, event.hand, hand),
        **purse(table, event.player, -event.amount, tokens=-event.tokens),
    )


def double_followed(table: Table, event: e.DoubleFollowed) -> Table:
    """After DoubleFollowed."""
    hand = the_hand(table, event.box, event.hand)
    hand = with_stake(hand, event.player, double=event.amount, double_tokens=event.tokens)
    return changed(
        table,
        boxes=with_hand(table, event.box, event.hand, hand),
        awaiting=answered(table, event.player),
        **purse(table, event.player, -event.amount, tokens=-event.tokens),
    )


def hand_split(table: Table, event: e.HandSplit) -> Table:
    """After HandSplit."""
    box = the_box(table, event.box)
    old = box.hands[event.hand - 1]
    first = changed(
        old, cards=old.cards[:1], total=event.total, soft=event.soft, split=True, done=False
    )
    stake = Stake(event.player, "split", event.amount, tokens=event.tokens)
    second = changed(first, cards=old.cards[1:], stakes=(stake,))
    hands = (*box.hands[: event.hand - 1], first, second, *box.hands[event.hand :])
    return changed(
        table,
        boxes=with_box(table, changed(box, hands=hands)),
        awaiting=None,
        **purse(table, event.player, -event.amount, tokens=-event.tokens),
    )


def split_followed(table: Table, event: e.SplitFollowed) -> Table:
    """After SplitFollowed."""
    hand = the_hand(table, event.box, event.hand + 1)
    stake = Stake(event.player, "split", event.amount, tokens=event.tokens)
    hand = changed(hand, stakes=(*hand.stakes, stake))
    return changed(
        table,
        boxes=with_hand(table, event.box, event.hand + 1, hand),
        awaiting=answered(table, event.player),
        **purse(table, event.player, -event.amount, tokens=-event.tokens),
    )


def wager_designated(table: Table, event: e.WagerDesignated) -> Table:
    """After WagerDesignated."""
    if event.to != event.hand:
        first = the_hand(table, event.box, event.hand)
        moved = tuple([each for each in first.stakes if each.player == event.player])
        stayed = tuple([each for each in first.stakes if each.player != event.player])
        table = changed(
            table,
            boxes=with_hand(table, event.box, event.hand, changed(first, stakes=stayed)),
        )
        second = the_hand(table, event.box, event.to)
        second = changed(second, stakes=(*second.stakes, *moved))
        table = changed(table, boxes=with_hand(table, event.box, event.to, second))
    return changed(table, awaiting=answered(table, event.player))


def answers_awaited(table: Table, event: e.AnswersAwaited) -> Table:
    """After AnswersAwaited."""
    awaiting = Awaiting(event.question, event.box, event.hand, event.players)
    return changed(table, awaiting=awaiting)


def answer_declined(table: Table, event: e.AnswerDeclined) -> Table:
    """After AnswerDeclined."""
    return changed(table, awaiting=answered(table, event.player))


def player_absent(table: Table, event: e.PlayerAbsent) -> Table:
    """After PlayerAbsent."""
    box = changed(the_box(table, event.box), absent=True)
    return changed(table, boxes=with_box(table, box))


def wager_surrendered(table: Table, event: e.WagerSurrendered) -> Table:
    """After WagerSurrendered."""
    hand = with_stake(the_hand(table, event.box, 1), event.player, surrendered=True)
    if event.ends_hand:
        hand = changed(hand, surrendered=True, done=True)
    return changed(table, boxes=with_hand(table, event.box, 1, hand))
