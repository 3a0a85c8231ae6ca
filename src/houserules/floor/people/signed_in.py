"""The caller of a request, and answers that contain a secret."""

from dataclasses import dataclass, field
from typing import Final, Literal

from houserules.core.people import Person, Role
from houserules.floor.denial import Denied
from houserules.floor.people.events import Scope
from houserules.floor.people.profile import ApiToken, Profile

Pending = Literal["code", "password", "enrolment"]
"""What a session owes before it may do anything else, in the order in which it is asked for."""

_OWED: Final[dict[Pending, Denied]] = {
    "code": Denied("second-factor.needed", "Enter the code of your second factor first."),
    "password": Denied("password.must-change", "Choose a password of your own first."),
    "enrolment": Denied("second-factor.enrol", "Enrol a second factor first: staff need one."),
}


PARTS_OF_STAFF: Final[frozenset[Scope]] = frozenset(("tables", "people", "registers", "money"))
STAFF_SCOPES: Final[frozenset[Scope]] = PARTS_OF_STAFF | {"staff"}
"""Scopes under which somebody acts by their role."""


@dataclass(frozen=True, slots=True)
class Caller:
    """A signed-in person and what they may do now: no staff role before the second factor."""

    handle: str
    role: Role  # "player" unless `scopes` has one of STAFF_SCOPES
    licence: str
    is_guest: bool
    is_bot: bool  # by an API token
    owner: bool  # may give roles
    second_factor: bool
    scopes: frozenset[Scope]  # none while something is pending
    pending: Pending | None
    session: str  # id of the session or API token; proves nothing

    @property
    def person(self) -> Person:
        """The person and the role in which they act."""
        return Person(self.handle, self.role)

    @property
    def is_staff(self) -> bool:
        """Whether they act in a staff role."""
        return self.role != "player"

    @property
    def practice_only(self) -> bool:
        """Whether they may play at practice tables only."""
        return self.is_guest or self.is_bot

    def why_not(self, scope: Scope) -> Denied | None:
        """Deny what is outside the caller's scopes."""
        if self.pending is not None:
            return _OWED[self.pending]
        by_staff = scope in PARTS_OF_STAFF and not (self.is_bot and scope == "money")
        if scope in self.scopes or (by_staff and "staff" in self.scopes):
            return None
        if self.is_bot:
            return Denied("scope.missing", f"This API token does not have the scope {scope}.")
        detail = "Staff do not play." if scope == "play" else "This is for staff."
        return Denied("role.may-not", detail)


def pending_of(profile: Profile, *, passed: bool) -> Pending | None:
    """Return what is pending in a session; `passed`: its second factor was checked."""
    if profile.second_factor and not passed:
        return "code"
    if profile.must_change_password:
        return "password"
    return "enrolment" if profile.is_staff and not profile.second_factor else None


def signed_by_session(profile: Profile, *, id: str, passed: bool) -> Caller:  # noqa: A002
    """Return the caller of a session."""
    pending = pending_of(profile, passed=passed)
    scopes = frozenset[Scope]() if pending else scopes_of(profile)
    return _caller(profile, scopes, id, passed=passed, pending=pending, is_bot=False)


def signed_by_token(profile: Profile, token: ApiToken) -> Caller:
    """Return the caller of an API token; staff make one only after the second factor."""
    scopes = frozenset(token.scopes) & token_scopes(profile)
    passed = bool(scopes & STAFF_SCOPES)
    return _caller(profile, scopes, token.id, passed=passed, pending=None, is_bot=True)


def scopes_of(profile: Profile) -> frozenset[Scope]:
    """Return a person's widest scopes: staff do not play, and players have no staff scopes."""
    return frozenset(("read", "staff") if profile.is_staff else ("read", "play"))


def token_scopes(profile: Profile) -> frozenset[Scope]:
    """Return the scopes that a person's API token may have."""
    return scopes_of(profile) | (PARTS_OF_STAFF if profile.is_staff else frozenset())


def _caller(
    profile: Profile,
    scopes: frozenset[Scope],
    id: str,  # noqa: A002
    *,
    passed: bool,
    pending: Pending | None,
    is_bot: bool,
) -> Caller:
    acts_as_staff = bool(scopes & STAFF_SCOPES)
    return Caller(
        handle=profile.handle,
        role=profile.role if acts_as_staff else "player",
        licence=profile.licence if acts_as_staff else "",
        is_guest=profile.is_guest,
        is_bot=is_bot,
        owner=profile.owner and acts_as_staff and not is_bot,
        second_factor=passed,
        scopes=scopes,
        pending=pending,
        session=id,
    )


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A new session: its token for the cookie, and the caller."""

    token: str = field(repr=False)
    caller: Caller
    device: str = field(default="", repr=False)  # the token of a known device, for its cookie


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A new second factor, as a QR code and for typing; its first code enables it."""

    uri: str = field(repr=False)
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class OneTimePassword:
    """A password that must be changed at the next sign-in; it is shown once."""

    handle: str
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class MadeToken:
    """A new API token; it is shown once."""

    token: str = field(repr=False)
    made: ApiToken
