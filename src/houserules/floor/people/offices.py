"""Roles, suspensions, and lost passwords and phones: what is ordered about other people."""

from typing import get_args

from houserules.core.people import Role
from houserules.floor.denied import Denied
from houserules.floor.people import events as e
from houserules.floor.people.authority import (
    LICENCE_LONGEST,
    is_text,
    why_not_owner,
    why_not_reason,
    why_not_suspend,
)
from houserules.floor.people.desk import Change, Desk
from houserules.floor.people.kept import ENROLMENT, FACTOR, LOCK, PASSWORD, TOKEN
from houserules.floor.people.passwords import one_time_password
from houserules.floor.people.profile import Profile
from houserules.floor.people.signed import OneTimePassword, Signed
from houserules.floor.people.signing_up import CONSOLE
from houserules.journal.records import Delete, Put


async def give_role(
    desk: Desk, by: Signed, handle: str, *, role: Role, licence: str
) -> Profile | Denied:
    """Give an office, with the number of the licence; it takes the place of any other."""

    async def decide(profile: Profile) -> Change | Denied:
        if no := why_not_owner(by, profile) or _why_not_give(profile, role, licence):
            return no
        event = e.RoleGiven(role, licence.strip(), by.handle, desk.moment())
        return Change((*_revoked(desk, profile, by.handle), event), deletes=_tokens(profile))

    return await desk.change_named(handle, decide, actor=by.handle)


def _why_not_give(profile: Profile, role: Role, licence: str) -> Denied | None:
    if role not in get_args(Role) or role == "player":
        roles = ", ".join(each for each in get_args(Role) if each != "player")
        return Denied("role.unknown", f"Roles that can be given are {roles}.")
    if not is_text(licence, LICENCE_LONGEST):
        detail = f"A licence number has 1 to {LICENCE_LONGEST} printed characters."
        return Denied("licence.bad", detail)
    if profile.is_guest:
        return Denied("guest.may-not", "A guest can have no office.")
    if (profile.role, profile.licence) == (role, licence.strip()):
        return Denied("role.same", f"{profile.handle} is {role} under this licence already.")
    return None


async def take_role(desk: Desk, by: Signed, handle: str, *, why: str) -> Profile | Denied:
    """Take an office away."""

    async def decide(profile: Profile) -> Change | Denied:
        if no := why_not_owner(by, profile) or why_not_reason(why):
            return no
        if not profile.is_staff:
            return Denied("role.none", f"{profile.handle} has no office.")
        event = e.RoleTaken(profile.role, why, by.handle, desk.moment())
        return Change((*_revoked(desk, profile, by.handle), event), deletes=_tokens(profile))

    return await desk.change_named(handle, decide, actor=by.handle)


async def suspend(desk: Desk, by: Signed, handle: str, *, why: str) -> Profile | Denied:
    """Let somebody not come in any more, and end every session at once."""

    async def decide(profile: Profile) -> Change | Denied:
        if no := why_not_suspend(by, profile) or why_not_reason(why):
            return no
        if profile.suspended is not None:
            return Denied("person.suspended", f"{profile.handle} is suspended already.")
        return Change((e.Suspended(why, by.handle, desk.moment()),))

    return await desk.change_named(handle, decide, actor=by.handle)


async def reinstate(desk: Desk, by: Signed, handle: str, *, why: str) -> Profile | Denied:
    """Lift a suspension or a lock-out."""

    async def decide(profile: Profile) -> Change | Denied:
        if no := why_not_suspend(by, profile) or why_not_reason(why):
            return no
        locked = profile.locked_until is not None and desk.moment() < profile.locked_until
        if profile.suspended is None and not locked:
            detail = f"{profile.handle} is neither suspended nor locked out."
            return Denied("person.not-suspended", detail)
        event = e.Reinstated(why, by.handle, desk.moment())
        return Change((event,), deletes=(Delete(LOCK, profile.key),))

    return await desk.change_named(handle, decide, actor=by.handle)


async def reset_access(
    desk: Desk, by: Signed | None, handle: str, *, why: str
) -> OneTimePassword | Denied:
    """Help somebody who lost password or phone: a password for one use, and nothing else left.

    Without `by` it is done at the machine itself: so is the owner helped.
    """
    password = one_time_password(desk.random)
    hashed = await desk.hasher.hash(password)
    actor = CONSOLE if by is None else by.handle

    async def decide(profile: Profile) -> Change | Denied:
        if no := (by and why_not_owner(by, profile)) or why_not_reason(why):
            return no
        if profile.is_guest:
            return Denied("guest.may-not", "Guests have no password.")
        at, kinds = desk.moment(), (FACTOR, ENROLMENT, LOCK)
        changed = e.PasswordChanged(one_time=True, by=actor, why=why, at=at)
        reset = (e.SecondFactorReset(actor, why, at),) if profile.second_factor else ()
        return Change(
            (*_revoked(desk, profile, actor), *reset, changed),
            puts=(Put(PASSWORD, profile.key, hashed.encode("ascii")),),
            deletes=(*_tokens(profile), *(Delete(kind, profile.key) for kind in kinds)),
        )

    answer = await desk.change_named(handle, decide, actor=actor)
    if isinstance(answer, Denied):
        return answer
    return OneTimePassword(answer.handle, password)


def _revoked(desk: Desk, profile: Profile, by: str) -> tuple[e.TokenRevoked, ...]:
    """An API token ends with what it was made under."""
    return tuple(e.TokenRevoked(each.id, by, desk.moment()) for each in profile.tokens)


def _tokens(profile: Profile) -> tuple[Delete, ...]:
    return tuple(Delete(TOKEN, each.id) for each in profile.tokens)
