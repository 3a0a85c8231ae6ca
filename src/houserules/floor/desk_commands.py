"""Commands of a desk as people send them: a name and data; the floor says who, when and which bytes."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from houserules.core.codec import Data, DataError, from_message, to_data
from houserules.core.people import Moment, Person
from houserules.journal.canonical import canonical, digest


@cache
def own_fields(kind: Any) -> tuple[str, ...]:
    """Return the fields of a command that its sender fills in; only staff fill in `player`."""
    return tuple(each.name for each in fields(kind) if each.name not in ("by", "at", "entropy"))


@dataclass(frozen=True, slots=True)
class DeskCommands:
    """The commands that can be given to one kind of thing, by their name in the API."""

    what: str  # such as "tournament"
    kinds: Mapping[str, type]

    def read(self, name: str, data: Data, person: Person, *, at: Moment) -> Any:
        """Read a command that somebody sends; raises DataError. Players give commands for themselves.

        The random bytes of a draw are added when it is decided.
        """
        kind: Any = self.kinds.get(name)
        if kind is None:
            raise DataError(
                f"{name!r} is not a command of a {self.what}; docs/reference/api.md lists them"
            )
        mine: Data = {"by": to_data(person), "at": at}
        names = {each.name for each in fields(kind)}
        if kind.right is not None and "player" in names and person.role == "player":
            mine["player"] = person.name
        if "entropy" in names:
            mine["entropy"] = ""
        for field in mine:
            if field in data:
                raise DataError(f"{name}: the field {field} is filled by the floor; leave it out")
        return from_message(kind, {**data, **mine}, name)

    def request_of(self, about: str, command: Any) -> bytes:
        """Return the digest that binds a command id to what the person asked for, and where."""
        kind: Any = type(command)
        sent = {name: to_data(getattr(command, name)) for name in own_fields(kind)}
        said = {self.what: about, "do": kind.api_name, "fields": sent}
        return digest("request-1", canonical(said))
