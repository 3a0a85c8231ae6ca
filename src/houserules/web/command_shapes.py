"""Every command to a table as a schema, told apart by `do`."""

from typing import Annotated, Any, Final, Literal, Union

from pydantic import BaseModel, Field, RootModel, StringConstraints

from houserules.floor.authority import COMMANDS, own_fields
from houserules.web.shapes import shape

CommandId = Annotated[
    str, StringConstraints(min_length=1, max_length=64, pattern=r"^[!-~]([ -~]*[!-~])?$")
]
"""Chosen by who gives the command; the same on a retry, so that it is carried out once."""


def _shape(name: str, kind: type) -> type[BaseModel]:
    more: dict[str, Any] = {
        "do": (Literal[name], ...),
        "id": (CommandId | None, Field(None, description="The same on a retry.")),
    }
    return shape(kind.__name__, kind, own_fields(kind), way="sent", more=more)


SHAPES: Final[dict[str, type[BaseModel]]] = {
    name: _shape(name, kind) for name, kind in COMMANDS.items()
}

AnyCommand: Any = Annotated[Union[tuple(SHAPES.values())], Field(discriminator="do")]  # noqa: UP007


class GivenCommand(RootModel[AnyCommand]):
    """A command to a table; `do` says which."""

    def parts(self) -> tuple[str, str | None, dict[str, Any]]:
        """Give its name, its id, and its own fields as they were sent."""
        data: dict[str, Any] = self.root.model_dump(mode="json", exclude_unset=True)
        return data.pop("do"), data.pop("id", None), data
