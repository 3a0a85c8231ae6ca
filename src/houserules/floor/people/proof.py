"""Confirm who it is before passwords, second factors, tokens or sessions change.

Somebody else may have the session: a stolen cookie, a browser left open. The account page shows the
person every change that was made.
"""

from dataclasses import dataclass
from typing import Final

from houserules.core.people import Moment, handle_key
from houserules.floor.denial import Denied
from houserules.floor.people.context import BUSY, PeopleContext, ProfileChange
from houserules.floor.people.events import (
    KINDS,
    LockedOut,
    PasswordChanged,
    SecondFactorEnabled,
    SecondFactorReset,
    SignedOut,
    TokenMade,
    TokenRevoked,
    event_of,
)
from houserules.floor.people.handles import stream_of
from houserules.floor.people.lockout import SignInAttempt, Via, attempting, count_failure
from houserules.floor.people.profile import Profile
from houserules.floor.people.second_factor import CODE_WRONG, pass_again
from houserules.floor.people.sign_in import PASSWORD_WRONG, matching_hash
from houserules.floor.people.signed_in import Caller

_NEEDED: Final = Denied(
    "proof.needed", "Enter your password or the code of your second factor to change this."
)
_CHANGES: Final = (
    *(LockedOut, PasswordChanged, SecondFactorEnabled, SecondFactorReset),
    *(SignedOut, TokenMade, TokenRevoked),
)
_NAMES: Final = frozenset(name for name, kind in KINDS.items() if kind in _CHANGES)


@dataclass(frozen=True, slots=True)
class AccountChange:
    """A change of credentials, as the account page shows it."""

    name: str  # of the event
    at: Moment
    by: str | None  # if somebody else did it
    label: str | None  # of the API token


async def prove_again(
    context: PeopleContext,
    by: Caller,
    *,
    password: str | None,
    code: str | None,
    origin: str | None = None,
) -> Denied | None:
    """Check the password or a second-factor code again before credentials or sessions change."""
    if by.is_bot:
        detail = "An API token cannot change passwords, tokens or sessions; sign in for that."
        return Denied("scope.missing", detail)
    if by.is_guest:
        return Denied("guest.may-not", "Guests have no password; sign up first.")
    if by.pending == "code":
        return by.why_not("read")
    if password is None and code is None:
        return _NEEDED
    if context.hasher.is_busy:
        return BUSY
    via = Via(origin, session=by.session)
    async with attempting(context, handle_key(by.handle), via) as attempt:
        if isinstance(attempt, Denied):
            return attempt
        if password is None:
            return await _prove_by_code(context, attempt, code or "")
        profile = await context.profile(attempt.key)
        if await matching_hash(context, profile, attempt.key, password) is None:
            return await count_failure(context, attempt, PASSWORD_WRONG)
        await context.write(actor=attempt.key, deletes=attempt.final_deletes)
        return None


async def _prove_by_code(
    context: PeopleContext, attempt: SignInAttempt, code: str
) -> Denied | None:
    async def decide(profile: Profile) -> ProfileChange | Denied:
        if not profile.second_factor:
            return Denied("code.none", "You have no second factor; enter your password.")
        passed = await pass_again(context, profile, code)
        if isinstance(passed, Denied):
            return passed
        return ProfileChange((passed,), deletes=attempt.final_deletes)

    answer = await context.change(attempt.key, decide, actor=attempt.key)
    if isinstance(answer, Denied):
        return await count_failure(context, attempt, answer) if answer == CODE_WRONG else answer
    return None


async def account_changes(
    context: PeopleContext, handle: str, *, most: int = 20
) -> tuple[AccountChange, ...]:
    """Return the latest changes of a person's credentials, newest first."""
    events = [
        event_of(record)
        for record in await context.store.read(stream_of(handle_key(handle)))
        if record.name in _NAMES
    ]
    labels = {event.id: event.label for event in events if isinstance(event, TokenMade)}
    return tuple(
        AccountChange(
            event.name,
            event.at,
            by if (by := getattr(event, "by", None)) != handle else None,
            labels.get(getattr(event, "id", "")),
        )
        for event in reversed(events[-most:])
    )
