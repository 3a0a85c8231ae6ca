"""Events as they are stored: by name and version, so that old payloads load forever.

When the fields of an event change, raise its version and register the step from the old version in
`UPCASTERS` below; stored payloads are then brought to the new form as they are read. Samples of every
version are kept in tests/floor/stored.
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from houserules.core.codec import Data, from_data, to_data
from houserules.floor.events import FLOOR_EVENTS
from houserules.journal.canonical import Payload
from houserules.journal.errors import JournalError, NewerVersionError, UnknownEventError
from houserules.journal.records import NewRecord, Record
from houserules.table.evolve import STEPS

Step: TypeAlias = Callable[[Payload], Payload]


class Upcasters:
    """All known stored names, and the steps from each old version to the next."""

    def __init__(self) -> None:
        self._newest: dict[str, int] = {}
        self._steps: dict[tuple[str, int], Step] = {}

    def register(self, name: str, from_version: int, step: Step) -> None:
        """Register the step from one version of a payload to the next."""
        if (name, from_version) in self._steps:
            raise ValueError(f"{name}: the step from version {from_version} is there already")
        self._steps[name, from_version] = step
        self.know(name, from_version + 1)

    def know(self, name: str, version: int) -> None:
        """Register a stored name and version."""
        self._newest[name] = max(version, self._newest.get(name, 0))

    def newest(self, name: str) -> int:
        """Return the current version of a stored name."""
        if name not in self._newest:
            raise UnknownEventError(
                f"{name!r} is not a name that this version of the program knows"
            )
        return self._newest[name]

    def upcast(self, record: Record) -> NewRecord:
        """Bring a record to the newest version of its name."""
        newest = self.newest(record.name)
        if record.version > newest:
            raise NewerVersionError(
                f"{record.stream} {record.position}: {record.name} has version {record.version}, "
                f"known are versions up to {newest}; use the newer version of the program"
            )
        payload = record.payload
        for version in range(record.version, newest):
            payload = self._step(record.name, version)(payload)
        return NewRecord(record.name, newest, payload)

    def _step(self, name: str, version: int) -> Step:
        step = self._steps.get((name, version))
        if step is None:
            raise UnknownEventError(
                f"{name}: nobody knows the step from version {version} to the next"
            )
        return step


KINDS: Final[dict[str, Any]] = {kind.name: kind for kind in (*STEPS, *FLOOR_EVENTS)}  # type: ignore[attr-defined]
"""The events of a table's stream, by stored name."""

UPCASTERS: Final = Upcasters()
"""The current version of each event, and the steps from earlier ones."""

for _name in KINDS:
    UPCASTERS.know(_name, 1)


def _nothing_outstanding(payload: Data) -> Data:
    """Before version 2, a payment was taken back only if the player still had all of it."""
    return {**payload, "outstanding": 0}


def _as_it_was(payload: Data) -> Data:
    """Return the payload unchanged: the fields added in version 2 default to the old meaning."""
    return payload


UPCASTERS.register("payment.taken-back", 1, _nothing_outstanding)
UPCASTERS.register("limits.announced", 1, _as_it_was)  # for one player
UPCASTERS.register("limits.changed", 1, _as_it_was)  # a marker's unit; for one player
UPCASTERS.register("limits.own-set", 1, _as_it_was)  # agreed
UPCASTERS.register("complaint.advised", 1, _as_it_was)  # how, away from the table
UPCASTERS.register("table.set-up", 1, _as_it_was)  # an owner; the idle clock


class StoredError(ValueError):
    """A stored event that this version cannot read; the message says which."""


def version_of(name: str) -> int:
    """Return the current version of an event."""
    return UPCASTERS.newest(name)


def stored_form(event: Any) -> tuple[str, int, Data]:
    """Return an event's name, version and payload."""
    return event.name, version_of(event.name), to_data(event)


def read_event(name: str, version: int, payload: Data) -> Any:
    """Read a stored event in its newest version; raises StoredError."""
    kind = KINDS.get(name)
    if kind is None:
        raise StoredError(f"{name!r} is no event that this version of houserules knows")
    if version != version_of(name):
        payload = upcast(UPCASTERS, name, version, payload)
    return from_data(kind, payload, name)


def upcast(upcasters: Upcasters, name: str, version: int, payload: Data) -> Data:
    """Bring a payload to the newest version; raises StoredError."""
    # Only the name, the version and the payload of the record matter to the steps.
    old = Record("stored", 1, name, version, payload, "", 0, None, 0, "", "", 0)
    try:
        return upcasters.upcast(old).payload
    except JournalError as error:
        raise StoredError(str(error)) from None
