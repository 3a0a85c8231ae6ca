"""Options: what an operator may choose, and what a mathematician may vary."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import (
    PART_OF,
    PARTS,
    ValueTextError,
    describe_type,
    describe_value,
    read_value,
)
from houserules.rulebook.values import NotOffered, Value


class OptionError(ValueError):
    """An unknown option, or a value that the rulebook does not allow."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name}: {problem}")
        self.name, self.problem = name, problem


def values(rules: Rulebook) -> Iterator[tuple[str, Value[Any]]]:
    """Yield every value of a rulebook by its key, in the order of the schema."""
    for name in PARTS:
        part = getattr(rules, name)
        if not isinstance(part, NotOffered):
            for field in fields(part):
                entry = getattr(part, field.name)
                if isinstance(entry, Value):
                    yield field.name, entry


def options(rules: Rulebook) -> dict[str, Value[Any]]:
    """Return the operator's options by name."""
    return {key: value for key, value in values(rules) if value.is_option}


def allowed_values(key: str, value: Value[Any]) -> str:
    """Describe the values that an option takes."""
    if value.alternatives:
        every = sorted({value.value, *value.alternatives}, key=lambda each: (str(type(each)), each))
        return ", ".join(describe_value(key, each) for each in every)
    return describe_type(key)


def choose(rules: Rulebook, chosen: Mapping[str, object]) -> Rulebook:
    """Return the rulebook with the operator's choices; each must be a declared option."""
    may = options(rules)
    for name, raw in chosen.items():
        if name not in may:
            raise OptionError(
                name, f"is not an option of {rules.id}; its options are {', '.join(may)}"
            )
        rules = _with(rules, name, _check(name, may[name], raw))
    least, most = rules.limits.minimum.value, rules.limits.maximum.value
    if most < least and {"minimum", "maximum"} <= chosen.keys():
        raise OptionError(
            "maximum",
            f"{describe_value('maximum', most)} is below the minimum of {describe_value('minimum', least)}",
        )
    return rules


def vary(rules: Rulebook, name: str, raw: object) -> Rulebook:
    """Return the rulebook with any of its values changed: "what if" for the mathematics."""
    current = dict(values(rules)).get(name)
    if current is None:
        raise OptionError(name, f"is not a value of {rules.id}")
    try:
        return _with(rules, name, read_value(name, raw))
    except ValueTextError as error:
        raise OptionError(name, str(error)) from None


def _check(name: str, value: Value[Any], raw: object) -> object:
    try:
        chosen = read_value(name, raw)
    except ValueTextError as error:
        raise OptionError(name, _describe_allowed(name, value, raw) or str(error)) from None
    if value.alternatives and chosen not in (value.value, *value.alternatives):
        raise OptionError(
            name,
            f"{describe_value(name, chosen)} is not allowed ({value.clause}); "
            f"it may be {allowed_values(name, value)}",
        )
    return chosen


def _describe_allowed(name: str, value: Value[Any], raw: object) -> str | None:
    """Describe what is allowed here, which may be less than in other rulebooks."""
    if not value.alternatives or isinstance(value.value, bool):
        return None
    kind = "one of" if isinstance(value.value, str) else describe_type(name)
    return f"{raw!r} is not allowed; it takes {kind}: {allowed_values(name, value)}"


def _with(rules: Rulebook, name: str, value: object) -> Rulebook:
    part_name = PART_OF[name]
    part = getattr(rules, part_name)
    entry = replace(getattr(part, name), value=value)
    return replace(rules, **{part_name: replace(part, **{name: entry})})


# Entries by key alone; for a part that is not offered, its clause stands for all its keys.


def entry_of(rules: Rulebook, key: str) -> Clause | Value[Any] | NotOffered:
    """Return the entry of a key."""
    part = getattr(rules, PART_OF[key])
    if isinstance(part, NotOffered):
        return part
    entry: Clause | Value[Any] = getattr(part, key)
    return entry


def clause_of(rules: Rulebook, key: str) -> Clause:
    """Return the clause of a key."""
    entry = entry_of(rules, key)
    return entry.clause if isinstance(entry, Value | NotOffered) else entry
