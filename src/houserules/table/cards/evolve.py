"""The table after events of the cards. A table without a source has no such events."""

from dataclasses import replace
from typing import Any, Final

from houserules.core.cards import Card
from houserules.shoe.state import Called, Cause, Due, Preparation, Source
from houserules.table.cards import events
from houserules.table.events import BetsClosed
from houserules.table.people import evolve as people
from houserules.table.people.events import PlayerLeft
from houserules.table.sign import evolve as sign
from houserules.table.state import Box, Step, Steps, Table, changed


def source_of(table: Table) -> Source:
    """Return the source that must be there."""
    assert table.source is not None, "the table has no source of cards"
    return table.source


def with_source(table: Table, **changes: Any) -> Table:
    """Return the table with its source changed."""
    return changed(table, source=changed(source_of(table), **changes))


def with_preparation(table: Table, **changes: Any) -> Table:
    """Return the table with the preparation of its cards changed."""
    return with_source(table, preparation=changed(source_of(table).preparation, **changes))


def due_step_made(table: Table, event: object = None) -> Table:
    """Return the table with the first of the steps that are due made."""
    return with_preparation(table, due=source_of(table).due[1:])


def shuffle_became_due(table: Table, event: events.ShuffleBecameDue) -> Table:
    """After ShuffleBecameDue: where the cutting card came out is kept for the cut."""
    table = with_preparation(
        table,
        due=event.steps,
        cause=event.cause,
        clause=event.clause,
        declined=(),
        checked_by=(),
        pre_shuffled=None,
        riffle=None,
    )
    return with_source(table, after_round=None)


def cards_shuffled(table: Table, event: events.CardsShuffled) -> Table:
    old = source_of(table)
    table = with_preparation(table, due=event.steps, cause=event.cause, declined=())
    if old.due and old.due[0].step == "cut":  # pre-shuffled cards, and a riffle may still follow
        table = with_preparation(table, mixed=True)
    else:
        table = with_preparation(table, pre_shuffled=None, riffle=None, mixed=False)
    table = with_source(
        table,
        left=event.left,
        colour=event.colour,
        other=old.colour if event.colour != old.colour else old.other,
        after_round=None,
        behind=None,
        out=False,
        commitment=event.commitment,
        shoe=old.shoe + event.new_shoe,
        rounds=0 if event.new_shoe else old.rounds,
        vacant=False,
    )
    if not event.with_rack:
        return table
    emptied = with_source(table, burned=0, under=None, returned=(), returned_unseen=0)
    return changed(emptied, discards=())


def player_left(table: Table, event: object) -> Table:
    """Also after PlayerLeft: a table where nobody is left stands vacant (NZ 7.1(d))."""
    if table.source is None or table.patrons:
        return table
    return with_source(table, vacant=True)


def bets_closed(table: Table, event: object) -> Table:
    """Also after BetsClosed: the table is in use again, and what the last round did is past."""
    if table.source is None:
        return table
    return with_source(table, vacant=False, returned=(), returned_unseen=0)


def cut_declined(table: Table, event: events.CutDeclined | events.CutPassedOn) -> Table:
    """After CutDeclined, CutPassedOn."""
    declined = (*source_of(table).preparation.declined, event.player)
    return with_preparation(table, declined=declined)


def cards_cut(table: Table, event: events.CardsCut) -> Table:
    return with_preparation(
        due_step_made(table), declined=(), box=None, player=None, pre_shuffled=None, riffle=None
    )


def cutting_card_placed(table: Table, event: events.CuttingCardPlaced) -> Table:
    return with_source(due_step_made(table), behind=event.behind, out=False)


def card_burned(table: Table, event: events.CardBurned) -> Table:
    """After CardBurned: seen in the rack, or there face down."""
    source, due = source_of(table), source_of(table).due
    if due and due[0].step == "burn":
        table = with_preparation(table, due=due[1:])
    table = with_source(table, left=source.left - event.from_source)
    if event.card is None:
        return with_source(table, burned=source.burned + 1)
    return changed(table, discards=(*table.discards, event.card))


def burned_card_asked(table: Table, event: events.BurnedCardAsked) -> Table:
    source = source_of(table)
    return with_preparation(table, due=(Due("show burned card", source.colour), *source.due))


def burned_card_shown(table: Table, event: events.BurnedCardShown) -> Table:
    table = with_source(due_step_made(table), burned=source_of(table).burned - 1)
    return changed(table, discards=(*table.discards, event.card))


def discards_into_device(table: Table, event: events.DiscardsIntoDevice) -> Table:
    source = source_of(table)
    left = source.left + len(event.cards) + event.unseen
    table = with_source(
        table, left=left, burned=0, returned=event.cards, returned_unseen=event.unseen
    )
    return changed(table, discards=())


def card_kept_under_shoe(table: Table, event: events.CardKeptUnderShoe) -> Table:
    source = source_of(table)
    under: Card | str = event.card or "face down"
    return with_source(table, under=under, left=source.left - event.from_source)


# Opening the table: cards arrive, are checked and are spread before the players.


def table_opened(table: Table, event: events.TableOpened) -> Table:
    source = Source(event.kind, event.cards, event.cards, virtual=event.virtual)
    return _with_new_cards(table, source, event, "start")


def cards_replaced(table: Table, event: events.CardsReplaced) -> Table:
    """After CardsReplaced: nothing of the old cards is left at the table."""
    old = source_of(table)
    source = Source(old.kind, old.cards, old.cards, virtual=old.virtual, shoe=old.shoe)
    return _with_new_cards(table, source, event, "replaced")


def _with_new_cards(
    table: Table, source: Source, event: events.TableOpened | events.CardsReplaced, cause: Cause
) -> Table:
    """A shoe begins with its shuffle; one that is not shuffled at the table begins at once."""
    begins = not any(due.step == "shuffle" for due in event.steps)
    source = changed(
        source,
        colour=event.colours[0],
        other=event.colours[1] if len(event.colours) > 1 else None,
        preparation=Preparation(event.steps, cause, pre_shuffled=event.pre_shuffled),
        shoe=source.shoe + begins,
    )
    return changed(table, source=source, discards=())


def cards_checked(table: Table, event: events.CardsChecked) -> Table:
    """After CardsChecked: who checked is remembered until the set's last check."""
    due, by = source_of(table).due[1:], source_of(table).preparation.checked_by
    more = bool(due) and due[0] == Due("check", event.colour)
    return with_preparation(
        table, due=due, checked_by=(*by, (event.by, event.role)) if more else ()
    )


def cards_prepared(table: Table, event: events.CardsPrepared) -> Table:
    """After CardsPrepared: a step that was due, or the riffle that a player asked for."""
    due = source_of(table).due
    if due and due[0].step == event.step:
        return with_preparation(table, due=due[1:])
    return with_preparation(table, riffle="done")


# Reports about the cards.


def step_missed(table: Table, event: events.StepMissed) -> Table:
    """After StepMissed: without the shuffle there is nothing to cut or burn either."""
    due = source_of(table).due
    if event.step == "shuffle":
        return with_preparation(table, due=())
    if event.step == "cut":
        table = with_preparation(table, declined=(), box=None, player=None, pre_shuffled=None)
    left = due[1:] if due and due[0].step == event.step else due
    return with_preparation(table, due=left)


def discards_left_in_rack(table: Table, event: events.DiscardsLeftInRack) -> Table:
    """After DiscardsLeftInRack: they never were in the device."""
    source = source_of(table)
    table = changed(table, discards=(*source.returned, *table.discards))
    return with_source(
        table,
        left=source.left - len(source.returned) - source.returned_unseen,
        burned=source.burned + source.returned_unseen,
        returned=(),
        returned_unseen=0,
    )


def cards_dropped(table: Table, event: events.CardsDropped) -> Table:
    source = source_of(table)
    return with_preparation(table, due=(Due("verify", source.colour), *source.due))


def bets_reopened(table: Table, event: events.BetsReopened) -> Table:
    """After BetsReopened: the round that was to begin keeps its number, and nobody sat it out."""
    table = sign.round_never_began(people.round_never_began(table, event), event)
    boxes = []
    for box in table.boxes:  # with the wagers still on it, without the hand they were to get
        bettors = [
            changed(bettor, placed=stake.amount, plays=stake.amount, tokens=stake.tokens)
            for bettor in box.bettors
            for hand in box.hands
            if (stake := hand.stake_of(bettor.player))
        ]
        sides = [side for side in box.sides if not side.settled]
        if bettors or sides:
            boxes.append(Box(box.number, tuple(bettors), tuple(sides)))
    invalid = [
        replace(found, rounds=table.rounds - 1) if found.rounds == table.rounds else found
        for found in table.people.invalid
    ]
    return changed(
        table,
        phase="betting",
        boxes=tuple(boxes),
        rounds=table.rounds - 1,
        people=changed(table.people, invalid=tuple(invalid)),
        before_round=None,
        log=(),
    )


STEPS: Final[Steps] = {
    events.TableOpened: table_opened,
    events.CardsReplaced: cards_replaced,
    events.CardsChecked: cards_checked,
    events.CardsSecured: due_step_made,
    events.CardsPrepared: cards_prepared,
    events.RiffleAsked: lambda table, event: with_preparation(table, riffle="asked"),
    events.RiffleApproved: lambda table, event: with_preparation(table, riffle="approved"),
    events.ShuffleCalled: lambda table, event: with_source(
        table, after_round=Called(event.cause, event.clause)
    ),
    events.ShuffleBecameDue: shuffle_became_due,
    events.CardsShuffled: cards_shuffled,
    events.CutDeclined: cut_declined,
    events.CutPassedOn: cut_declined,
    events.CardsCut: cards_cut,
    events.CuttingCardPlaced: cutting_card_placed,
    events.CardBurned: card_burned,
    events.CardUnderShoeBurned: lambda table, event: changed(
        with_source(table, under=None), discards=(*table.discards, event.card)
    ),
    events.BurnedCardAsked: burned_card_asked,
    events.BurnedCardShown: burned_card_shown,
    events.CuttingCardCameOut: lambda table, event: with_source(
        with_preparation(table, box=event.box, player=event.player), out=True
    ),
    events.BetsReopened: bets_reopened,
    events.DiscardsIntoDevice: discards_into_device,
    events.CardKeptUnderShoe: card_kept_under_shoe,
    events.StepMissed: step_missed,
    events.CardExposed: lambda table, event: table,  # the shuffle that follows says the rest
    events.DiscardsLeftInRack: discards_left_in_rack,
    events.CardsDropped: cards_dropped,
    events.CardsVerified: due_step_made,
    events.CardDamaged: lambda table, event: with_source(
        table, damaged=source_of(table).damaged + 1
    ),
    events.DamagedCardReplaced: lambda table, event: with_source(table, damaged=0),
    events.SourceChanged: lambda table, event: with_source(
        table, kind=event.kind, behind=None, out=False
    ),
}

ALSO: Final[tuple[tuple[type, Step], ...]] = ((BetsClosed, bets_closed), (PlayerLeft, player_left))
