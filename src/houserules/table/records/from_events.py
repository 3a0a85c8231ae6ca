"""A round record from the events of a played round: wagers, cards and decisions read back.

rules, table, events = rulebook("nsw-pontoon-2024"), Table(), []
for command in commands:
    happened, table = carry_out(rules, table, command)
    events += happened
record = record_round(rules, events)
"""

from collections.abc import Iterable
from typing import Final

from houserules.core.cards import Card
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import options
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import write_value
from houserules.rulebook.values import NotOffered
from houserules.table import commands
from houserules.table.cards.events import BetsReopened
from houserules.table.events import (
    BetsClosed,
    CardDealt,
    Event,
    RoundEnded,
    SideWagerPlaced,
    SideWagerWithdrawn,
    TableCleared,
    WagerCutBack,
    WagerPlaced,
    WagerSurrendered,
    WagerWithdrawn,
)
from houserules.table.evolve import evolve
from houserules.table.irregularities.decisions import decision_behind
from houserules.table.irregularities.rollback import ROUND_EVENTS
from houserules.table.records.record import Record, Wager, WrittenDecision, WrittenSideWager
from houserules.table.round.evolve import the_box, with_box
from houserules.table.sign import events as sign
from houserules.table.state import Bettor, Table, changed

ROUND_RECORD_EVENTS: Final[tuple[type, ...]] = (
    *ROUND_EVENTS,
    *(WagerPlaced, WagerWithdrawn, SideWagerPlaced, SideWagerWithdrawn, WagerCutBack),
    *(
        sign.WagerRaised,
        sign.WagersArranged,
        sign.SideWagerDisplaced,
        sign.WagerDisplaced,
        sign.WagersKept,
        BetsReopened,
    ),
)
"""The events that decide what a round record says."""


def record_round(rules: Rulebook, events: Iterable[Event]) -> Record:
    """Write down the last round in `events`; settling the record pays what the table paid.

    The round must be over. A round with an irregularity needs its whole history: the floor writes
    those (`houserules export`).
    """
    last_round = list[Event]()
    for event in events:
        if isinstance(event, TableCleared):
            last_round.clear()
        else:
            last_round.append(event)
    if not any(isinstance(event, RoundEnded) for event in last_round):
        raise ValueError("The round is not over: play it to its end, then write it down.")
    layout, decisions = read_back(rules, last_round)
    wagers, sides = wagers_on(layout)
    printed = options(rulebook(rules.id))
    chosen = tuple(
        (key, write_value(key, option.value))
        for key, option in options(rules).items()
        if option.value != printed[key].value
    )
    return Record(rules, chosen, dealt_cards(last_round), wagers, sides, decisions)


def dealt_cards(events: Iterable[Event]) -> tuple[Card, ...]:
    return tuple(event.card for event in events if isinstance(event, CardDealt))


def read_back(
    rules: Rulebook, events: Iterable[Event]
) -> tuple[Table, tuple[WrittenDecision, ...]]:
    """Return the layout when bets were closed, and the decisions made after that."""
    table, decisions = Table(), list[WrittenDecision]()
    layout = table
    for event in events:
        if isinstance(event, BetsClosed):
            layout = table
        elif isinstance(event, sign.WagerFoundInPlay):
            layout = _with_found_wager(layout, event)
        if type(event) in ROUND_RECORD_EVENTS:
            if made := decision_of(rules, table, event):
                decisions.append(made)
            table = evolve(table, event)
    return layout, tuple(decisions)


def _with_found_wager(layout: Table, event: sign.WagerFoundInPlay) -> Table:
    """Correct the layout for a wager that turned out to be different after bets were closed."""
    box = the_box(layout, event.box)
    shares = {
        share.player: Bettor(share.player, share.placed, share.plays, share.seated)
        for share in event.shares
    }
    bettors = [shares.pop(bettor.player, bettor) for bettor in box.bettors]
    box = changed(box, bettors=(*bettors, *shares.values()))
    return changed(layout, boxes=with_box(layout, box))


def wagers_on(
    layout: Table, amounts: str = "placed"
) -> tuple[tuple[Wager, ...], tuple[WrittenSideWager, ...]]:
    """Return the wagers of a layout; `amounts`: as "placed", or as each "plays" after a cut-back."""
    wagers = []
    for box in layout.boxes:
        seats = [bettor for bettor in box.bettors if bettor.seated]
        seated = seats[-1] if seats else None  # earlier ones have changed seats
        wagers += [
            Wager(box.number, bettor.player, getattr(bettor, amounts), bettor is seated)
            for bettor in box.bettors
            if getattr(bettor, amounts)
        ]
    sides = tuple(
        WrittenSideWager(side.kind, box.number, side.player, side.amount, side.suit)
        for box in layout.boxes
        for side in box.sides
    )
    return tuple(wagers), sides


def command_of(rules: Rulebook, table: Table, event: Event) -> commands.Command | None:
    """Return the decision behind an event; `table` is the table before it.

    None: the event followed from another one, such as a surrender that binds the other bettors.
    """
    part = rules.surrender
    binds = not isinstance(part, NotOffered) and part.surrender_of_others.value == "are bound"
    if isinstance(event, WagerSurrendered) and not event.ends_hand and binds:
        return None
    return decision_behind(event, table)


def decision_of(rules: Rulebook, table: Table, event: Event) -> WrittenDecision | None:
    """Return the decision behind an event as a record writes it; a "no" is not written."""
    command = command_of(rules, table, event)
    box = table.box(getattr(command, "box", 0))
    if command is None or box is None:
        return None
    player = getattr(command, "player", box.controller)
    by = None if player == box.controller else player
    hand = getattr(command, "hand", None) if box.is_split else None
    match command:
        case commands.Insure(amount=amount):
            return WrittenDecision(box.number, "insure", amount=amount, player=by)
        case commands.Surrender():
            return WrittenDecision(box.number, "surrender", player=by)
        case commands.Designate(hand=to):
            return WrittenDecision(box.number, "designate", designated=to, player=by)
        case commands.Double(amount=amount):
            return WrittenDecision(box.number, "double", hand, amount, player=by)
        case commands.Hit():
            return WrittenDecision(box.number, "hit", hand, player=by)
        case commands.Stand():
            return WrittenDecision(box.number, "stand", hand, player=by)
        case commands.Split():
            return WrittenDecision(box.number, "split", hand, player=by)
        case commands.Forfeit():
            return WrittenDecision(box.number, "forfeit", hand, player=by)
        case commands.ReportAbsent():
            return WrittenDecision(box.number, "absent", hand)
    return None
