"""Bets open again: the cutting card came where the round's first card was due (reading 63).

No card has been dealt, so no round of play has begun, and bets are closed again after the cut. What
was cut back at the first closing has been handed back and stays so: the wagers lie as they play.
"""

from dataclasses import replace

from houserules.table.cards.events import BetsReopened
from houserules.table.event_builder import EventBuilder
from houserules.table.people import places
from houserules.table.sign import attendance
from houserules.table.state import Box, Table, changed


def reopen_bets(builder: EventBuilder) -> None:
    """Let wagers be placed and taken back during the shuffle, if bets were closed already."""
    if builder.table.phase == "dealing":
        builder.emit(BetsReopened(builder.rules.wagers.wagers_before_first_card))


def bets_reopened(table: Table, event: BetsReopened) -> Table:
    """After BetsReopened: the round that was to begin keeps its number, and nobody sat it out."""
    table = attendance.round_never_began(places.round_never_began(table, event), event)
    boxes = [_before_cards(box) for box in table.boxes]
    invalid = [
        replace(each, rounds=table.rounds - 1) if each.rounds == table.rounds else each
        for each in table.people.invalid
    ]
    return changed(
        table,
        phase="betting",
        boxes=tuple([box for box in boxes if box.bettors or box.sides]),
        rounds=table.rounds - 1,
        people=changed(table.people, invalid=tuple(invalid)),
        before_round=None,
        log=(),
    )


def _before_cards(box: Box) -> Box:
    """Return a box with the wagers that are still on it, and without the hand they were to get."""
    bettors = [
        changed(bettor, placed=stake.amount, plays=stake.amount, tokens=stake.tokens)
        for bettor in box.bettors
        for hand in box.hands
        if (stake := hand.stake_of(bettor.player))
    ]
    return Box(box.number, tuple(bettors), tuple([each for each in box.sides if not each.settled]))
