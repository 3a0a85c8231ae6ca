"""Keys of a record that was read from TOML or JSON, each of the type that it should have."""

from typing import Any, Final

from houserules.core.cards import Card, CardError, card
from houserules.core.money import Cents, MoneyError, cents
from houserules.table.records.record import MalformedRecord

NAMES: Final[dict[type, str]] = {
    dict: "a table",
    list: "a list",
    str: "a string",
    bool: "true or false",
    int: "a whole number",
    float: "a number with a point",
}


def kind_of(value: object) -> str:
    """Name the type of a value as people do."""
    if value is None:
        return "nothing"
    return NAMES.get(type(value), f"a {type(value).__name__}")


def known(data: dict[str, Any], keys: set[str], where: str) -> None:
    """Raise MalformedRecord for a key that is not one of these."""
    for key in data:
        if key not in keys:
            raise MalformedRecord(
                f"{where}{key}", f"is not a key here; there may be {', '.join(sorted(keys))}"
            )


def get(data: dict[str, Any], key: str, kind: type, where: str, *, default: Any = None) -> Any:
    """Return the value of a key, of exactly that type."""
    if key not in data:
        if default is not None:
            return default
        raise MalformedRecord(f"{where}{key}", "is missing")
    value = data[key]
    if type(value) is not kind:
        raise MalformedRecord(f"{where}{key}", f"must be {NAMES[kind]}, not {kind_of(value)}")
    return value


def tables(
    data: dict[str, Any], key: str, keys: set[str], where: str = ""
) -> list[tuple[str, dict[str, Any]]]:
    """Return the tables of a list, each with where it stands."""
    entries = get(data, key, list, where, default=[])
    found = []
    for number, entry in enumerate(entries):
        place = f"{where}{key}[{number}]"
        if not isinstance(entry, dict):
            raise MalformedRecord(place, f"must be a table, not {kind_of(entry)}")
        known(entry, keys, f"{place}.")
        found.append((f"{place}.", entry))
    return found


def money(data: dict[str, Any], key: str, where: str) -> Cents:
    """Return an amount, which may be nothing."""
    text = get(data, key, str, where)
    try:
        return cents(text)
    except MoneyError as error:
        raise MalformedRecord(f"{where}{key}", str(error)) from None


def name(data: dict[str, Any], key: str, where: str) -> str:
    """Return the name of a person."""
    found: str = get(data, key, str, where)
    if not found or found != " ".join(found.split()) or not found.isprintable():
        raise MalformedRecord(
            f"{where}{key}", f"{found!r} is no name; write one with no odd spaces"
        )
    return found


def read_cards(data: dict[str, Any], key: str, where: str = "") -> list[Card]:
    """Return cards with white space between them."""
    read = list[Card]()
    for number, word in enumerate(get(data, key, str, where).split()):
        try:
            read.append(card(word))
        except CardError as error:
            raise MalformedRecord(f"{where}{key}[{number}]", str(error)) from None
    return read
