"""The table after events of the cards. A table without a source has no such events."""

from dataclasses import replace
from typing import Any, Final

from houserules.core.cards import Card
from houserules.shoe.state import Called, Cause, Due, Preparation, Source
from houserules.table.cards.events import (
    BetsReopened,
    BurnedCardAsked,
    BurnedCardShown,
    CardBurned,
    CardDamaged,
    CardExposed,
    CardKeptUnderShoe,
    CardsChecked,
    CardsCut,
    CardsDropped,
    CardsPrepared,
    CardsReplaced,
    CardsSecured,
    CardsShuffled,
    CardsVerified,
    CardUnderShoeBurned,
    CutDeclined,
    CutPassedOn,
    CuttingCardCameOut,
    CuttingCardPlaced,
    DamagedCardReplaced,
    DiscardsIntoDevice,
    DiscardsLeftInRack,
    RiffleApproved,
    RiffleAsked,
    ShuffleBecameDue,
    ShuffleCalled,
    SourceChanged,
    StepMissed,
    TableOpened,
)
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


def remaining_steps(table: Table) -> tuple[Due, ...]:
    """Return the steps that are due once the first of them is made."""
    return source_of(table).due[1:]


def shuffle_called(table: Table, event: ShuffleCalled) -> Table:
    return with_source(table, after_round=Called(event.cause, event.clause))


def shuffle_became_due(table: Table, event: ShuffleBecameDue) -> Table:
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


def cards_shuffled(table: Table, event: CardsShuffled) -> Table:
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


def cut_declined(table: Table, event: CutDeclined | CutPassedOn) -> Table:
    """After CutDeclined, CutPassedOn."""
    declined = (*source_of(table).preparation.declined, event.player)
    return with_preparation(table, declined=declined)


def cards_cut(table: Table, event: CardsCut) -> Table:
    return with_preparation(
        table,
        due=remaining_steps(table),
        declined=(),
        box=None,
        player=None,
        pre_shuffled=None,
        riffle=None,
    )


def cutting_card_placed(table: Table, event: CuttingCardPlaced) -> Table:
    return with_source(
        with_preparation(table, due=remaining_steps(table)), behind=event.behind, out=False
    )


def card_burned(table: Table, event: CardBurned) -> Table:
    """After CardBurned: seen in the rack, or there face down."""
    source, due = source_of(table), source_of(table).due
    if due and due[0].step == "burn":
        table = with_preparation(table, due=due[1:])
    table = with_source(table, left=source.left - event.from_source)
    if event.card is None:
        return with_source(table, burned=source.burned + 1)
    return changed(table, discards=(*table.discards, event.card))


def card_under_shoe_burned(table: Table, event: CardUnderShoeBurned) -> Table:
    return changed(with_source(table, under=None), discards=(*table.discards, event.card))


def burned_card_asked(table: Table, event: BurnedCardAsked) -> Table:
    source = source_of(table)
    return with_preparation(table, due=(Due("show burned card", source.colour), *source.due))


def burned_card_shown(table: Table, event: BurnedCardShown) -> Table:
    table = with_source(
        with_preparation(table, due=remaining_steps(table)), burned=_one_less(table)
    )
    return changed(table, discards=(*table.discards, event.card))


def _one_less(table: Table) -> int:
    return source_of(table).burned - 1


def cutting_card_came_out(table: Table, event: CuttingCardCameOut) -> Table:
    return with_source(with_preparation(table, box=event.box, player=event.player), out=True)


def discards_into_device(table: Table, event: DiscardsIntoDevice) -> Table:
    source = source_of(table)
    left = source.left + len(event.cards) + event.unseen
    table = with_source(
        table, left=left, burned=0, returned=event.cards, returned_unseen=event.unseen
    )
    return changed(table, discards=())


def card_kept_under_shoe(table: Table, event: CardKeptUnderShoe) -> Table:
    source = source_of(table)
    under: Card | str = event.card or "face down"
    return with_source(table, under=under, left=source.left - event.from_source)


# Opening the table: cards arrive, are checked and are spread before the players.


def table_opened(table: Table, event: TableOpened) -> Table:
    source = Source(event.kind, event.cards, event.cards, virtual=event.virtual)
    return _with_new_cards(table, source, event, "start")


def cards_replaced(table: Table, event: CardsReplaced) -> Table:
    """After CardsReplaced: nothing of the old cards is left at the table."""
    old = source_of(table)
    source = Source(old.kind, old.cards, old.cards, virtual=old.virtual, shoe=old.shoe)
    return _with_new_cards(table, source, event, "replaced")


def _with_new_cards(
    table: Table, source: Source, event: TableOpened | CardsReplaced, cause: Cause
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


def cards_checked(table: Table, event: CardsChecked) -> Table:
    """After CardsChecked: who checked is remembered until the set's last check."""
    due, by = remaining_steps(table), source_of(table).preparation.checked_by
    more = bool(due) and due[0] == Due("check", event.colour)
    return with_preparation(
        table, due=due, checked_by=(*by, (event.by, event.role)) if more else ()
    )


def cards_secured(table: Table, event: CardsSecured) -> Table:
    return with_preparation(table, due=remaining_steps(table))


def cards_prepared(table: Table, event: CardsPrepared) -> Table:
    """After CardsPrepared: a step that was due, or the riffle that a player asked for."""
    due = source_of(table).due
    if due and due[0].step == event.step:
        return with_preparation(table, due=due[1:])
    return with_preparation(table, riffle="done")


def riffle_asked(table: Table, event: RiffleAsked) -> Table:
    return with_preparation(table, riffle="asked")


def riffle_approved(table: Table, event: RiffleApproved) -> Table:
    return with_preparation(table, riffle="approved")


# Reports about the cards.


def step_missed(table: Table, event: StepMissed) -> Table:
    """After StepMissed: without the shuffle there is nothing to cut or burn either."""
    due = source_of(table).due
    if event.step == "shuffle":
        return with_preparation(table, due=())
    if event.step == "cut":
        table = with_preparation(table, declined=(), box=None, player=None, pre_shuffled=None)
    left = due[1:] if due and due[0].step == event.step else due
    return with_preparation(table, due=left)


def card_exposed(table: Table, event: CardExposed) -> Table:
    """After CardExposed: the shuffle that follows says the rest."""
    return table


def discards_left_in_rack(table: Table, event: DiscardsLeftInRack) -> Table:
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


def cards_dropped(table: Table, event: CardsDropped) -> Table:
    source = source_of(table)
    return with_preparation(table, due=(Due("verify", source.colour), *source.due))


def cards_verified(table: Table, event: CardsVerified) -> Table:
    return with_preparation(table, due=remaining_steps(table))


def card_damaged(table: Table, event: CardDamaged) -> Table:
    return with_source(table, damaged=source_of(table).damaged + 1)


def damaged_card_replaced(table: Table, event: DamagedCardReplaced) -> Table:
    return with_source(table, damaged=0)


def source_changed(table: Table, event: SourceChanged) -> Table:
    """After SourceChanged: the shuffle that becomes due follows."""
    return with_source(table, kind=event.kind, behind=None, out=False)


def bets_reopened(table: Table, event: BetsReopened) -> Table:
    """After BetsReopened: the round that was to begin keeps its number, and nobody sat it out."""
    table = sign.round_never_began(people.round_never_began(table, event), event)
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


STEPS: Final[Steps] = {
    TableOpened: table_opened,
    CardsReplaced: cards_replaced,
    CardsChecked: cards_checked,
    CardsSecured: cards_secured,
    CardsPrepared: cards_prepared,
    RiffleAsked: riffle_asked,
    RiffleApproved: riffle_approved,
    ShuffleCalled: shuffle_called,
    ShuffleBecameDue: shuffle_became_due,
    CardsShuffled: cards_shuffled,
    CutDeclined: cut_declined,
    CutPassedOn: cut_declined,
    CardsCut: cards_cut,
    CuttingCardPlaced: cutting_card_placed,
    CardBurned: card_burned,
    CardUnderShoeBurned: card_under_shoe_burned,
    BurnedCardAsked: burned_card_asked,
    BurnedCardShown: burned_card_shown,
    CuttingCardCameOut: cutting_card_came_out,
    BetsReopened: bets_reopened,
    DiscardsIntoDevice: discards_into_device,
    CardKeptUnderShoe: card_kept_under_shoe,
    StepMissed: step_missed,
    CardExposed: card_exposed,
    DiscardsLeftInRack: discards_left_in_rack,
    CardsDropped: cards_dropped,
    CardsVerified: cards_verified,
    CardDamaged: card_damaged,
    DamagedCardReplaced: damaged_card_replaced,
    SourceChanged: source_changed,
}

ALSO: Final[tuple[tuple[type, Step], ...]] = (
    (BetsClosed, bets_closed),
    (PlayerLeft, player_left),
)
