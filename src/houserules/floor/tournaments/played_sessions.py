"""The sessions that were played at the tables, found in their streams, and as session records."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from houserules.floor.events import FLOOR_EVENTS, FloatMoved, TableSetUp
from houserules.floor.rounds.find import Round
from houserules.floor.stored_events import event_of
from houserules.floor.tables.settings import Setting, table_stream
from houserules.floor.tournaments.stream import STREAMS, FloorTournament, follow
from houserules.journal.chain import RecordRow
from houserules.journal.protocol import Snapshot
from houserules.table.session.events import SessionBegun
from houserules.table.state import Table, changed
from houserules.tournament.records.from_events import PlayedSession, SessionRecorder
from houserules.tournament.records.played import session_record
from houserules.tournament.records.record import SessionRecord, UnwrittenSession

_BEGUN: Final = "session.begun"
_OVER: Final = "session.over"


@dataclass(frozen=True, slots=True)
class TableSession:
    """A session where it was played: its table, its place in the stream, and its times."""

    name: str  # such as spring/3
    table: str
    setting: Setting
    players: tuple[str, ...]
    first_position: int
    last_position: int
    began: int  # milliseconds
    ended: int | None  # None: it is under way
    played: PlayedSession | None = None  # None: it is not over

    def has(self, played: Round) -> bool:
        """Whether a round was played in the session: it was cleared before the session ended."""
        first, last = self.first_position, self.last_position
        return self.table == played.table and first <= played.last_position <= last


def sessions_of(snapshot: Snapshot, table: str) -> tuple[TableSession, ...]:
    """Return the sessions of a table, in their order; raises StoredError or DataError."""
    rows = snapshot.stream(table_stream(table))
    if not any(row.name == _BEGUN for row in snapshot.stream(table_stream(table))):
        return ()
    return tuple(_sessions(table, rows))


def _sessions(table: str, rows: Iterable[RecordRow]) -> Iterator[TableSession]:
    last: SessionRecorder | None = None
    found: TableSession | None = None
    for row, event, setting, recorder, played in _follow_records(rows):
        last = recorder
        if isinstance(event, SessionBegun):
            players = tuple(player.name for player in event.players)
            found = TableSession(
                event.session, table, setting, players, row.position, row.position, row.time, None
            )
        elif found is not None:
            found = replace(found, last_position=row.position)
            if row.name == _OVER:
                found = replace(found, ended=row.time)
            if played is not None:
                yield replace(found, played=played)
                found = None
    if found is not None and last is not None:
        yield replace(found, played=last.now)


_Followed = tuple[RecordRow, Any, Setting, SessionRecorder, PlayedSession | None]


def _follow_records(rows: Iterable[RecordRow]) -> Iterator[_Followed]:
    """Yield every record of a table with its event, and what a recorder has made of it."""
    recorder: SessionRecorder | None = None
    setting: Setting | None = None
    for row in rows:
        event = event_of(row)
        if isinstance(event, TableSetUp):
            setting, recorder = event.setting, SessionRecorder(event.setting.rules)
        assert recorder is not None and setting is not None
        played = None
        if isinstance(event, FloatMoved):
            tray = recorder.table.float_tray + event.amount
            recorder.table = changed(recorder.table, float_tray=tray)
        elif type(event) not in FLOOR_EVENTS:
            played = recorder.follow(event)
        yield row, event, setting, recorder, played


def steps_of_session(
    snapshot: Snapshot, session: TableSession
) -> Iterator[tuple[RecordRow, Any, Table]]:
    """Yield the records of a session with their events, and the table after each."""
    rows = snapshot.stream(table_stream(session.table))
    for row, event, _, recorder, _ in _follow_records(rows):
        if row.position > session.last_position:
            return
        if row.position >= session.first_position:
            yield row, event, recorder.table


def find_session(snapshot: Snapshot, name: str) -> TableSession | None:
    """Return a session by the name that its tournament gave it, such as spring/3."""
    for table in _tables_of(snapshot, name):
        for session in sessions_of(snapshot, table):
            if session.name == name:
                return session
    return None


def record_of_session(snapshot: Snapshot, found: TableSession) -> SessionRecord | UnwrittenSession:
    """Return the session record, with the first play-off that its tournament called for it."""
    if found.played is None:
        return UnwrittenSession("it is not over")
    play_off = _play_off_of(snapshot, found.name)
    after = None if play_off is None else find_session(snapshot, play_off)
    rules = found.setting.rules
    return session_record(rules, found.played, None if after is None else after.played)


def tournament_of(snapshot: Snapshot, name: str) -> FloorTournament | None:
    """Return a tournament as its stream leaves it."""
    rows = list(snapshot.stream(f"{STREAMS}{name}"))
    return follow(None, rows) if rows else None


def _tables_of(snapshot: Snapshot, name: str) -> tuple[str, ...]:
    """Return the table of a session, as its tournament has it; else every table of the house."""
    tournament, _, number = name.rpartition("/")
    known = tournament_of(snapshot, tournament) if number.isdecimal() else None
    session = known.state.session(int(number)) if known else None
    if session is not None:
        return (session.table,)
    prefix = table_stream("")
    heads = [stream for stream, _ in snapshot.heads() if stream.startswith(prefix)]
    return tuple(stream.removeprefix(prefix) for stream in heads)


def _play_off_of(snapshot: Snapshot, name: str) -> str | None:
    tournament, _, number = name.rpartition("/")
    known = tournament_of(snapshot, tournament) if number.isdecimal() else None
    for session in known.state.sessions if known else ():
        if session.play_off_of == int(number):
            return f"{tournament}/{session.number}"
    return None
