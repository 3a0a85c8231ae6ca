"""Values of a rulebook as text: read them by type, write them, describe what is allowed."""

from dataclasses import fields
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from houserules.core.cards import RANKS
from houserules.core.money import MoneyError, Odds, cents, dollars, odds
from houserules.rulebook import schema
from houserules.rulebook.values import NO_VALUE, NotOffered, Value, in_words
from houserules.rulebook.values import is_money as is_money_type


class ValueTextError(ValueError):
    """A value is not of the type that its key takes."""


def _parts() -> dict[str, type]:
    """Return the parts of a rulebook by attribute: `insurance` is an Insurance."""
    parts = {}
    for name, hint in get_type_hints(schema.Rulebook).items():
        kinds = [kind for kind in (get_args(hint) or (hint,)) if kind is not NotOffered]
        if getattr(kinds[0], "__module__", "").startswith(schema.__name__):
            parts[name] = kinds[0]
    return parts


PARTS: Final[dict[str, type]] = _parts()
MAY_BE_MISSING: Final = {
    name for name, hint in get_type_hints(schema.Rulebook).items() if NotOffered in get_args(hint)
}
HINTS: Final[dict[str, Any]] = {
    key: hint
    for part in PARTS.values()
    for key, hint in get_type_hints(part, include_extras=True).items()
}
PART_OF: Final[dict[str, str]] = {
    field.name: name for name, part in PARTS.items() for field in fields(part)
}


def has_value(key: str) -> bool:
    """Whether the key has a value and not only a clause."""
    return get_origin(HINTS[key]) is Value


def _kind(key: str) -> Any:
    """Return the type inside `Value[...]`, without None."""
    kind = get_args(HINTS[key])[0]
    if get_origin(kind) in (Union, UnionType):
        kind = next(each for each in get_args(kind) if each is not type(None))
    return kind


def is_money(key: str) -> bool:
    """Whether the key takes an amount."""
    return is_money_type(_kind(key))


def read_value(key: str, raw: object) -> Any:
    """Read a value as the type of its key; raises ValueTextError, which says what is allowed."""
    kind = _kind(key)
    if raw == NO_VALUE.get(key, ()):
        return None
    if get_origin(kind) is Literal:
        if raw in get_args(kind):
            return raw
    elif is_money_type(kind):
        return _amount(key, raw)
    elif kind is Odds and isinstance(raw, str):
        try:
            return odds(raw)
        except MoneyError as error:
            raise ValueTextError(str(error)) from None
    elif _is_plain(kind, raw):
        return raw
    raise ValueTextError(f"{raw!r} is not allowed; it takes {describe_type(key)}")


def _is_plain(kind: Any, raw: object) -> bool:
    if kind is str:
        return isinstance(raw, str) and raw != "" and set(raw) <= set(RANKS)
    if kind is int:
        return type(raw) is int and raw >= 0
    return kind is bool and isinstance(raw, bool)


def _amount(key: str, raw: object) -> int:
    if not isinstance(raw, str):
        raise ValueTextError(
            f"{raw!r} is not a string; money is a string of dollars, as in '12.50'"
        )
    try:
        amount = cents(raw)
    except MoneyError as error:
        raise ValueTextError(str(error)) from None
    if amount == 0:
        raise ValueTextError(f"{raw!r} is zero; {key} must be more than 0")
    return amount


def describe_type(key: str) -> str:
    """Describe the type of value that a key takes."""
    kind = _kind(key)
    if get_origin(kind) is Literal:
        words = " or ".join(map(repr, get_args(kind)))
    elif is_money_type(kind):
        words = "dollars as a string, as in '12.50'"
    else:
        words = {
            int: "a whole number from 0",
            bool: "true or false",
            Odds: "odds, as in '3 to 2'",
        }.get(kind, "ranks, as in 'JQKA'")
    return f"{words} or {NO_VALUE[key]!r}" if key in NO_VALUE else words


def write_value(key: str, value: object) -> str | int | bool:
    """Write a value the way a rulebook or a record does; the inverse of `read_value`."""
    if value is None:
        return NO_VALUE[key]
    if is_money(key):
        assert isinstance(value, int)
        return dollars(value)
    if isinstance(value, str | int):
        return value
    return str(value)


def describe_value(key: str, value: object) -> str:
    """Write a value for people."""
    return in_words(key, value, money=is_money(key))
