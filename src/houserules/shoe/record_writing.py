"""A shoe record in writing: the object and the JSON that it can be read from."""

import json
from typing import Any

from houserules.core.cards import show
from houserules.shoe.record import (
    FORMAT,
    SOURCE,
    UNDER,
    CuttingCardOut,
    Out,
    Segment,
    ShoeRecord,
)

Table = dict[str, Any]


def shoe_to_dict(record: ShoeRecord) -> Table:
    """Give the keys of a record in the order of the format; the inverse of `read_shoe`."""
    return {
        "format": FORMAT,
        "rulebook": record.rules.id,
        **({"table": dict(record.options)} if record.options else {}),
        "source": SOURCE,
        "segments": [
            _segment(segment, refill=number > 0) for number, segment in enumerate(record.segments)
        ],
    }


def shoe_to_json(record: ShoeRecord) -> str:
    """Give a record as JSON for people too: a line for everything that came out."""
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


def _segment(segment: Segment, *, refill: bool) -> Table:
    cut, behind, burn = segment.cut, segment.cutting_card, segment.burn
    return {
        "commitment": segment.commitment,
        "salt": segment.salt.hex(),
        "stack": show(segment.stack),
        **({"layout": show(segment.layout)} if refill else {}),
        "cut": None if cut is None else {"at": cut.at, "by": cut.by},
        "cutting_card": None if behind is None else {"from_back": behind},
        "burn": None if burn is None else {"card": str(burn.card), "shown": burn.shown},
        "out": [_out(each) for each in segment.out],
        "left": segment.left,
    }


def _out(out: Out) -> Table:
    if isinstance(out, CuttingCardOut):
        return {"round": out.round, "cutting_card": out.which}
    entry = {"round": out.round, "card": str(out.card), "to": str(out.to)}
    return {**entry, "from": UNDER} if out.from_under else entry
