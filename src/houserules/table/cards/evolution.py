"""The table after events of the cards. A table without a source has no such events."""

from typing import Any

from houserules.core.cards import Card
from houserules.shoe.state import Called, Due, Source
from houserules.table.cards import events as e
from houserules.table.state import Table, changed


def source_of(table: Table) -> Source:
    """Give the source that must be there."""
    assert table.source is not None, "the table has no source of cards"
    return table.source


def with_source(table: Table, **changes: Any) -> Table:
    """Give the table with its source changed."""
    return changed(table, source=changed(source_of(table), **changes))


def with_preparation(table: Table, **changes: Any) -> Table:
    """Give the table with the preparation of its cards changed."""
    return with_source(table, preparation=changed(source_of(table).preparation, **changes))


def popped(table: Table) -> tuple[Due, ...]:
    """Give the steps that are due once the first of them is made."""
    return source_of(table).due[1:]


def shuffle_called(table: Table, event: e.ShuffleCalled) -> Table:
    """After ShuffleCalled."""
    return with_source(table, after_round=Called(event.cause, event.clause))


def shuffle_became_due(table: Table, event: e.ShuffleBecameDue) -> Table:
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


def cards_shuffled(table: Table, event: e.CardsShuffled) -> Table:
    """After CardsShuffled."""
    old = source_of(table)
    table = with_preparation(
        table, due=event.steps, cause=event.cause, declined=(), pre_shuffled=None, riffle=None
    )
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


def cut_declined(table: Table, event: e.CutDeclined) -> Table:
    """After CutDeclined."""
    declined = (*source_of(table).preparation.declined, event.player)
    return with_preparation(table, declined=declined)


def cards_cut(table: Table, event: e.CardsCut) -> Table:
    """After CardsCut."""
    return with_preparation(
        table, due=popped(table), declined=(), box=None, player=None, pre_shuffled=None, riffle=None
    )


def cutting_card_placed(table: Table, event: e.CuttingCardPlaced) -> Table:
    """After CuttingCardPlaced."""
    return with_source(with_preparation(table, due=popped(table)), behind=event.behind, out=False)


def card_burned(table: Table, event: e.CardBurned) -> Table:
    """After CardBurned: seen in the rack, or there face down."""
    source, due = source_of(table), source_of(table).due
    if due and due[0].step == "burn":
        table = with_preparation(table, due=due[1:])
    table = with_source(table, left=source.left - event.from_source)
    if event.card is None:
        return with_source(table, burned=source.burned + 1)
    return changed(table, discards=(*table.discards, event.card))


def burned_card_asked(table: Table, event: e.BurnedCardAsked) -> Table:
    """After BurnedCardAsked."""
    source = source_of(table)
    return with_preparation(table, due=(Due("show burned card", source.colour), *source.due))


def burned_card_shown(table: Table, event: e.BurnedCardShown) -> Table:
    """After BurnedCardShown."""
    table = with_source(with_preparation(table, due=popped(table)), burned=_one_less(table))
    return changed(table, discards=(*table.discards, event.card))


def _one_less(table: Table) -> int:
    return source_of(table).burned - 1


def cutting_card_came_out(table: Table, event: e.CuttingCardCameOut) -> Table:
    """After CuttingCardCameOut."""
    return with_source(with_preparation(table, box=event.box, player=event.player), out=True)


def discards_into_device(table: Table, event: e.DiscardsIntoDevice) -> Table:
    """After DiscardsIntoDevice."""
    source = source_of(table)
    left = source.left + len(event.cards) + event.unseen
    table = with_source(
        table, left=left, burned=0, returned=event.cards, returned_unseen=event.unseen
    )
    return changed(table, discards=())


def card_kept_under_shoe(table: Table, event: e.CardKeptUnderShoe) -> Table:
    """After CardKeptUnderShoe."""
    source = source_of(table)
    under: Card | str = event.card or "face down"
    return with_source(table, under=under, left=source.left - event.from_source)
