"""Keys of a record that was read from TOML or JSON, each of the type that it should have."""

from typing import Any, Final

from houserules.core.cards import CARDS, Card, CardError, card
from houserules.core.money import Cents, MoneyError, cents

NAMES: Final[dict[type, str]] = {
    dict: "a table",
    list: "a list",
    str: "a string",
    bool: "true or false",
    int: "a whole number",
    float: "a number with a point",
    type(None): "null",
}


class MalformedRecord(Exception):  # noqa: N818  # the contracts' word
    """The record cannot be read or played: where, and what was expected."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}")
        self.where, self.message = where, message


def kind_of(value: object) -> str:
    """Name the type of a value as people do."""
    return NAMES.get(type(value), f"a {type(value).__name__}")


def check_keys(data: dict[str, Any], keys: set[str], where: str) -> None:
    """Raise MalformedRecord for a key that is not one of these."""
    for key in data:
        if key not in keys:
            raise MalformedRecord(
                f"{where}{key}", f"is not a key here; there may be {', '.join(sorted(keys))}"
            )


def check_head(
    data: object, keys: set[str], format_: str, *, what: str = "the record"
) -> dict[str, Any]:
    """Return a record that has this format and no keys but these; raises MalformedRecord."""
    if not isinstance(data, dict):
        raise MalformedRecord(f"({what})", f"must be a table of keys, not {kind_of(data)}")
    check_keys(data, keys, "")
    if "format" not in data:
        raise MalformedRecord("format", f"is missing; write format = {format_!r}")
    if data["format"] != format_:
        raise MalformedRecord("format", f"must be {format_!r}, not {data['format']!r}")
    return data


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
    data: dict[str, Any],
    key: str,
    keys: set[str] | None,
    where: str = "",
    *,
    required: bool = False,
) -> list[tuple[str, dict[str, Any]]]:
    """Return the tables of a list, each with where it stands; `keys` are all that they may have."""
    entries = get(data, key, list, where, default=None if required else [])
    placed = []
    for number, entry in enumerate(entries):
        place = f"{where}{key}[{number}]"
        if not isinstance(entry, dict):
            raise MalformedRecord(place, f"must be a table, not {kind_of(entry)}")
        if keys is not None:
            check_keys(entry, keys, f"{place}.")
        placed.append((f"{place}.", entry))
    return placed


def money(data: dict[str, Any], key: str, where: str) -> Cents:
    """Return an amount, which may be nothing."""
    text = get(data, key, str, where)
    try:
        return cents(text)
    except MoneyError as error:
        raise MalformedRecord(f"{where}{key}", str(error)) from None


def name(data: dict[str, Any], key: str, where: str) -> str:
    """Return the name of a person."""
    text: str = get(data, key, str, where)
    if not text or text != " ".join(text.split()) or not text.isprintable():
        raise MalformedRecord(
            f"{where}{key}", f"{text!r} is not a name; write it with single spaces"
        )
    return text


def read_cards(data: dict[str, Any], key: str, where: str = "") -> list[Card]:
    """Return cards with white space between them."""
    words = get(data, key, str, where).split()
    try:
        return [CARDS[word] for word in words]
    except KeyError:  # once more, to say which is wrong
        return [read_card(word, f"{where}{key}[{place}]") for place, word in enumerate(words)]


def read_card(word: str, where: str) -> Card:
    """Return one card; raises MalformedRecord with where it stands."""
    try:
        return card(word)
    except CardError as error:
        raise MalformedRecord(where, str(error)) from None
