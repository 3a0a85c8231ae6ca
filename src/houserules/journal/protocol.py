"""The interface of a journal, whatever its store."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol, Self, TypeAlias

from houserules.journal.chain import BatchRow, JournalEnd, RecordRow, StreamEnd
from houserules.journal.errors import Finding
from houserules.journal.records import Appended, Batch, Head, JournalRecord, Outcome, Reused, Tip

Callback: TypeAlias = Callable[[tuple[JournalRecord, ...]], None]


class Vault(Protocol):
    """Durable secrets beside the journal: password hashes, keys, shoes that are not revealed yet.

    A record stays forever and may be exported; a secret must be replaceable, deletable and never leave
    the house. So secrets are kept apart, by kind and key, outside the hash chain. What ties them to the
    records is the commit: a batch writes its records and its vault changes in one transaction. The order
    of a shoe therefore always matches the events that dealt from it, whenever the process dies.

    Because no hash chain covers the vault, each value in a database carries a seal, a keyed checksum
    (`sql.Seals`). It finds accidents and clumsy tampering, not an intruder who can read the whole database.
    """

    def store(self, kind: str, key: str, value: bytes) -> None:
        """Store a value; replace one with the same key."""

    def get(self, kind: str, key: str) -> bytes | None:
        """Return a value, or None; raises DamagedError if its seal does not match."""

    def items(self, kind: str) -> Iterator[tuple[str, bytes]]:
        """Return all values of a kind by their keys, in order; raises DamagedError likewise."""

    def find_damage(self) -> Iterator[Finding]:
        """Return the values whose seal does not match."""

    def delete(self, kind: str, key: str) -> None:
        """Delete a value if it exists."""


LEASE_MOST: Final = 10 * 60 * 1000
"""Milliseconds; a lease that runs longer was taken before the clock was set back, and is void."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A name that one holder has until a time, and a token that tells holders apart."""

    name: str
    holder: str
    token: int  # increases with every new holder
    until: int  # milliseconds, UTC


class Leases(Protocol):
    """Named leases on duties between processes; without `now_ms`, by the store's own clock."""

    def acquire(
        self, name: str, holder: str, *, ttl_ms: int, now_ms: int | None = None
    ) -> int | None:
        """Acquire a lease that is free, expired or the holder's own; None: another holder has it."""

    def renew(self, holder: str, *, ttl_ms: int, now_ms: int | None = None) -> dict[str, int]:
        """Extend all leases of a holder and return their tokens; a lost lease is not among them."""

    def release(self, name: str, holder: str) -> bool:
        """Give up a lease; False if it was not the holder's."""

    def find(self, name: str, *, now_ms: int | None = None) -> Lease | None:
        """Return a valid lease."""

    def all(self, *, now_ms: int | None = None) -> tuple[Lease, ...]:
        """Return all valid leases, by name."""


class Subscription(Protocol):
    """A callback that receives the news."""

    def close(self) -> None:
        """Stop calling back."""


class VaultRow(NamedTuple):
    """A value of the vault as it is stored; without a seal if values are not sealed."""

    kind: str
    key: str
    value: bytes
    seal: bytes | None


class Snapshot(Protocol):
    """A consistent view of a stored journal, for checks and copies."""

    @property
    def end(self) -> JournalEnd:
        """Where the journal ends."""

    def rows(self, after: int = 0, limit: int | None = None) -> Iterator[RecordRow]:
        """Return records after a serial, in the order of serials."""

    def stream(self, stream: str) -> Iterator[RecordRow]:
        """Return the records of a stream in the order of positions."""

    def heads(self) -> Iterator[tuple[str, StreamEnd]]:
        """Return the head row of each stream, in the order of names."""

    def batches(self, after: int = 0, limit: int | None = None) -> Iterator[BatchRow]:
        """Return batches after a number, in order."""

    def vault_rows(self) -> Iterator[VaultRow]:
        """Return every value of the vault as it is stored."""

    def tokens(self) -> Iterator[tuple[str, int]]:
        """Return the token of every lease, valid or not."""


class Journal(Protocol):
    """Append-only streams of records. Safe to use from several threads; every call blocks."""

    @property
    def id(self) -> str:
        """32 random hex digits, drawn when the journal is created."""

    @property
    def vault(self) -> Vault:
        """Durable secrets outside the hash chain."""

    @property
    def leases(self) -> Leases:
        """Which process is responsible for what."""

    def append(self, batch: Batch) -> Outcome:
        """Write a batch; it is durable when this returns."""

    def append_all(self, batches: Sequence[Batch]) -> tuple[Outcome, ...]:
        """Write batches in one durable transaction; each succeeds or fails by itself."""

    def outcome(
        self, actor: str, command_id: str, request: bytes | None = None
    ) -> Appended | Reused | None:
        """Return the outcome of an earlier command with this id, or that its request was different."""

    def read(
        self, stream: str, after: int = 0, limit: int | None = None
    ) -> Iterator[JournalRecord]:
        """Return the records of a stream after a position."""

    def since(self, serial: int, limit: int | None = None) -> Iterator[JournalRecord]:
        """Return the records of all streams after a serial, in the order they became durable."""

    def streams(self, prefix: str = "") -> Iterator[str]:
        """Return the names of the streams, in order."""

    def head(self, stream: str) -> Head:
        """Return where a stream ends."""

    def tip(self) -> Tip:
        """Return where the journal ends."""

    def listen(self, callback: Callback, *, after: int | None = None) -> Subscription:
        """Call back with every record after a serial (None: from now on), once and in order."""

    def snapshot(self) -> AbstractContextManager[Snapshot]:
        """Return a consistent view for reading; writers are not blocked."""

    def close(self) -> None:
        """Close the journal and its store."""

    def __enter__(self) -> Self:
        """Close the journal at the end of a block."""

    def __exit__(self, *error: object) -> None:
        """Close."""
