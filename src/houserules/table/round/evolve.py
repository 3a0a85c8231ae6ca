"""The table after events of the round: cards, beginnings and ends."""

from dataclasses import replace
from typing import Any, Final

from houserules.core.money import Cents
from houserules.table import events
from houserules.table.cards.census import round_has_begun
from houserules.table.irregularities.previous_round import (
    forget_round,
    misdeal_of_past,
    remember_round,
)
from houserules.table.state import Awaiting, Box, Hand, Stake, Steps, Table, changed

# Small changes that the steps below are built from.


def rack(table: Table, player: str, change: Cents) -> dict[str, Cents]:
    """Return the racks after a change to one player's."""
    racks = table.racks.copy()
    racks[player] = racks.get(player, 0) + change
    return racks


def purse(table: Table, player: str, change: Cents, *, tokens: Cents) -> dict[str, Any]:
    """Return what changes in racks of chips and of tokens; `tokens` is the part of it in tokens."""
    if not tokens:
        return {"racks": rack(table, player, change)}
    held = table.tokens.copy()
    held[player] = held.get(player, 0) + tokens
    return {"racks": rack(table, player, change - tokens), "tokens": held}


def with_box(table: Table, new: Box) -> tuple[Box, ...]:
    """Return the boxes with one of them replaced."""
    if len(table.boxes) == 1:
        return (new,)
    return tuple([new if box.number == new.number else box for box in table.boxes])


def with_hand(table: Table, box: int, hand: int, new: Hand) -> tuple[Box, ...]:
    """Return the boxes with one hand replaced."""
    return _with_hand(table, the_box(table, box), hand, new)


def with_changed_hand(table: Table, box: int, hand: int, **changes: Any) -> tuple[Box, ...]:
    """Return the boxes with some fields of one hand changed."""
    found = the_box(table, box)
    return _with_hand(table, found, hand, changed(found.hands[hand - 1], **changes))


def _with_hand(table: Table, box: Box, hand: int, new: Hand) -> tuple[Box, ...]:
    hands = box.hands
    hands = (*hands[: hand - 1], new, *hands[hand:]) if len(hands) > 1 else (new,)
    return with_box(table, changed(box, hands=hands))


def the_box(table: Table, number: int) -> Box:
    """Return a box that must be there."""
    found = table.box(number)
    assert found is not None, f"no box {number}"
    return found


def the_hand(table: Table, box: int, hand: int) -> Hand:
    """Return a hand that must be there."""
    return the_box(table, box).hands[hand - 1]


def with_stake(hand: Hand, player: str, **changes: Any) -> Hand:
    """Change the player's open stake on the hand."""
    stakes = tuple(
        [
            changed(stake, **changes) if stake.player == player and stake.result is None else stake
            for stake in hand.stakes
        ]
    )
    return changed(hand, stakes=stakes)


def plays_nothing(box: Box, player: str) -> Box:
    """Return the box as it is once the player's initial wager counts for nothing on it."""
    bettors = [
        changed(each, plays=0, tokens=0) if each.player == player else each for each in box.bettors
    ]
    return changed(box, bettors=tuple(bettors))


def still_awaited(table: Table, player: str) -> Awaiting | None:
    """Return what is still awaited once the player has answered."""
    awaiting = table.awaiting
    if awaiting is None or player not in awaiting.players:
        return awaiting
    players = tuple([each for each in awaiting.players if each != player])
    return replace(awaiting, players=players) if players else None


def bets_closed(table: Table, event: events.BetsClosed) -> Table:
    controllers = dict(event.controllers)
    boxes = []
    for box in table.boxes:
        stakes = [
            Stake(bettor.player, "original", bettor.plays, tokens=bettor.tokens)
            for bettor in box.bettors
            if bettor.in_round
        ]
        hand = Hand(cards=(), stakes=tuple(stakes), face_down=table.facing.down)
        boxes.append(changed(box, controller=controllers[box.number], hands=(hand,)))
    return changed(
        table,
        phase="dealing",
        boxes=tuple(boxes),
        rounds=table.rounds + 1,
        before_round=forget_round(table) if table.source is not None else None,
    )


def card_dealt(table: Table, event: events.CardDealt) -> Table:
    table = forget_round(table)
    if (source := table.source) is not None:
        if source.under is not None and not round_has_begun(table):  # it comes first (S24 18.6)
            table = changed(table, source=changed(source, under=None))
        else:
            table = changed(table, source=changed(source, left=source.left - 1))
    if event.box is None or event.hand is None:
        return changed(table, dealer=(*table.dealer, event.card), dealer_total=event.total)
    box = the_box(table, event.box)
    hand = box.hands[event.hand - 1]
    hand = changed(
        hand, cards=(*hand.cards, event.card), total=event.total, soft=event.soft, asked=False
    )
    return changed(table, boxes=_with_hand(table, box, event.hand, hand))


def hand_cleared(table: Table, event: events.HandCleared) -> Table:
    return changed(
        table,
        boxes=with_changed_hand(table, event.box, event.hand, done=True, cleared=True),
        discards=table.discards + the_hand(table, event.box, event.hand).cards,
    )


def table_cleared(table: Table, event: events.TableCleared) -> Table:
    left = [card for _, _, hand in table.hands() if not hand.cleared for card in hand.cards]
    table = remember_round(table)
    source = table.source and changed(table.source, rounds=table.source.rounds + 1)
    return changed(
        table,
        phase="betting",
        boxes=(),
        dealer=(),
        dealer_total=0,
        awaiting=None,
        discards=(*table.discards, *left, *table.dealer),
        source=source,
        super_bonus=(),
        bonus_paid=(),
        irregularity=misdeal_of_past(table),
        before_round=None,
        log=(),
    )


def round_voided(table: Table, event: events.RoundVoided) -> Table:
    return changed(table, phase="over", awaiting=None, irregularity=misdeal_of_past(table))


def controller_changed(
    table: Table, event: events.ControllerChanged | events.DecisionsPassed
) -> Table:
    """After ControllerChanged, DecisionsPassed."""
    box = changed(the_box(table, event.box), controller=event.player, uncontrolled=None)
    return changed(table, boxes=with_box(table, box))


# Decisions and answers of players.


def card_asked(table: Table, event: events.CardAsked) -> Table:
    return changed(table, boxes=with_changed_hand(table, event.box, event.hand, asked=True))


def hand_stood(table: Table, event: events.HandStood) -> Table:
    return changed(table, boxes=with_changed_hand(table, event.box, event.hand, done=True))


def hand_doubled(table: Table, event: events.HandDoubled) -> Table:
    hand = the_hand(table, event.box, event.hand)
    hand = with_stake(hand, event.player, double=event.amount, double_tokens=event.tokens)
    hand = changed(hand, doubled_at=len(hand.cards), total=event.total, soft=event.soft)
    return changed(
        table,
        boxes=with_hand(table, event.box, event.hand, hand),
        **purse(table, event.player, -event.amount, tokens=-event.tokens),
    )


def double_followed(table: Table, event: events.DoubleFollowed) -> Table:
    hand = the_hand(table, event.box, event.hand)
    hand = with_stake(hand, event.player, double=event.amount, double_tokens=event.tokens)
    return changed(
        table,
        boxes=with_hand(table, event.box, event.hand, hand),
        awaiting=still_awaited(table, event.player),
        **purse(table, event.player, -event.amount, tokens=-event.tokens),
    )


def hand_split(table: Table, event: events.HandSplit) -> Table:
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


def split_followed(table: Table, event: events.SplitFollowed) -> Table:
    hand = the_hand(table, event.box, event.hand + 1)
    stake = Stake(event.player, "split", event.amount, tokens=event.tokens)
    hand = changed(hand, stakes=(*hand.stakes, stake))
    return changed(
        table,
        boxes=with_hand(table, event.box, event.hand + 1, hand),
        awaiting=still_awaited(table, event.player),
        **purse(table, event.player, -event.amount, tokens=-event.tokens),
    )


def wager_designated(table: Table, event: events.WagerDesignated) -> Table:
    if event.to != event.hand:
        first = the_hand(table, event.box, event.hand)
        moved = tuple([each for each in first.stakes if each.player == event.player])
        stayed = tuple([each for each in first.stakes if each.player != event.player])
        table = changed(
            table, boxes=with_hand(table, event.box, event.hand, changed(first, stakes=stayed))
        )
        second = the_hand(table, event.box, event.to)
        second = changed(second, stakes=(*second.stakes, *moved))
        table = changed(table, boxes=with_hand(table, event.box, event.to, second))
    return changed(table, awaiting=still_awaited(table, event.player))


def answers_awaited(table: Table, event: events.AnswersAwaited) -> Table:
    awaiting = Awaiting(event.question, event.box, event.hand, event.players)
    return changed(table, awaiting=awaiting)


def player_absent(table: Table, event: events.PlayerAbsent) -> Table:
    box = the_box(table, event.box)
    if event.player != box.controller:  # somebody else decides for the box, and is there
        return table
    box = changed(box, away=(*box.away, event.player))
    return changed(table, boxes=with_box(table, box))


def wager_surrendered(table: Table, event: events.WagerSurrendered) -> Table:
    hand = with_stake(the_hand(table, event.box, 1), event.player, surrendered=True)
    if event.ends_hand:
        hand = changed(hand, surrendered=True, done=True)
    return changed(table, boxes=with_hand(table, event.box, 1, hand))


STEPS: Final[Steps] = {
    events.BetsClosed: bets_closed,
    events.CardDealt: card_dealt,
    events.OffersOpened: lambda table, event: changed(table, phase="offers"),
    events.WagerSurrendered: wager_surrendered,
    events.PlayBegan: lambda table, event: changed(table, phase="playing"),
    events.CardAsked: card_asked,
    events.HandStood: hand_stood,
    events.HandDoubled: hand_doubled,
    events.DoubleFollowed: double_followed,
    events.HandSplit: hand_split,
    events.SplitFollowed: split_followed,
    events.WagerDesignated: wager_designated,
    events.AnswersAwaited: answers_awaited,
    events.AnswerDeclined: lambda table, event: changed(
        table, awaiting=still_awaited(table, event.player)
    ),
    events.DecisionsPassed: controller_changed,
    events.PlayerAbsent: player_absent,
    events.HandCleared: hand_cleared,
    events.DealerTurnBegan: lambda table, event: changed(table, phase="dealer"),
    events.RoundEnded: lambda table, event: changed(table, phase="over"),
    events.TableCleared: table_cleared,
    events.RoundVoided: round_voided,
    events.ControllerChanged: controller_changed,
}
