"""What an export takes from the journal: a round, a session, a tournament, a promotion, a player, a table or a day."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, tzinfo
from heapq import merge
from typing import Final, Literal

from houserules.core.people import handle_key
from houserules.floor.money.accounts import CAGE, stream_of, wallet_of
from houserules.floor.people.handles import stream_of as person_stream
from houserules.floor.promotions.stream import STREAMS as PROMOTIONS
from houserules.floor.promotions.stream import FloorPromotion, follow
from houserules.floor.rounds.find import Places, Round, TableRounds, Wanted, hours_of, rounds_in
from houserules.floor.tables.settings import table_stream
from houserules.floor.tournaments.played_sessions import (
    TableSession,
    find_session,
    sessions_of,
    tournament_of,
)
from houserules.floor.tournaments.stream import STREAMS
from houserules.journal.chain import RecordRow
from houserules.journal.protocol import Snapshot

Kind = Literal["round", "session", "tournament", "promotion", "player", "table", "day"]
_TABLES: Final = table_stream("")


class NothingError(ValueError):
    """There is nothing to export; the message says what there is instead."""


@dataclass(frozen=True, slots=True)
class What:
    """What to export: a round `t1/17`, a session `spring/3`, a tournament, a handle, a table, a day."""

    kind: Kind
    name: str
    zone: tzinfo = UTC  # of a day
    without_promotions: bool = False  # for people who may not read claims to prizes


@dataclass(frozen=True, slots=True)
class Selection:
    """The requested rounds and sessions, and all their records in the order of serials."""

    rounds: tuple[Round, ...]
    rows: Iterator[RecordRow]
    sessions: tuple[TableSession, ...] = ()
    promotion: FloorPromotion | None = None


def select(snapshot: Snapshot, what: What) -> Selection:
    """Find what to export; raises NothingError. Rows are read while the snapshot is open."""
    selection = _select(snapshot, what)
    sessions = selection.sessions
    if what.kind != "round" and not sessions:
        sessions = _sessions_with(snapshot, selection.rounds)
    rows = _without_sealed(snapshot, selection.rows)
    if what.without_promotions:
        rows = (row for row in rows if not row.stream.startswith(PROMOTIONS))
    return replace(selection, rows=rows, sessions=sessions)


def _select(snapshot: Snapshot, what: What) -> Selection:
    match what.kind:
        case "round":
            return _round(snapshot, what)
        case "session":
            return _session(snapshot, what)
        case "tournament":
            return _tournament(snapshot, what)
        case "promotion":
            return _promotion(snapshot, what)
        case "player":
            return _player(snapshot, what)
        case "day":
            return _day(snapshot, what)
        case "table":
            rounds = _rounds(snapshot, what.name)
            return Selection(rounds.all(), _of_table(snapshot, what.name, lambda position: True))


_SEALED: Final = "form.handed-in"
_UNSEALS: Final = ("form.opened", "session-round.began", "session.over")


def _without_sealed(snapshot: Snapshot, rows: Iterator[RecordRow]) -> Iterator[RecordRow]:
    """Leave out a table's records from a form on that is still sealed (S65 20.8.2)."""
    sealed: dict[str, int | None] = {}
    for row in rows:
        if row.name == _SEALED and row.stream not in sealed:
            sealed[row.stream] = _sealed_from(snapshot, row.stream)
        first = sealed.get(row.stream)
        if first is None or row.position < first:
            yield row


def _sealed_from(snapshot: Snapshot, stream: str) -> int | None:
    first = None
    for row in snapshot.stream(stream):
        if row.name == _SEALED and first is None:
            first = row.position
        elif row.name in _UNSEALS:
            first = None
    return first


def tables_in(snapshot: Snapshot) -> list[str]:
    """Return the tables of a journal snapshot."""
    return [name.removeprefix(_TABLES) for name, _ in snapshot.heads() if name.startswith(_TABLES)]


def _rounds(snapshot: Snapshot, table: str) -> TableRounds:
    rounds = rounds_in(snapshot, table)
    if rounds.setting is None:
        there = ", ".join(tables_in(snapshot)) or "none at all"
        raise NothingError(f"there is no table {table!r}; there are {there}")
    return rounds


def _round(snapshot: Snapshot, what: What) -> Selection:
    table, slash, number = what.name.rpartition("/")
    if not slash or not number.isdecimal():
        raise NothingError(f"{what.name!r} is not a round; write TABLE/NUMBER, such as t1/17")
    rounds = _rounds(snapshot, table)
    played = rounds.find(int(number))
    if played is None:
        there = len(rounds.all())
        said = f"it has rounds 1 to {there}" if there else "none was played there yet"
        raise NothingError(f"table {table} has no round {number}; {said}")
    within = {*range(played.first_position, played.last_position + 1), *played.afterwards}
    return Selection((played,), _of_table(snapshot, table, within.__contains__))


def _session(snapshot: Snapshot, what: What) -> Selection:
    found = find_session(snapshot, what.name)
    if found is None:
        raise NothingError(
            f"there is no session {what.name!r}; write TOURNAMENT/N, such as spring/3"
        )
    rounds = rounds_in(snapshot, found.table).all()
    return Selection(tuple(filter(found.has, rounds)), _rows_of(snapshot, found), sessions=(found,))


def _tournament(snapshot: Snapshot, what: What) -> Selection:
    known = tournament_of(snapshot, what.name)
    if known is None:
        raise NothingError(f"there is no tournament {what.name!r}")
    tables = dict.fromkeys(session.table for session in known.state.sessions)
    sessions = [
        session
        for table in tables
        for session in sessions_of(snapshot, table)
        if session.name.rpartition("/")[0] == what.name
    ]
    rounds = [
        played
        for table in tables
        for played in rounds_in(snapshot, table).all()
        if any(session.has(played) for session in sessions)
    ]
    accounts = (f"pool:{what.name}", f"tournament-chips:{what.name}")
    streams = (f"{STREAMS}{what.name}", *map(stream_of, accounts))
    own = [snapshot.stream(stream) for stream in streams]
    rows = merge(*own, *(_rows_of(snapshot, each) for each in sessions), key=lambda row: row.serial)
    return Selection(tuple(rounds), rows, tuple(sessions))


def promotion_of(snapshot: Snapshot, name: str) -> FloorPromotion | None:
    """Return a promotion as its stream leaves it."""
    rows = list(snapshot.stream(f"{PROMOTIONS}{name}"))
    return follow(None, rows) if rows else None


def _promotion(snapshot: Snapshot, what: What) -> Selection:
    """Return the records of a promotion, and the other ends of its prizes in the house's ledgers."""
    known = promotion_of(snapshot, what.name)
    if known is None:
        raise NothingError(f"there is no promotion {what.name!r}")
    stream = f"{PROMOTIONS}{what.name}"
    batches = {row.batch for row in snapshot.stream(stream) if row.name in _AWARDS}
    winners = {winner.player for draw in known.state.draws for winner in draw.winners}
    wallets = {stream_of(wallet_of(winner)) for winner in winners}
    ends = (filter(lambda row: row.batch in batches, snapshot.stream(each)) for each in wallets)
    rows = merge(snapshot.stream(stream), *ends, key=lambda row: row.serial)
    return Selection((), rows, promotion=known)


_AWARDS: Final = ("promotion.prize-handed-over", "promotion.prize-paid")


def _rows_of(snapshot: Snapshot, session: TableSession) -> Iterator[RecordRow]:
    first, last = session.first_position, session.last_position
    rows = snapshot.stream(table_stream(session.table))
    return (row for row in rows if first <= row.position <= last)


def _sessions_with(snapshot: Snapshot, rounds: tuple[Round, ...]) -> tuple[TableSession, ...]:
    """Return the sessions in which these rounds were played."""
    tables = dict.fromkeys(played.table for played in rounds)
    return tuple(
        session
        for table in tables
        for session in sessions_of(snapshot, table)
        if any(session.has(played) for played in rounds)
    )


def _of_table(
    snapshot: Snapshot, table: str, belongs: Callable[[int], bool]
) -> Iterator[RecordRow]:
    """Return records of a table, and the other ends of its transfers."""
    stream = table_stream(table)
    batches, others = set[int](), set[str]()
    for row in snapshot.stream(stream):
        if row.name in ("chips.brought", "chips.taken", "float.moved") and belongs(row.position):
            player = json.loads(row.payload).get("player")
            others.add(stream_of(wallet_of(player) if player else CAGE))
            batches.add(row.batch)
    here = (row for row in snapshot.stream(stream) if belongs(row.position))
    ends = (filter(lambda row: row.batch in batches, snapshot.stream(stream)) for stream in others)
    return merge(here, *ends, key=lambda row: row.serial)


def _player(snapshot: Snapshot, what: What) -> Selection:
    key, rounds = handle_key(what.name), _search(snapshot, Wanted(player=what.name))
    own = {person_stream(key), stream_of(wallet_of(what.name))}
    if not rounds and not any(name in own for name, _ in snapshot.heads()):
        raise NothingError(f"there is nobody named {what.name!r}")
    shown = {player for played in rounds for player in played.players if handle_key(player) == key}
    quoted = tuple(json.dumps(name, ensure_ascii=False) for name in {what.name, *shown})
    places = Places(rounds)

    def belongs(row: RecordRow) -> bool:
        return (
            row.stream in own
            or any(name in row.payload for name in quoted)
            or handle_key(row.actor) == key
            or places.at(row.stream, row.position) is not None
        )

    return Selection(rounds, filter(belongs, snapshot.rows()))


def _day(snapshot: Snapshot, what: What) -> Selection:
    try:
        hours = hours_of(date.fromisoformat(what.name), what.zone)
    except ValueError:
        raise NothingError(f"{what.name!r} is not a date; write it like 2026-11-16") from None
    rows = (row for row in snapshot.rows() if hours[0] <= row.time < hours[1])
    return Selection(_search(snapshot, Wanted(hours=hours)), rows)


def _search(snapshot: Snapshot, wanted: Wanted) -> tuple[Round, ...]:
    tables = (rounds_in(snapshot, table).all() for table in tables_in(snapshot))
    return tuple(played for rounds in tables for played in rounds if wanted.has(played))
