"""A journal in memory: for tests and for trying things out. It dies with its process."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import islice

from houserules.journal.base import BaseJournal
from houserules.journal.beside import MemoryLeases, MemoryVault
from houserules.journal.chain import BatchRow, End, Place, Row, journal_start
from houserules.journal.planning import Command, Known, Planned, leases_of, plan, streams_of
from houserules.journal.protocol import Snapshot
from houserules.journal.records import Batch


@dataclass
class Held:
    """What a journal in memory has; a snapshot of it is a copy."""

    end: End
    by_serial: list[Row] = field(default_factory=list)
    by_stream: dict[str, list[Row]] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    by_number: list[BatchRow] = field(default_factory=list)

    def take(self, planned: Planned) -> None:
        """Take in what was planned."""
        self.end = planned.end
        self.by_serial += planned.rows
        for row in planned.rows:
            self.by_stream.setdefault(row.stream, []).append(row)
        self.places |= planned.heads
        self.by_number += planned.batches

    def rows(self, after: int = 0) -> Iterator[Row]:
        """Give all records behind a serial, in the order of serials."""
        return (row for row in self.by_serial if row.serial > after)

    def stream(self, stream: str) -> Iterator[Row]:
        """Give the records of a stream in the order of positions."""
        return iter(self.by_stream.get(stream, ()))

    def heads(self) -> Iterator[tuple[str, Place]]:
        """Give where each stream ends by its head row, in the order of names."""
        return iter(sorted(self.places.items()))

    def batches(self, after: int = 0) -> Iterator[BatchRow]:
        """Give all batches behind a number, in order."""
        return (row for row in self.by_number if row.number > after)


class MemoryJournal(BaseJournal):
    """A journal in memory."""

    def __init__(self) -> None:
        super().__init__(read_only=False)
        self.id = secrets.token_hex(16)
        self.vault = MemoryVault(self._writing)
        self.leases = MemoryLeases(self._writing)
        self._held = Held(journal_start(self.id))
        self._commands: dict[Command, tuple[Row, ...]] = {}

    def _commit(self, batches: Sequence[Batch]) -> Planned:
        places = self._held.places
        known = Known(
            end=self._held.end,
            heads={name: places[name] for name in streams_of(batches) if name in places},
            commands=self._commands,
            tokens={name: self.leases.token(name) for name in leases_of(batches)},
        )
        planned = plan(self.id, batches, known)
        self._held.take(planned)
        self.vault.write(planned.vault)
        return planned

    def _place(self, stream: str) -> Place | None:
        return self._held.places.get(stream)

    def _end(self) -> End:
        return self._held.end

    def _command(self, actor: str, command_id: str) -> tuple[Row, ...] | None:
        return self._commands.get((actor, command_id))

    def _rows(self, stream: str, after: int, limit: int | None) -> Iterator[Row]:
        with self._writing:
            rows = self._held.by_stream.get(stream, [])[after:]
        return islice(rows, limit)

    def _rows_since(self, serial: int, limit: int | None) -> Iterator[Row]:
        with self._writing:
            rows = self._held.by_serial[serial:]
        return islice(rows, limit)

    def streams(self, prefix: str = "") -> Iterator[str]:
        """Give the names of the streams, in order."""
        with self._writing:
            names = sorted(self._held.places)
        return (name for name in names if name.startswith(prefix))

    def snapshot(self) -> AbstractContextManager[Snapshot]:
        """Hold the journal still for reading; writers go on meanwhile."""
        with self._writing:
            return nullcontext(deepcopy(self._held))

    def _let_go(self) -> None:
        """Nothing is open."""
