"""What the API answers with, where the floor has no noun for it."""

from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from houserules.core.people import Role
from houserules.floor.lobby import TableListed
from houserules.floor.setting import DealtBy, Kind
from houserules.table.view_nouns import BoxView, TableView
from houserules.web.shapes import WholeNumber, shape, shape_of

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
    *("discards", "facing", "mishap"),
)
_MINE: Final = ("told", "purses", "vouchers", "float_tray", "token_tray", "notices")

TableShown: Any = shape(
    "TableShown",
    TableView,
    _COMMON,
    more={
        "table": (str, ...),
        "position": (WholeNumber, ...),
        "kind": (Kind, ...),
        "locked": (str | None, Field(..., description="Why nothing is done here.")),
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


_Box: Any = shape_of(BoxView)
OwnShown: Any = shape(
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

Listed: Any = shape_of(TableListed)


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
