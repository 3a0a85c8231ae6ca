"""The table after events of the round: cards, decisions, answers, beginnings and ends."""

from houserules.table import events as e
from houserules.table.evolve_parts import (
    answered,
    rack,
    the_box,
    the_hand,
    with_box,
    with_hand,
    with_stake,
)
from houserules.table.state import Awaiting, Box, Hand, Stake, Table, changed


def bets_closed(table: Table, event: e.BetsClosed) -> Table:
    """After BetsClosed."""
    controllers = dict(event.controllers)
    boxes = tuple(
        [
            changed(box, controller=controllers[box.number], hands=(_first_hand(box),))
            for box in table.boxes
        ]
    )
    return changed(table, phase="dealing", boxes=boxes, rounds=table.rounds + 1)


def _first_hand(box: Box) -> Hand:
    stakes = [Stake(each.player, "original", each.plays) for each in box.bettors if each.plays]
    return Hand(cards=(), stakes=tuple(stakes))


def card_dealt(table: Table, event: e.CardDealt) -> Table:
    """After CardDealt."""
    if event.box is None or event.hand is None:
        return changed(table, dealer=(*table.dealer, event.card), dealer_total=event.total)
    hand = the_hand(table, event.box, event.hand)
    hand = changed(
        hand, cards=(*hand.cards, event.card), total=event.total, soft=event.soft, asked=False
    )
    return changed(table, boxes=with_hand(table, event.box, event.hand, hand))


def offers_opened(table: Table, event: e.OffersOpened) -> Table:
    """After OffersOpened."""
    return changed(table, phase="offers")


def wager_surrendered(table: Table, event: e.WagerSurrendered) -> Table:
    """After WagerSurrendered."""
    hand = with_stake(the_hand(table, event.box, 1), event.player, surrendered=True)
    if event.ends_hand:
        hand = changed(hand, surrendered=True, done=True)
    return changed(table, boxes=with_hand(table, event.box, 1, hand))


def play_began(table: Table, event: e.PlayBegan) -> Table:
    """After PlayBegan."""
    return changed(table, phase="playing")


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
    hand = with_stake(hand, event.player, double=event.amount)
    hand = changed(hand, doubled_at=len(hand.cards), total=event.total, soft=event.soft)
    return changed(
        table,
        boxes=with_hand(table, event.box, event.hand, hand),
        racks=rack(table, event.player, -event.amount),
    )


def double_followed(table: Table, event: e.DoubleFollowed) -> Table:
    """After DoubleFollowed."""
    hand = the_hand(table, event.box, event.hand)
    return changed(
        table,
        boxes=with_hand(
            table, event.box, event.hand, with_stake(hand, event.player, double=event.amount)
        ),
        racks=rack(table, event.player, -event.amount),
        awaiting=answered(table, event.player),
    )


def hand_split(table: Table, event: e.HandSplit) -> Table:
    """After HandSplit."""
    box = the_box(table, event.box)
    old = box.hands[event.hand - 1]
    first = changed(
        old, cards=old.cards[:1], total=event.total, soft=event.soft, split=True, done=False
    )
    stake = Stake(event.player, "split", event.amount)
    second = changed(first, cards=old.cards[1:], stakes=(stake,))
    hands = (*box.hands[: event.hand - 1], first, second, *box.hands[event.hand :])
    return changed(
        table,
        boxes=with_box(table, changed(box, hands=hands)),
        racks=rack(table, event.player, -event.amount),
        awaiting=None,
    )


def split_followed(table: Table, event: e.SplitFollowed) -> Table:
    """After SplitFollowed."""
    hand = the_hand(table, event.box, event.hand + 1)
    hand = changed(hand, stakes=(*hand.stakes, Stake(event.player, "split", event.amount)))
    return changed(
        table,
        boxes=with_hand(table, event.box, event.hand + 1, hand),
        racks=rack(table, event.player, -event.amount),
        awaiting=answered(table, event.player),
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


def hand_cleared(table: Table, event: e.HandCleared) -> Table:
    """After HandCleared."""
    hand = the_hand(table, event.box, event.hand)
    return changed(
        table,
        boxes=with_hand(table, event.box, event.hand, changed(hand, done=True, cleared=True)),
        discards=table.discards + hand.cards,
    )


def dealer_turn_began(table: Table, event: e.DealerTurnBegan) -> Table:
    """After DealerTurnBegan."""
    return changed(table, phase="dealer")


def round_ended(table: Table, event: e.RoundEnded) -> Table:
    """After RoundEnded."""
    return changed(table, phase="over")


def table_cleared(table: Table, event: e.TableCleared) -> Table:
    """After TableCleared."""
    left = [card for _, _, hand in table.hands() if not hand.cleared for card in hand.cards]
    return Table(
        racks=table.racks,
        float_tray=table.float_tray,
        discards=(*table.discards, *left, *table.dealer),
        rounds=table.rounds,
    )
