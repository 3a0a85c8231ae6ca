"""The table after what was reported about its cards."""

from houserules.shoe.state import Due
from houserules.table.cards import report_events as e
from houserules.table.cards.evolution import popped, source_of, with_preparation, with_source
from houserules.table.state import Table, changed


def step_missed(table: Table, event: e.StepMissed) -> Table:
    """After StepMissed: without the shuffle there is nothing to cut or burn either."""
    due = source_of(table).due
    if event.step == "shuffle":
        return with_preparation(table, due=())
    if event.step == "cut":
        table = with_preparation(table, declined=(), box=None, player=None, pre_shuffled=None)
    left = due[1:] if due and due[0].step == event.step else due
    return with_preparation(table, due=left)


def card_exposed(table: Table, event: e.CardExposed) -> Table:
    """After CardExposed: the shuffle that follows says the rest."""
    return table


def discards_left_in_rack(table: Table, event: e.DiscardsLeftInRack) -> Table:
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


def cards_dropped(table: Table, event: e.CardsDropped) -> Table:
    """After CardsDropped."""
    source = source_of(table)
    return with_preparation(table, due=(Due("verify", source.colour), *source.due))


def cards_verified(table: Table, event: e.CardsVerified) -> Table:
    """After CardsVerified."""
    return with_preparation(table, due=popped(table))


def card_damaged(table: Table, event: e.CardDamaged) -> Table:
    """After CardDamaged."""
    return with_source(table, damaged=source_of(table).damaged + 1)


def damaged_card_replaced(table: Table, event: e.DamagedCardReplaced) -> Table:
    """After DamagedCardReplaced."""
    return with_source(table, damaged=0)


def source_changed(table: Table, event: e.SourceChanged) -> Table:
    """After SourceChanged: the shuffle that becomes due follows."""
    return with_source(table, kind=event.kind, behind=None, out=False)
