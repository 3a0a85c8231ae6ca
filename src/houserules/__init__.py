"""The rulebook you can run: four casino rulebooks as one exact, auditable system.

    from houserules import rulebook, Table, carry_out, legal, settle, solve, simulate

| to | use |
|---|---|
| load a rulebook | `rulebook("nsw-pontoon-2024", decks=6)` |
| play a round | `Table`, `commands`, `carry_out`, `legal`, `why_not` |
| write it down and settle it | `record_round`, `settle`, `to_toml` |
| know the mathematics | `solve`, `advise`, `simulate` (extra `numbers`) |
| read and print cards and money | `card`, `cards`, `cents`, `format_money` |

Parts load when they are first used, so importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from houserules.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from houserules.analysis.strategies import simulate
    from houserules.core.cards import Card, card, cards
    from houserules.core.money import Odds, cents, format_money
    from houserules.core.record_keys import MalformedRecord
    from houserules.core.refusal import Refusal
    from houserules.odds import advise, solve
    from houserules.rulebook.loader import RULEBOOKS
    from houserules.rulebook.schema import Rulebook
    from houserules.table import commands
    from houserules.table.judge import carry_out, why_not
    from houserules.table.legal import legal
    from houserules.table.records.from_events import record_round
    from houserules.table.records.record import Record
    from houserules.table.records.write import to_toml
    from houserules.table.state import Table

__all__ = [
    "RULEBOOKS",
    "Card",
    "MalformedRecord",
    "Odds",
    "Record",
    "Refusal",
    "Rulebook",
    "Table",
    "__version__",
    "advise",
    "card",
    "cards",
    "carry_out",
    "cents",
    "commands",
    "format_money",
    "legal",
    "record_round",
    "rulebook",
    "settle",
    "simulate",
    "solve",
    "to_toml",
    "why_not",
]

_HOME: Final = {
    name: f"houserules.{module}"
    for module, names in {
        "core.cards": ("Card", "card", "cards"),
        "core.money": ("Odds", "cents", "format_money"),
        "core.record_keys": ("MalformedRecord",),
        "core.refusal": ("Refusal",),
        "analysis.strategies": ("simulate",),
        "odds": ("advise", "solve"),
        "rulebook.loader": ("RULEBOOKS",),
        "rulebook.schema": ("Rulebook",),
        "table": ("commands",),
        "table.judge": ("carry_out", "why_not"),
        "table.legal": ("legal",),
        "table.records.from_events": ("record_round",),
        "table.records.record": ("Record",),
        "table.records.write": ("to_toml",),
        "table.state": ("Table",),
    }.items()
    for name in names
}
"""The module of each name, imported when the name is first used."""


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'houserules' has no attribute {name!r}")
    module = import_module(_HOME[name])
    if name == "commands":
        import_module(f"{_HOME[name]}.commands")
    value = globals()[name] = getattr(module, name)
    return value


def __dir__() -> list[str]:
    return __all__


# `houserules.rulebook` is also a package, and Python sets it as an attribute of this module when it
# is first imported. Import it now, so that the function below keeps its name from here on;
# `from houserules.rulebook.loader import ...` finds the package in `sys.modules` and still works.
import_module("houserules.rulebook")


def rulebook(name: str, **options: str | int | bool) -> "Rulebook":
    """Load a rulebook by its id, with the operator's choices: `rulebook("nz-pontoon", decks=6)`."""
    from houserules.rulebook.loader import rulebook as load
    from houserules.rulebook.options import choose

    return choose(load(name), options)


def settle(round_: "str | Path | dict[str, Any] | Record") -> dict[str, Any]:
    """Settle a round and return what `houserules settle --json` prints.

    Takes the name of a `.toml` or `.json` file, the dict read from one, or a `Record`. Raises
    MalformedRecord for a record that cannot be read; a record that breaks a rule returns its
    `violation`.
    """
    from houserules.table.records.read import read_record
    from houserules.table.records.record import Record
    from houserules.table.records.report import settle as settle_record

    if isinstance(round_, Record):
        return settle_record(round_)
    return settle_record(read_record(round_ if isinstance(round_, dict) else _load(round_)))


def _load(file: "str | Path") -> Any:
    import json
    import tomllib
    from pathlib import Path

    from houserules.core.record_keys import MalformedRecord

    path = Path(file)
    try:
        text = path.read_text("utf-8")
        return json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except ValueError as error:
        raise MalformedRecord(path.name, str(error)) from None
