"""Replay a stored round: the table before it, and after each event."""

import json
from itertools import accumulate, takewhile
from typing import Any, Final

from houserules.floor.events import FLOOR_EVENTS, FloatMoved
from houserules.floor.rounds.event_causes import is_order
from houserules.floor.rounds.find import Round, Step
from houserules.floor.stored_events import read_event
from houserules.floor.tables.settings import table_stream
from houserules.journal.protocol import Journal
from houserules.table.evolve import evolve
from houserules.table.people.evolve import with_new_name
from houserules.table.records.from_events import ROUND_RECORD_EVENTS
from houserules.table.state import Table, changed

_ON_A_BARE_TABLE: Final = frozenset(ROUND_RECORD_EVENTS)


def replay_event(table: Table, event: Any) -> Table:
    """Return the table after an event; a bare table applies only what is on it.

    The first round of a table is never bare: its events begin with the opening of the table.
    """
    if isinstance(event, FloatMoved):
        return changed(table, float_tray=table.float_tray + event.amount)
    bare = table.source is None and table.rounds > 0
    if type(event) in FLOOR_EVENTS or (bare and type(event) not in _ON_A_BARE_TABLE):
        return table
    return evolve(table, event)


def replay_tables(journal: Journal, played: Round, steps: tuple[Step, ...]) -> tuple[Table, ...]:
    """Return the table before a round, and after each event."""
    before = table_before(journal, played, steps)
    return tuple(accumulate((step.event for step in steps), replay_event, initial=before))


def table_before(journal: Journal, played: Round, steps: tuple[Step, ...]) -> Table:
    """Return the table before a round; a bare one is enough unless the round was corrected."""
    if not any(is_order(step.event) for step in steps):
        return Table(rounds=played.number - 1)
    table = Table()
    with journal.snapshot() as snapshot:
        rows = snapshot.stream(table_stream(played.table))
        for row in takewhile(lambda row: row.position < played.first_position, rows):
            event = read_event(row.name, row.version, json.loads(row.payload))
            table = table if type(event) in FLOOR_EVENTS else evolve(table, event)
    for old, new in played.names:
        table = with_new_name(table, old, new)
    return table
