"""The table after events of the round: cards, beginnings and ends."""

from dataclasses import replace
from typing import Any, Final

from houserules.core.money import Cents
from houserules.shoe.state import Source
from houserules.table.cards.census import round_has_begun
from houserules.table.events import (
    AnswerDeclined,
    AnswersAwaited,
    BetsClosed,
    CardAsked,
    CardDealt,
    ControllerChanged,
    DealerTurnBegan,
    DecisionsPassed,
    DoubleFollowed,
    HandCleared,
    HandDoubled,
    HandSplit,
    HandStood,
    OffersOpened,
    PlayBegan,
    PlayerAbsent,
    RoundEnded,
    RoundVoided,
    SplitFollowed,
    TableCleared,
    WagerDesignated,
    WagerSurrendered,
)
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
    found = the_box(table, box)
    hands = found.hands
    hands = (*hands[: hand - 1], new, *hands[hand:]) if len(hands) > 1 else (new,)
    return with_box(table, changed(found, hands=hands))


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


def bets_closed(table: Table, event: BetsClosed) -> Table:
    controllers = dict(event.controllers)
    boxes = tuple(
        [
            changed(
                box,
                controller=controllers[box.number],
                hands=(_first_hand(box, face_down=table.facing.down),),
            )
            for box in table.boxes
        ]
    )
    return changed(
        table,
        phase="dealing",
        boxes=boxes,
        rounds=table.rounds + 1,
        before_round=forget_round(table) if table.source is not None else None,
    )


def _first_hand(box: Box, *, face_down: bool) -> Hand:
    stakes = [
        Stake(each.player, "original", each.plays, tokens=each.tokens)
        for each in box.bettors
        if each.in_round
    ]
    return Hand(cards=(), stakes=tuple(stakes), face_down=face_down)


def card_dealt(table: Table, event: CardDealt) -> Table:
    table = forget_round(table)
    if table.source is not None:
        table = changed(table, source=_after_card(table, table.source))
    if event.box is None or event.hand is None:
        return changed(table, dealer=(*table.dealer, event.card), dealer_total=event.total)
    hand = the_hand(table, event.box, event.hand)
    hand = changed(
        hand, cards=(*hand.cards, event.card), total=event.total, soft=event.soft, asked=False
    )
    return changed(table, boxes=with_hand(table, event.box, event.hand, hand))


def _after_card(table: Table, source: Source) -> Source:
    """One card less in the shoe; the first of a round may come from under it (S24 18.6)."""
    if source.under is not None and not round_has_begun(table):
        return changed(source, under=None)
    return changed(source, left=source.left - 1)


def offers_opened(table: Table, event: OffersOpened) -> Table:
    return changed(table, phase="offers")


def play_began(table: Table, event: PlayBegan) -> Table:
    return changed(table, phase="playing")


def hand_cleared(table: Table, event: HandCleared) -> Table:
    hand = the_hand(table, event.box, event.hand)
    return changed(
        table,
        boxes=with_hand(table, event.box, event.hand, changed(hand, done=True, cleared=True)),
        discards=table.discards + hand.cards,
    )


def dealer_turn_began(table: Table, event: DealerTurnBegan) -> Table:
    return changed(table, phase="dealer")


def round_ended(table: Table, event: RoundEnded) -> Table:
    return changed(table, phase="over")


def table_cleared(table: Table, event: TableCleared) -> Table:
    left = [card for _, _, hand in table.hands() if not hand.cleared for card in hand.cards]
    table = remember_round(table)
    return changed(
        table,
        phase="betting",
        boxes=(),
        dealer=(),
        dealer_total=0,
        awaiting=None,
        discards=(*table.discards, *left, *table.dealer),
        source=_after_round(table.source) if table.source is not None else None,
        super_bonus=(),
        bonus_paid=(),
        irregularity=misdeal_of_past(table),
        before_round=None,
        log=(),
    )


def _after_round(source: Source) -> Source:
    return changed(source, rounds=source.rounds + 1)


def round_voided(table: Table, event: RoundVoided) -> Table:
    return changed(table, phase="over", awaiting=None, irregularity=misdeal_of_past(table))


def controller_changed(table: Table, event: ControllerChanged) -> Table:
    box = changed(the_box(table, event.box), controller=event.player, uncontrolled=None)
    return changed(table, boxes=with_box(table, box))


# Decisions and answers of players.


def card_asked(table: Table, event: CardAsked) -> Table:
    hand = changed(the_hand(table, event.box, event.hand), asked=True)
    return changed(table, boxes=with_hand(table, event.box, event.hand, hand))


def hand_stood(table: Table, event: HandStood) -> Table:
    hand = changed(the_hand(table, event.box, event.hand), done=True)
    return changed(table, boxes=with_hand(table, event.box, event.hand, hand))


def hand_doubled(table: Table, event: HandDoubled) -> Table:
    hand = the_hand(table, event.box, event.hand)
    hand = with_stake(hand, event.player, double=event.amount, double_tokens=event.tokens)
    hand = changed(hand, doubled_at=len(hand.cards), total=event.total, soft=event.soft)
    return changed(
        table,
        boxes=with_hand(table, event.box, event.hand, hand),
        **purse(table, event.player, -event.amount, tokens=-event.tokens),
    )


def double_followed(table: Table, event: DoubleFollowed) -> Table:
    hand = the_hand(table, event.box, event.hand)
    hand = with_stake(hand, event.player, double=event.amount, double_tokens=event.tokens)
    return changed(
        table,
        boxes=with_hand(table, event.box, event.hand, hand),
        awaiting=still_awaited(table, event.player),
        **purse(table, event.player, -event.amount, tokens=-event.tokens),
    )


def hand_split(table: Table, event: HandSplit) -> Table:
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


def split_followed(table: Table, event: SplitFollowed) -> Table:
    hand = the_hand(table, event.box, event.hand + 1)
    stake = Stake(event.player, "split", event.amount, tokens=event.tokens)
    hand = changed(hand, stakes=(*hand.stakes, stake))
    return changed(
        table,
        boxes=with_hand(table, event.box, event.hand + 1, hand),
        awaiting=still_awaited(table, event.player),
        **purse(table, event.player, -event.amount, tokens=-event.tokens),
    )


def wager_designated(table: Table, event: WagerDesignated) -> Table:
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
    return changed(table, awaiting=still_awaited(table, event.player))


def answers_awaited(table: Table, event: AnswersAwaited) -> Table:
    awaiting = Awaiting(event.question, event.box, event.hand, event.players)
    return changed(table, awaiting=awaiting)


def answer_declined(table: Table, event: AnswerDeclined) -> Table:
    return changed(table, awaiting=still_awaited(table, event.player))


def player_absent(table: Table, event: PlayerAbsent) -> Table:
    box = the_box(table, event.box)
    if event.player != box.controller:  # somebody else decides for the box, and is there
        return table
    box = changed(box, away=(*box.away, event.player))
    return changed(table, boxes=with_box(table, box))


def decisions_passed(table: Table, event: DecisionsPassed) -> Table:
    box = changed(the_box(table, event.box), controller=event.player, uncontrolled=None)
    return changed(table, boxes=with_box(table, box))


def wager_surrendered(table: Table, event: WagerSurrendered) -> Table:
    hand = with_stake(the_hand(table, event.box, 1), event.player, surrendered=True)
    if event.ends_hand:
        hand = changed(hand, surrendered=True, done=True)
    return changed(table, boxes=with_hand(table, event.box, 1, hand))


STEPS: Final[Steps] = {
    BetsClosed: bets_closed,
    CardDealt: card_dealt,
    OffersOpened: offers_opened,
    WagerSurrendered: wager_surrendered,
    PlayBegan: play_began,
    CardAsked: card_asked,
    HandStood: hand_stood,
    HandDoubled: hand_doubled,
    DoubleFollowed: double_followed,
    HandSplit: hand_split,
    SplitFollowed: split_followed,
    WagerDesignated: wager_designated,
    AnswersAwaited: answers_awaited,
    AnswerDeclined: answer_declined,
    DecisionsPassed: decisions_passed,
    PlayerAbsent: player_absent,
    HandCleared: hand_cleared,
    DealerTurnBegan: dealer_turn_began,
    RoundEnded: round_ended,
    TableCleared: table_cleared,
    RoundVoided: round_voided,
    ControllerChanged: controller_changed,
}
