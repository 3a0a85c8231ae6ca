"""Confirm who it is before passwords, second factors, tokens or sessions change.

Somebody else may have the session: a stolen cookie, a browser left open. The account page shows the
person every change that was made.
"""

from dataclasses import dataclass
from typing import Any, Final

from houserules.core.people import Moment, handle_key
from houserules.floor.denial import Denied
from houserules.floor.people.context import PeopleContext, ProfileChange
from houserules.floor.people.events import (
    KINDS,
    LockedOut,
    PasswordChanged,
    SecondFactorEnabled,
    SecondFactorPassed,
    SecondFactorReset,
    SignedOut,
    TokenMade,
    TokenRevoked,
    event_of,
)
from houserules.floor.people.handles import stream_of
from houserules.floor.people.lockout import SignInAttempt, Via, attempting, count_failure
from houserules.floor.people.profile import Profile
from houserules.floor.people.second_factor import matching_step
from houserules.floor.people.signed_in import Caller
from houserules.floor.people.vault import FACTOR, PASSWORD

_NEEDED: Final = Denied(
    "proof.needed", "Enter your password or the code of your second factor to change this."
)
_BUSY: Final = Denied("busy", "Too many people are signing in. Try again.")
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
    origin: str | None,
) -> Denied | None:
    """Check the password or a second-factor code again."""
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
        return _BUSY
    via = Via(origin, session=by.session)
    async with attempting(context, handle_key(by.handle), via) as attempt:
        if isinstance(attempt, Denied):
            return attempt
        if password is None:
            return await _prove_by_code(context, attempt, code or "")
        return await _prove_by_password(context, attempt, password)


async def _prove_by_password(
    context: PeopleContext, attempt: SignInAttempt, password: str
) -> Denied | None:
    data = await context.store.secret(PASSWORD, attempt.key)
    kept = None if data is None else data.decode("ascii", "replace")
    if not await context.hasher.verify(kept, password):
        wrong = Denied("password.wrong", "This is not your current password.")
        return await count_failure(context, attempt, wrong)
    await context.write(actor=attempt.key, deletes=attempt.final_deletes)
    return None


async def _prove_by_code(
    context: PeopleContext, attempt: SignInAttempt, code: str
) -> Denied | None:
    wrong = Denied("code.wrong", "The code is wrong or was used; wait for the next one.")

    async def decide(profile: Profile) -> ProfileChange | Denied:
        secret = await context.store.secret(FACTOR, attempt.key) if profile.second_factor else None
        if secret is None:
            return Denied("code.none", "You have no second factor; enter your password.")
        step = matching_step(secret, code, now=context.now(), after=profile.last_step)
        if step is None:
            return wrong
        return ProfileChange(
            (SecondFactorPassed(step, context.moment()),), deletes=attempt.final_deletes
        )

    answer = await context.change(attempt.key, decide, actor=attempt.key)
    if isinstance(answer, Denied):
        return await count_failure(context, attempt, answer) if answer == wrong else answer
    return None


async def account_changes(
    context: PeopleContext, handle: str, *, most: int
) -> tuple[AccountChange, ...]:
    """Return the latest changes of a person's credentials, newest first."""
    records = await context.store.read(stream_of(handle_key(handle)))
    labels = {
        record.payload["id"]: record.payload["label"] for record in records if record.name == _MADE
    }
    events = [event_of(record) for record in records if record.name in _NAMES]
    return tuple(_change(event, handle, labels) for event in reversed(events[-most:]))


_MADE: Final = TokenMade.name


def _change(event: Any, handle: str, labels: dict[str, str]) -> AccountChange:
    by = getattr(event, "by", None)
    label = labels.get(getattr(event, "id", ""))
    return AccountChange(event.name, event.at, None if by == handle else by, label)
