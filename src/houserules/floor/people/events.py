"""Events about people in the journal: who, when, why, and never a secret."""

from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, get_args

from houserules.core.codec import Data, DataError, from_data, to_data
from houserules.core.people import Moment, Role
from houserules.journal.records import JournalRecord, NewRecord

Scope = Literal["read", "play", "staff", "tables", "people", "registers", "money"]
"""What a session or API token is for: to look, to play, to act by one's role. `staff` is everything that a
role may do, in an API token everything except money; the last four are parts of it."""


@dataclass(frozen=True, slots=True)
class SignedUp:
    """Somebody signed up under a unique handle."""

    name: ClassVar[str] = "person.signed-up"
    handle: str
    is_guest: bool
    owner: bool
    one_time_password: bool
    was_guest: str | None  # the person's guest handle
    at: Moment


@dataclass(frozen=True, slots=True)
class RoleGiven:
    """The owner assigned a role, which replaces any other."""

    name: ClassVar[str] = "person.role-given"
    role: Role
    licence: str
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class RoleTaken:
    """A role was removed: the person is an ordinary player again."""

    name: ClassVar[str] = "person.role-taken"
    role: Role
    why: str
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class Suspended:
    """Somebody was suspended until reinstated; every session ended."""

    name: ClassVar[str] = "person.suspended"
    why: str
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class Reinstated:
    """A suspension or lock-out was lifted."""

    name: ClassVar[str] = "person.reinstated"
    why: str
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class LockedOut:
    """Too many sign-in attempts failed; `in_a_row` counts consecutive lock-outs."""

    name: ClassVar[str] = "person.locked-out"
    until: Moment
    in_a_row: int
    at: Moment


@dataclass(frozen=True, slots=True)
class SignedOut:
    """Somebody signed out everywhere."""

    name: ClassVar[str] = "person.signed-out"
    at: Moment


@dataclass(frozen=True, slots=True)
class PasswordChanged:
    """The password was changed; every session ended except the one used to change it."""

    name: ClassVar[str] = "password.changed"
    one_time: bool  # must be changed at the next sign-in
    by: str
    why: str
    at: Moment


@dataclass(frozen=True, slots=True)
class SecondFactorEnabled:
    """A new second factor was enabled; `step` is the half minute of the code that confirmed it."""

    name: ClassVar[str] = "second-factor.enabled"
    step: int
    at: Moment


@dataclass(frozen=True, slots=True)
class SecondFactorPassed:
    """Somebody signed in with the second factor; the code of that half minute is used up."""

    name: ClassVar[str] = "second-factor.passed"
    step: int
    at: Moment


@dataclass(frozen=True, slots=True)
class SecondFactorReset:
    """A lost second factor was reset; every session ended."""

    name: ClassVar[str] = "second-factor.reset"
    by: str
    why: str
    at: Moment


@dataclass(frozen=True, slots=True)
class TokenMade:
    """An API token was made; its secret is not stored."""

    name: ClassVar[str] = "token.made"
    id: str
    label: str
    scopes: tuple[Scope, ...]
    at: Moment
    until: Moment | None = None  # the last moment at which it is valid; None: no end (version 1)


@dataclass(frozen=True, slots=True)
class TokenUsed:
    """A program used an API token, from an address and for a purpose; in the token's own stream."""

    name: ClassVar[str] = "token.used"
    id: str
    origin: str
    what: str
    at: Moment


@dataclass(frozen=True, slots=True)
class TokenRevoked:
    """An API token was revoked."""

    name: ClassVar[str] = "token.revoked"
    id: str
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class PlayerCardIssued:
    """A Player Card was issued (S24 2.1:player-card); also recorded in the stream of its number."""

    name: ClassVar[str] = "player-card.issued"
    number: str
    issued_to: str
    valid_until: Moment | None  # the last moment at which it is valid; None: no end
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class PlayerCardWithdrawn:
    """A Player Card was withdrawn."""

    name: ClassVar[str] = "player-card.withdrawn"
    number: str
    why: str
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class OwnerMade:
    """The owner was created; the only record of its stream, so there is only one."""

    name: ClassVar[str] = "owner.made"
    handle: str
    at: Moment


PersonEvent = (
    SignedUp
    | RoleGiven
    | RoleTaken
    | Suspended
    | Reinstated
    | LockedOut
    | SignedOut
    | PasswordChanged
    | SecondFactorEnabled
    | SecondFactorPassed
    | SecondFactorReset
    | TokenMade
    | TokenRevoked
    | PlayerCardIssued
    | PlayerCardWithdrawn
)
EVENTS: Final[tuple[type, ...]] = (*get_args(PersonEvent), OwnerMade, TokenUsed)


# Events of people as they are stored: by name and version, so that old payloads load forever.
#
# Samples of every version are kept in tests/floor/stored.


KINDS: Final[dict[str, Any]] = {kind.name: kind for kind in EVENTS}  # type: ignore[attr-defined]
"""Every event in the streams of persons, Player Cards and the owner, by its stored name."""

VERSIONS: Final[dict[str, int]] = {"token.made": 2}
"""The versions above 1, by name; what they added has a default with the meaning of before."""


def version_of(name: str) -> int:
    """Return the current version of an event."""
    return VERSIONS.get(name, 1)


def entry_of(event: Any) -> NewRecord:
    """Return the record to append for an event."""
    return NewRecord(event.name, version_of(event.name), to_data(event))


def event_of(record: JournalRecord) -> Any:
    """Return the event of a record; raises DataError."""
    return read(record.name, record.version, record.payload)


def read(name: str, version: int, payload: Data) -> Any:
    """Read a stored event in its newest version; raises DataError."""
    kind = KINDS.get(name)
    if kind is None:
        raise DataError(
            f"{name!r} is not an event of a person that this version of houserules knows"
        )
    if not 1 <= version <= version_of(name):
        raise DataError(f"{name} is known up to version {version_of(name)}, not {version}")
    return from_data(kind, payload, name)
