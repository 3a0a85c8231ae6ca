"""The bodies of requests and answers."""

from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from houserules.core.codec import to_data
from houserules.core.people import Role
from houserules.floor.people.events import Scope, TokenUsed
from houserules.floor.people.lockout import FailedSignIns
from houserules.floor.people.profile import ApiToken, Profile
from houserules.floor.people.proof import AccountChange
from houserules.floor.people.signed_in import Caller, Pending
from houserules.floor.tables.settings import DealtBy, Kind
from houserules.floor.tables.view import TableListed
from houserules.table.people.state import PlayerCard
from houserules.table.view_types import BoxView, TableView
from houserules.web.schemas import WholeNumber, make_schema, schema_of

Hour = WholeNumber
"""A time in milliseconds UTC."""


class ResponseModel(BaseModel):
    """Only the listed fields leave the house."""

    model_config = ConfigDict(extra="ignore")


class ErrorSaid(ResponseModel):
    """A refusal or failure."""

    code: str = Field(description="Stable; docs/reference/api.md lists them.")
    detail: str = Field(description="Plain words for the caller.")
    clause: str | None = Field(description="The clause of the rulebook behind it.")
    where: str | None = Field(description="The part of the request it is about.")


class ErrorAnswer(ResponseModel):
    """The one shape of every refusal and failure."""

    error: ErrorSaid


ZIP: Final = "application/zip"
_ERROR: Final = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}}


def as_file(kind: str) -> dict[int | str, dict[str, Any]]:
    """Describe the answers of a route that returns a file; its errors are still JSON."""
    schema = {"type": "string", "format": "binary"} if kind == ZIP else {"type": "string"}
    return {
        200: {"description": "A file.", "content": {kind: {"schema": schema}}},
        "4XX": {"description": "A refusal.", "content": _ERROR},
        "5XX": {"description": "A failure.", "content": _ERROR},
    }


class AcceptedAnswer(ResponseModel):
    """A command that was carried out and is durable."""

    position: WholeNumber = Field(description="Of its last record in the table's stream.")
    repeated: bool = Field(description="It had already been done under the same id.")


_COMMON: Final = (
    *("phase", "rounds", "boxes", "dealer", "dealer_total", "question", "seats", "shoe"),
    *("discards", "facing", "mishap", "placards", "session"),
)
_MINE: Final = (
    *("told", "purses", "vouchers", "float_tray", "token_tray", "notices", "disputes", "debts"),
    *("forms", "free_chips"),
)

TableShown: Any = make_schema(
    "TableShown",
    TableView,
    _COMMON,
    more={
        "table": (str, ...),
        "position": (WholeNumber, ...),
        "kind": (Kind, ...),
        "locked": (str | None, Field(..., description="Why the table is locked.")),
        "payment_held": (
            bool,
            Field(..., description="A payment exceeds the float: play waits for a fill."),
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
    """A command the caller may give now, ready to send; an amount may be any in the range.

    `deal-card` and `show-burned-card` come without their `card`: the dealer sees it and adds it.
    """

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
            Field(
                None,
                description="Where cards lie face down: the boxes with the caller's own cards.",
            ),
        ),
    },
)

Listed: Any = schema_of(TableListed)


class TableAnswer(ResponseModel):
    """A table as the caller may see it."""

    about: Listed
    position: WholeNumber
    now: Hour
    table: TableShown
    mine: OwnShown


class TablesAnswer(ResponseModel):
    """All tables of the floor."""

    tables: list[Listed]
    now: Hour


# People in the API: no secrets, except one that was just created for the caller.


TokenShown: Any = schema_of(ApiToken)
TokenUseShown: Any = schema_of(TokenUsed)
CardShown: Any = schema_of(PlayerCard)
FailedShown: Any = schema_of(FailedSignIns)
ChangeShown: Any = schema_of(AccountChange)


class SignedShown(ResponseModel):
    """The caller, and what they may do now."""

    handle: str
    role: Role = Field(description="The role that may be used now.")
    licence: str
    is_guest: bool
    is_bot: bool
    owner: bool
    second_factor: bool
    scopes: list[Scope]
    pending: Pending | None = Field(description="What the caller must do before anything else.")


class SignedInShown(SignedShown):
    """The caller, and failed sign-ins to their account."""

    failed_sign_ins: list[FailedShown] = Field(
        description="Sign-ins to this account that failed, by address, until they are dismissed."
    )


class Me(ResponseModel):
    """The caller's own account."""

    signed: SignedShown
    office: Role = Field(description="The role of the account, whether it may be used now or not.")
    tokens: list[TokenShown]
    cards: list[CardShown]
    failed_sign_ins: list[FailedShown] = Field(
        description="Sign-ins to this account that failed, by address, until they are dismissed."
    )
    changes: list[ChangeShown] = Field(description="The latest changes to credentials.")


class PersonShown(ResponseModel):
    """A person as staff see them."""

    handle: str
    role: Role
    licence: str
    owner: bool
    is_guest: bool
    since: WholeNumber = Field(description="When they signed up, in seconds.")
    suspended: str | None = Field(description="Why.")
    locked_until: WholeNumber | None
    second_factor: bool
    must_change_password: bool
    cards: list[CardShown]


class PersonsAnswer(ResponseModel):
    """Persons, by handle."""

    persons: list[PersonShown]


class EnrolmentAnswer(ResponseModel):
    """A new second factor, shown once; its first code turns it on."""

    uri: str
    secret: str


class MadeTokenAnswer(ResponseModel):
    """A new API token; the token itself is shown once."""

    token: str
    made: TokenShown


class TokenUsesAnswer(ResponseModel):
    """Uses of an API token, newest first; reading is noted once per hour."""

    uses: list[TokenUseShown]


class OneTimePasswordAnswer(ResponseModel):
    """A password for one sign-in, shown once."""

    handle: str
    password: str


def signed_data(caller: Caller) -> dict[str, Any]:
    """Return the caller as data."""
    return {**to_data(caller), "scopes": sorted(caller.scopes)}


def person_data(profile: Profile) -> dict[str, Any]:
    """Return a person as data for staff."""
    return {**to_data(profile), "since": profile.at}


# The bodies of requests: read strictly, without unknown fields.


Password = Annotated[str, StringConstraints(min_length=1, max_length=256)]
Code = Annotated[str, StringConstraints(pattern=r"^[0-9]{6}$")]


class Sent(BaseModel):
    """The body of a request."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ProofSent(Sent):
    """The password again, or a second-factor code: required before credentials change."""

    password: Password | None = None
    code: Code | None = None
