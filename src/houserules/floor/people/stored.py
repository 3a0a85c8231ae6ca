"""Events of people as they are stored: by name and version, so that old payloads load for ever.

Samples of every version are kept in tests/floor/stored.
"""

from typing import Any, Final

from houserules.floor.encoding import Data, DataError, from_data, to_data
from houserules.floor.people.events import EVENTS
from houserules.journal.records import Entry, Record

KINDS: Final[dict[str, Any]] = {kind.name: kind for kind in EVENTS}  # type: ignore[attr-defined]
"""Every event in the streams of persons, Player Cards and the owner, by its stored name."""

VERSIONS: Final[dict[str, int]] = {}
"""The versions above 1, by name."""


def version_of(name: str) -> int:
    """Give the version in which an event is written now."""
    return VERSIONS.get(name, 1)


def entry_of(event: Any) -> Entry:
    """Give an event as it is appended."""
    return Entry(event.name, version_of(event.name), to_data(event))


def event_of(record: Record) -> Any:
    """Give the event of a record; raises DataError."""
    return read(record.name, record.version, record.payload)


def read(name: str, version: int, payload: Data) -> Any:
    """Give the event that was stored, in its newest version; raises DataError."""
    kind = KINDS.get(name)
    if kind is None:
        raise DataError(f"{name!r} is no event of a person that this version of houserules knows")
    if version != version_of(name):
        raise DataError(f"{name} is known up to version {version_of(name)}, not {version}")
    return from_data(kind, payload, name)
