"""Write a sample of every stored event that has none: `python -m tools.stored_samples`.

What is there is never written again: a sample is what some released version has really stored, and has
to load forever. When the fields of an event change, give it a new version with an upcaster
(`houserules.floor.stored_events`), and run this: the sample of the new version is added beside the old one.
"""

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from houserules.core.cards import CARDS, Card
from houserules.core.codec import Data, to_data
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.floor.losses import LossAccepted
from houserules.floor.money.accounts import MoneyMoved
from houserules.floor.money.cage import EVENTS as CAGE
from houserules.floor.promotions.stream import KINDS as PROMOTIONS
from houserules.floor.rules_documents import EVENTS as DOCUMENTS
from houserules.floor.signing import SigningKeyChanged, SigningKeyMade
from houserules.floor.stored_events import KINDS, version_of
from houserules.floor.tournaments.stream import KINDS as TOURNAMENTS

SAMPLES = Path(__file__).resolve().parent.parent / "tests" / "floor" / "stored"
HOUSE = (
    {each.name: each for each in (MoneyMoved, SigningKeyMade, SigningKeyChanged, LossAccepted)}
    | DOCUMENTS
    | CAGE
)
"""Events of the house that stand in no table's stream; all are in their first version."""

_PLAIN: dict[Any, Any] = {str: "text", int: 2500, bool: True, NoneType: None, Any: "text"}
_NAMED: dict[Any, Any] = {Moment: 1_795_000_000, Clause: "12.3(a)", Card: CARDS["Qd"]}
_FIELDS: dict[str, Any] = {
    "player": "Ann",
    "by": "Max",
    "box": 1,
    "hand": 2,
    "rulebook": "nz-pontoon",
    "document": {"name": "Spring draw", "prizes": [{}, {}]},
}


def example(kind: Any) -> Any:
    """Return an example of a type, with something in every field."""
    if kind in _NAMED:
        return _NAMED[kind]
    if isinstance(kind, NewType):
        return example(kind.__supertype__)
    origin, args = get_origin(kind), get_args(kind)
    made: dict[Any, Callable[[], Any]] = {
        Literal: lambda: args[-1],
        Union: lambda: example(next(each for each in args if each is not NoneType)),
        UnionType: lambda: example(next(each for each in args if each is not NoneType)),
        tuple: lambda: _tuple(args),
        dict: lambda: {example(args[0]): example(args[1])},
    }
    if origin in made:
        return made[origin]()
    return _noun(kind) if is_dataclass(kind) else _PLAIN[kind]


def _tuple(args: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(args) == 2 and args[1] is Ellipsis:
        return (example(args[0]), example(args[0]))
    return tuple(example(each) for each in args)


def _noun(kind: Any) -> Any:
    hints = get_type_hints(kind)
    given = {each.name: example(hints[each.name]) for each in fields(kind)}
    known = {name: _FIELDS[name] for name in given if type(given[name]) is type(_FIELDS.get(name))}
    return kind(**{**given, **known})


def samples() -> dict[str, Data]:
    """Return the samples of today's versions, by file name."""
    tables = {f"table.{name}": (kind, version_of(name)) for name, kind in KINDS.items()}
    desks = {name: (kind, 1) for name, kind in {**TOURNAMENTS, **PROMOTIONS}.items()}
    house = {f"house.{name}": (kind, 1) for name, kind in HOUSE.items()}
    return {
        f"{name}.{version}.json": {
            "name": kind.name,
            "version": version,
            "payload": to_data(example(kind)),
        }
        for name, (kind, version) in {**tables, **desks, **house}.items()
    }


def main() -> None:
    """Write what is missing."""
    for name, data in samples().items():
        file = SAMPLES / name
        if not file.exists():
            file.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", "utf-8")
            print(f"new: {name}")


if __name__ == "__main__":
    main()
