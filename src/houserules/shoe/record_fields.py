"""The fields of a shoe record, one at a time: of the right type and kind, or said to be not."""

import re
from typing import Any, Final

from houserules.core.cards import Card, CardError, card
from houserules.shoe.record import MalformedShoeRecord
from houserules.shoe.stack import Stack

Table = dict[str, Any]

_NAMES: Final[dict[type, str]] = {
    dict: "an object",
    list: "a list",
    str: "a string",
    bool: "true or false",
    int: "a whole number",
    float: "a number with a point",
    type(None): "null",
}
_HEX: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


def kind_of(value: object) -> str:
    """Name the type of a value as JSON does."""
    return _NAMES.get(type(value), f"a {type(value).__name__}")


def known(data: Table, keys: set[str], where: str) -> None:
    """Refuse a key that is not one of these."""
    for key in data:
        if key not in keys:
            raise MalformedShoeRecord(
                f"{where}{key}", f"is not a key here; there may be {', '.join(sorted(keys))}"
            )


def get(data: Table, key: str, kind: type, where: str, *, default: Any = None) -> Any:
    """Give the value of a key, of exactly that type."""
    if key not in data:
        if default is not None:
            return default
        raise MalformedShoeRecord(f"{where}{key}", "is missing")
    value = data[key]
    if type(value) is not kind:
        raise MalformedShoeRecord(f"{where}{key}", f"must be {_NAMES[kind]}, not {kind_of(value)}")
    return value


def get_or_null(data: Table, key: str, where: str) -> Table | None:
    """Give the object of a key that has to be there but may be null."""
    if key in data and data[key] is None:
        return None
    found: Table = get(data, key, dict, where)
    return found


def tables(data: Table, key: str, where: str) -> list[tuple[str, Table]]:
    """Give the objects of a list, each with its place."""
    found = []
    for number, entry in enumerate(get(data, key, list, where)):
        place = f"{where}{key}[{number}]"
        if type(entry) is not dict:
            raise MalformedShoeRecord(place, f"must be an object, not {kind_of(entry)}")
        found.append((f"{place}.", entry))
    return found


def count(data: Table, key: str, where: str, *, least: int, most: int | None = None) -> int:
    """Give a whole number that is not below `least` and not above `most`."""
    number: int = get(data, key, int, where)
    if number < least or (most is not None and number > most):
        limits = f"from {least} to {most}" if most is not None else f"{least} or more"
        raise MalformedShoeRecord(f"{where}{key}", f"is {number}; it may be {limits}")
    return number


def one_card(data: Table, key: str, where: str) -> Card:
    """Give one card."""
    return _card(get(data, key, str, where), f"{where}{key}")


def many_cards(data: Table, key: str, where: str, *, default: str | None = None) -> Stack:
    """Give cards with white space between them."""
    words = get(data, key, str, where, default=default).split()
    return tuple(_card(word, f"{where}{key}[{at}]") for at, word in enumerate(words))


def _card(word: str, where: str) -> Card:
    try:
        return card(word)
    except CardError as error:
        raise MalformedShoeRecord(where, str(error)) from None


def hex_digits(data: Table, key: str, where: str) -> str:
    """Give 32 bytes as they are written in hex."""
    text: str = get(data, key, str, where)
    if not _HEX.fullmatch(text):
        raise MalformedShoeRecord(f"{where}{key}", "must be 64 hex digits (0-9 and small a-f)")
    return text


def name(data: Table, key: str, where: str) -> str:
    """Give the name of a person."""
    text: str = get(data, key, str, where)
    if not text or text != " ".join(text.split()) or not text.isprintable():
        raise MalformedShoeRecord(
            f"{where}{key}", f"{text!r} is no name; write one with no odd spaces"
        )
    return text
