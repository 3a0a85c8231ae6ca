"""Whether the table is open, and opening it again."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered, require_offered
from houserules.table.cards.source import shuffle_now
from houserules.table.event_builder import EventBuilder
from houserules.table.staff.commands import ReopenTable
from houserules.table.staff.events import TableReopened
from houserules.table.state import Table


def why_not_open(rules: Rulebook, table: Table) -> Refusal | None:
    """A closed table takes no wagers (S24 20.9, S65 19.8, PJ 17.8)."""
    part = rules.table_closing
    if not table.staff.closed or isinstance(part, NotOffered):
        return None
    return Refusal("table.closed", part.closing_sign_minutes.clause, "The table is closed.")


def why_not_reopen(rules: Rulebook, table: Table, command: ReopenTable) -> Refusal | None:
    """Only a closed table can be opened again."""
    part = require_offered(rules.table_closing)
    if table.staff.closed:
        return None
    return Refusal("table.open", part.closing_sign_minutes.clause, "The table is open.")


def reopen(builder: EventBuilder, command: ReopenTable) -> None:
    """Open the table again; its cards are shuffled before play starts (S24 5.1.1)."""
    builder.emit(TableReopened(command.by.name, command.at))
    if builder.table.source is not None:
        shuffle_now(builder, "start", builder.rules.shuffle.shuffle_before_play, command.by.name)
