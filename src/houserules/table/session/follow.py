"""What follows a command at a table with a session: forms are opened, void rounds repaid, rounds counted."""

from houserules.table.event_builder import EventBuilder
from houserules.table.irregularities.voids import everything_undone, undo
from houserules.table.session.forms import are_settled, settle_entries, take_forms_back
from houserules.table.session.rounds import (
    begin_round,
    count_round,
    eliminate_short_of_entry,
    tournament_part,
)
from houserules.table.staff.events import PaymentRectified


def follow(builder: EventBuilder) -> None:
    """Carry the session on after a command."""
    session = builder.table.session
    if session is None or session.is_over:
        return
    if builder.table.phase == "over":
        if session.void:
            _repay(builder)
        elif not are_settled(builder.table.log):
            settle_entries(builder)
    elif session.cleared == "void":
        begin_round(builder, marker_stays=True)
    elif session.cleared == "count":
        played = builder.table.aftermath.last
        assert played is not None
        count_round(builder, played.log, dealt=True)
    elif any(isinstance(event, PaymentRectified) for event in builder.events):
        eliminate_short_of_entry(builder)


def _repay(builder: EventBuilder) -> None:
    """Undo every settlement of a void round: nobody keeps an interim payout (20.2.2.1, reading 217)."""
    take_forms_back(builder, builder.table.log)
    rows = everything_undone(builder.table)
    undo(builder, rows, tournament_part(builder.rules).void_round_repays)
