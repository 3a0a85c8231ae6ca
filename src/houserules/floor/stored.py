"""Events as they are stored: by name and version, so that old payloads load for ever.

A version is raised when the fields of an event change: register the step from the old version with
`UPCASTERS`, below, and it brings what was stored before to the new form. Samples of every version are
kept in tests/floor/stored.
"""

from typing import Any, Final

from houserules.floor.encoding import Data, from_data, to_data
from houserules.floor.happenings import HAPPENINGS
from houserules.journal.errors import JournalError
from houserules.journal.records import Record
from houserules.journal.upcasting import Upcasters
from houserules.table import house as _house  # noqa: F401  # it completes STEPS
from houserules.table.evolve import STEPS

KINDS: Final[dict[str, Any]] = {kind.name: kind for kind in (*STEPS, *HAPPENINGS)}  # type: ignore[attr-defined]
"""Every event of a table's stream, by its stored name."""

UPCASTERS: Final = Upcasters()
"""The version in which each event is written now, and the steps from the versions before."""

for _name in KINDS:
    UPCASTERS.know(_name, 1)


class StoredError(ValueError):
    """A stored event that this program cannot read; says which."""


def version_of(name: str) -> int:
    """Give the version in which an event is written now."""
    return UPCASTERS.newest(name)


def written(event: Any) -> tuple[str, int, Data]:
    """Give name, version and payload of an event."""
    return event.name, version_of(event.name), to_data(event)


def read(name: str, version: int, payload: Data) -> Any:
    """Give the event that was stored, in its newest version; raises StoredError."""
    kind = KINDS.get(name)
    if kind is None:
        raise StoredError(f"{name!r} is no event that this version of houserules knows")
    if version != version_of(name):
        payload = upcast(UPCASTERS, name, version, payload)
    return from_data(kind, payload, name)


def upcast(upcasters: Upcasters, name: str, version: int, payload: Data) -> Data:
    """Give a payload in the newest version of its name; raises StoredError."""
    # Only the name, the version and the payload of the record matter to the steps.
    old = Record("stored", 1, name, version, payload, "", 0, None, 0, "", "", 0)
    try:
        return upcasters.upcast(old).payload
    except JournalError as error:
        raise StoredError(str(error)) from None
