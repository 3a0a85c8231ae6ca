"""Sessions, their tokens, and known devices."""

import base64
import hmac
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Final

from houserules.core.people import handle_key
from houserules.floor.denial import Denied
from houserules.floor.people.context import PeopleContext
from houserules.floor.people.profile import Profile
from houserules.floor.people.signed_in import SignedIn, signed_by_session
from houserules.floor.people.vault import (
    DEVICE_KEY,
    ENROLMENT,
    SEEN,
    SESSION,
    PendingEnrolment,
    StoredSession,
    from_bytes,
    to_bytes,
)
from houserules.journal.records import Delete, Put

# A token is an id that names its entry in the vault, and a secret of 256 bits. The vault holds only
# the SHA-256 of the secret, so a stolen copy of the vault signs nobody in. The id proves nothing and
# may appear in logs.

API_PREFIX: Final = "hr_"
_ID_BYTES: Final = 9
_SECRET_BYTES: Final = 32
_ID: Final = 12  # characters
_FORM: Final = re.compile(r"[A-Za-z0-9_-]{55}")


@dataclass(frozen=True, slots=True)
class Token:
    id: str
    secret: str = field(repr=False)

    @property
    def text(self) -> str:
        """The whole token, for the cookie or the header."""
        return self.id + self.secret

    @property
    def proof(self) -> str:
        """The hash that the vault keeps."""
        return sha256(self.secret.encode("ascii")).hexdigest()

    def proves(self, proof: str) -> bool:
        """Whether this token matches the hash in the vault."""
        return hmac.compare_digest(self.proof, proof)


def new_token(random: Callable[[int], bytes]) -> Token:
    """Draw a token."""
    return Token(_in_letters(random(_ID_BYTES)), _in_letters(random(_SECRET_BYTES)))


def read_token(text: str) -> Token | None:
    """Read a token; None: it is malformed."""
    return Token(text[:_ID], text[_ID:]) if _FORM.fullmatch(text) else None


def read_api_token(text: str) -> Token | None:
    """Read an API token, which has a prefix."""
    return read_token(text.removeprefix(API_PREFIX)) if text.startswith(API_PREFIX) else None


def _in_letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


NO_SESSION = Denied("session.none", "Sign in again: this session is over.")


@dataclass(frozen=True, slots=True)
class CurrentSession:
    """A valid session, with the current profile of its person."""

    id: str
    session: StoredSession
    seen: int
    profile: Profile

    @property
    def deletions(self) -> tuple[Delete, ...]:
        """What the vault deletes when the session ends."""
        return (Delete(SESSION, self.id), Delete(SEEN, self.id))

    def is_over(self, profile: Profile) -> bool:
        """Whether an event about its person has ended the session."""
        return self.session.since < profile.sessions_from


def session_put(
    context: PeopleContext, token: Token, key: str, *, since: int, passed: bool = False
) -> Put:
    """Return the vault value of a new session; the person's stream ends at `since`."""
    session = StoredSession(key, token.proof, context.now(), since, passed)
    return Put(SESSION, token.id, to_bytes(session))


def signed_in(token: Token, profile: Profile, *, passed: bool = False) -> SignedIn:
    """Return the answer to a sign-in: the only place that shows the token."""
    return SignedIn(token.text, signed_by_session(profile, id=token.id, passed=passed))


async def present(context: PeopleContext, text: str) -> CurrentSession | None:
    """Return a valid session; None: there is none."""
    token = read_token(text)
    current = await context.store.call(lambda: _look_up(context, token)) if token else None
    if current is None or not _is_in_force(context, current):
        return None
    if context.now() - current.seen >= context.limits.seen_every:
        seen = Put(SEEN, current.id, str(context.now()).encode("ascii"))
        await context.write(actor=current.profile.handle, puts=(seen,))
    return current


def _look_up(context: PeopleContext, token: Token) -> CurrentSession | None:
    """Read everything that a session depends on, blocking."""
    vault = context.store.journal.vault
    data = vault.get(SESSION, token.id)
    if data is None or not token.proves((session := from_bytes(StoredSession, data)).proof):
        return None
    profile = context.look_up(session.person)
    seen = int(vault.get(SEEN, token.id) or session.created)
    return None if profile is None else CurrentSession(token.id, session, seen, profile)


def _is_in_force(context: PeopleContext, current: CurrentSession) -> bool:
    limits, now = context.limits, context.now()
    staff = current.profile.is_staff
    whole, idle = (
        (limits.staff_session, limits.staff_session_idle)
        if staff
        else (limits.session, limits.session_idle)
    )
    in_time = now < current.session.created + whole and now < current.seen + idle
    return in_time and not current.is_over(current.profile)


async def sweep_sessions(context: PeopleContext) -> tuple[Delete, ...]:
    """Return the expired sessions and enrolments, to delete."""
    now, limits, vault = context.now(), context.limits, context.store.journal.vault

    def past() -> tuple[Delete, ...]:
        seen = {key: int(at) for key, at in vault.items(SEEN)}
        used = {
            key: max(from_bytes(StoredSession, data).created, seen.get(key, 0))
            for key, data in vault.items(SESSION)
        }
        idle = [key for key, at in used.items() if at + limits.session_idle <= now]
        lost = [key for key, at in seen.items() if key not in used and at + limits.session <= now]
        enrolments = [
            Delete(ENROLMENT, key)
            for key, data in vault.items(ENROLMENT)
            if from_bytes(PendingEnrolment, data).created + limits.enrolment <= now
        ]
        sessions = [Delete(SESSION, key) for key in idle]
        return (*sessions, *(Delete(SEEN, key) for key in [*idle, *lost]), *enrolments)

    return await context.store.call(past)


# A browser that has signed a person in before keeps a device token, which this house has signed for
# that person. The token signs nobody in; it only keeps the browser from being locked out together with
# strangers who guess passwords.

_HOUSE: Final = "house"
_KEY_BYTES: Final = 32
_PARTS: Final = 3


async def known_device(context: PeopleContext, key: str, tokens: Sequence[str]) -> str | None:
    """Return the id of a device that has a token for this person; None: a stranger's device."""
    if not tokens:
        return None
    secret = await context.store.secret(DEVICE_KEY, _HOUSE)
    devices = (_id_of(context, secret, key, token) for token in tokens) if secret else ()
    return next((device for device in devices if device is not None), None)


async def with_device(context: PeopleContext, answer: SignedIn | Denied) -> SignedIn | Denied:
    """Add a device token to a sign-in that is complete."""
    if isinstance(answer, Denied) or answer.caller.pending == "code":
        return answer
    secret = await _secret(context)
    name, at = _in_letters(context.random(_ID_BYTES)), f"{context.now():x}"
    token = f"{name}:{at}:{_signature(secret, handle_key(answer.caller.handle), name, at)}"
    return replace(answer, device=token)


def _id_of(context: PeopleContext, secret: bytes, key: str, token: str) -> str | None:
    parts = token.split(":")
    if len(parts) != _PARTS or not token.isascii():
        return None
    name, at, signature = parts
    if not hmac.compare_digest(_signature(secret, key, name, at), signature):
        return None
    return name if context.now() < int(at, 16) + context.limits.device else None


async def _secret(context: PeopleContext) -> bytes:
    """Return the key of this house; if two processes draw one at once, the later one counts."""
    while (secret := await context.store.secret(DEVICE_KEY, _HOUSE)) is None:
        drawn = Put(DEVICE_KEY, _HOUSE, context.random(_KEY_BYTES))
        await context.write(actor=_HOUSE, puts=(drawn,))
    return secret


def _signature(secret: bytes, key: str, name: str, at: str) -> str:
    return _in_letters(hmac.digest(secret, "\n".join((key, name, at)).encode(), "sha256"))
