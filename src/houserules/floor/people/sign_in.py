"""Signing in and out, and changing the password."""

from collections.abc import Sequence

from houserules.core.people import handle_key
from houserules.floor.denial import Denied
from houserules.floor.people.context import BUSY, PeopleContext, ProfileChange
from houserules.floor.people.events import PasswordChanged, SignedOut
from houserules.floor.people.handles import Handle, is_handle, stream_of
from houserules.floor.people.lockout import THROTTLED, SignInAttempt, Via, attempting, count_failure
from houserules.floor.people.passwords import why_not_password
from houserules.floor.people.profile import Profile
from houserules.floor.people.second_factor import has_code, pass_factor
from houserules.floor.people.sessions import (
    NO_SESSION,
    CurrentSession,
    known_device,
    new_token,
    present,
    session_put,
    signed_in,
    with_device,
)
from houserules.floor.people.signed_in import SignedIn
from houserules.floor.people.vault import PASSWORD
from houserules.journal.records import Append, Put

_WRONG = Denied("sign-in.wrong", "Wrong name or password.")
PASSWORD_WRONG = Denied("password.wrong", "This is not your current password.")


async def sign_in(
    context: PeopleContext,
    name: str,
    password: str,
    *,
    code: str | None = None,
    origin: str | None = None,
    devices: Sequence[str] = (),
) -> SignedIn | Denied:
    """Begin a session; if the second-factor code is missing, it stays pending.

    The answer does not reveal whether the handle or the password is wrong.
    """
    device = await known_device(context, handle_key(name), devices) if is_handle(name) else None
    if device is None and not context.failures.admit(origin, context.now()):
        return THROTTLED
    if context.hasher.is_busy:
        return BUSY
    if not is_handle(name):
        await context.hasher.verify(None, password)
        return _WRONG
    via = Via(origin, device=device, has_code=code is not None)
    async with attempting(context, handle_key(name), via) as attempt:
        if isinstance(attempt, Denied):
            return attempt
        answer = await _try_sign_in(context, attempt, password, code)
    if isinstance(answer, SignedIn) and device is None:
        context.failures.give_back(origin)
    return await with_device(context, answer)


async def _try_sign_in(
    context: PeopleContext, attempt: SignInAttempt, password: str, code: str | None
) -> SignedIn | Denied:
    profile = await context.profile(attempt.key)
    stored = await matching_hash(context, profile, attempt.key, password)
    if profile is None or stored is None:
        return await count_failure(context, attempt, _WRONG)
    if attempt.locked and not await has_code(context, profile, code or ""):
        return await count_failure(context, attempt, attempt.locked)
    if profile.suspended is not None:
        return Denied("sign-in.suspended", "Your account is suspended. Ask a supervisor.")
    await _renew_hash(context, profile, stored, password)
    if profile.second_factor and code is not None:
        actor, since = profile.handle, profile.position
        return await pass_factor(context, attempt, code, actor=actor, since=since)
    token = new_token(context.random)
    put = session_put(context, token, profile.key, since=profile.position)
    deletes = attempt.interim_deletes if profile.second_factor else attempt.final_deletes
    await context.write(actor=profile.handle, puts=(put,), deletes=deletes)
    return signed_in(token, profile)


async def matching_hash(
    context: PeopleContext, profile: Profile | None, key: str, password: str
) -> str | None:
    """Return the hash that the password matches; None, after the same work, if it does not."""
    data = await context.store.secret(PASSWORD, key)
    stored = None if data is None or profile is None else data.decode("ascii", "replace")
    return stored if await context.hasher.verify(stored, password) else None


async def _renew_hash(context: PeopleContext, profile: Profile, stored: str, password: str) -> None:
    """Rehash with the current parameters, unless the password was changed meanwhile."""
    if context.hasher.is_outdated(stored):
        hashed = await context.hasher.hash(password)
        unchanged = Append(stream_of(profile.key), profile.position, ())
        put = Put(PASSWORD, profile.key, hashed.encode("ascii"))
        await context.write(unchanged, actor=profile.handle, puts=(put,))


async def sign_out(context: PeopleContext, token: str) -> None:
    """End a session; repeating it is harmless."""
    if current := await present(context, token):
        await context.write(actor=current.profile.handle, deletes=current.deletions)


async def sign_out_everywhere(context: PeopleContext, token: str) -> Denied | None:
    """End every session of this session's person."""
    current = await present(context, token)
    if current is None:
        return NO_SESSION

    async def decide(profile: Profile) -> ProfileChange | Denied:
        return ProfileChange((SignedOut(context.moment()),), deletes=current.deletions)

    key, actor = current.profile.key, current.profile.handle
    answer = await context.change(key, decide, actor=actor)
    return answer if isinstance(answer, Denied) else None


async def change_password(
    context: PeopleContext, token: str, old: str, new: str
) -> SignedIn | Denied:
    """Change a password and give this session a new token; every other session ends."""
    current = await present(context, token)
    if current is None:
        return NO_SESSION
    profile = current.profile
    if no := _why_not_change(current, old, new):
        return no
    if context.hasher.is_busy:
        return BUSY
    async with attempting(context, profile.key, Via(session=current.id)) as attempt:
        if isinstance(attempt, Denied):
            return attempt
        if await matching_hash(context, profile, profile.key, old) is None:
            return await count_failure(context, attempt, PASSWORD_WRONG)
        return await _change_password(context, current, attempt, await context.hasher.hash(new))


def _why_not_change(current: CurrentSession, old: str, new: str) -> Denied | None:
    profile = current.profile
    if profile.is_guest:
        return Denied("guest.may-not", "Guests have no password; sign up instead.")
    if profile.second_factor and not current.session.second_factor:
        return Denied("second-factor.needed", "Enter the code of your second factor first.")
    if old == new:
        return Denied("password.same", "Choose a password that differs from the current one.")
    return why_not_password(new, Handle(profile.handle, profile.key))


async def _change_password(
    context: PeopleContext, current: CurrentSession, attempt: SignInAttempt, hashed: str
) -> SignedIn | Denied:
    key, by, passed = current.profile.key, current.profile.handle, current.session.second_factor
    event = PasswordChanged(one_time=False, by=by, why="", at=context.moment())
    token = new_token(context.random)

    async def decide(profile: Profile) -> ProfileChange | Denied:
        if current.is_over(profile):
            return NO_SESSION
        put = session_put(context, token, key, since=profile.position + 1, passed=passed)
        puts = (Put(PASSWORD, key, hashed.encode("ascii")), put)
        return ProfileChange(
            (event,), puts=puts, deletes=(*current.deletions, *attempt.final_deletes)
        )

    answer = await context.change(key, decide, actor=by)
    return answer if isinstance(answer, Denied) else signed_in(token, answer, passed=passed)
