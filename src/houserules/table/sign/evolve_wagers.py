"""The table after events about single wagers: raised, found outside the limits, displaced."""

from typing import Any, Final

from houserules.table.round.evolve import purse, still_awaited, the_box, with_box
from houserules.table.round.evolve_chips import side_wager_withdrawn, wager_withdrawn, wagers_kept
from houserules.table.sign import events
from houserules.table.sign.state import Restated
from houserules.table.state import (
    Bettor,
    Box,
    Hand,
    InsuranceWager,
    SideWager,
    Stake,
    Steps,
    Table,
    changed,
)


def wager_raised(table: Table, event: events.WagerRaised) -> Table:
    box = the_box(table, event.box)
    bettors = [
        changed(
            bettor,
            placed=bettor.placed + event.amount,
            plays=bettor.plays + event.amount,
            tokens=bettor.tokens + event.tokens,
        )
        if bettor.player == event.player
        else bettor
        for bettor in box.bettors
    ]
    return changed(
        table,
        boxes=with_box(table, changed(box, bettors=tuple(bettors))),
        **purse(table, event.player, -event.amount, tokens=-event.tokens),
    )


def wager_found(table: Table, event: events.WagerFound) -> Table:
    """After WagerFound: the wager itself is placed next."""
    return table


def wager_found_in_play(table: Table, event: events.WagerFoundInPlay) -> Table:
    """After WagerFoundInPlay: what plays lies on the box, the rest is in the racks."""
    box = the_box(table, event.box)
    known = {share.player: share for share in event.shares}
    bettors = [
        changed(bettor, placed=share.placed, plays=share.plays, tokens=share.tokens)
        if (share := known.pop(bettor.player, None))
        else bettor
        for bettor in box.bettors
    ]
    bettors += [Bettor(s.player, s.placed, s.plays, s.seated, s.tokens) for s in known.values()]
    box = changed(box, bettors=tuple(bettors))
    for row in event.wagers:
        old = _restated_wager(box, row)
        amount, tokens = (old.amount, old.tokens) if old else (0, 0)
        if isinstance(old, Stake) and row.wager == "double":
            amount, tokens = old.double, old.double_tokens
        table = changed(
            table, **purse(table, row.player, amount - row.amount, tokens=tokens - row.tokens)
        )
        box = _with_wager(box, row, old)
    if event.controller is not None:
        box = changed(box, controller=event.controller, uncontrolled=None)
    for share in event.shares:
        if not share.plays and table.awaiting is not None and table.awaiting.box == box.number:
            table = changed(table, awaiting=still_awaited(table, share.player))
    return changed(table, boxes=with_box(table, box))


_Wager = Stake | InsuranceWager | SideWager


def _restated_wager(box: Box, row: Restated) -> _Wager | None:
    """Return the wager that is restated; None: nobody had entered it."""
    if row.hand is not None:
        return box.hands[row.hand - 1].stake_of(row.player)
    wagers: tuple[Any, ...] = box.insurance if row.wager == "insurance" else box.sides
    for each in wagers:
        if each.player == row.player and getattr(each, "kind", "insurance") == row.wager:
            wager: _Wager = each
            return wager
    return None


def _with_wager(box: Box, row: Restated, old: _Wager | None) -> Box:
    """Return the box with one wager restated."""
    if row.hand is not None:
        hand = _with_stake(box.hands[row.hand - 1], row, old)
        hands = (*box.hands[: row.hand - 1], hand, *box.hands[row.hand :])
        return changed(box, hands=hands)
    assert old is not None
    name = "insurance" if row.wager == "insurance" else "sides"
    new = [changed(old, amount=row.amount, tokens=row.tokens)] if row.amount else []
    wagers = [wager for each in getattr(box, name) for wager in (new if each is old else [each])]
    return changed(box, **{name: tuple(wagers)})


def _with_stake(hand: Hand, row: Restated, old: _Wager | None) -> Hand:
    if old is None:
        stake = Stake(row.player, "original", row.amount, tokens=row.tokens)
        return changed(hand, stakes=(*hand.stakes, stake))
    if row.wager == "double":
        new: Any = changed(old, double=row.amount, double_tokens=row.tokens)
    else:
        new = changed(old, amount=row.amount, tokens=row.tokens)
    gone = not new.amount and not new.double
    stakes = [
        each if each is not old else new for each in hand.stakes if each is not old or not gone
    ]
    return changed(hand, stakes=tuple(stakes))


STEPS: Final[Steps] = {
    events.WagersKept: wagers_kept,
    events.WagerFound: wager_found,
    events.WagerFoundInPlay: wager_found_in_play,
    events.SideWagerDisplaced: side_wager_withdrawn,
    events.WagerDisplaced: wager_withdrawn,
    events.WagerRaised: wager_raised,
}
