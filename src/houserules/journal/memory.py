"""A journal in memory, for tests and experiments; it ends with the process."""

import secrets
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from itertools import islice

from houserules.journal.base import BaseJournal
from houserules.journal.chain import BatchRow, JournalEnd, RecordRow, StreamEnd, journal_start
from houserules.journal.commit_plan import (
    CommandKey,
    CommitPlan,
    PastCommand,
    StoreState,
    leases_of,
    plan,
    streams_of,
)
from houserules.journal.errors import Finding
from houserules.journal.protocol import Lease, Snapshot, VaultRow
from houserules.journal.records import Batch, Put

# Vault and leases of a journal in memory.


class MemoryVault:
    """A vault in memory."""

    def __init__(self, lock: threading.RLock) -> None:
        self._lock = lock
        self._values: dict[tuple[str, str], bytes] = {}

    def store(self, kind: str, key: str, value: bytes) -> None:
        self.write({(kind, key): Put(kind, key, value).value})

    def get(self, kind: str, key: str) -> bytes | None:
        return self._values.get((kind, key))

    def items(self, kind: str) -> Iterator[tuple[str, bytes]]:
        with self._lock:
            items = [
                (key, value)
                for (kept_kind, key), value in self._values.items()
                if kept_kind == kind
            ]
        return iter(sorted(items))

    def find_damage(self) -> Iterator[Finding]:
        """Return nothing: no other program can reach this memory."""
        return iter(())

    def delete(self, kind: str, key: str) -> None:
        self.write({(kind, key): None})

    def copy(self) -> dict[tuple[str, str], bytes]:
        """Return everything."""
        return dict(self._values)

    def write(self, values: dict[tuple[str, str], bytes | None]) -> None:
        with self._lock:
            for name, value in values.items():
                if value is None:
                    self._values.pop(name, None)
                else:
                    self._values[name] = value


class MemoryLeases:
    """Leases within one process."""

    def __init__(self, lock: threading.RLock) -> None:
        self._lock = lock
        self._leases: dict[str, Lease] = {}  # holder "": released

    def acquire(
        self, name: str, holder: str, *, ttl_ms: int, now_ms: int | None = None
    ) -> int | None:
        now = _now(now_ms)
        with self._lock:
            lease = self._leases.get(name, Lease(name, "", 0, 0))
            if lease.holder not in ("", holder) and now < lease.until <= now + 2 * ttl_ms:
                return None
            token = lease.token + (lease.holder != holder)
            self._leases[name] = Lease(name, holder, token, now + ttl_ms)
        return token

    def renew(self, holder: str, *, ttl_ms: int, now_ms: int | None = None) -> dict[str, int]:
        until = _now(now_ms) + ttl_ms
        with self._lock:
            own = [lease for lease in self._leases.values() if lease.holder == holder]
            self._leases |= {lease.name: replace(lease, until=until) for lease in own}
        return {lease.name: lease.token for lease in own}

    def release(self, name: str, holder: str) -> bool:
        with self._lock:
            lease = self._leases.get(name)
            if lease is None or lease.holder != holder:
                return False
            self._leases[name] = replace(lease, holder="")
        return True

    def find(self, name: str, *, now_ms: int | None = None) -> Lease | None:
        return next((lease for lease in self.all(now_ms=now_ms) if lease.name == name), None)

    def all(self, *, now_ms: int | None = None) -> tuple[Lease, ...]:
        now = _now(now_ms)
        with self._lock:
            leases = sorted(self._leases.items())
        return tuple(lease for _, lease in leases if lease.holder and lease.until > now)

    def token(self, name: str) -> int:
        """Return the token of a lease, valid or expired; 0: there never was one."""
        lease = self._leases.get(name)
        return lease.token if lease else 0

    def tokens(self) -> dict[str, int]:
        """Return the tokens of all leases, valid or expired."""
        return {name: lease.token for name, lease in self._leases.items()}


def _now(now_ms: int | None) -> int:
    return time.time_ns() // 1_000_000 if now_ms is None else now_ms


@dataclass
class MemoryState:
    """The content of a journal in memory; a snapshot is a copy."""

    end: JournalEnd
    by_serial: list[RecordRow] = field(default_factory=list)
    by_stream: dict[str, list[RecordRow]] = field(default_factory=dict)
    places: dict[str, StreamEnd] = field(default_factory=dict)
    by_number: list[BatchRow] = field(default_factory=list)
    secrets: dict[tuple[str, str], bytes] = field(default_factory=dict)  # of a snapshot
    leases: dict[str, int] = field(default_factory=dict)  # of a snapshot: tokens

    def apply(self, planned: CommitPlan) -> None:
        """Apply a commit plan."""
        self.end = planned.end
        self.by_serial += planned.rows
        for row in planned.rows:
            self.by_stream.setdefault(row.stream, []).append(row)
        self.places |= planned.heads
        self.by_number += planned.batches

    def copy(self) -> "MemoryState":
        """Return a copy; the rows are shared because they never change."""
        streams = {name: list(rows) for name, rows in self.by_stream.items()}
        return MemoryState(
            self.end, list(self.by_serial), streams, dict(self.places), list(self.by_number)
        )

    def rows(self, after: int = 0, limit: int | None = None) -> Iterator[RecordRow]:
        return islice((row for row in self.by_serial if row.serial > after), limit)

    def stream(self, stream: str) -> Iterator[RecordRow]:
        return iter(self.by_stream.get(stream, ()))

    def heads(self) -> Iterator[tuple[str, StreamEnd]]:
        return iter(sorted(self.places.items()))

    def batches(self, after: int = 0, limit: int | None = None) -> Iterator[BatchRow]:
        return islice((row for row in self.by_number if row.number > after), limit)

    def vault_rows(self) -> Iterator[VaultRow]:
        rows = sorted(self.secrets.items())
        return (VaultRow(kind, key, value, None) for (kind, key), value in rows)

    def tokens(self) -> Iterator[tuple[str, int]]:
        return iter(sorted(self.leases.items()))


class MemoryJournal(BaseJournal):
    """A journal in memory."""

    def __init__(self) -> None:
        super().__init__(read_only=False)
        self.id = secrets.token_hex(16)
        self.vault = MemoryVault(self._writing)
        self.leases = MemoryLeases(self._writing)
        self._held = MemoryState(journal_start(self.id))
        self._commands: dict[CommandKey, PastCommand] = {}

    def _commit(self, batches: Sequence[Batch]) -> CommitPlan:
        places = self._held.places
        known = StoreState(
            end=self._held.end,
            heads={name: places[name] for name in streams_of(batches) if name in places},
            commands=self._commands,
            tokens={name: self.leases.token(name) for name in leases_of(batches)},
        )
        planned = plan(self.id, batches, known)
        self._held.apply(planned)
        self.vault.write(planned.vault)
        return planned

    def _place(self, stream: str) -> StreamEnd | None:
        return self._held.places.get(stream)

    def _end(self) -> JournalEnd:
        return self._held.end

    def _command(self, actor: str, command_id: str) -> PastCommand | None:
        return self._commands.get((actor, command_id))

    def _rows(self, stream: str, after: int, limit: int | None) -> Iterator[RecordRow]:
        with self._writing:
            rows = self._held.by_stream.get(stream, [])[after:]
        return islice(rows, limit)

    def _rows_since(self, serial: int, limit: int | None) -> Iterator[RecordRow]:
        with self._writing:
            rows = self._held.by_serial[serial:]
        return islice(rows, limit)

    def streams(self, prefix: str = "") -> Iterator[str]:
        with self._writing:
            names = sorted(self._held.places)
        return (name for name in names if name.startswith(prefix))

    def snapshot(self) -> AbstractContextManager[Snapshot]:
        with self._writing:
            held = self._held.copy()
            held.secrets, held.leases = self.vault.copy(), self.leases.tokens()
            return nullcontext(held)

    def _let_go(self) -> None:
        """Nothing is open."""
