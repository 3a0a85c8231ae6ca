"""Every event of a table as a schema, told apart by `name`: what somebody is told has happened."""

from dataclasses import fields
from typing import Annotated, Any, Final, Literal, Union

from pydantic import BaseModel, Field

from houserules.floor.happenings import ShoeRevealed
from houserules.floor.stored import KINDS
from houserules.table.events import CardDealt
from houserules.web.shapes import CardText, WholeNumber, shape

_LEFT_OUT: Final = {ShoeRevealed: ("record",), CardDealt: ("card", "total", "soft")}
"""What is not told, or told only to some."""
_MAY_BE_HIDDEN: Final[dict[str, Any]] = {
    "card": (CardText | None, Field(..., description="null: it lies face down.")),
    "total": (WholeNumber | None, ...),
    "soft": (bool | None, ...),
}


def _shape(name: str, kind: Any) -> type[BaseModel]:
    left_out = _LEFT_OUT.get(kind, ())
    names = tuple(each.name for each in fields(kind) if each.name not in left_out)
    more: dict[str, Any] = {"name": (Literal[name], ...)}
    return shape(
        kind.__name__, kind, names, more=more | (_MAY_BE_HIDDEN if kind is CardDealt else {})
    )


EVENT_SHAPES: Final[dict[str, type[BaseModel]]] = {
    name: _shape(name, kind) for name, kind in KINDS.items()
}

Told: Any = Annotated[Union[tuple(EVENT_SHAPES.values())], Field(discriminator="name")]  # noqa: UP007
