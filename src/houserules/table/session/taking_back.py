"""A round that has counted, taken back: it is put right or void until the next card (reading 76)."""

from typing import Literal

from houserules.table.event_builder import EventBuilder
from houserules.table.round.void import withdraw_wagers_of
from houserules.table.session.events import EntryTakenBack, SessionRoundTakenBack
from houserules.table.session.rounds import the_session


def hand_entries_back(builder: EventBuilder) -> None:
    """Hand back everything that players have put down for the next round."""
    session = the_session(builder)
    for entry in session.entries:
        player = session.player(entry.player)
        assert player is not None
        withdraw_wagers_of(builder, entry.player)
        if entry.form or entry.pass_card:
            what: Literal["pass card", "form"] = "form" if entry.form else "pass card"
            builder.emit(EntryTakenBack(player.box, entry.player, what))


def take_round_back(builder: EventBuilder) -> None:
    """Take back that the last round has counted; players who have left since are in again."""
    if builder.table.session is None or builder.table.session.last is None:
        return
    hand_entries_back(builder)
    session = the_session(builder)
    assert session.last is not None
    returned = []
    for before in session.last.players_in:
        player = session.player(before.name)
        assert player is not None
        if not player.is_in:
            returned.append((player.name, player.box, player.chips))
    builder.emit(SessionRoundTakenBack(session.counted, tuple(returned)))
