"""Two rulebooks side by side: only what differs, with the clause of each.

`houserules rules --compare A B --json` prints these dataclasses key for key.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from houserules.core.refusal import Clause
from houserules.rulebook.render import ValueView, Written, value_view
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import PARTS
from houserules.rulebook.values import NotOffered, Value


@dataclass(frozen=True, slots=True)
class Side:
    """The value of one of the two rulebooks."""

    value: Written
    shown: str
    clause: str
    allowed: tuple[Written, ...] | str | None = None
    may_be: str | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """A value on which two rulebooks differ; without a key, a part that only one of them has."""

    part: str
    key: str | None
    left: Side | None
    right: Side | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two rulebooks and all their differences."""

    left: str
    right: str
    differences: tuple[Difference, ...]


def compare(left: Rulebook, right: Rulebook) -> Comparison:
    """Return the differences of two rulebooks: values, options, parts not offered."""
    differences = [
        difference
        for name in PARTS
        for difference in _part(name, getattr(left, name), getattr(right, name))
    ]
    return Comparison(left.id, right.id, tuple(differences))


def _part(name: str, left: object, right: object) -> Iterator[Difference]:
    if isinstance(left, NotOffered) != isinstance(right, NotOffered):
        yield Difference(name, None, _presence(left), _presence(right))
    ours, theirs = _sides(left), _sides(right)
    for key in dict.fromkeys([*ours, *theirs]):
        one, other = ours.get(key), theirs.get(key)
        if _says(one) != _says(other):
            yield Difference(name, key, one, other)


def _presence(part: Any) -> Side:
    """Say whether a game has a part, with the clause that rules it out or the part's first clause."""
    if isinstance(part, NotOffered):
        return Side(value=False, shown="not in this game", clause=part.clause)
    first = getattr(part, fields(part)[0].name)
    clause: Clause = first.clause if isinstance(first, Value) else first
    return Side(value=True, shown="in this game", clause=clause)


def _sides(part: Any) -> dict[str, Side]:
    if isinstance(part, NotOffered):
        return {}
    return {
        each.name: _side(value_view(each.name, getattr(part, each.name)))
        for each in fields(part)
        if isinstance(getattr(part, each.name), Value)
    }


def _side(view: ValueView) -> Side:
    return Side(view.value, view.shown, view.clause, view.allowed, view.may_be)


def _says(side: Side | None) -> object:
    """What is compared: the value and the choice, never the clause number."""
    return side and (side.shown, side.may_be)
