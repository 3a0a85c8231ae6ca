"""What is exported: a round, a player, a table or a day, and the records that belong to it."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, tzinfo
from heapq import merge
from typing import Final, Literal

from houserules.floor.loading import table_stream
from houserules.floor.money import CAGE, stream_of, wallet_of
from houserules.floor.people.handles import key_of
from houserules.floor.people.handles import stream_of as person_stream
from houserules.floor.round_finding import Wanted, hours_of
from houserules.floor.round_places import Places
from houserules.floor.rounds import Round, TableRounds, rounds_in
from houserules.journal.chain import Row
from houserules.journal.protocol import Snapshot

Kind = Literal["round", "player", "table", "day"]
_TABLES: Final = table_stream("")


class NothingError(ValueError):
    """There is nothing to export; says what there is instead."""


@dataclass(frozen=True, slots=True)
class What:
    """What somebody asks for: `t1/17`, a handle, a table, or a day as `2026-11-16`."""

    kind: Kind
    name: str
    zone: tzinfo = UTC  # of a day


@dataclass(frozen=True, slots=True)
class Selection:
    """The rounds that are asked for, and every record that belongs, in the order of serials."""

    rounds: tuple[Round, ...]
    rows: Iterator[Row]


def select(snapshot: Snapshot, what: What) -> Selection:
    """Find what is asked for; raises NothingError. The rows are read while the snapshot is held."""
    choose: dict[Kind, Callable[[Snapshot, What], Selection]] = {
        "round": _round,
        "player": _player,
        "table": _table,
        "day": _day,
    }
    return choose[what.kind](snapshot, what)


def tables_in(snapshot: Snapshot) -> list[str]:
    """Name the tables of a journal that is held still."""
    return [name.removeprefix(_TABLES) for name, _ in snapshot.heads() if name.startswith(_TABLES)]


def _rounds(snapshot: Snapshot, table: str) -> TableRounds:
    found = rounds_in(snapshot, table)
    if found.setting is None:
        there = ", ".join(tables_in(snapshot)) or "none at all"
        raise NothingError(f"there is no table {table!r}; there are {there}")
    return found


def _round(snapshot: Snapshot, what: What) -> Selection:
    table, slash, number = what.name.rpartition("/")
    if not slash or not number.isdecimal():
        raise NothingError(f"{what.name!r} is no round; write TABLE/NUMBER, as t1/17")
    rounds = _rounds(snapshot, table)
    played = rounds.numbered(int(number))
    if played is None:
        there = len(rounds.all())
        said = f"it has rounds 1 to {there}" if there else "none was played there yet"
        raise NothingError(f"table {table} has no round {number}; {said}")
    within = {*range(played.first_position, played.last_position + 1), *played.afterwards}
    return Selection((played,), _of_table(snapshot, table, within.__contains__))


def _table(snapshot: Snapshot, what: What) -> Selection:
    rounds = _rounds(snapshot, what.name)
    return Selection(rounds.all(), _of_table(snapshot, what.name, lambda position: True))


def _of_table(snapshot: Snapshot, table: str, belongs: Callable[[int], bool]) -> Iterator[Row]:
    """Give records of a table, and the other ends of the transfers among them."""
    stream = table_stream(table)
    batches, others = set[int](), set[str]()
    for row in snapshot.stream(stream):
        if row.name in ("chips.brought", "chips.taken", "float.moved") and belongs(row.position):
            player = json.loads(row.payload).get("player")
            others.add(stream_of(wallet_of(player) if player else CAGE))
            batches.add(row.batch)
    here = (row for row in snapshot.stream(stream) if belongs(row.position))
    ends = (filter(lambda row: row.batch in batches, snapshot.stream(each)) for each in others)
    return merge(here, *ends, key=lambda row: row.serial)


def _player(snapshot: Snapshot, what: What) -> Selection:
    key, wanted = key_of(what.name), Wanted(player=what.name)
    all_of = [rounds_in(snapshot, table).all() for table in tables_in(snapshot)]
    rounds = tuple(each for found in all_of for each in found if wanted.has(each))
    own = {person_stream(key), stream_of(wallet_of(what.name))}
    if not rounds and not any(name in own for name, _ in snapshot.heads()):
        raise NothingError(f"nobody here is called {what.name!r}")
    shown = {each for played in rounds for each in played.players if key_of(each) == key}
    quoted = tuple(json.dumps(each, ensure_ascii=False) for each in {what.name, *shown})
    places = Places(rounds)

    def belongs(row: Row) -> bool:
        return (
            row.stream in own
            or any(each in row.payload for each in quoted)
            or key_of(row.actor) == key
            or places.at(row.stream, row.position) is not None
        )

    return Selection(rounds, filter(belongs, snapshot.rows()))


def _day(snapshot: Snapshot, what: What) -> Selection:
    try:
        hours = hours_of(date.fromisoformat(what.name), what.zone)
    except ValueError:
        raise NothingError(f"{what.name!r} is no day; write it as 2026-11-16") from None
    wanted = Wanted(hours=hours)
    all_of = [rounds_in(snapshot, table).all() for table in tables_in(snapshot)]
    rounds = tuple(each for found in all_of for each in found if wanted.has(each))
    rows = (row for row in snapshot.rows() if hours[0] <= row.time < hours[1])
    return Selection(rounds, rows)
