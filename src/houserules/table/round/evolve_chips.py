"""The table after events that move chips: wagers, insurance, settlement."""

from typing import Any, Final

from houserules.core.money import Cents
from houserules.core.refusal import Clause
from houserules.table import events
from houserules.table.people.state import Debt
from houserules.table.round.evolve import (
    plays_nothing,
    purse,
    rack,
    still_awaited,
    the_box,
    the_hand,
    with_box,
    with_hand,
    with_stake,
)
from houserules.table.sign.events import WagersKept
from houserules.table.staff.events import WagerForfeited, WagerReturned
from houserules.table.state import Bettor, Box, InsuranceWager, SideWager, Steps, Table, changed


def collect_chips(table: Table, player: str, amount: Cents) -> Table:
    """Return the table with chips moved from a rack to the float tray; below 0, the other way."""
    return changed(table, racks=rack(table, player, -amount), float_tray=table.float_tray + amount)


def open_box(table: Table, number: int) -> tuple[Table, Box]:
    """Return the box, put among the others in the order of the deal if it is new."""
    box = table.box(number)
    if box is not None:
        return table, box
    box = Box(number)
    boxes = tuple(sorted((*table.boxes, box), key=lambda each: each.number))
    return changed(table, boxes=boxes), box


def _drop_empty(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    return tuple([box for box in boxes if box.bettors or box.sides])


def wager_placed(table: Table, event: events.WagerPlaced) -> Table:
    table, box = open_box(table, event.box)
    bettor = Bettor(event.player, event.amount, event.amount, event.seated, event.tokens)
    return changed(
        table,
        boxes=with_box(table, changed(box, bettors=(*box.bettors, bettor))),
        **purse(table, event.player, -event.amount, tokens=-event.tokens),
    )


def wager_withdrawn(table: Table, event: events.WagerWithdrawn) -> Table:
    box = the_box(table, event.box)
    bettors = tuple([each for each in box.bettors if each.player != event.player])
    return changed(
        table,
        boxes=_drop_empty(with_box(table, changed(box, bettors=bettors))),
        **purse(table, event.player, event.amount, tokens=event.tokens),
    )


def side_wager_placed(table: Table, event: events.SideWagerPlaced) -> Table:
    table, box = open_box(table, event.box)
    side = SideWager(event.player, event.kind, event.amount, event.suit, tokens=event.tokens)
    return changed(
        table,
        boxes=with_box(table, changed(box, sides=(*box.sides, side))),
        **purse(table, event.player, -event.amount, tokens=-event.tokens),
    )


def side_wager_withdrawn(table: Table, event: events.SideWagerWithdrawn) -> Table:
    box = the_box(table, event.box)
    sides = tuple([s for s in box.sides if (s.player, s.kind) != (event.player, event.kind)])
    return changed(
        table,
        boxes=_drop_empty(with_box(table, changed(box, sides=sides))),
        **purse(table, event.player, event.amount, tokens=event.tokens),
    )


def wager_cut_back(table: Table, event: events.WagerCutBack) -> Table:
    box = the_box(table, event.box)
    bettors = tuple(
        [
            changed(each, plays=event.plays, tokens=each.tokens - event.tokens)
            if each.player == event.player
            else each
            for each in box.bettors
        ]
    )
    return changed(
        table,
        boxes=with_box(table, changed(box, bettors=bettors)),
        **purse(table, event.player, event.handed_back, tokens=event.tokens),
    )


def insurance_placed(table: Table, event: events.InsurancePlaced) -> Table:
    box = the_box(table, event.box)
    wager = InsuranceWager(event.player, event.amount, tokens=event.tokens)
    return changed(
        table,
        boxes=with_box(table, changed(box, insurance=(*box.insurance, wager))),
        **purse(table, event.player, -event.amount, tokens=-event.tokens),
    )


def wager_settled(table: Table, event: events.WagerSettled) -> Table:
    """Move chips and tokens: what is returned comes out of the stake, winnings out of the float."""
    moved = _off_the_layout(table, event)
    if event.result == "forfeited":
        moved["awaiting"] = still_awaited(table, event.player)
    moved |= purse(table, event.player, event.returned, tokens=event.tokens)
    kept = event.stake - event.returned
    if event.token_stake:
        moved["token_tray"] = table.token_tray + event.token_stake - event.tokens
        kept -= event.token_stake - event.tokens
    return changed(table, float_tray=table.float_tray + kept, **moved)


def _off_the_layout(table: Table, event: events.WagerSettled) -> dict[str, Any]:
    """Return what the settlement changes beside racks and float tray."""
    if event.wager == "super-bonus":
        return {"super_bonus": (*table.super_bonus, (event.player, event.box))}
    if event.wager == "bonus":
        return {"bonus_paid": (*table.bonus_paid, (event.player, event.box))}
    if event.wager == "ultimate-pinkjack":
        return {}
    assert event.box is not None
    if event.hand is not None:
        hand = the_hand(table, event.box, event.hand)
        if event.wager == "double":
            stakes = [
                changed(stake, double=0, double_tokens=0) if stake.player == event.player else stake
                for stake in hand.stakes
            ]
            hand = changed(hand, stakes=tuple(stakes))
        else:
            hand = with_stake(hand, event.player, result=event.result)
        boxes = with_hand(table, event.box, event.hand, hand)
        if event.result == "void" and event.wager == "original":
            table = changed(table, boxes=boxes)
            boxes = with_box(table, plays_nothing(the_box(table, event.box), event.player))
        return {"boxes": boxes}
    box, wager = the_box(table, event.box), (event.player, event.wager)
    if event.wager == "insurance":
        wagers = [
            changed(insured, settled=True) if insured.player == event.player else insured
            for insured in box.insurance
        ]
        return {"boxes": with_box(table, changed(box, insurance=tuple(wagers)))}
    if event.result == "void":  # as if it had not been made: no bonus depends on it
        sides = [side for side in box.sides if (side.player, side.kind) != wager]
    else:
        sides = [
            changed(side, settled=True) if (side.player, side.kind) == wager else side
            for side in box.sides
        ]
    return {"boxes": with_box(table, changed(box, sides=tuple(sides)))}


def wager_returned(table: Table, event: WagerReturned) -> Table:
    """After WagerReturned: chips come out of the float tray, tokens out of theirs."""
    return changed(
        table,
        float_tray=table.float_tray - event.amount + event.tokens,
        token_tray=table.token_tray - event.tokens,
        **purse(table, event.player, event.amount, tokens=event.tokens),
    )


def wager_forfeited(table: Table, event: WagerForfeited) -> Table:
    """After WagerForfeited: into the trays; what was not there is owed."""
    table = changed(
        table,
        float_tray=table.float_tray + event.amount - event.tokens,
        token_tray=table.token_tray + event.tokens,
        **purse(table, event.player, -event.amount, tokens=-event.tokens),
    )
    return owing(table, event.player, event.outstanding, event.clause)


def owing(table: Table, player: str, amount: Cents, clause: Clause) -> Table:
    """Return the table with a further debt of the player, if there is any amount."""
    if not amount:
        return table
    debts = (*table.people.debts, Debt(player, amount, clause))
    return changed(table, people=changed(table.people, debts=debts))


def wagers_kept(table: Table, event: WagersKept) -> Table:
    for number, player, amount in event.wagers:
        box = the_box(table, number)
        bettors = [changed(b, kept=amount) if b.player == player else b for b in box.bettors]
        table = changed(table, boxes=with_box(table, changed(box, bettors=tuple(bettors))))
    return table


STEPS: Final[Steps] = {
    events.ChipsBrought: lambda table, event: changed(
        table, racks=rack(table, event.player, event.amount)
    ),
    events.ChipsTaken: lambda table, event: changed(
        table, racks=rack(table, event.player, -event.amount)
    ),
    events.WagerPlaced: wager_placed,
    events.WagerWithdrawn: wager_withdrawn,
    events.SideWagerPlaced: side_wager_placed,
    events.SideWagerWithdrawn: side_wager_withdrawn,
    events.WagerCutBack: wager_cut_back,
    events.InsurancePlaced: insurance_placed,
    events.WagerSettled: wager_settled,
}
