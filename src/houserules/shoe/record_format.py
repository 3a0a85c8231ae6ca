"""From JSON to a shoe record: nothing unknown, nothing missing, nothing guessed."""

import json
import re
from typing import Any, Final

from houserules.core.cards import Card, show
from houserules.core.record_keys import (
    MalformedRecord,
    check_head,
    check_keys,
    get,
    name,
    read_card,
    read_cards,
    tables,
)
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import OptionError, choose
from houserules.rulebook.schema import Rulebook
from houserules.shoe.record import (
    FORMAT,
    SOURCE,
    UNDER,
    Burn,
    CardOut,
    CardPlace,
    Cut,
    CuttingCardOut,
    Out,
    Segment,
    ShoeRecord,
)
from houserules.shoe.stack import Stack

# Fields that only a shoe record has.

Table = dict[str, Any]

_HEX: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


def table_or_null(data: Table, key: str, where: str) -> Table | None:
    """Return the table of a key that has to be there but may be null."""
    if key in data and data[key] is None:
        return None
    table: Table = get(data, key, dict, where)
    return table


def count(data: Table, key: str, where: str, *, least: int, most: int | None = None) -> int:
    """Return a whole number that is not below `least` and not above `most`."""
    number: int = get(data, key, int, where)
    if number < least or (most is not None and number > most):
        limits = f"from {least} to {most}" if most is not None else f"{least} or more"
        raise MalformedRecord(f"{where}{key}", f"is {number}; it may be {limits}")
    return number


def one_card(data: Table, key: str, where: str) -> Card:
    """Return one card."""
    return read_card(get(data, key, str, where), f"{where}{key}")


def hex_digits(data: Table, key: str, where: str) -> str:
    """Return 32 bytes as they are written in hex."""
    text: str = get(data, key, str, where)
    if not _HEX.fullmatch(text):
        raise MalformedRecord(f"{where}{key}", "must be 64 hex digits (0-9 and small a-f)")
    return text


_KEYS: Final = {"format", "rulebook", "table", "source", "segments", "redealt"}
_FIRST_KEYS: Final = {
    *("commitment", "salt", "stack", "cut", "cutting_card", "burn", "out", "left")
}
_CARD_KEYS: Final = {"round", "card", "to", "from"}
_PLACES: Final = {
    str(place): place
    for place in (CardPlace("dealer"), CardPlace("burned"), CardPlace("under the shoe"))
}
_BOX: Final = re.compile(r"box ([1-9]\d?)(?:\.([1-9]\d?))?", re.ASCII)


def read_shoe(json_data: object) -> ShoeRecord:
    """Read a shoe record from what JSON gave; raises MalformedRecord."""
    data = check_head(json_data, _KEYS, FORMAT)
    if (source := get(data, "source", str, "")) != SOURCE:
        raise MalformedRecord("source", f"must be {SOURCE!r}, not {source!r}")
    options = get(data, "table", dict, "", default={})
    rules = _rules(data, options)
    if (dealt_from := rules.cards.dealt_from.value) != SOURCE:
        raise MalformedRecord("table.dealt_from", f"is {dealt_from!r}; a {SOURCE} is recorded")
    entries = tables(data, "segments", None, required=True)
    if not entries:
        raise MalformedRecord("segments", "must have one entry at least")
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
            raise MalformedRecord(f"redealt[{place}]", "must be the number of a round")
    return tuple(rounds)


def _rules(data: Table, options: Table) -> Rulebook:
    found = get(data, "rulebook", str, "")
    if found not in RULEBOOKS:
        there = ", ".join(RULEBOOKS)
        raise MalformedRecord("rulebook", f"there is no {found!r}; there are {there}")
    try:
        return choose(rulebook(found), options)
    except OptionError as error:
        raise MalformedRecord(f"table.{error.name}", error.problem) from None


def _segment(entry: Table, where: str, rules: Rulebook, *, refill: bool) -> Segment:
    check_keys(entry, _FIRST_KEYS | ({"layout"} if refill else set()), where)
    stack = tuple(read_cards(entry, "stack", where))
    return Segment(
        commitment=hex_digits(entry, "commitment", where),
        salt=bytes.fromhex(hex_digits(entry, "salt", where)),
        stack=stack,
        cut=_cut(entry, where, stack),
        cutting_card=_cutting_card(entry, where, stack),
        burn=_burn(entry, where),
        out=tuple(
            _out(each, place, rules)
            for place, each in tables(entry, "out", None, where, required=True)
        ),
        left=count(entry, "left", where, least=0),
        layout=tuple(read_cards(entry, "layout", where)) if refill else (),
    )


def _cut(entry: Table, where: str, stack: Stack) -> Cut | None:
    found = table_or_null(entry, "cut", where)
    if found is None:
        return None
    check_keys(found, {"at", "by"}, f"{where}cut.")
    at = count(found, "at", f"{where}cut.", least=0, most=len(stack))
    return Cut(at, name(found, "by", f"{where}cut."))


def _cutting_card(entry: Table, where: str, stack: Stack) -> int | None:
    found = table_or_null(entry, "cutting_card", where)
    if found is None:
        return None
    check_keys(found, {"from_back"}, f"{where}cutting_card.")
    return count(found, "from_back", f"{where}cutting_card.", least=0, most=len(stack))


def _burn(entry: Table, where: str) -> Burn | None:
    found = table_or_null(entry, "burn", where)
    if found is None:
        return None
    check_keys(found, {"card", "shown"}, f"{where}burn.")
    shown = get(found, "shown", bool, f"{where}burn.", default=False)
    return Burn(one_card(found, "card", f"{where}burn."), shown)


def _out(entry: Table, where: str, rules: Rulebook) -> Out:
    """Read a card that came out, or a cutting card, which has a number and no face."""
    if "cutting_card" in entry:
        check_keys(entry, {"round", "cutting_card"}, where)
        second = count(entry, "cutting_card", where, least=1, most=2) == 2
        return CuttingCardOut(count(entry, "round", where, least=1), 2 if second else 1)
    check_keys(entry, _CARD_KEYS, where)
    if "from" in entry and (found := get(entry, "from", str, where)) != UNDER:
        raise MalformedRecord(f"{where}from", f"is {found!r}; it may be {UNDER!r}, or is left out")
    return CardOut(
        round=count(entry, "round", where, least=1),
        card=one_card(entry, "card", where),
        to=_place(get(entry, "to", str, where), f"{where}to", rules),
        from_under="from" in entry,
    )


def _place(text: str, where: str, rules: Rulebook) -> CardPlace:
    boxes = rules.equipment.boxes.value
    if text in _PLACES:
        return _PLACES[text]
    match = _BOX.fullmatch(text)
    if match is None or int(match[1]) > boxes:
        raise MalformedRecord(
            where,
            f"{text!r} is not a place; there are 'box 1' to 'box {boxes}', 'box 1.2' for a hand of a "
            "split box, 'dealer', 'burned' and 'under the shoe'",
        )
    return CardPlace("box", int(match[1]), int(match[2]) if match[2] else None)


# A shoe record in writing: the table and the JSON that it can be read from.


def shoe_to_dict(record: ShoeRecord) -> Table:
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
    """Return a record as JSON for people too: one line for everything that came out."""
    return _pretty(shoe_to_dict(record), "\n") + "\n"


def _pretty(value: Any, line: str) -> str:
    """Write what holds only plain values on one line, and everything else one item per line."""
    inner = line + "  "
    if isinstance(value, list) and value:
        return f"[{inner}{f',{inner}'.join(_pretty(each, inner) for each in value)}{line}]"
    if isinstance(value, dict) and any(isinstance(each, dict | list) for each in value.values()):
        pairs = [f"{json.dumps(key)}: {_pretty(each, inner)}" for key, each in value.items()]
        return f"{{{inner}{f',{inner}'.join(pairs)}{line}}}"
    return json.dumps(value, ensure_ascii=False)


def _write_segment(segment: Segment, *, refill: bool) -> Table:
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


def _write_out(out: Out) -> Table:
    if isinstance(out, CuttingCardOut):
        return {"round": out.round, "cutting_card": out.which}
    entry = {"round": out.round, "card": str(out.card), "to": str(out.to)}
    return {**entry, "from": UNDER} if out.from_under else entry
