"""Who may order what about other people, and what they have to say for it."""

from typing import Final

from houserules.core.people import Role
from houserules.floor.denial import Denied
from houserules.floor.people.handles import key_of
from houserules.floor.people.profile import Profile
from houserules.floor.people.signed_in import Caller

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
    """Whether a text says something in printed characters, and not too much."""
    return bool(text.strip()) and len(text) <= longest and text.isprintable()


def why_not_reason(why: str) -> Denied | None:
    """Whoever orders something about a person says why."""
    if is_text(why, WHY_LONGEST):
        return None
    return Denied("why.bad", f"Say why, in 1 to {WHY_LONGEST} printed characters.")


def why_not_owner(by: Caller, profile: Profile) -> Denied | None:
    """Offices are given and taken by the owner, and by nobody to themselves."""
    if no := by.why_not("people"):
        return no
    if not by.owner:
        return _may_not("Only the owner of the house may do this.")
    return _why_not_self(by, profile)


def why_not_supervisor(by: Caller) -> Denied | None:
    """Player Cards are the supervisors' and managers'."""
    if no := by.why_not("people"):
        return no
    may = by.role in _SUPERVISORS
    return None if may else _may_not("Supervisors and managers may do this.")


def why_not_suspend(by: Caller, profile: Profile) -> Denied | None:
    """Casino supervisors and managers suspend players; staff are for the owner to suspend."""
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
    is_self = key_of(by.handle) == profile.key
    return _may_not("Nobody may do this to themselves.") if is_self else None


def _may_not(detail: str) -> Denied:
    return Denied("role.may-not", detail)
