"""What a rulebook says under a key, by the key's name alone; a part that is not offered cites for all its keys."""

from typing import Any

from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.typed import PART_OF
from houserules.rulebook.values import NotOffered, Value


def entry_of(rules: Rulebook, key: str) -> Clause | Value[Any] | NotOffered:
    """Give the entry of a key."""
    part = getattr(rules, PART_OF[key])
    if isinstance(part, NotOffered):
        return part
    entry: Clause | Value[Any] = getattr(part, key)
    return entry


def clause_of(rules: Rulebook, key: str) -> Clause:
    """Give the clause of a key."""
    entry = entry_of(rules, key)
    return entry.clause if isinstance(entry, Value | NotOffered) else entry
