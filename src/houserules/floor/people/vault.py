"""What the vault keeps of people: nothing of it is in the journal, in a log or in an error."""

import json
from dataclasses import asdict, dataclass, field
from typing import Final, TypeVar

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
    """Name the kind under which attempts at one handle are kept, each under a key of its own."""
    return f"attempt:{key}"


def failures_of(key: str) -> str:
    """Name the kind under which failed sign-ins to one account are kept, by address."""
    return f"failed:{key}"


class VaultError(RuntimeError):
    """Something in the vault is not what was put there; the message never says what it is."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the vault may be damaged: {what} cannot be read")


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who signed in; `since` is where the person's stream ended then."""

    person: str
    proof: str = field(repr=False)
    created: int
    since: int
    second_factor: bool


@dataclass(frozen=True, slots=True)
class StoredToken:
    """Whose API token it is; what it is for stands in the journal."""

    person: str
    proof: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class PendingEnrolment:
    """A secret of a second factor that no code has confirmed yet."""

    secret: str = field(repr=False)  # hex
    created: int


@dataclass(frozen=True, slots=True)
class Lock:
    """What is locked out until a time, and how many times in a row it was."""

    until: int
    in_a_row: int


@dataclass(frozen=True, slots=True)
class FailedFrom:
    """How often a sign-in from one address failed, and when it did first and last."""

    count: int
    first: int
    last: int


Noun = TypeVar("Noun", Session, StoredToken, PendingEnrolment, Lock, FailedFrom)


def to_bytes(noun: Session | StoredToken | PendingEnrolment | Lock | FailedFrom) -> bytes:
    """Write something for the vault."""
    return json.dumps(asdict(noun), separators=(",", ":")).encode("ascii")


def from_bytes(kind: type[Noun], data: bytes) -> Noun:
    """Read something from the vault; raises KeptError."""
    try:
        return kind(**json.loads(data))
    except (ValueError, TypeError):
        raise VaultError(f"an entry of the kind {kind.__name__}") from None
