"""A person as the journal has it, without secrets."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

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


def evolve(profile: Profile, event: PersonEvent) -> Profile:
    position = profile.position + 1
    after = replace(_STEPS[type(event)](profile, event), position=position)
    return replace(after, sessions_from=position) if isinstance(event, _ENDS_SESSIONS) else after


_ENDS_SESSIONS: Final = (Suspended, SignedOut, PasswordChanged, SecondFactorReset)


def _signed_up(profile: Profile, event: SignedUp) -> Profile:
    return replace(
        profile,
        handle=event.handle,
        at=event.at,
        is_guest=event.is_guest,
        owner=event.owner,
        was_guest=event.was_guest,
        must_change_password=event.one_time_password,
        has_chosen=not event.one_time_password,
    )


def _role_given(profile: Profile, event: RoleGiven) -> Profile:
    return replace(profile, role=event.role, licence=event.licence)


def _role_taken(profile: Profile, event: RoleTaken) -> Profile:
    return replace(profile, role="player", licence="")


def _suspend(profile: Profile, event: Suspended) -> Profile:
    return replace(profile, suspended=event.why)


def _reinstate(profile: Profile, event: Reinstated) -> Profile:
    return replace(profile, suspended=None, locked_until=None)


def _locked_out(profile: Profile, event: LockedOut) -> Profile:
    return replace(profile, locked_until=event.until)


def _same(profile: Profile, event: Any) -> Profile:
    return profile


def _password_changed(profile: Profile, event: PasswordChanged) -> Profile:
    chosen = profile.has_chosen or not event.one_time
    return replace(profile, must_change_password=event.one_time, has_chosen=chosen)


def _factor_enabled(profile: Profile, event: SecondFactorEnabled) -> Profile:
    return replace(profile, second_factor=True, last_step=event.step)


def _factor_passed(profile: Profile, event: SecondFactorPassed) -> Profile:
    return replace(profile, last_step=event.step)


def _factor_reset(profile: Profile, event: SecondFactorReset) -> Profile:
    return replace(profile, second_factor=False)


def _token_made(profile: Profile, event: TokenMade) -> Profile:
    made = ApiToken(event.id, event.label, event.scopes, event.at, event.until)
    return replace(profile, tokens=(*profile.tokens, made))


def _token_revoked(profile: Profile, event: TokenRevoked) -> Profile:
    return replace(profile, tokens=tuple(t for t in profile.tokens if t.id != event.id))


def _card_issued(profile: Profile, event: PlayerCardIssued) -> Profile:
    card = PlayerCard(event.number, event.issued_to, event.valid_until)
    return replace(profile, cards=(*profile.cards, card))


def _card_withdrawn(profile: Profile, event: PlayerCardWithdrawn) -> Profile:
    return replace(profile, cards=tuple(c for c in profile.cards if c.number != event.number))


_STEPS: Final[dict[type, Callable[[Profile, Any], Profile]]] = {
    SignedUp: _signed_up,
    RoleGiven: _role_given,
    RoleTaken: _role_taken,
    Suspended: _suspend,
    Reinstated: _reinstate,
    LockedOut: _locked_out,
    SignedOut: _same,
    PasswordChanged: _password_changed,
    SecondFactorEnabled: _factor_enabled,
    SecondFactorPassed: _factor_passed,
    SecondFactorReset: _factor_reset,
    TokenMade: _token_made,
    TokenRevoked: _token_revoked,
    PlayerCardIssued: _card_issued,
    PlayerCardWithdrawn: _card_withdrawn,
}
