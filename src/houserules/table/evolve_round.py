"""The table after events of the round: cards, beginnings and ends."""

from houserules.shoe.state import Source
from houserules.table import events as e
from houserules.table.cards.counting import round_has_begun
from houserules.table.evolve_parts import (
    the_box,
    the_hand,
    with_box,
    with_hand,
)
from houserules.table.mishaps.past import forget_round, remember_round
from houserules.table.state import Box, Hand, Stake, Table, changed


def bets_closed(table: Table, event: e.BetsClosed) -> Table:
    """After BetsClosed."""
    table = forget_round(table)
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
        before_round=table if table.source is not None else None,
    )


def _first_hand(box: Box, *, face_down: bool) -> Hand:
    stakes = [
        Stake(each.player, "original", each.plays, tokens=each.tokens)
        for each in box.bettors
        if each.plays
    ]
    return Hand(cards=(), stakes=tuple(stakes), face_down=face_down)


def card_dealt(table: Table, event: e.CardDealt) -> Table:
    """After CardDealt."""
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


def offers_opened(table: Table, event: e.OffersOpened) -> Table:
    """After OffersOpened."""
    return changed(table, phase="offers")


def play_began(table: Table, event: e.PlayBegan) -> Table:
    """After PlayBegan."""
    return changed(table, phase="playing")


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
        mishap=None,
        before_round=None,
        log=(),
    )


def _after_round(source: Source) -> Source:
    return changed(source, rounds=source.rounds + 1)


def round_voided(table: Table, event: e.RoundVoided) -> Table:
    """After RoundVoided."""
    return changed(table, phase="over", awaiting=None, mishap=None)


def controller_changed(table: Table, event: e.ControllerChanged) -> Table:
    """After ControllerChanged."""
    box = changed(the_box(table, event.box), controller=event.player, absent=False)
    return changed(table, boxes=with_box(table, box))
