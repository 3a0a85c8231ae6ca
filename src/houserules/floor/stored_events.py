"""Events as they are stored: by name and version, so that old payloads load forever.

When the fields of an event change, add the step from its last version to `UPCASTERS` below, which makes
the next version; stored payloads are then brought to the new form as they are read. Samples of every
version are kept in tests/floor/stored.
"""

import json
from collections.abc import Callable
from typing import Any, Final

from houserules.core.codec import Data, from_data, to_data
from houserules.floor.events import FLOOR_EVENTS
from houserules.journal.chain import RecordRow
from houserules.journal.records import JournalRecord
from houserules.table.evolve import STEPS

KINDS: Final[dict[str, Any]] = {kind.name: kind for kind in (*STEPS, *FLOOR_EVENTS)}  # type: ignore[attr-defined]
"""The events of a table's stream, by stored name."""


def _nothing_outstanding(payload: Data) -> Data:
    """Before version 2, a payment was taken back only if the player still had all of it."""
    return {**payload, "outstanding": 0}


def _as_it_was(payload: Data) -> Data:
    """Return the payload unchanged: the fields added in version 2 default to the old meaning."""
    return payload


UPCASTERS: Final[dict[str, tuple[Callable[[Data], Data], ...]]] = {
    "payment.taken-back": (_nothing_outstanding,),
    "limits.announced": (_as_it_was,),  # for one player
    "limits.changed": (_as_it_was,),  # a marker's unit; for one player
    "limits.own-set": (_as_it_was,),  # agreed
    "complaint.advised": (_as_it_was,),  # how, away from the table
    "undisclosed-wager.settled": (_as_it_was,),  # on which wager of the box
    "table.set-up": (_as_it_was,),  # an owner; the idle clock
}
"""The steps of an event's payload from each version to the next, the first from version 1."""


class StoredError(ValueError):
    """A stored event that this version cannot read; the message says which."""


def version_of(name: str) -> int:
    """Return the current version of an event."""
    return 1 + len(UPCASTERS.get(name, ()))


def stored_form(event: Any) -> tuple[str, int, Data]:
    """Return an event's name, version and payload."""
    return event.name, version_of(event.name), to_data(event)


def read_event(name: str, version: int, payload: Data) -> Any:
    """Read a stored event in its newest version; raises StoredError."""
    kind = KINDS.get(name)
    if kind is None:
        raise StoredError(f"{name!r} is not an event that this version of houserules knows")
    if not 1 <= version <= version_of(name):
        raise StoredError(
            f"{name} has version {version}, known are versions up to {version_of(name)}; "
            "use the newer version of the program"
        )
    for step in UPCASTERS.get(name, ())[version - 1 :]:
        payload = step(payload)
    return from_data(kind, payload, name)


def event_of(record: RecordRow | JournalRecord) -> Any:
    """Read the event of a record in a table's stream; raises StoredError."""
    payload = record.payload
    if isinstance(payload, str):
        payload = json.loads(payload)
    return read_event(record.name, record.version, payload)
