"""Commands of carded play as people send them: a name and data; the floor says who, when and about whom."""

from dataclasses import fields
from functools import cache
from typing import Any, Final

from houserules.carded import commands
from houserules.core.codec import Data, DataError, from_message, to_data
from houserules.core.people import Moment, Person
from houserules.journal.canonical import canonical, digest

COMMANDS: Final[dict[str, type[commands.CardedCommand]]] = {
    kind.api_name: kind
    for kind in (
        commands.ReadInformation,
        commands.SetLimits,
        commands.DeclineLimits,
        commands.SuspendPlay,
        commands.RecordAssessment,
        commands.OpenCardCase,
        commands.CloseCardCase,
        commands.EraseIdentity,
    )
}
"""Commands by their name in the API. An identity is verified with its details, in a request of its own."""


@cache
def own_fields(kind: Any) -> tuple[str, ...]:
    """Return the fields of a command that its sender fills in."""
    return tuple(each.name for each in fields(kind) if each.name not in ("by", "at", "player"))


def command_from(name: str, data: Data, person: Person, player: str, *, at: Moment) -> Any:
    """Read a command that somebody sends about a player; raises DataError."""
    kind = COMMANDS.get(name)
    if kind is None:
        raise DataError(f"{name!r} is no command of carded play; docs/reference/api.md lists them")
    mine: Data = {"by": to_data(person), "at": at, "player": player}
    for field in mine:
        if field in data:
            raise DataError(f"{name}: the field {field} is filled by the floor; leave it out")
    return from_message(kind, {**data, **mine}, name)


def request_of(command: Any) -> bytes:
    """Return the digest that binds a command id to what the person asked for, and about whom."""
    kind: Any = type(command)
    sent = {name: to_data(getattr(command, name)) for name in own_fields(kind)}
    said = {"carded": command.player, "do": kind.api_name, "fields": sent}
    return digest("request-1", canonical(said))
