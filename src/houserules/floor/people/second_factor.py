"""The second factor: enrolled, proved once to be in force, then proved at every sign-in.

A code is used up by the event that it passed. Two who give the same code at once decide on the same
position of the stream: one of them is late, looks again, and finds it used.
"""

from houserules.floor.denied import Denied
from houserules.floor.people.attempts import Attempt, attempting, failed
from houserules.floor.people.desk import Change, Desk
from houserules.floor.people.events import SecondFactorEnabled, SecondFactorPassed
from houserules.floor.people.kept import (
    ENROLMENT,
    FACTOR,
    Enrolling,
    from_bytes,
    to_bytes,
)
from houserules.floor.people.profile import Profile
from houserules.floor.people.sessions import (
    NO_SESSION,
    Present,
    present,
    session_put,
    signed_in,
)
from houserules.floor.people.signed import Enrolment, SignedIn, pending_of
from houserules.floor.people.tokens import Token, new_token
from houserules.floor.people.totp import SECRET_BYTES, in_letters, matching_step, uri
from houserules.journal.records import Delete, Put

_WRONG = Denied("code.wrong", "The code is wrong or was used; wait for the next one.")
_NONE = Denied("code.none", "There is no second factor to prove; enrol one first.")
_OWED = Denied("second-factor.needed", "Give the code of your present second factor first.")


async def enrol(desk: Desk, text: str, *, issuer: str) -> Enrolment | Denied:
    """Draw the secret of a new second factor; the present one stays in force until its first code."""
    found = await present(desk, text)
    if found is None:
        return NO_SESSION
    profile = found.profile
    if profile.is_guest:
        return Denied("guest.may-not", "Guests have no second factor; sign up first.")
    match pending_of(profile, passed=found.session.second_factor):
        case "code":
            return _OWED
        case "password":
            return Denied("password.must-change", "Choose a password of your own first.")
    secret = desk.random(SECRET_BYTES)
    put = Put(ENROLMENT, profile.key, to_bytes(Enrolling(secret.hex(), desk.now())))
    await desk.write(actor=profile.handle, puts=(put,))
    return Enrolment(uri(secret, handle=profile.handle, issuer=issuer), in_letters(secret))


async def confirm(desk: Desk, text: str, code: str) -> SignedIn | Denied:
    """Prove the second factor in a session; the session goes on under a new token."""
    found = await present(desk, text)
    if found is None:
        return NO_SESSION
    profile = found.profile
    enrols = not profile.second_factor or found.session.second_factor
    if enrols and await _enrolling(desk, profile.key) is None:
        return _NONE
    async with attempting(desk, profile.key) as attempt:
        if isinstance(attempt, Denied):
            return attempt
        if enrols:
            return await _enable(desk, attempt, code, found=found)
        actor, since = profile.handle, found.session.since
        return await pass_factor(desk, attempt, code, actor=actor, since=since, ending=found.ended)


async def _enrolling(desk: Desk, key: str) -> bytes | None:
    data = await desk.store.kept(ENROLMENT, key)
    if data is None:
        return None
    enrolling = from_bytes(Enrolling, data)
    in_time = desk.now() < enrolling.created + desk.limits.enrolment
    return bytes.fromhex(enrolling.secret) if in_time else None


async def _enable(desk: Desk, attempt: Attempt, code: str, *, found: Present) -> SignedIn | Denied:
    """Put a new second factor into force."""
    key, token = attempt.key, new_token(desk.random)

    async def decide(profile: Profile) -> Change | Denied:
        secret = await _enrolling(desk, key)
        if found.is_over(profile) or secret is None:
            return NO_SESSION if found.is_over(profile) else _NONE
        step = matching_step(secret, code, now=desk.now(), after=-1)
        if step is None:
            return _WRONG
        put = session_put(desk, token, key, since=profile.position + 1, passed=True)
        return Change(
            (SecondFactorEnabled(step, desk.moment()),),
            puts=(Put(FACTOR, key, secret), put),
            deletes=(Delete(ENROLMENT, key), *found.ended, *attempt.forgotten),
        )

    answer = await desk.change(key, decide, actor=found.profile.handle)
    return await _answered(desk, attempt, token, answer)


async def pass_factor(
    desk: Desk,
    attempt: Attempt,
    code: str,
    *,
    actor: str,
    since: int,
    ending: tuple[Delete, ...] = (),
) -> SignedIn | Denied:
    """Begin a session with the second factor proved; the password was, at the position `since`."""
    key, token = attempt.key, new_token(desk.random)

    async def decide(profile: Profile) -> Change | Denied:
        if since < profile.sessions_from:
            return NO_SESSION
        secret = await desk.store.kept(FACTOR, key)
        if not profile.second_factor or secret is None:
            return _NONE
        step = matching_step(secret, code, now=desk.now(), after=profile.last_step)
        if step is None:
            return _WRONG
        put = session_put(desk, token, key, since=profile.position + 1, passed=True)
        event = SecondFactorPassed(step, desk.moment())
        return Change((event,), puts=(put,), deletes=(*ending, *attempt.forgotten))

    answer = await desk.change(key, decide, actor=actor)
    return await _answered(desk, attempt, token, answer)


async def _answered(
    desk: Desk, attempt: Attempt, token: Token, answer: Profile | Denied
) -> SignedIn | Denied:
    if isinstance(answer, Denied):
        return await failed(desk, attempt, answer) if answer == _WRONG else answer
    return signed_in(token, answer, passed=True)
