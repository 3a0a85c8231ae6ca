"""What staff order about other people: roles, suspensions, resets, Player Cards."""

import re
from collections.abc import Awaitable, Callable
from typing import Final, get_args

from houserules.core.people import Moment, Role, handle_key
from houserules.core.refusal import Refusal
from houserules.floor.denial import Denied
from houserules.floor.people.context import PeopleContext, ProfileChange
from houserules.floor.people.events import (
    PasswordChanged,
    PlayerCardIssued,
    PlayerCardWithdrawn,
    Reinstated,
    RoleGiven,
    RoleTaken,
    SecondFactorReset,
    Suspended,
    TokenRevoked,
    entry_of,
)
from houserules.floor.people.lockout import locks_of
from houserules.floor.people.passwords import one_time_password
from houserules.floor.people.profile import Profile
from houserules.floor.people.sign_up import CONSOLE
from houserules.floor.people.signed_in import Caller, OneTimePassword
from houserules.floor.people.vault import ENROLMENT, FACTOR, PASSWORD, TOKEN
from houserules.journal.records import Append, Delete, Put


async def give_role(
    context: PeopleContext, by: Caller, handle: str, *, role: Role, licence: str
) -> Profile | Denied:
    """Assign a role with its licence number, which replaces any other (owner only)."""

    async def decide(profile: Profile) -> ProfileChange | Denied:
        if no := why_not_owner(by, profile) or _why_not_give(profile, role, licence):
            return no
        event = RoleGiven(role, licence.strip(), by.handle, context.moment())
        return ProfileChange(
            (*_revoke_tokens(context, profile, by.handle), event), deletes=_tokens(profile)
        )

    return await context.change_named(handle, decide, actor=by.handle)


def _why_not_give(profile: Profile, role: Role, licence: str) -> Denied | None:
    if role not in get_args(Role) or role == "player":
        roles = ", ".join(role for role in get_args(Role) if role != "player")
        return Denied("role.unknown", f"You can give these roles: {roles}.")
    if not is_text(licence, LICENCE_LONGEST):
        detail = f"A licence number has 1 to {LICENCE_LONGEST} printable characters."
        return Denied("licence.bad", detail)
    if profile.is_guest:
        return Denied("guest.may-not", "A guest cannot have a role.")
    if (profile.role, profile.licence) == (role, licence.strip()):
        return Denied(
            "role.same", f"{profile.handle} already has the role {role} under this licence."
        )
    return None


async def take_role(
    context: PeopleContext, by: Caller, handle: str, *, why: str
) -> Profile | Denied:
    """Remove a role, leaving an ordinary player (owner only)."""

    async def decide(profile: Profile) -> ProfileChange | Denied:
        if no := why_not_owner(by, profile) or why_not_reason(why):
            return no
        if not profile.is_staff:
            return Denied("role.none", f"{profile.handle} has no staff role.")
        event = RoleTaken(profile.role, why, by.handle, context.moment())
        return ProfileChange(
            (*_revoke_tokens(context, profile, by.handle), event), deletes=_tokens(profile)
        )

    return await context.change_named(handle, decide, actor=by.handle)


async def suspend(context: PeopleContext, by: Caller, handle: str, *, why: str) -> Profile | Denied:
    """Suspend an account and end every session: a player's by supervisors and managers, staff's by the owner."""

    async def decide(profile: Profile) -> ProfileChange | Denied:
        if no := why_not_suspend(by, profile) or why_not_reason(why):
            return no
        if profile.suspended is not None:
            return Denied("person.suspended", f"{profile.handle} is already suspended.")
        return ProfileChange((Suspended(why, by.handle, context.moment()),))

    return await context.change_named(handle, decide, actor=by.handle)


async def reinstate(
    context: PeopleContext, by: Caller, handle: str, *, why: str
) -> Profile | Denied:
    """Lift a suspension or lock-out; allowed to those who may suspend."""

    async def decide(profile: Profile) -> ProfileChange | Denied:
        if no := why_not_suspend(by, profile) or why_not_reason(why):
            return no
        locked = profile.locked_until is not None and context.moment() < profile.locked_until
        if profile.suspended is None and not locked:
            detail = f"{profile.handle} is neither suspended nor locked out."
            return Denied("person.not-suspended", detail)
        event = Reinstated(why, by.handle, context.moment())
        return ProfileChange((event,), deletes=await locks_of(context, profile.key))

    return await context.change_named(handle, decide, actor=by.handle)


async def reset_access(
    context: PeopleContext, by: Caller | None, handle: str, *, why: str
) -> OneTimePassword | Denied:
    """Reset a lost password or phone: make a one-time password, and remove every other credential.

    Without `by` it is done on the machine itself; that is how the owner's access is reset.
    """
    password = one_time_password(context.random)
    hashed = await context.hasher.hash(password)
    actor = CONSOLE if by is None else by.handle

    async def decide(profile: Profile) -> ProfileChange | Denied:
        if no := (by and why_not_owner(by, profile)) or why_not_reason(why):
            return no
        if profile.is_guest:
            return Denied("guest.may-not", "Guests have no password.")
        at, kinds = context.moment(), (FACTOR, ENROLMENT)
        changed = PasswordChanged(one_time=True, by=actor, why=why, at=at)
        reset = (SecondFactorReset(actor, why, at),) if profile.second_factor else ()
        return ProfileChange(
            (*_revoke_tokens(context, profile, actor), *reset, changed),
            puts=(Put(PASSWORD, profile.key, hashed.encode("ascii")),),
            deletes=(
                *_tokens(profile),
                *(Delete(kind, profile.key) for kind in kinds),
                *await locks_of(context, profile.key),
            ),
        )

    answer = await context.change_named(handle, decide, actor=actor)
    if isinstance(answer, Denied):
        return answer
    return OneTimePassword(answer.handle, password)


def _revoke_tokens(context: PeopleContext, profile: Profile, by: str) -> tuple[TokenRevoked, ...]:
    """Return the events that revoke a person's API tokens."""
    return tuple(TokenRevoked(token.id, by, context.moment()) for token in profile.tokens)


def _tokens(profile: Profile) -> tuple[Delete, ...]:
    return tuple(Delete(TOKEN, token.id) for token in profile.tokens)


# Player Cards: each issued to one player, under a number that is never used again.


_NUMBER: Final = re.compile(r"[A-Z0-9]{4,20}")
_DIGITS: Final = 10
_LATEST: Final = 253_402_300_799  # the last second of 9999


async def issue_player_card(
    context: PeopleContext,
    by: Caller,
    handle: str,
    *,
    number: str | None = None,
    valid_until: Moment | None = None,
    why_not: Callable[[Profile], Awaitable[Refusal | None]] | None = None,
) -> Profile | Denied | Refusal:
    """Issue a Player Card (supervisors and managers only); without a number, draw one.

    `why_not`: what else is asked of the person as they are when the card is recorded.
    """
    refused: list[Refusal] = []
    if valid_until is not None and not context.moment() <= valid_until <= _LATEST:
        return Denied(
            "card-end.bad", "A Player Card can end at any time from now to the year 9999."
        )
    drawn = str(int.from_bytes(context.random(8), "big") % 10**_DIGITS).zfill(_DIGITS)
    own = drawn if number is None else number.strip().upper()
    if not _NUMBER.fullmatch(own):
        return Denied("card-number.bad", "A card number has 4 to 20 letters (A to Z) and digits.")

    async def decide(profile: Profile) -> ProfileChange | Denied:
        if no := why_not_supervisor(by):
            return no
        if profile.is_guest:
            return Denied("guest.may-not", "Guests play at practice tables, without a card.")
        if why_not and (refusal := await why_not(profile)):
            refused.append(refusal)
            return Denied(refusal.code, refusal.detail)
        event = PlayerCardIssued(own, profile.handle, valid_until, by.handle, context.moment())
        number_is_new = Append(f"player-card/{own}", 0, (entry_of(event),))
        taken = Denied("card-number.taken", f"Card {own} was issued before.")
        return ProfileChange((event,), also=(number_is_new,), taken=taken)

    changed = await context.change_named(handle, decide, actor=by.handle)
    return refused[-1] if refused and isinstance(changed, Denied) else changed


async def withdraw_player_card(
    context: PeopleContext, by: Caller, handle: str, *, number: str, why: str
) -> Profile | Denied:
    """Withdraw a Player Card (supervisors and managers only); its number is never used again."""
    own = number.strip().upper()

    async def decide(profile: Profile) -> ProfileChange | Denied:
        if no := why_not_supervisor(by) or why_not_reason(why):
            return no
        if all(card.number != own for card in profile.cards):
            return Denied("card-number.unknown", f"{profile.handle} has no such Player Card.")
        return ProfileChange((PlayerCardWithdrawn(own, why, by.handle, context.moment()),))

    return await context.change_named(handle, decide, actor=by.handle)


async def cancel_player_cards(
    context: PeopleContext, handle: str, *, why: str, by: str
) -> Profile | Denied:
    """Withdraw all Player Cards of a person whom staff have excluded from the casino."""

    async def decide(profile: Profile) -> ProfileChange | Denied:
        at = context.moment()
        cards = [card.number for card in profile.cards]
        return ProfileChange(tuple(PlayerCardWithdrawn(each, why, by, at) for each in cards))

    return await context.change_named(handle, decide, actor=by)


# Who may order what about other people.


WHY_LONGEST: Final = 200
LICENCE_LONGEST: Final = 40
LABEL_LONGEST: Final = 60
_SUPERVISORS: Final[tuple[Role, ...]] = (
    "Gaming Supervisor",
    "casino supervisor",
    "Assistant Gaming Manager",
    "Gaming Manager",
)


def is_text(text: str, longest: int) -> bool:
    """Whether a text is printable, not blank and not too long."""
    return bool(text.strip()) and len(text) <= longest and text.isprintable()


def why_not_reason(why: str) -> Denied | None:
    """Every order about a person needs a reason."""
    if is_text(why, WHY_LONGEST):
        return None
    return Denied("why.bad", f"Enter a reason of 1 to {WHY_LONGEST} printable characters.")


def why_not_owner(by: Caller, profile: Profile) -> Denied | None:
    """Only the owner assigns and removes roles, and never their own."""
    if no := by.why_not("people"):
        return no
    if not by.owner:
        return _may_not("Only the owner of the house may do this.")
    return _why_not_self(by, profile)


def why_not_supervisor(by: Caller) -> Denied | None:
    """Only supervisors and managers deal with Player Cards."""
    if no := by.why_not("people"):
        return no
    may = by.role in _SUPERVISORS
    return None if may else _may_not("Supervisors and managers may do this.")


def why_not_suspend(by: Caller, profile: Profile) -> Denied | None:
    """Casino supervisors and managers suspend players; only the owner suspends staff."""
    if no := by.why_not("people"):
        return no
    if profile.owner:
        return _may_not("The owner of the house cannot be suspended.")
    if profile.is_staff and not by.owner:
        return _may_not("Only the owner of the house suspends staff.")
    if by.role not in _SUPERVISORS[1:]:
        return _may_not("Casino supervisors and managers may do this.")
    return _why_not_self(by, profile)


def _why_not_self(by: Caller, profile: Profile) -> Denied | None:
    is_self = handle_key(by.handle) == profile.key
    return _may_not("Nobody may do this to themselves.") if is_self else None


def _may_not(detail: str) -> Denied:
    return Denied("role.may-not", detail)
