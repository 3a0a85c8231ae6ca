"""What the owner of a practice tournament decided in a session that is over, read from its table's records."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from houserules.analysis.tournament_decision import PLAYED_ON, RoundBefore, SeatBefore
from houserules.floor.events import TableSetUp
from houserules.floor.store import Store
from houserules.floor.tables.settings import table_stream
from houserules.floor.tables.stream import EventBatch, batches_of
from houserules.floor.tables.table import FloorTable, apply_events
from houserules.floor.tournaments.sessions import session_name
from houserules.floor.tournaments.stream import FloorTournament
from houserules.table.session.state import Entry, Session, SessionPlayer
from houserules.table.state import Table
from houserules.tournament.state import TournamentSession

LAST_ROUNDS: Final = 5
"""How many of the last rounds of a session are looked back on."""

Entered = tuple[int, int]


def sessions_to_look_back_on(known: FloorTournament) -> tuple[TournamentSession, ...]:
    """Return the sessions that the owner played and that are over; play-offs have no last round."""
    owner = known.setting.owner
    return tuple(
        session
        for session in known.state.sessions
        if owner in session.players
        and session.play_off_of is None
        and session.status in ("over", "decided")
    )


async def last_decisions(
    store: Store, known: FloorTournament, session: TournamentSession
) -> tuple[RoundBefore, ...]:
    """Return what the owner entered for each of the last rounds of a session, and on what occasion."""
    owner, name = known.setting.owner or "", session_name(known.setting.tournament, session.number)
    styles = {bot.name: bot.style for bot in known.bots}
    records = await store.read(table_stream(session.table))
    found: dict[int, RoundBefore] = {}
    for before, entered in _entries(batches_of(records), name, owner):
        assert before.session is not None
        found[before.session.round] = replace(
            _round_before(before, before.session, owner, styles), entry=entered
        )
    return tuple(found[number] for number in sorted(found)[-LAST_ROUNDS:])


def _entries(
    batches: Iterable[EventBatch], name: str, owner: str
) -> Iterator[tuple[Table, Entered]]:
    """Yield the table before each of the owner's entries in a session, and what it came to."""
    state: FloorTable | None = None
    before: Table | None = None
    for at, events in batches:
        if state is None:
            assert isinstance(events[0], TableSetUp)
            state = FloorTable(events[0].setting)
        for event in events:
            was, state = state.table, apply_events(state, (event,), at=at)
            session = state.table.session
            if session is None or session.name != name:
                before = None
            elif was.phase == "betting":
                entry = session.entry(owner)
                if entry is None or entry.absent:
                    before = None
                elif was.session is not None and was.session.entry(owner) is None:
                    before = was
                if state.table.phase != "betting" and before is not None:
                    yield before, _entry_of(was, session, owner)
                    before = None


def _entry_of(table: Table, session: Session, player: str) -> Entered:
    """Return what somebody has entered: the wager on the box, and that on a sealed form."""
    seated, entry = session.player(player), session.entry(player)
    box = table.box(seated.box) if seated else None
    bettor = box.bettor(player) if box else None
    form = entry.form.amount if entry and entry.form else None
    return bettor.placed if bettor else 0, form or 0


def _round_before(
    table: Table, session: Session, owner: str, styles: Mapping[str, str]
) -> RoundBefore:
    conditions, players = session.conditions, session.players
    assert conditions.rounds is not None
    return RoundBefore(
        rounds=conditions.rounds,
        chips=conditions.chips,
        advance=conditions.advance,
        final=conditions.final,
        limits=tuple((row.from_round, row.minimum, row.maximum) for row in conditions.limits),
        pass_cards=conditions.pass_cards,
        forms=conditions.undisclosed_wagers,
        order_of_wagering=conditions.order_of_wagering,
        deal_from_marker=conditions.deal_from_marker,
        round=session.round,
        marker=session.marker,
        seats=tuple(
            _seat(table, session, player, styles.get(player.name, PLAYED_ON)) for player in players
        ),
        me=[player.name for player in players].index(owner),
        entry=(0, 0),
    )


def _seat(table: Table, session: Session, player: SessionPlayer, style: str) -> SeatBefore:
    entry = session.entry(player.name)
    wager, _ = _entry_of(table, session, player.name)
    held = table.racks.get(player.name, 0) + wager if player.is_in else player.chips
    return SeatBefore(
        box=player.box,
        style=style,
        chips=held,
        pass_cards=player.pass_cards,
        forms=player.forms,
        out_in=None if player.is_in else _out_in(player),
        entry=_known_entry(table, session, player, entry) if player.is_in else None,
    )


def _out_in(player: SessionPlayer) -> int:
    return player.eliminated.round if player.eliminated is not None else 0


def _known_entry(
    table: Table, session: Session, player: SessionPlayer, entry: Entry | None
) -> Entered | None:
    """Return what a player has entered already; None: nothing yet, or they are absent."""
    return None if entry is None or entry.absent else _entry_of(table, session, player.name)
