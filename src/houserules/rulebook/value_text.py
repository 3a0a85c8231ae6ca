"""Values of a rulebook as people write them: read by type, print again, say what is allowed."""

from dataclasses import fields
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from houserules.core.cards import RANKS
from houserules.core.money import MoneyError, Odds, cents, dollars, odds
from houserules.rulebook import schema
from houserules.rulebook.values import NotOffered, Value

NO_VALUE: Final = {
    "unit": "the smallest chip",
    "double_most_cards": "any number",
    "perfect_pairs": "not offered",
    "suits_you": "not offered",
}
"""How a rulebook writes the absence of an amount or a limit, by key."""


SHARES: Final = {
    "insurance_most": "wager",
    "surrender_keeps": "wager",
    "double_most": "wager",
    "cutting_card_from_back": "stack",
}
"""Keys whose pair of numbers is a share, not odds, and of what."""


class ValueTextError(ValueError):
    """A value is not of the kind that its key takes."""


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
    """Whether the key gives a value and not only a clause."""
    return get_origin(HINTS[key]) is Value


def _kind(key: str) -> Any:
    """Return the type inside `Value[...]`, without None."""
    kind = get_args(HINTS[key])[0]
    if get_origin(kind) in (Union, UnionType):
        kind = next(each for each in get_args(kind) if each is not type(None))
    return kind


def _is_money(kind: Any) -> bool:
    return getattr(kind, "__metadata__", ()) == ("money",)


def is_money(key: str) -> bool:
    """Whether the key takes an amount."""
    return _is_money(_kind(key))


def read_value(key: str, raw: object) -> Any:
    """Turn a written value into the type of its key, or say what is allowed."""
    kind = _kind(key)
    if raw == NO_VALUE.get(key, ()):
        return None
    if get_origin(kind) is Literal:
        if raw in get_args(kind):
            return raw
    elif _is_money(kind):
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
        raise ValueTextError(f"{raw!r} is nothing; {key} must be more than 0")
    return amount


def describe_type(key: str) -> str:
    """Say in words what a key takes."""
    kind = _kind(key)
    if get_origin(kind) is Literal:
        words = " or ".join(map(repr, get_args(kind)))
    elif _is_money(kind):
        words = "dollars as a string, as in '12.50'"
    else:
        words = {
            int: "a whole number from 0",
            bool: "true or false",
            Odds: "odds, as in '3 to 2'",
        }.get(kind, "ranks, as in 'JQKA'")
    return f"{words} or {NO_VALUE[key]!r}" if key in NO_VALUE else words


def write_value(key: str, value: object) -> str | int | bool:
    """Return a value as a rulebook or a record writes it; the inverse of `read`."""
    if value is None:
        return NO_VALUE[key]
    if is_money(key):
        assert isinstance(value, int)
        return dollars(value)
    if isinstance(value, str | int):
        return value
    return str(value)


def describe_value(key: str, value: object) -> str:
    """Return a value in words for a person."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Odds) and key in SHARES:
        whole = SHARES[key]
        return f"{value.pays}/{value.on} of the {whole}" if value.on > 1 else f"the whole {whole}"
    text = write_value(key, value)
    if value is not None and is_money(key):
        return f"${text}"
    return str(text)
