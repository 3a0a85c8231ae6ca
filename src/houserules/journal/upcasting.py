"""Old records in today's words: stored names and versions are promises."""

from collections.abc import Callable
from typing import TypeAlias

from houserules.journal.canonical import Payload
from houserules.journal.errors import NewerVersionError, UnknownEventError
from houserules.journal.records import NewRecord, Record

Step: TypeAlias = Callable[[Payload], Payload]


class Upcasters:
    """The stored names that are known, and the steps from each old version to the next."""

    def __init__(self) -> None:
        self._newest: dict[str, int] = {}
        self._steps: dict[tuple[str, int], Step] = {}

    def register(self, name: str, from_version: int, step: Step) -> None:
        """Say how a payload of one version becomes one of the next."""
        if (name, from_version) in self._steps:
            raise ValueError(f"{name}: the step from version {from_version} is there already")
        self._steps[name, from_version] = step
        self.know(name, from_version + 1)

    def know(self, name: str, version: int) -> None:
        """Say that a name is stored in a version, which may be its first."""
        self._newest[name] = max(version, self._newest.get(name, 0))

    def newest(self, name: str) -> int:
        """Return the version in which a name is written now."""
        if name not in self._newest:
            raise UnknownEventError(
                f"{name!r} is not a name that this version of the program knows"
            )
        return self._newest[name]

    def upcast(self, record: Record) -> NewRecord:
        """Return what a record says in the newest version of its name."""
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
