"""The table after cards came to it, were checked and were opened before the players' eyes."""

from houserules.shoe.state import Cause, Due, Preparation, Source
from houserules.table.cards import events as e
from houserules.table.cards import opening_events as o
from houserules.table.cards.evolution import popped, source_of, with_preparation
from houserules.table.state import Table, changed


def table_opened(table: Table, event: o.TableOpened) -> Table:
    """After TableOpened."""
    source = Source(event.kind, event.cards, event.cards, virtual=event.virtual)
    return _with_new_cards(table, source, event, "start")


def cards_replaced(table: Table, event: o.CardsReplaced) -> Table:
    """After CardsReplaced: nothing of the old cards is left at the table."""
    old = source_of(table)
    source = Source(old.kind, old.cards, old.cards, virtual=old.virtual, shoe=old.shoe)
    return _with_new_cards(table, source, event, "replaced")


def _with_new_cards(
    table: Table, source: Source, event: o.TableOpened | o.CardsReplaced, cause: Cause
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


def cards_checked(table: Table, event: e.CardsChecked) -> Table:
    """After CardsChecked: who checked is remembered until the set's last check."""
    due, by = popped(table), source_of(table).preparation.checked_by
    more = bool(due) and due[0] == Due("check", event.colour)
    return with_preparation(
        table, due=due, checked_by=(*by, (event.by, event.role)) if more else ()
    )


def cards_prepared(table: Table, event: e.CardsPrepared) -> Table:
    """After CardsPrepared: a step that was due, or the riffle that a player asked for."""
    due = source_of(table).due
    if due and due[0].step == event.step:
        return with_preparation(table, due=due[1:])
    return with_preparation(table, riffle="done")


def riffle_asked(table: Table, event: o.RiffleAsked) -> Table:
    """After RiffleAsked."""
    return with_preparation(table, riffle="asked")


def riffle_approved(table: Table, event: o.RiffleApproved) -> Table:
    """After RiffleApproved."""
    return with_preparation(table, riffle="approved")
