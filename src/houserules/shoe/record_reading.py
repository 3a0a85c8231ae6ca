"""From JSON to a shoe record: nothing unknown, nothing missing, nothing guessed."""

import re
from typing import Final

from houserules.rulebook.loading import RULEBOOKS, rulebook
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
from houserules.shoe.record_fields import (
    Table,
    count,
    get,
    get_or_null,
    hex_digits,
    kind_of,
    known,
    many_cards,
    name,
    one_card,
    tables,
)
from houserules.shoe.stack import Stack

_KEYS: Final = {"format", "rulebook", "table", "source", "segments"}
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
    return ShoeRecord(rules, tuple(options.items()), segments)


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
