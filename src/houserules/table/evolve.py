"""The table after an event. Never reads rules: what was decided stays decided."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from houserules.core.money import Cents
from houserules.table import events as e
from houserules.table.state import (
    Awaiting,
    Bettor,
    Box,
    Hand,
    InsuranceWager,
    SideWager,
    Stake,
    Table,
    changed,
)


def evolve(table: Table, event: e.Event) -> Table:
    """Give the table as it stands after the event."""
    return STEPS[type(event)](table, event)


def _rack(table: Table, player: str, change: Cents) -> dict[str, Cents]:
    racks = table.racks.copy()
    racks[player] = racks.get(player, 0) + change
    return racks


def _with_box(table: Table, new: Box) -> tuple[Box, ...]:
    if len(table.boxes) == 1:
        return (new,)
    return tuple([new if box.number == new.number else box for box in table.boxes])


def _with_hand(table: Table, box: int, hand: int, new: Hand) -> tuple[Box, ...]:
    found = _box(table, box)
    hands = found.hands
    hands = (*hands[: hand - 1], new, *hands[hand:]) if len(hands) > 1 else (new,)
    return _with_box(table, changed(found, hands=hands))


def _box(table: Table, number: int) -> Box:
    found = table.box(number)
    assert found is not None, f"no box {number}"
    return found


def _hand(table: Table, box: int, hand: int) -> Hand:
    return _box(table, box).hands[hand - 1]


def _with_stake(hand: Hand, player: str, **changes: Any) -> Hand:
    """Change the player's open stake on the hand."""
    stakes = tuple(
        [
            changed(stake, **changes) if stake.player == player and stake.result is None else stake
            for stake in hand.stakes
        ]
    )
    return changed(hand, stakes=stakes)


def _chips_brought(table: Table, event: e.ChipsBrought) -> Table:
    return changed(table, racks=_rack(table, event.player, event.amount))


def _chips_taken(table: Table, event: e.ChipsTaken) -> Table:
    return changed(table, racks=_rack(table, event.player, -event.amount))


def _open_box(table: Table, number: int) -> tuple[Table, Box]:
    """Give the box, put among the others in the order of the deal if it is new."""
    box = table.box(number)
    if box is not None:
        return table, box
    box = Box(number)
    boxes = tuple(sorted((*table.boxes, box), key=lambda each: each.number))
    return changed(table, boxes=boxes), box


def _drop_empty(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    return tuple([box for box in boxes if box.bettors or box.sides])


def _wager_placed(table: Table, event: e.WagerPlaced) -> Table:
    table, box = _open_box(table, event.box)
    bettor = Bettor(event.player, event.amount, event.amount, event.seated)
    return changed(
        table,
        boxes=_with_box(table, changed(box, bettors=(*box.bettors, bettor))),
        racks=_rack(table, event.player, -event.amount),
    )


def _wager_withdrawn(table: Table, event: e.WagerWithdrawn) -> Table:
    box = _box(table, event.box)
    bettors = tuple([each for each in box.bettors if each.player != event.player])
    return changed(
        table,
        boxes=_drop_empty(_with_box(table, changed(box, bettors=bettors))),
        racks=_rack(table, event.player, event.amount),
    )


def _side_wager_placed(table: Table, event: e.SideWagerPlaced) -> Table:
    table, box = _open_box(table, event.box)
    side = SideWager(event.player, event.kind, event.amount, event.suit)
    return changed(
        table,
        boxes=_with_box(table, changed(box, sides=(*box.sides, side))),
        racks=_rack(table, event.player, -event.amount),
    )


def _side_wager_withdrawn(table: Table, event: e.SideWagerWithdrawn) -> Table:
    box = _box(table, event.box)
    sides = tuple([s for s in box.sides if (s.player, s.kind) != (event.player, event.kind)])
    return changed(
        table,
        boxes=_drop_empty(_with_box(table, changed(box, sides=sides))),
        racks=_rack(table, event.player, event.amount),
    )


def _wager_cut_back(table: Table, event: e.WagerCutBack) -> Table:
    box = _box(table, event.box)
    bettors = tuple(
        [
            changed(each, plays=event.plays) if each.player == event.player else each
            for each in box.bettors
        ]
    )
    return changed(
        table,
        boxes=_with_box(table, changed(box, bettors=bettors)),
        racks=_rack(table, event.player, event.handed_back),
    )


def _bets_closed(table: Table, event: e.BetsClosed) -> Table:
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


def _card_dealt(table: Table, event: e.CardDealt) -> Table:
    if event.box is None or event.hand is None:
        return changed(table, dealer=(*table.dealer, event.card), dealer_total=event.total)
    hand = _hand(table, event.box, event.hand)
    hand = changed(
        hand, cards=(*hand.cards, event.card), total=event.total, soft=event.soft, asked=False
    )
    return changed(table, boxes=_with_hand(table, event.box, event.hand, hand))


def _offers_opened(table: Table, event: e.OffersOpened) -> Table:
    return changed(table, phase="offers")


def _insurance_placed(table: Table, event: e.InsurancePlaced) -> Table:
    box = _box(table, event.box)
    insurance = (*box.insurance, InsuranceWager(event.player, event.amount))
    return changed(
        table,
        boxes=_with_box(table, changed(box, insurance=insurance)),
        racks=_rack(table, event.player, -event.amount),
    )


def _wager_surrendered(table: Table, event: e.WagerSurrendered) -> Table:
    hand = _with_stake(_hand(table, event.box, 1), event.player, surrendered=True)
    if event.ends_hand:
        hand = changed(hand, surrendered=True, done=True)
    return changed(table, boxes=_with_hand(table, event.box, 1, hand))


def _play_began(table: Table, event: e.PlayBegan) -> Table:
    return changed(table, phase="playing")


def _card_asked(table: Table, event: e.CardAsked) -> Table:
    hand = changed(_hand(table, event.box, event.hand), asked=True)
    return changed(table, boxes=_with_hand(table, event.box, event.hand, hand))


def _hand_stood(table: Table, event: e.HandStood) -> Table:
    hand = changed(_hand(table, event.box, event.hand), done=True)
    return changed(table, boxes=_with_hand(table, event.box, event.hand, hand))


def _hand_doubled(table: Table, event: e.HandDoubled) -> Table:
    hand = _hand(table, event.box, event.hand)
    hand = _with_stake(hand, event.player, double=event.amount)
    hand = changed(hand, doubled_at=len(hand.cards), total=event.total, soft=event.soft)
    return changed(
        table,
        boxes=_with_hand(table, event.box, event.hand, hand),
        racks=_rack(table, event.player, -event.amount),
    )


def _double_followed(table: Table, event: e.DoubleFollowed) -> Table:
    hand = _hand(table, event.box, event.hand)
    return changed(
        table,
        boxes=_with_hand(
            table, event.box, event.hand, _with_stake(hand, event.player, double=event.amount)
        ),
        racks=_rack(table, event.player, -event.amount),
        awaiting=_answered(table, event.player),
    )


def _hand_split(table: Table, event: e.HandSplit) -> Table:
    box = _box(table, event.box)
    old = box.hands[event.hand - 1]
    first = changed(
        old, cards=old.cards[:1], total=event.total, soft=event.soft, split=True, done=False
    )
    stake = Stake(event.player, "split", event.amount)
    second = changed(first, cards=old.cards[1:], stakes=(stake,))
    hands = (*box.hands[: event.hand - 1], first, second, *box.hands[event.hand :])
    return changed(
        table,
        boxes=_with_box(table, changed(box, hands=hands)),
        racks=_rack(table, event.player, -event.amount),
        awaiting=None,
    )


def _split_followed(table: Table, event: e.SplitFollowed) -> Table:
    hand = _hand(table, event.box, event.hand + 1)
    hand = changed(hand, stakes=(*hand.stakes, Stake(event.player, "split", event.amount)))
    return changed(
        table,
        boxes=_with_hand(table, event.box, event.hand + 1, hand),
        racks=_rack(table, event.player, -event.amount),
        awaiting=_answered(table, event.player),
    )


def _wager_designated(table: Table, event: e.WagerDesignated) -> Table:
    if event.to != event.hand:
        first = _hand(table, event.box, event.hand)
        moved = tuple([each for each in first.stakes if each.player == event.player])
        stayed = tuple([each for each in first.stakes if each.player != event.player])
        table = changed(
            table,
            boxes=_with_hand(table, event.box, event.hand, changed(first, stakes=stayed)),
        )
        second = _hand(table, event.box, event.to)
        second = changed(second, stakes=(*second.stakes, *moved))
        table = changed(table, boxes=_with_hand(table, event.box, event.to, second))
    return changed(table, awaiting=_answered(table, event.player))


def _answers_awaited(table: Table, event: e.AnswersAwaited) -> Table:
    awaiting = Awaiting(event.question, event.box, event.hand, event.players)
    return changed(table, awaiting=awaiting)


def _answer_declined(table: Table, event: e.AnswerDeclined) -> Table:
    return changed(table, awaiting=_answered(table, event.player))


def _answered(table: Table, player: str) -> Awaiting | None:
    awaiting = table.awaiting
    if awaiting is None or player not in awaiting.players:
        return awaiting
    players = tuple([each for each in awaiting.players if each != player])
    return replace(awaiting, players=players) if players else None


def _player_absent(table: Table, event: e.PlayerAbsent) -> Table:
    box = changed(_box(table, event.box), absent=True)
    return changed(table, boxes=_with_box(table, box))


def _wager_settled(table: Table, event: e.WagerSettled) -> Table:
    """Move the chips: what is returned comes out of the stake first, then out of the float tray."""
    moved = _off_the_layout(table, event)
    if event.result == "forfeited":
        moved["awaiting"] = _answered(table, event.player)
    return changed(
        table,
        racks=_rack(table, event.player, event.returned),
        float_tray=table.float_tray + event.stake - event.returned,
        **moved,
    )


def _off_the_layout(table: Table, event: e.WagerSettled) -> dict[str, Any]:
    """Give what the settlement changes beside racks and float tray."""
    if event.wager == "super-bonus":
        return {"super_bonus": (*table.super_bonus, (event.player, event.box))}
    if event.wager == "bonus":
        return {"bonus_paid": (*table.bonus_paid, (event.player, event.box))}
    if event.wager == "ultimate-pinkjack":
        return {}
    assert event.box is not None
    if event.hand is not None:
        hand = _hand(table, event.box, event.hand)
        if event.wager == "double":
            hand = _without_double(hand, event.player)
        else:
            hand = _with_stake(hand, event.player, result=event.result)
        return {"boxes": _with_hand(table, event.box, event.hand, hand)}
    box = _box(table, event.box)
    if event.wager == "insurance":
        wagers = [
            changed(each, settled=True) if each.player == event.player else each
            for each in box.insurance
        ]
        return {"boxes": _with_box(table, changed(box, insurance=tuple(wagers)))}
    sides = tuple([_settled_side(each, event) for each in box.sides])
    return {"boxes": _with_box(table, changed(box, sides=sides))}


def _without_double(hand: Hand, player: str) -> Hand:
    stakes = [changed(s, double=0) if s.player == player else s for s in hand.stakes]
    return changed(hand, stakes=tuple(stakes))


def _settled_side(side: SideWager, event: e.WagerSettled) -> SideWager:
    if (side.player, side.kind) == (event.player, event.wager):
        return changed(side, settled=True)
    return side


def _hand_cleared(table: Table, event: e.HandCleared) -> Table:
    hand = _hand(table, event.box, event.hand)
    return changed(
        table,
        boxes=_with_hand(table, event.box, event.hand, changed(hand, done=True, cleared=True)),
        discards=table.discards + hand.cards,
    )


def _dealer_turn_began(table: Table, event: e.DealerTurnBegan) -> Table:
    return changed(table, phase="dealer")


def _round_ended(table: Table, event: e.RoundEnded) -> Table:
    return changed(table, phase="over")


def _table_cleared(table: Table, event: e.TableCleared) -> Table:
    left = [card for _, _, hand in table.hands() if not hand.cleared for card in hand.cards]
    return Table(
        racks=table.racks,
        float_tray=table.float_tray,
        discards=(*table.discards, *left, *table.dealer),
        rounds=table.rounds,
    )


STEPS: Final[dict[type, Callable[[Table, Any], Table]]] = {
    e.ChipsBrought: _chips_brought,
    e.ChipsTaken: _chips_taken,
    e.WagerPlaced: _wager_placed,
    e.WagerWithdrawn: _wager_withdrawn,
    e.SideWagerPlaced: _side_wager_placed,
    e.SideWagerWithdrawn: _side_wager_withdrawn,
    e.WagerCutBack: _wager_cut_back,
    e.BetsClosed: _bets_closed,
    e.CardDealt: _card_dealt,
    e.OffersOpened: _offers_opened,
    e.InsurancePlaced: _insurance_placed,
    e.WagerSurrendered: _wager_surrendered,
    e.PlayBegan: _play_began,
    e.CardAsked: _card_asked,
    e.HandStood: _hand_stood,
    e.HandDoubled: _hand_doubled,
    e.DoubleFollowed: _double_followed,
    e.HandSplit: _hand_split,
    e.SplitFollowed: _split_followed,
    e.WagerDesignated: _wager_designated,
    e.AnswersAwaited: _answers_awaited,
    e.AnswerDeclined: _answer_declined,
    e.PlayerAbsent: _player_absent,
    e.WagerSettled: _wager_settled,
    e.HandCleared: _hand_cleared,
    e.DealerTurnBegan: _dealer_turn_began,
    e.RoundEnded: _round_ended,
    e.TableCleared: _table_cleared,
}
