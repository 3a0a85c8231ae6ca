"""What the vault keeps about people; none of it appears in the journal, a log or an error."""

import json
from dataclasses import dataclass, field
from typing import Final, TypeVar

from houserules.core.codec import from_data, to_data

PASSWORD: Final = "password"
FACTOR: Final = "totp"
ENROLMENT: Final = "totp-new"
SESSION: Final = "session"
SEEN: Final = "seen"
TOKEN: Final = "token"
LOCK: Final = "lock"
TRIED: Final = "tried"
FAILED: Final = "failed"
DEVICE_KEY: Final = "device-key"


def attempts_of(key: str) -> str:
    """Return the vault kind for attempts at one handle; each attempt has its own key."""
    return f"attempt:{key}"


def failures_of(key: str) -> str:
    """Return the vault kind for failed sign-ins to one account, by address."""
    return f"failed:{key}"


class VaultError(RuntimeError):
    """A value in the vault is malformed; the message never shows it."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the vault may be damaged: {what} cannot be read")


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A session; `since` is where the person's stream ended at sign-in."""

    person: str
    proof: str = field(repr=False)
    created: int
    since: int
    second_factor: bool


@dataclass(frozen=True, slots=True)
class StoredToken:
    """The owner of an API token; its scopes are in the journal."""

    person: str
    proof: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class PendingEnrolment:
    """The secret of a second factor that is not confirmed yet."""

    secret: str = field(repr=False)  # hex
    created: int


@dataclass(frozen=True, slots=True)
class Lock:
    """A lock-out until a time, and how many there were in a row."""

    until: int
    in_a_row: int


@dataclass(frozen=True, slots=True)
class FailedFrom:
    """Failed sign-ins from one address: how many, and when first and last."""

    count: int
    first: int
    last: int


Entry = TypeVar("Entry", StoredSession, StoredToken, PendingEnrolment, Lock, FailedFrom)


def to_bytes(value: StoredSession | StoredToken | PendingEnrolment | Lock | FailedFrom) -> bytes:
    return json.dumps(to_data(value), separators=(",", ":")).encode("ascii")


def from_bytes(kind: type[Entry], data: bytes) -> Entry:
    """Read a value from the vault; raises VaultError."""
    try:
        return from_data(kind, json.loads(data))
    except ValueError:
        raise VaultError(f"an entry of the kind {kind.__name__}") from None
