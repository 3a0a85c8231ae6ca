"""What the API says about people: never a secret but the one that was just made for the asker."""

from typing import Any

from pydantic import Field

from houserules.core.people import Role
from houserules.floor.encoding import to_data
from houserules.floor.people.events import Scope
from houserules.floor.people.profile import ApiToken, Profile
from houserules.floor.people.signed import Pending, Signed
from houserules.table.people.state import PlayerCard
from houserules.web.answers import Answer
from houserules.web.shapes import WholeNumber, shape_of

TokenShown: Any = shape_of(ApiToken)
CardShown: Any = shape_of(PlayerCard)


class SignedShown(Answer):
    """Who one is, and what one may do now."""

    handle: str
    role: Role = Field(description="The office that may be used now.")
    licence: str
    is_guest: bool
    is_bot: bool
    owner: bool
    second_factor: bool
    scopes: list[Scope]
    pending: Pending | None = Field(description="What is owed before anything else may be done.")


class Me(Answer):
    """One's own person."""

    signed: SignedShown
    office: Role = Field(description="The office one has, whether it may be used now or not.")
    tokens: list[TokenShown]
    cards: list[CardShown]


class PersonShown(Answer):
    """Somebody, as staff see the person."""

    handle: str
    role: Role
    licence: str
    owner: bool
    is_guest: bool
    since: WholeNumber = Field(description="The hour of the sign-up, in seconds.")
    suspended: str | None = Field(description="Why.")
    locked_until: WholeNumber | None
    second_factor: bool
    must_change_password: bool
    cards: list[CardShown]


class PersonsAnswer(Answer):
    """Persons, by handle."""

    persons: list[PersonShown]


class EnrolmentAnswer(Answer):
    """A second factor that its first code puts into force; told once."""

    uri: str
    secret: str


class MadeTokenAnswer(Answer):
    """A new API token; the token itself is told once."""

    token: str
    made: TokenShown


class OneTimePasswordAnswer(Answer):
    """A password for one sign-in, told once."""

    handle: str
    password: str


def signed_data(signed: Signed) -> dict[str, Any]:
    """Give who signed in."""
    return {**to_data(signed), "scopes": sorted(signed.scopes)}


def person_data(profile: Profile) -> dict[str, Any]:
    """Give a person for staff."""
    return {**to_data(profile), "since": profile.at}
