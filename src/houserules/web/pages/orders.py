"""What an office may order at a table: each order in words, with its clause and what has to be filled in."""

import re
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, NewType, Union, get_args, get_origin, get_type_hints

from houserules.core.cards import Card
from houserules.core.people import Moment, Role
from houserules.floor import commands as f
from houserules.floor.arranging import MANAGERS, SUPERVISORS
from houserules.floor.authority import COMMANDS, own_fields
from houserules.floor.encoding import Data
from houserules.rulebook.loading import rulebook
from houserules.table.bases import StaffCommand
from houserules.table.mishaps.catalogue import irregularities
from houserules.table.powers import holders, power_of
from houserules.table.sign.state import Stated
from houserules.web.pages.desk_data import FIRST

_AMOUNTS: Final = ("amount", "minimum", "maximum", "value", "pays", "paid", "due")
_BY_NAME: Final = {
    "player": "player",
    "to": "player",
    "box": "box",
    "hands": "hands",
    "dispute": "dispute",
    "entry": "entry",
}
_GROUPS: Final = {
    "cards": "Cards",
    "people": "Players",
    "sign": "Limits and sign",
    "tokens": "Vouchers",
    "facing": "Cards",
    "mishaps": "Irregularities",
    "malfunction": "Irregularities",
    "office": "Notices, disputes, payments, closing",
}
_OF_THE_FLOOR: Final[dict[type, tuple[Role, ...]]] = {
    f.SeatDealer: ("dealer",),
    f.RelieveDealer: ("dealer", *SUPERVISORS),
    f.FillFloat: SUPERVISORS,
    f.CreditFloat: SUPERVISORS,
    f.UnlockTable: MANAGERS,
}
"""Orders that no rulebook speaks of; the floor itself refuses who may not."""

_BY_ORDER: Final[dict[tuple[str, str], Data]] = {
    ("give-notice", "to"): {
        "as": "suggested",
        "choices": ["inspector", "Surveillance", "inspector or police officer", "NICC", "players"],
    },
    ("take-down-announcement", "when"): {"as": "announced"},
    ("report-wrong-payment", "round"): {"as": "round"},
}
"""Fields whose name means something else in one order."""

_LEFT_OUT: Final = (f.NextStep,)
_TECHNICAL: Final = re.compile(r"[;.] `")


@cache
def orders_for(name: str, role: Role) -> tuple[Data, ...]:
    """Give the orders that a role may give at a table with this rulebook."""
    rules = rulebook(name)
    found = []
    for command, kind in COMMANDS.items():
        if issubclass(kind, StaffCommand):
            power = power_of(rules, kind)
            assert power is not None
            if role in holders(rules, power.value):
                found.append(_order(command, kind, power.clause))
        elif role in _OF_THE_FLOOR.get(kind, ()) and kind not in _LEFT_OUT:
            found.append(_order(command, kind, None))
    return tuple(found)


def _order(command: str, kind: type, clause: str | None) -> Data:
    words = command.replace("-", " ")
    hints = get_type_hints(kind)
    return {
        "do": command,
        "title": words[0].upper() + words[1:],
        "says": in_words(kind.__doc__ or ""),
        "clause": clause,
        "group": _GROUPS.get(kind.__module__.split(".")[2], "Dealer, float and table"),
        "fields": [_field(command, each, hints[each]) for each in own_fields(kind)],
        "first": [
            {"to": to, "about": about, "by_name": by_name}
            for to, about, by_name in FIRST.get(command, ())
        ],
    }


def in_words(doc: str) -> str:
    """Give what a command says about itself, without what it says to programmers."""
    line = doc.strip().split("\n")[0]
    said = (
        _TECHNICAL.split(line)[0].rstrip(" ;:").replace("None", "left out").replace("False", "no")
    )
    return said if said.endswith((".", "?", "!")) else f"{said}."


def _field(command: str, name: str, kind: Any) -> Data:
    """Say how a field is filled in: by its type, and where that says little by its name."""
    inner = [each for each in get_args(kind) if each is not NoneType]
    is_optional = get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind)
    asked = _BY_ORDER.get((command, name)) or _asked(name, inner[0] if is_optional else kind)
    return {"name": name, "label": name.replace("_", " "), "optional": is_optional, **asked}


def _asked(name: str, kind: Any) -> Data:
    if isinstance(kind, NewType):
        return {"as": "hour" if kind is Moment else _asked(name, kind.__supertype__)["as"]}
    if get_origin(kind) is Literal:
        return {"as": "choice", "choices": list(get_args(kind))}
    if get_origin(kind) is tuple:
        return {"as": _several(name, get_args(kind)[0])}
    if kind is Stated:
        return {"as": "limits"}
    if kind is Card:
        return {"as": "card"}
    if kind is bool:
        return {"as": "flag"}
    if kind is int:
        return {"as": "amount" if name in _AMOUNTS else _BY_NAME.get(name, "number")}
    return {"as": _BY_NAME.get(name, "text")}


def _several(name: str, kind: Any) -> str:
    if kind is Card:
        return "cards"
    return {"hands": "hands", "boxes": "boxes", "forfeited_by": "players"}.get(name, "words")


@cache
def troubles_for(name: str, role: Role) -> tuple[Data, ...]:
    """Give what can go wrong under a rulebook, what it says then, and what this role may do about it."""
    names = {kind.__name__: command for command, kind in COMMANDS.items()}
    return tuple(
        {
            "id": each.id,
            "what": each.what_happened,
            "provided": each.provided,
            "says": [{"clause": entry.number, "says": entry.says} for entry in each.rules_say],
            "acts": [
                {"do": names.get(act.command), "what": in_words(act.what), "who": list(act.roles)}
                for act in each.who_decides
            ],
            "table_does": list(each.table_does),
        }
        for each in irregularities(rulebook(name))
    )
