"""The second factor: enrolled, confirmed by a first code, then required at every sign-in.

The event that a code leads to uses the code up. If two requests give the same code at once, both decide
on the same position of the stream: one is stale, retries, and finds the code used.
"""

import base64
import hmac
from collections.abc import Sequence
from typing import Final
from urllib.parse import quote, urlencode

from houserules.floor.denial import Denied
from houserules.floor.people.context import PeopleContext, ProfileChange
from houserules.floor.people.events import SecondFactorEnabled, SecondFactorPassed
from houserules.floor.people.limits import SECOND
from houserules.floor.people.lockout import SignInAttempt, Via, attempting, count_failure
from houserules.floor.people.profile import Profile
from houserules.floor.people.sessions import (
    NO_SESSION,
    CurrentSession,
    Token,
    known_device,
    new_token,
    present,
    session_put,
    signed_in,
    with_device,
)
from houserules.floor.people.signed_in import Enrolment, SignedIn, pending_of
from houserules.floor.people.vault import ENROLMENT, FACTOR, PendingEnrolment, from_bytes, to_bytes
from houserules.journal.records import Delete, Put

# Codes of six digits that change every half minute (RFC 6238, with HMAC-SHA-1 of RFC 4226).


SECRET_BYTES: Final = 20
DIGITS: Final = 6
PERIOD: Final = 30  # seconds
WINDOW: Final = 1  # steps that a clock may be wrong by, either way


def step_of(now: int) -> int:
    """Return the number of the half minute at a time in milliseconds."""
    return now // (PERIOD * SECOND)


def code_at(secret: bytes, step: int) -> str:
    """Return the code of a half minute."""
    digest = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    offset = digest[-1] & 0xF
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**DIGITS).zfill(DIGITS)


def matching_step(secret: bytes, code: str, *, now: int, after: int) -> int | None:
    """Return the half minute of a code; None: the code is wrong, too old or already used."""
    given = "".join(code.split()).encode("utf-8", "replace")
    present = step_of(now)
    matching = None
    for step in range(max(0, present - WINDOW), present + WINDOW + 1):
        is_same = hmac.compare_digest(code_at(secret, step).encode("ascii"), given)
        if is_same and step > after and matching is None:
            matching = step
    return matching


def in_letters(secret: bytes) -> str:
    """Return a secret in base32, for typing."""
    return base64.b32encode(secret).decode("ascii").rstrip("=")


def uri(secret: bytes, *, handle: str, issuer: str) -> str:
    """Return a secret in the form that authenticator applications read from a QR code."""
    label = f"{quote(issuer)}:{quote(handle)}"
    details = {"secret": in_letters(secret), "issuer": issuer, "algorithm": "SHA1"}
    query = urlencode({**details, "digits": DIGITS, "period": PERIOD}, quote_via=quote)
    return f"otpauth://totp/{label}?{query}"


CODE_WRONG = Denied("code.wrong", "The code is wrong or was used; wait for the next one.")
FACTOR_NEEDED = Denied("second-factor.needed", "Enter the code of your second factor.")
_NONE = Denied("code.none", "You have no second factor; enrol one first.")
_OWED = Denied("second-factor.needed", "Enter the code of your current second factor first.")


async def enrol_second_factor(context: PeopleContext, text: str) -> Enrolment | Denied:
    """Draw the secret of a new second factor; the old one stays valid until the first code."""
    current = await present(context, text)
    if current is None:
        return NO_SESSION
    profile = current.profile
    if profile.is_guest:
        return Denied("guest.may-not", "Guests have no second factor; sign up first.")
    match pending_of(profile, passed=current.session.second_factor):
        case "code":
            return _OWED
        case "password":
            return Denied("password.must-change", "Choose a password of your own first.")
    secret = context.random(SECRET_BYTES)
    put = Put(ENROLMENT, profile.key, to_bytes(PendingEnrolment(secret.hex(), context.now())))
    await context.write(actor=profile.handle, puts=(put,))
    address = uri(secret, handle=profile.handle, issuer=context.issuer)
    return Enrolment(address, in_letters(secret))


async def confirm_second_factor(
    context: PeopleContext,
    text: str,
    code: str,
    *,
    origin: str | None = None,
    devices: Sequence[str] = (),
) -> SignedIn | Denied:
    """Finish an enrolment, or give the pending code; the session gets a new token."""
    current = await present(context, text)
    if current is None:
        return NO_SESSION
    profile = current.profile
    enrols = not profile.second_factor or current.session.second_factor
    if enrols and await _enrolling(context, profile.key) is None:
        return _NONE
    # Somebody who still owes the code has proved only the password, and can begin any number of sessions.
    device = None if enrols else await known_device(context, profile.key, devices)
    via = Via(session=current.id) if enrols else Via(origin, device=device, has_code=True)
    async with attempting(context, profile.key, via) as attempt:
        if isinstance(attempt, Denied):
            return attempt
        if enrols:
            return await _enable(context, attempt, code, current=current)
        actor, since, ended = profile.handle, current.session.since, current.deletions
        answer = await pass_factor(context, attempt, code, actor=actor, since=since, ending=ended)
    return await with_device(context, answer)


async def _enrolling(context: PeopleContext, key: str) -> bytes | None:
    data = await context.store.secret(ENROLMENT, key)
    if data is None:
        return None
    enrolling = from_bytes(PendingEnrolment, data)
    in_time = context.now() < enrolling.created + context.limits.enrolment
    return bytes.fromhex(enrolling.secret) if in_time else None


async def _enable(
    context: PeopleContext, attempt: SignInAttempt, code: str, *, current: CurrentSession
) -> SignedIn | Denied:
    key, token = attempt.key, new_token(context.random)

    async def decide(profile: Profile) -> ProfileChange | Denied:
        secret = await _enrolling(context, key)
        if current.is_over(profile) or secret is None:
            return NO_SESSION if current.is_over(profile) else _NONE
        step = matching_step(secret, code, now=context.now(), after=-1)
        if step is None:
            return CODE_WRONG
        put = session_put(context, token, key, since=profile.position + 1, passed=True)
        return ProfileChange(
            (SecondFactorEnabled(step, context.moment()),),
            puts=(Put(FACTOR, key, secret), put),
            deletes=(Delete(ENROLMENT, key), *current.deletions, *attempt.final_deletes),
        )

    answer = await context.change(key, decide, actor=current.profile.handle)
    return await _finish_sign_in(context, attempt, token, answer)


async def has_code(context: PeopleContext, profile: Profile, code: str) -> bool:
    """Whether a code is right, without using it up."""
    secret = await context.store.secret(FACTOR, profile.key) if profile.second_factor else None
    if secret is None:
        return False
    return matching_step(secret, code, now=context.now(), after=profile.last_step) is not None


async def pass_factor(
    context: PeopleContext,
    attempt: SignInAttempt,
    code: str,
    *,
    actor: str,
    since: int,
    ending: tuple[Delete, ...] = (),
) -> SignedIn | Denied:
    """Begin a session after the second factor; the password was checked at position `since`."""
    key, token = attempt.key, new_token(context.random)

    async def decide(profile: Profile) -> ProfileChange | Denied:
        if since < profile.sessions_from:
            return NO_SESSION
        secret = await context.store.secret(FACTOR, key)
        if not profile.second_factor or secret is None:
            return _NONE
        step = matching_step(secret, code, now=context.now(), after=profile.last_step)
        if step is None:
            return CODE_WRONG
        put = session_put(context, token, key, since=profile.position + 1, passed=True)
        event = SecondFactorPassed(step, context.moment())
        return ProfileChange((event,), puts=(put,), deletes=(*ending, *attempt.final_deletes))

    answer = await context.change(key, decide, actor=actor)
    return await _finish_sign_in(context, attempt, token, answer)


async def pass_again(
    context: PeopleContext, profile: Profile, code: str
) -> SecondFactorPassed | Denied:
    """Check a fresh code within a session, before something a stolen session must not do."""
    secret = await context.store.secret(FACTOR, profile.key)
    if not profile.second_factor or secret is None:
        return _NONE
    step = matching_step(secret, code, now=context.now(), after=profile.last_step)
    return CODE_WRONG if step is None else SecondFactorPassed(step, context.moment())


async def _finish_sign_in(
    context: PeopleContext, attempt: SignInAttempt, token: Token, answer: Profile | Denied
) -> SignedIn | Denied:
    if isinstance(answer, Denied):
        return await count_failure(context, attempt, answer) if answer == CODE_WRONG else answer
    return signed_in(token, answer, passed=True)
