"""A player under another name: everything at the table that was theirs stays theirs."""

from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from houserules.table.people.events import PlayerRenamed
from houserules.table.state import Table

Part = TypeVar("Part")


def player_renamed(table: Table, event: PlayerRenamed) -> Table:
    """After PlayerRenamed."""
    return renamed(table, event.player, event.to)


def renamed(part: Part, old: str, new: str) -> Part:
    """Return a part of a table, or an event, with one name in the place of another.

    A part that does not have the name in it is returned itself, so that it is seen not to have changed.
    """
    found: Part = _renamed(part, old, new)
    return found


def _renamed(part: Any, old: str, new: str) -> Any:
    if isinstance(part, str):
        return new if part == old else part
    if isinstance(part, dict):
        pairs = [(_renamed(key, old, new), _renamed(one, old, new)) for key, one in part.items()]
        same = all(a is b and c is d for (a, c), (b, d) in zip(pairs, part.items(), strict=True))
        return part if same else dict(pairs)
    if isinstance(part, tuple | frozenset):
        parts = [_renamed(one, old, new) for one in part]
        if all(a is b for a, b in zip(parts, part, strict=True)):
            return part
        return type(part)(*parts) if hasattr(part, "_fields") else type(part)(parts)
    if is_dataclass(part) and not isinstance(part, type):
        before = {each.name: getattr(part, each.name) for each in fields(part) if each.init}
        after = {name: _renamed(one, old, new) for name, one in before.items()}
        changes = {name: one for name, one in after.items() if one is not before[name]}
        return replace(part, **changes) if changes else part
    return part
