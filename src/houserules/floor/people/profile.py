"""A person as the journal has it, without secrets."""

from dataclasses import dataclass, replace
from typing import Final

from houserules.core.people import Moment, Role
from houserules.floor.people.events import (
    LockedOut,
    PasswordChanged,
    PersonEvent,
    PlayerCardIssued,
    PlayerCardWithdrawn,
    Reinstated,
    RoleGiven,
    RoleTaken,
    Scope,
    SecondFactorEnabled,
    SecondFactorPassed,
    SecondFactorReset,
    SignedOut,
    SignedUp,
    Suspended,
    TokenMade,
    TokenRevoked,
)
from houserules.table.people.state import PlayerCard

_NEVER: Final = Moment(0)


@dataclass(frozen=True, slots=True)
class ApiToken:
    id: str
    label: str
    scopes: tuple[Scope, ...]
    at: Moment
    until: Moment | None = None  # the last moment at which it is valid; None: no end


@dataclass(frozen=True, slots=True)
class Profile:
    """A person after the events of their stream up to a position."""

    key: str
    position: int = 0
    handle: str = ""
    at: Moment = _NEVER  # of the sign-up
    is_guest: bool = False
    owner: bool = False
    was_guest: str | None = None
    role: Role = "player"
    licence: str = ""
    suspended: str | None = None  # why
    locked_until: Moment | None = None  # by the last lock-out that nobody lifted
    must_change_password: bool = False
    has_chosen: bool = False  # a password of their own, at any time
    second_factor: bool = False  # whether one is enabled
    last_step: int = -1  # the half minute of the last code that was used
    sessions_from: int = 0  # sessions that began before this position are over
    tokens: tuple[ApiToken, ...] = ()
    cards: tuple[PlayerCard, ...] = ()  # not withdrawn, in the order of issue

    @property
    def is_staff(self) -> bool:
        """Whether the person has a staff role, and so needs a second factor."""
        return self.role != "player"

    def valid_card(self, at: Moment) -> PlayerCard | None:
        """Return the newest Player Card that is valid at a time."""
        valid = [card for card in self.cards if card.valid_until is None or at <= card.valid_until]
        return valid[-1] if valid else None

    def has_valid(self, number: str, at: Moment) -> bool:
        """Whether the person has a Player Card with this number that is valid at a time."""
        return any(
            card.number == number and (card.valid_until is None or at <= card.valid_until)
            for card in self.cards
        )


_ENDS_SESSIONS: Final = (Suspended, SignedOut, PasswordChanged, SecondFactorReset)


def evolve(profile: Profile, event: PersonEvent) -> Profile:
    position = profile.position + 1
    after = replace(_apply(profile, event), position=position)
    return replace(after, sessions_from=position) if isinstance(event, _ENDS_SESSIONS) else after


def _apply(profile: Profile, event: PersonEvent) -> Profile:
    match event:
        case SignedUp(handle, is_guest, owner, one_time_password, was_guest, at):
            return replace(
                profile,
                handle=handle,
                at=at,
                is_guest=is_guest,
                owner=owner,
                was_guest=was_guest,
                must_change_password=one_time_password,
                has_chosen=not one_time_password,
            )
        case RoleGiven(role, licence):
            return replace(profile, role=role, licence=licence)
        case RoleTaken():
            return replace(profile, role="player", licence="")
        case Suspended(why):
            return replace(profile, suspended=why)
        case Reinstated():
            return replace(profile, suspended=None, locked_until=None)
        case LockedOut(until):
            return replace(profile, locked_until=until)
        case SignedOut():
            return profile
        case PasswordChanged(one_time):
            chosen = profile.has_chosen or not one_time
            return replace(profile, must_change_password=one_time, has_chosen=chosen)
        case SecondFactorEnabled(step):
            return replace(profile, second_factor=True, last_step=step)
        case SecondFactorPassed(step):
            return replace(profile, last_step=step)
        case SecondFactorReset():
            return replace(profile, second_factor=False)
        case TokenMade(id, label, scopes, at, until):
            made = ApiToken(id, label, scopes, at, until)
            return replace(profile, tokens=(*profile.tokens, made))
        case TokenRevoked(id):
            return replace(profile, tokens=tuple(t for t in profile.tokens if t.id != id))
        case PlayerCardIssued(number, issued_to, valid_until):
            card = PlayerCard(number, issued_to, valid_until)
            return replace(profile, cards=(*profile.cards, card))
        case PlayerCardWithdrawn(number):
            return replace(profile, cards=tuple(c for c in profile.cards if c.number != number))
