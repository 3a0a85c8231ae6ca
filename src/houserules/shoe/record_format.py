"""From JSON to a shoe record: nothing unknown, nothing missing, nothing guessed."""

import json
import re
from typing import Any, Final

from houserules.core.cards import Card, CardError, card, show
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import OptionError, choose
from houserules.rulebook.schema import Rulebook
from houserules.shoe.record import (
    FORMAT,
    SOURCE,
    UNDER,
    Burn,
    CardOut,
    Cut,
    CuttingCardOut,
    MalformedShoeRecord,
    Out,
    Place,
    Segment,
    ShoeRecord,
)
from houserules.shoe.stack import Stack

# The fields of a shoe record, one at a time: of the right type and kind, or said to be not.


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
    """Return the value of a key, of exactly that type."""
    if key not in data:
        if default is not None:
            return default
        raise MalformedShoeRecord(f"{where}{key}", "is missing")
    value = data[key]
    if type(value) is not kind:
        raise MalformedShoeRecord(f"{where}{key}", f"must be {_NAMES[kind]}, not {kind_of(value)}")
    return value


def get_or_null(data: Table, key: str, where: str) -> Table | None:
    """Return the object of a key that has to be there but may be null."""
    if key in data and data[key] is None:
        return None
    found: Table = get(data, key, dict, where)
    return found


def tables(data: Table, key: str, where: str) -> list[tuple[str, Table]]:
    """Return the objects of a list, each with its place."""
    found = []
    for number, entry in enumerate(get(data, key, list, where)):
        place = f"{where}{key}[{number}]"
        if type(entry) is not dict:
            raise MalformedShoeRecord(place, f"must be an object, not {kind_of(entry)}")
        found.append((f"{place}.", entry))
    return found


def count(data: Table, key: str, where: str, *, least: int, most: int | None = None) -> int:
    """Return a whole number that is not below `least` and not above `most`."""
    number: int = get(data, key, int, where)
    if number < least or (most is not None and number > most):
        limits = f"from {least} to {most}" if most is not None else f"{least} or more"
        raise MalformedShoeRecord(f"{where}{key}", f"is {number}; it may be {limits}")
    return number


def one_card(data: Table, key: str, where: str) -> Card:
    """Return one card."""
    return _card(get(data, key, str, where), f"{where}{key}")


def many_cards(data: Table, key: str, where: str, *, default: str | None = None) -> Stack:
    """Return cards with white space between them."""
    words = get(data, key, str, where, default=default).split()
    return tuple(_card(word, f"{where}{key}[{at}]") for at, word in enumerate(words))


def _card(word: str, where: str) -> Card:
    try:
        return card(word)
    except CardError as error:
        raise MalformedShoeRecord(where, str(error)) from None


def hex_digits(data: Table, key: str, where: str) -> str:
    """Return 32 bytes as they are written in hex."""
    text: str = get(data, key, str, where)
    if not _HEX.fullmatch(text):
        raise MalformedShoeRecord(f"{where}{key}", "must be 64 hex digits (0-9 and small a-f)")
    return text


def name(data: Table, key: str, where: str) -> str:
    """Return the name of a person."""
    text: str = get(data, key, str, where)
    if not text or text != " ".join(text.split()) or not text.isprintable():
        raise MalformedShoeRecord(
            f"{where}{key}", f"{text!r} is no name; write one with no odd spaces"
        )
    return text


_KEYS: Final = {"format", "rulebook", "table", "source", "segments", "redealt"}
_FIRST_KEYS: Final = {
    *("commitment", "salt", "stack", "cut", "cutting_card", "burn", "out", "left"),
}
_CARD_KEYS: Final = {"round", "card", "to", "from"}
_PLACES: Final = {
    str(place): place for place in (Place("dealer"), Place("burned"), Place("under the shoe"))
}
_BOX: Final = re.compile(r"box ([1-9]\d?)(?:\.([1-9]\d?))?", re.ASCII)


def read_shoe(data: object) -> ShoeRecord:
    """Read a shoe record from what JSON gave; raises MalformedShoeRecord."""
    if type(data) is not dict:
        raise MalformedShoeRecord("(the record)", f"must be an object, not {kind_of(data)}")
    if (found := get(data, "format", str, "")) != FORMAT:
        raise MalformedShoeRecord("format", f"must be {FORMAT!r}, not {found!r}")
    known(data, _KEYS, "")
    if (source := get(data, "source", str, "")) != SOURCE:
        raise MalformedShoeRecord("source", f"must be {SOURCE!r}, not {source!r}")
    options = get(data, "table", dict, "", default={})
    rules = _rules(data, options)
    if (dealt_from := rules.cards.dealt_from.value) != SOURCE:
        raise MalformedShoeRecord("table.dealt_from", f"is {dealt_from!r}; a {SOURCE} is recorded")
    entries = tables(data, "segments", "")
    if not entries:
        raise MalformedShoeRecord("segments", "must have one entry at least")
    segments = tuple(
        _segment(entry, where, rules, refill=number > 0)
        for number, (where, entry) in enumerate(entries)
    )
    return ShoeRecord(rules, tuple(options.items()), segments, _redealt(data))


def _redealt(data: Table) -> tuple[int, ...] | None:
    """Read the rounds whose cards were dealt again; old records have no such key."""
    if "redealt" not in data:
        return None
    rounds = get(data, "redealt", list, "")
    for place, number in enumerate(rounds):
        if type(number) is not int or number < 1:
            raise MalformedShoeRecord(f"redealt[{place}]", "must be the number of a round")
    return tuple(rounds)


def _rules(data: Table, options: Table) -> Rulebook:
    found = get(data, "rulebook", str, "")
    if found not in RULEBOOKS:
        there = ", ".join(RULEBOOKS)
        raise MalformedShoeRecord("rulebook", f"there is no {found!r}; there are {there}")
    try:
        return choose(rulebook(found), options)
    except OptionError as error:
        raise MalformedShoeRecord(f"table.{error.name}", error.problem) from None


def _segment(entry: Table, where: str, rules: Rulebook, *, refill: bool) -> Segment:
    known(entry, _FIRST_KEYS | ({"layout"} if refill else set()), where)
    stack = many_cards(entry, "stack", where)
    return Segment(
        commitment=hex_digits(entry, "commitment", where),
        salt=bytes.fromhex(hex_digits(entry, "salt", where)),
        stack=stack,
        cut=_cut(entry, where, stack),
        cutting_card=_cutting_card(entry, where, stack),
        burn=_burn(entry, where),
        out=tuple(_out(each, place, rules) for place, each in tables(entry, "out", where)),
        left=count(entry, "left", where, least=0),
        layout=many_cards(entry, "layout", where) if refill else (),
    )


def _cut(entry: Table, where: str, stack: Stack) -> Cut | None:
    found = get_or_null(entry, "cut", where)
    if found is None:
        return None
    known(found, {"at", "by"}, f"{where}cut.")
    at = count(found, "at", f"{where}cut.", least=0, most=len(stack))
    return Cut(at, name(found, "by", f"{where}cut."))


def _cutting_card(entry: Table, where: str, stack: Stack) -> int | None:
    found = get_or_null(entry, "cutting_card", where)
    if found is None:
        return None
    known(found, {"from_back"}, f"{where}cutting_card.")
    return count(found, "from_back", f"{where}cutting_card.", least=0, most=len(stack))


def _burn(entry: Table, where: str) -> Burn | None:
    found = get_or_null(entry, "burn", where)
    if found is None:
        return None
    known(found, {"card", "shown"}, f"{where}burn.")
    shown = get(found, "shown", bool, f"{where}burn.", default=False)
    return Burn(one_card(found, "card", f"{where}burn."), shown)


def _out(entry: Table, where: str, rules: Rulebook) -> Out:
    """Read a card that came out, or a cutting card, which has a number and no face."""
    if "cutting_card" in entry:
        known(entry, {"round", "cutting_card"}, where)
        second = count(entry, "cutting_card", where, least=1, most=2) == 2
        return CuttingCardOut(count(entry, "round", where, least=1), 2 if second else 1)
    known(entry, _CARD_KEYS, where)
    if "from" in entry and (found := get(entry, "from", str, where)) != UNDER:
        raise MalformedShoeRecord(
            f"{where}from", f"is {found!r}; it may be {UNDER!r}, or is left out"
        )
    return CardOut(
        round=count(entry, "round", where, least=1),
        card=one_card(entry, "card", where),
        to=_place(get(entry, "to", str, where), f"{where}to", rules),
        from_under="from" in entry,
    )


def _place(text: str, where: str, rules: Rulebook) -> Place:
    boxes = rules.equipment.boxes.value
    if text in _PLACES:
        return _PLACES[text]
    match = _BOX.fullmatch(text)
    if match is None or int(match[1]) > boxes:
        raise MalformedShoeRecord(
            where,
            f"{text!r} is no place; there are 'box 1' to 'box {boxes}', 'box 1.2' for a hand of a "
            "split box, 'dealer', 'burned' and 'under the shoe'",
        )
    return Place("box", int(match[1]), int(match[2]) if match[2] else None)


# A shoe record in writing: the object and the JSON that it can be read from.


Fields = dict[str, Any]


def shoe_to_dict(record: ShoeRecord) -> Fields:
    """Return the keys of a record in the order of the format; the inverse of `read_shoe`."""
    return {
        "format": FORMAT,
        "rulebook": record.rules.id,
        **({"table": dict(record.options)} if record.options else {}),
        "source": SOURCE,
        "segments": [
            _write_segment(segment, refill=number > 0)
            for number, segment in enumerate(record.segments)
        ],
        **({} if record.redealt is None else {"redealt": list(record.redealt)}),
    }


def shoe_to_json(record: ShoeRecord) -> str:
    """Return a record as JSON for people too: a line for everything that came out."""
    return _pretty(shoe_to_dict(record), "\n") + "\n"


def _pretty(value: Any, line: str) -> str:
    """Write what holds only plain values on one line, and everything else an item a line."""
    inner = line + "  "
    if isinstance(value, list) and value:
        return f"[{inner}{f',{inner}'.join(_pretty(each, inner) for each in value)}{line}]"
    if isinstance(value, dict) and any(isinstance(each, dict | list) for each in value.values()):
        pairs = [f"{json.dumps(key)}: {_pretty(each, inner)}" for key, each in value.items()]
        return f"{{{inner}{f',{inner}'.join(pairs)}{line}}}"
    return json.dumps(value, ensure_ascii=False)


def _write_segment(segment: Segment, *, refill: bool) -> Fields:
    cut, behind, burn = segment.cut, segment.cutting_card, segment.burn
    return {
        "commitment": segment.commitment,
        "salt": segment.salt.hex(),
        "stack": show(segment.stack),
        **({"layout": show(segment.layout)} if refill else {}),
        "cut": None if cut is None else {"at": cut.at, "by": cut.by},
        "cutting_card": None if behind is None else {"from_back": behind},
        "burn": None if burn is None else {"card": str(burn.card), "shown": burn.shown},
        "out": [_write_out(each) for each in segment.out],
        "left": segment.left,
    }


def _write_out(out: Out) -> Fields:
    if isinstance(out, CuttingCardOut):
        return {"round": out.round, "cutting_card": out.which}
    entry = {"round": out.round, "card": str(out.card), "to": str(out.to)}
    return {**entry, "from": UNDER} if out.from_under else entry
