"""Signing in and out, and changing the password."""

from collections.abc import Sequence

from houserules.floor.denial import Denied
from houserules.floor.people.context import PeopleContext, ProfileChange
from houserules.floor.people.events import PasswordChanged, SignedOut
from houserules.floor.people.handles import Handle, is_handle, key_of, stream_of
from houserules.floor.people.lockout import SignInAttempt, Via, attempting, count_failure
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
_THROTTLED = Denied(
    "sign-in.throttled", "Too many sign-ins failed from your network. Wait a minute."
)
_BUSY = Denied("busy", "Too many people are signing in. Try again.")


async def sign_in(
    desk: PeopleContext,
    name: str,
    password: str,
    *,
    code: str | None,
    origin: str | None,
    devices: Sequence[str],
) -> SignedIn | Denied:
    """Sign a person in; the answer does not reveal whether the handle or the password is wrong."""
    device = await known_device(desk, key_of(name), devices) if is_handle(name) else None
    if device is None and not desk.failures.take(origin, desk.now()):
        return _THROTTLED
    if desk.hasher.is_busy:
        return _BUSY
    if not is_handle(name):
        await desk.hasher.verify(None, password)
        return _WRONG
    via = Via(origin, device=device, has_code=code is not None)
    async with attempting(desk, key_of(name), via) as attempt:
        if isinstance(attempt, Denied):
            return attempt
        answer = await _try_sign_in(desk, attempt, password, code)
    if isinstance(answer, SignedIn) and device is None:
        desk.failures.give_back(origin)
    return await with_device(desk, answer)


async def _try_sign_in(
    desk: PeopleContext, attempt: SignInAttempt, password: str, code: str | None
) -> SignedIn | Denied:
    profile = await desk.profile(attempt.key)
    kept = await _matching_hash(desk, profile, attempt.key, password)
    if profile is None or kept is None:
        return await count_failure(desk, attempt, _WRONG)
    if attempt.locked and not await has_code(desk, profile, code or ""):
        return await count_failure(desk, attempt, attempt.locked)
    if profile.suspended is not None:
        return Denied("sign-in.suspended", "Your account is suspended. Ask a supervisor.")
    await _renew_hash(desk, profile, kept, password)
    if profile.second_factor and code is not None:
        actor, since = profile.handle, profile.position
        return await pass_factor(desk, attempt, code, actor=actor, since=since)
    token = new_token(desk.random)
    put = session_put(desk, token, profile.key, since=profile.position)
    deletes = attempt.undone if profile.second_factor else attempt.forgotten
    await desk.write(actor=profile.handle, puts=(put,), deletes=deletes)
    return signed_in(token, profile)


async def _matching_hash(
    desk: PeopleContext, profile: Profile | None, key: str, password: str
) -> str | None:
    """Return the hash that the password matches; None, after the same work, if it does not."""
    data = await desk.store.secret(PASSWORD, key)
    kept = None if data is None or profile is None else data.decode("ascii", "replace")
    return kept if await desk.hasher.verify(kept, password) else None


async def _renew_hash(desk: PeopleContext, profile: Profile, kept: str, password: str) -> None:
    """Rehash with the current parameters, unless the password was changed meanwhile."""
    if desk.hasher.is_outdated(kept):
        hashed = await desk.hasher.hash(password)
        unchanged = Append(stream_of(profile.key), profile.position, ())
        put = Put(PASSWORD, profile.key, hashed.encode("ascii"))
        await desk.write(unchanged, actor=profile.handle, puts=(put,))


async def sign_out(desk: PeopleContext, token: str) -> None:
    """End a session."""
    if found := await present(desk, token):
        await desk.write(actor=found.profile.handle, deletes=found.deletions)


async def sign_out_everywhere(desk: PeopleContext, token: str) -> Denied | None:
    """End every session of this session's person."""
    found = await present(desk, token)
    if found is None:
        return NO_SESSION

    async def decide(profile: Profile) -> ProfileChange | Denied:
        return ProfileChange((SignedOut(desk.moment()),), deletes=found.deletions)

    key, actor = found.profile.key, found.profile.handle
    answer = await desk.change(key, decide, actor=actor)
    return answer if isinstance(answer, Denied) else None


async def change_password(
    desk: PeopleContext, token: str, *, old: str, new: str
) -> SignedIn | Denied:
    """Change a password and give this session a new token; every other session ends."""
    found = await present(desk, token)
    if found is None:
        return NO_SESSION
    profile = found.profile
    if no := _why_not_change(found, old, new):
        return no
    if desk.hasher.is_busy:
        return _BUSY
    async with attempting(desk, profile.key, Via(session=found.id)) as attempt:
        if isinstance(attempt, Denied):
            return attempt
        if await _matching_hash(desk, profile, profile.key, old) is None:
            wrong = Denied("password.wrong", "This is not your current password.")
            return await count_failure(desk, attempt, wrong)
        return await _change_password(desk, found, attempt, await desk.hasher.hash(new))


def _why_not_change(found: CurrentSession, old: str, new: str) -> Denied | None:
    profile = found.profile
    if profile.is_guest:
        return Denied("guest.may-not", "Guests have no password; sign up instead.")
    if profile.second_factor and not found.session.second_factor:
        return Denied("second-factor.needed", "Enter the code of your second factor first.")
    if old == new:
        return Denied("password.same", "Choose a password that differs from the current one.")
    return why_not_password(new, Handle(profile.handle, profile.key))


async def _change_password(
    desk: PeopleContext, found: CurrentSession, attempt: SignInAttempt, hashed: str
) -> SignedIn | Denied:
    key, by, passed = found.profile.key, found.profile.handle, found.session.second_factor
    event = PasswordChanged(one_time=False, by=by, why="", at=desk.moment())
    token = new_token(desk.random)

    async def decide(profile: Profile) -> ProfileChange | Denied:
        if found.is_over(profile):
            return NO_SESSION
        put = session_put(desk, token, key, since=profile.position + 1, passed=passed)
        puts = (Put(PASSWORD, key, hashed.encode("ascii")), put)
        return ProfileChange((event,), puts=puts, deletes=(*found.deletions, *attempt.forgotten))

    answer = await desk.change(key, decide, actor=by)
    return answer if isinstance(answer, Denied) else signed_in(token, answer, passed=passed)
