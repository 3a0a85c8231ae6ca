"""Sessions: begun by proving who one is, and looked up at every request."""

from dataclasses import dataclass

from houserules.floor.denial import Denied
from houserules.floor.people.context import PeopleContext
from houserules.floor.people.profile import Profile
from houserules.floor.people.signed_in import SignedIn, signed_by_session
from houserules.floor.people.tokens import Token, read_token
from houserules.floor.people.vault import (
    ENROLMENT,
    SEEN,
    SESSION,
    PendingEnrolment,
    Session,
    from_bytes,
    to_bytes,
)
from houserules.journal.records import Delete, Put

NO_SESSION = Denied("session.none", "Sign in again: this session is over.")


@dataclass(frozen=True, slots=True)
class CurrentSession:
    """A session in force, with its person as the journal has it now."""

    id: str
    session: Session
    seen: int
    profile: Profile

    @property
    def ended(self) -> tuple[Delete, ...]:
        """What the vault forgets when the session is over."""
        return (Delete(SESSION, self.id), Delete(SEEN, self.id))

    def is_over(self, profile: Profile) -> bool:
        """Whether the session ended by what has happened to its person."""
        return self.session.since < profile.sessions_from


def session_put(
    desk: PeopleContext, token: Token, key: str, *, since: int, passed: bool = False
) -> Put:
    """Return a new session for the vault; the person's stream ends at `since`."""
    session = Session(key, token.proof, desk.now(), since, passed)
    return Put(SESSION, token.id, to_bytes(session))


def signed_in(token: Token, profile: Profile, *, passed: bool = False) -> SignedIn:
    """Return the answer to who signed in: the only place where the token is told."""
    return SignedIn(token.text, signed_by_session(profile, id=token.id, passed=passed))


async def present(desk: PeopleContext, text: str) -> CurrentSession | None:
    """Look a session up; None: there is none in force."""
    token = read_token(text)
    found = await desk.store.call(lambda: _look_up(desk, token)) if token else None
    if found is None or not _is_in_force(desk, found):
        return None
    if desk.now() - found.seen >= desk.limits.seen_every:
        seen = Put(SEEN, found.id, str(desk.now()).encode("ascii"))
        await desk.write(actor=found.profile.handle, puts=(seen,))
    return found


def _look_up(desk: PeopleContext, token: Token) -> CurrentSession | None:
    """Read everything that a session depends on; blocks."""
    vault = desk.store.journal.vault
    data = vault.get(SESSION, token.id)
    if data is None or not token.proves((session := from_bytes(Session, data)).proof):
        return None
    profile = desk.look_up(session.person)
    seen = int(vault.get(SEEN, token.id) or session.created)
    return None if profile is None else CurrentSession(token.id, session, seen, profile)


def _is_in_force(desk: PeopleContext, found: CurrentSession) -> bool:
    limits, now = desk.limits, desk.now()
    staff = found.profile.is_staff
    whole, idle = (
        (limits.staff_session, limits.staff_session_idle)
        if staff
        else (limits.session, limits.session_idle)
    )
    in_time = now < found.session.created + whole and now < found.seen + idle
    return in_time and not found.is_over(found.profile)


async def sweep_sessions(desk: PeopleContext) -> tuple[Delete, ...]:
    """Return what may be forgotten of sessions and enrolments that have run out."""
    now, limits, vault = desk.now(), desk.limits, desk.store.journal.vault

    def past() -> tuple[Delete, ...]:
        seen = {key: int(at) for key, at in vault.items(SEEN)}
        used = {
            key: max(from_bytes(Session, data).created, seen.get(key, 0))
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

    return await desk.store.call(past)
