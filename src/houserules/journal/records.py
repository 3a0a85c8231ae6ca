"""What is written to a journal and read from it: batches, records, outcomes."""

from dataclasses import KW_ONLY, dataclass, field
from typing import Final, TypeAlias

from houserules.journal.canonical import Payload, check_count, check_name, payload_text
from houserules.journal.errors import PayloadError

DIGEST: Final = 32
"""Bytes of a SHA-256 digest."""


@dataclass(frozen=True, slots=True)
class NewRecord:
    """A record to be written: a stored name, its version, and its payload."""

    name: str
    version: int
    payload: Payload
    text: str = field(init=False, repr=False, compare=False)  # the payload as it is hashed

    def __post_init__(self) -> None:
        """Refuse what could not be stored, here where the bug is."""
        check_name("name", self.name)
        check_count(f"{self.name}: version", self.version, least=1)
        try:
            object.__setattr__(self, "text", payload_text(self.payload))
        except PayloadError as error:
            raise PayloadError(f"{self.name}: {error}") from None


@dataclass(frozen=True, slots=True)
class Append:
    """New records for the end of one stream, if it still ends where the decision was made."""

    stream: str
    expected: int | None  # position of the last record; 0: a new stream; None: any position
    entries: tuple[NewRecord, ...]  # none: only the position is checked

    def __post_init__(self) -> None:
        """Refuse an impossible name or position."""
        check_name("stream", self.stream)
        if self.expected is not None:
            check_count(f"{self.stream}: expected", self.expected, least=0)


@dataclass(frozen=True, slots=True)
class Put:
    """A value for the vault: durable, opaque, never hashed and never exported."""

    kind: str
    key: str
    value: bytes = field(repr=False)

    def __post_init__(self) -> None:
        """Refuse anything but bytes with a kind and a key."""
        check_name("kind", self.kind)
        check_name("key", self.key, blanks=True)
        if type(self.value) is not bytes:
            raise PayloadError(f"{self.kind} {self.key}: a value of the vault is bytes")


@dataclass(frozen=True, slots=True)
class Delete:
    """A value for the vault to delete."""

    kind: str
    key: str


@dataclass(frozen=True, slots=True)
class Fence:
    """A lease that must still have this token when the batch is written."""

    name: str
    token: int


@dataclass(slots=True, eq=False)
class Speculation:
    """A mark that batches share if each was decided on top of the one before it.

    If one of them is not written, the journal sets `broken` and refuses every later one as stale. Expected
    positions alone would not do: another writer may have appended just as many other records instead.
    """

    broken: bool = False


@dataclass(frozen=True, slots=True)
class Batch:
    """Everything that is written together, or not at all."""

    appends: tuple[Append, ...]
    _: KW_ONLY
    actor: str
    time: int  # milliseconds, UTC
    command_id: str | None = None  # per actor, each id is carried out once
    request: bytes | None = None  # digest of the request's content: the id is bound to it
    puts: tuple[Put, ...] = ()
    deletes: tuple[Delete, ...] = ()
    fences: tuple[Fence, ...] = ()
    speculation: Speculation | None = None  # shared with the batches this one was decided on

    def __post_init__(self) -> None:
        """Refuse a batch that could not be written as a whole."""
        check_name("actor", self.actor, blanks=True)
        check_count("time", self.time, least=0)
        if self.command_id is not None:
            check_name("command_id", self.command_id, blanks=True)
        if self.request is not None and (self.command_id is None or len(self.request) != DIGEST):
            raise PayloadError(f"a request is the {DIGEST} bytes of a digest, beside a command id")
        _check_once("stream", [append.stream for append in self.appends])
        put = [f"{value.kind} {value.key}" for value in self.puts]
        _check_once("value", put + [f"{value.kind} {value.key}" for value in self.deletes])


def _check_once(what: str, names: list[str]) -> None:
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise PayloadError(f"{what} {twice} appears twice in a batch")


@dataclass(frozen=True, slots=True)
class JournalRecord:
    """One thing that happened, at its position in a stream and in the journal."""

    stream: str
    position: int  # from 1 within the stream
    name: str
    version: int
    payload: Payload
    actor: str
    time: int
    command_id: str | None
    batch: int  # number of the batch; from 1 within the journal
    previous: str  # hash of the record before it in the stream
    hash: str
    serial: int  # from 1 within the journal, without gaps; not hashed


@dataclass(frozen=True, slots=True)
class Appended:
    """The batch is durable; `repeated`: it already was, and these are its records."""

    records: tuple[JournalRecord, ...]
    repeated: bool


@dataclass(frozen=True, slots=True)
class Reused:
    """The actor used this command id for a different request; nothing was written."""

    command_id: str


@dataclass(frozen=True, slots=True)
class Stale:
    """The stream has grown since the decision was made; nothing was written."""

    stream: str
    expected: int
    actual: int


@dataclass(frozen=True, slots=True)
class Fenced:
    """Another holder has taken the lease; nothing was written."""

    name: str
    token: int
    actual: int


Outcome: TypeAlias = Appended | Reused | Stale | Fenced


@dataclass(frozen=True, slots=True)
class Head:
    """Where a stream ends; position 0 if nothing is in it."""

    stream: str
    position: int
    hash: str


@dataclass(frozen=True, slots=True)
class Tip:
    """Where the journal ends: its last serial and batch, and the hash that binds all batches."""

    serial: int
    batch: int
    hash: str
