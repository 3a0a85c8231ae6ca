"""A player of carded play and their stream, and the casino's day, week and month."""

from collections.abc import Iterable, Mapping
from datetime import datetime, time, timedelta, tzinfo
from functools import reduce
from typing import Any, Final

from houserules.carded.evolve import STEPS, evolve
from houserules.carded.state import CardedPlayer, Today
from houserules.core.codec import from_data, to_data
from houserules.core.people import Moment, handle_key
from houserules.floor.carded.duties import duty_append, duty_records
from houserules.floor.local_time import day_at
from houserules.floor.stored_events import StoredError
from houserules.journal.records import Append, JournalRecord, NewRecord

STREAMS: Final = "carded/"
_VERSION: Final = 1
_KINDS: Final[dict[str, Any]] = {kind.name: kind for kind in STEPS}


def carded_stream(handle: str) -> str:
    """Return the name of a player's stream in the journal."""
    return f"{STREAMS}{handle_key(handle)}"


def new_record(event: Any) -> NewRecord:
    """Return an event of carded play as it is stored."""
    return NewRecord(event.name, _VERSION, to_data(event))


def read_record(record: JournalRecord) -> Any:
    """Read a stored event of carded play; raises StoredError."""
    kind = _KINDS.get(record.name)
    if kind is None or record.version > _VERSION:
        raise StoredError(
            f"{record.stream} {record.position}: {record.name!r}, version {record.version}, is no "
            "event that this version of houserules knows"
        )
    return from_data(kind, record.payload, record.name)


def follow(player: CardedPlayer, records: list[JournalRecord]) -> CardedPlayer:
    """Return a player after further records of their stream."""
    return reduce(evolve, map(read_record, records), player)


def appends(
    what: Iterable[tuple[str, Any]], *, at: Mapping[str, int] | None = None
) -> tuple[Append, ...]:
    """Return the records of players' events, and of what staff owe after them.

    `at`: streams that must still be at a position.
    """
    what, expected = tuple(what), dict(at or {})
    entries: dict[str, list[NewRecord]] = {stream: [] for stream in expected}
    for handle, event in what:
        entries.setdefault(carded_stream(handle), []).append(new_record(event))
    players = tuple(
        Append(stream, expected.get(stream), tuple(records)) for stream, records in entries.items()
    )
    return (*players, *duty_append(duty_records(what)))


def today_at(at: Moment, zone: tzinfo) -> Today:
    """Return the casino's day, week (from Monday) and month at a time."""
    day = day_at(at, zone)
    week = day.isocalendar()
    monday = day - timedelta(days=day.weekday())
    since, week_since, month_since = (
        Moment(int(datetime.combine(each, time.min, zone).timestamp()))
        for each in (day, monday, day.replace(day=1))
    )
    return Today(
        day.isoformat(),
        f"{week.year}-W{week.week:02}",
        f"{day:%Y-%m}",
        since,
        week_since,
        month_since,
    )
