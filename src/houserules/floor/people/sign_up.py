"""New accounts: players, guests, and the owner of the house."""

from typing import Final

from houserules.core.people import Role
from houserules.floor.denial import Denied
from houserules.floor.people.context import BUSY, PeopleContext
from houserules.floor.people.events import OwnerMade, RoleGiven, SignedUp, entry_of
from houserules.floor.people.handles import (
    Handle,
    guest_handle,
    is_guests,
    looks_of,
    read_handle,
    stream_of,
    why_not_deceiving,
)
from houserules.floor.people.passwords import one_time_password, why_not_password
from houserules.floor.people.profile import Profile, evolve
from houserules.floor.people.sessions import (
    Token,
    new_token,
    present,
    session_put,
    signed_in,
    with_device,
)
from houserules.floor.people.signed_in import OneTimePassword, SignedIn
from houserules.floor.people.vault import PASSWORD
from houserules.journal.records import Append, Delete, Outcome, Put, Stale

CONSOLE: Final = "console"
"""Who acts at the machine itself."""
_OWNER_STREAM: Final = "house/owner"
_OWNERS_ROLE: Final[Role] = "Gaming Manager"
_GUEST_TRIES: Final = 24
_THROTTLED = Denied("sign-in.throttled", "Too many sign-ups from your network. Wait a minute.")


async def sign_up(
    context: PeopleContext,
    name: str,
    password: str,
    *,
    origin: str | None = None,
    guest_token: str | None = None,
) -> SignedIn | Denied:
    """Create an account and sign in; with a guest's session, the guest continues as this person."""
    handle = read_handle(name)
    if isinstance(handle, Denied):
        return handle
    if no := why_not_deceiving(handle) or why_not_password(password, handle):
        return no
    if not context.sign_ups.admit(origin, context.now()):
        return _THROTTLED
    if await context.profile(handle.key) is not None or await _looks_taken(context, handle):
        return _taken_denial(handle)
    if context.hasher.is_busy:
        return BUSY
    hashed = await context.hasher.hash(password)
    current = await present(context, guest_token) if guest_token else None
    guest = current if current and current.profile.is_guest else None
    event = SignedUp(
        handle=handle.shown,
        is_guest=False,
        owner=False,
        one_time_password=False,
        was_guest=guest.profile.handle if guest else None,
        at=context.moment(),
    )
    token = new_token(context.random)
    put = Put(PASSWORD, handle.key, hashed.encode("ascii"))
    puts = (put, session_put(context, token, handle.key, since=1))
    outcome = await _write(
        context, handle, event, puts=puts, deletes=guest.deletions if guest else ()
    )
    if isinstance(outcome, Stale):
        return _taken_denial(handle)
    return await with_device(context, _in(token, handle, event))


async def _looks_taken(context: PeopleContext, handle: Handle) -> bool:
    """Whether a handle in another alphabet that looks the same is taken."""
    wanted, prefix = looks_of(handle.key), stream_of("")

    def is_taken() -> bool:
        keys = (stream.removeprefix(prefix) for stream in context.store.journal.streams(prefix))
        return any(looks_of(key) == wanted for key in keys if not is_guests(key))

    return await context.store.call(is_taken)


async def guest(context: PeopleContext, *, origin: str | None = None) -> SignedIn | Denied:
    """Sign in a guest without a password, under a new number, for practice tables only."""
    if not context.sign_ups.admit(origin, context.now()):
        return _THROTTLED
    for tries in range(_GUEST_TRIES):
        least = 10 ** (3 + tries // 3)
        number = least + int.from_bytes(context.random(8), "big") % (9 * least)
        handle = guest_handle(number)
        event = SignedUp(
            handle=handle.shown,
            is_guest=True,
            owner=False,
            one_time_password=False,
            was_guest=None,
            at=context.moment(),
        )
        token = new_token(context.random)
        put = session_put(context, token, handle.key, since=1)
        if not isinstance(await _write(context, handle, event, puts=(put,)), Stale):
            return _in(token, handle, event)
    return Denied("busy", "All guest numbers are taken. Try again.")


async def create_owner(
    context: PeopleContext, name: str, *, licence: str = "", also: tuple[Append, ...] = ()
) -> OneTimePassword | Denied:
    """Create the owner, a Gaming Manager who may assign roles; once per journal.

    `also`: what is written in the same commit, all or nothing.
    """
    handle = read_handle(name)
    if isinstance(handle, Denied):
        return handle
    password = one_time_password(context.random)
    hashed = await context.hasher.hash(password)
    signed_up = SignedUp(
        handle=handle.shown,
        is_guest=False,
        owner=True,
        one_time_password=True,
        was_guest=None,
        at=context.moment(),
    )
    role = RoleGiven(_OWNERS_ROLE, licence, CONSOLE, context.moment())
    outcome = await context.write(
        Append(_OWNER_STREAM, 0, (entry_of(OwnerMade(handle.shown, context.moment())),)),
        Append(stream_of(handle.key), 0, (entry_of(signed_up), entry_of(role))),
        *also,
        actor=CONSOLE,
        puts=(Put(PASSWORD, handle.key, hashed.encode("ascii")),),
    )
    if isinstance(outcome, Stale) and outcome.stream == _OWNER_STREAM:
        return Denied("owner.exists", "The house already has an owner.")
    if isinstance(outcome, Stale):
        return _taken_denial(handle)
    return OneTimePassword(handle.shown, password)


async def _write(
    context: PeopleContext,
    handle: Handle,
    event: SignedUp,
    *,
    puts: tuple[Put, ...],
    deletes: tuple[Delete, ...] = (),
) -> Outcome:
    """Write a person's first record; a second attempt finds the handle taken."""
    append = Append(stream_of(handle.key), 0, (entry_of(event),))
    return await context.write(append, actor=handle.shown, puts=puts, deletes=deletes)


def _in(token: Token, handle: Handle, event: SignedUp) -> SignedIn:
    return signed_in(token, evolve(Profile(handle.key), event))


def _taken_denial(handle: Handle) -> Denied:
    return Denied("name.taken", f"{handle.shown} is taken, or looks like a name that is.")
