"""What the API answers with, where the floor has no noun for it."""

from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from houserules.core.codec import to_data
from houserules.core.people import Role
from houserules.floor.people.events import Scope, TokenUsed
from houserules.floor.people.lockout import FailedSignIns
from houserules.floor.people.profile import ApiToken, Profile
from houserules.floor.people.proof import AccountChange
from houserules.floor.people.signed_in import Caller, Pending
from houserules.floor.tables.lobby import TableListed
from houserules.floor.tables.settings import DealtBy, Kind
from houserules.table.people.state import PlayerCard
from houserules.table.view_types import BoxView, TableView
from houserules.web.schemas import WholeNumber, make_schema, schema_of

Hour = WholeNumber
"""In milliseconds UTC."""


class Answer(BaseModel):
    """Only what is listed leaves the house."""

    model_config = ConfigDict(extra="ignore")


class ErrorSaid(Answer):
    """What was refused or went wrong."""

    code: str = Field(description="Stable; docs/reference/api.md lists them.")
    detail: str = Field(description="In words for the person who asked.")
    clause: str | None = Field(description="The clause of the rulebook that says so.")
    where: str | None = Field(description="The part of the request that it is about.")


class ErrorAnswer(Answer):
    """The one shape of every "no" and every failure."""

    error: ErrorSaid


ZIP: Final = "application/zip"
_ERROR: Final = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}}


def as_file(kind: str) -> dict[int | str, dict[str, Any]]:
    """Describe the answers of a route that gives a file of some kind; errors are JSON all the same."""
    schema = {"type": "string", "format": "binary"} if kind == ZIP else {"type": "string"}
    return {
        200: {"description": "A file.", "content": {kind: {"schema": schema}}},
        "4XX": {"description": "A lawful no.", "content": _ERROR},
        "5XX": {"description": "A failure.", "content": _ERROR},
    }


class AcceptedAnswer(Answer):
    """A command is done and durable."""

    position: WholeNumber = Field(description="Of its last record in the table's stream.")
    repeated: bool = Field(description="It had been done before, by the same id.")


_COMMON: Final = (
    *("phase", "rounds", "boxes", "dealer", "dealer_total", "question", "seats", "shoe"),
    *("discards", "facing", "mishap", "placards"),
)
_MINE: Final = (
    *("told", "purses", "vouchers", "float_tray", "token_tray", "notices", "disputes", "debts"),
)

TableShown: Any = make_schema(
    "TableShown",
    TableView,
    _COMMON,
    more={
        "table": (str, ...),
        "position": (WholeNumber, ...),
        "kind": (Kind, ...),
        "locked": (str | None, Field(..., description="Why nothing is done here.")),
        "payment_held": (
            bool,
            Field(..., description="A payment is more than the float has: play waits for a fill."),
        ),
        "dealt_by": (DealtBy, ...),
        "dealer_name": (str | None, ...),
        "ready": (list[str], ...),
        "leaving": (list[str], ...),
        "waited_for": (list[str], ...),
        "clock_ends": (Hour | None, Field(..., description="When the waiting ends.")),
    },
)


class OpenCommand(BaseModel):
    """A command that one may give now, ready to be sent; an amount may be any in the range."""

    model_config = ConfigDict(extra="allow")

    do: str
    least: WholeNumber | None = None
    most: WholeNumber | None = None
    step: WholeNumber | None = None


_Box: Any = schema_of(BoxView)
OwnShown: Any = make_schema(
    "OwnShown",
    TableView,
    _MINE,
    more={
        "person": (str, ...),
        "role": (Role, ...),
        "legal": (list[OpenCommand], ...),
        "boxes": (
            list[_Box] | None,
            Field(None, description="Where cards lie face down: the boxes with one's own cards."),
        ),
    },
)

Listed: Any = schema_of(TableListed)


class TableAnswer(Answer):
    """A table as the asker may see it."""

    about: Listed
    position: WholeNumber
    now: Hour
    table: TableShown
    mine: OwnShown


class TablesAnswer(Answer):
    """All tables of the floor."""

    tables: list[Listed]
    now: Hour


# What the API says about people: never a secret but the one that was just made for the asker.


TokenShown: Any = schema_of(ApiToken)
TokenUseShown: Any = schema_of(TokenUsed)
CardShown: Any = schema_of(PlayerCard)
FailedShown: Any = schema_of(FailedSignIns)
ChangeShown: Any = schema_of(AccountChange)


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


class SignedInShown(SignedShown):
    """Who one is, and what strangers have tried meanwhile."""

    failed_sign_ins: list[FailedShown] = Field(
        description="Sign-ins to this account that failed, by address, until they are dismissed."
    )


class Me(Answer):
    """One's own person."""

    signed: SignedShown
    office: Role = Field(description="The office one has, whether it may be used now or not.")
    tokens: list[TokenShown]
    cards: list[CardShown]
    failed_sign_ins: list[FailedShown] = Field(
        description="Sign-ins to this account that failed, by address, until they are dismissed."
    )
    changes: list[ChangeShown] = Field(description="The latest changes of credentials.")


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


class TokenUsesAnswer(Answer):
    """What an API token was used for, the newest first; reading is noted once per hour."""

    uses: list[TokenUseShown]


class OneTimePasswordAnswer(Answer):
    """A password for one sign-in, told once."""

    handle: str
    password: str


def signed_data(caller: Caller) -> dict[str, Any]:
    """Return who signed in."""
    return {**to_data(caller), "scopes": sorted(caller.scopes)}


def person_data(profile: Profile) -> dict[str, Any]:
    """Return a person for staff."""
    return {**to_data(profile), "since": profile.at}


# What people send as the body of a request: read strictly, nothing unknown in it.


Password = Annotated[str, StringConstraints(min_length=1, max_length=256)]
Code = Annotated[str, StringConstraints(pattern=r"^[0-9]{6}$")]


class Sent(BaseModel):
    """The body of a request."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ProofSent(Sent):
    """The password once more, or a code of the second factor: asked before credentials change."""

    password: Password | None = None
    code: Code | None = None
