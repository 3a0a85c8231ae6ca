"""Load a rulebook from its TOML file: no unknown key, no missing key, no value without a clause."""

import tomllib
from dataclasses import fields
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final, get_args

from houserules.core.refusal import Clause
from houserules.rulebook.clauses import DOCUMENTS, ClauseRegister, register_of
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import (
    HINTS,
    MAY_BE_MISSING,
    PART_OF,
    PARTS,
    ValueTextError,
    has_value,
    is_money,
    read_value,
)
from houserules.rulebook.values import Choice, NotOffered, Value
from houserules.version import __version__

RULEBOOKS: Final = ("nsw-pontoon-2024", "nsw-pontoon-6to5-2017", "nz-pontoon", "nsw-pinkjack-2016")

_HEAD: Final = {"id": str, "title": str, "edition": str, "registers": list}
_ENTRY_KEYS: Final = {"value", "clause", "readings", "alternatives", "choice"}


class RulebookError(Exception):
    """A rulebook file does not load; the message names the file, the key and what is wrong."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        super().__init__(f"{file}: {key}: {problem}")
        self.file, self.key, self.problem = file, key, problem


@cache
def rulebook(name: str) -> Rulebook:
    """Load one of the four rulebooks by its id."""
    if name not in RULEBOOKS:
        raise KeyError(f"no rulebook {name!r}; choose one of {', '.join(RULEBOOKS)}")
    file = f"{name}.toml"
    rules = load(_edition(file).decode(), file)
    if rules.id != name:
        raise RulebookError(file, "id", f"is {rules.id!r}, which is not the name of the file")
    return rules


@cache
def rulebook_hash(name: str) -> str:
    """Return the SHA-256 of a rulebook's file, so that a laboratory can say what it tested."""
    return sha256(_edition(f"{name}.toml")).hexdigest()


def software(*names: str) -> dict[str, Any]:
    """Identify the software behind an answer: its version, and the hashes of the rulebooks used."""
    hashes = {name: rulebook_hash(name) for name in names or RULEBOOKS}
    return {"version": __version__, "rulebooks": hashes}


def _edition(file: str) -> bytes:
    return files(__package__).joinpath("editions", file).read_bytes()


def load(text: str, file: str) -> Rulebook:
    """Read a rulebook from its TOML text."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(file, "(the file)", f"is not TOML: {error}") from None
    head = {key: _head(document, key, file) for key in _HEAD}
    if unknown := [each for each in head["registers"] if each not in DOCUMENTS]:
        raise RulebookError(file, "registers", f"there is no register {unknown[0]!r}")
    entries = _flatten({k: v for k, v in document.items() if k not in _HEAD}, file)
    register = register_of(tuple(head["registers"]))
    built = {name: _part(name, part, entries, register, file) for name, part in PARTS.items()}
    for key in entries:
        raise RulebookError(file, key, "is not a key of a rulebook")
    head["registers"] = tuple(head["registers"])
    return Rulebook(**head, **built)


def _head(document: dict[str, Any], key: str, file: str) -> Any:
    value = document.get(key)
    if not isinstance(value, _HEAD[key]):
        raise RulebookError(file, key, "is missing or not of the right type")
    return value


def _flatten(document: dict[str, Any], file: str) -> dict[str, Any]:
    """Collect the entries of all sections; a key occurs once per file."""
    entries: dict[str, Any] = {}
    for section, content in document.items():
        if not isinstance(content, dict):
            raise RulebookError(file, section, "is outside the sections")
        for key, entry in content.items():
            if key in entries:
                raise RulebookError(file, key, "is given twice")
            entries[key] = entry
    return entries


def _part(
    name: str, part: type, entries: dict[str, Any], register: ClauseRegister, file: str
) -> Any:
    """Build one part of the rulebook, removing its entries from those left."""
    entry = entries.get(name)
    if isinstance(entry, dict) and entry.get("offered") is False and name in MAY_BE_MISSING:
        del entries[name]
        return NotOffered(_clause(name, entry, {"offered", "clause"}, register, file))
    built = {}
    for field in fields(part):
        if field.name not in entries:
            raise RulebookError(file, field.name, "is missing")
        built[field.name] = _entry(field.name, entries.pop(field.name), register, file)
    return part(**built)


def _entry(key: str, entry: object, register: ClauseRegister, file: str) -> Clause | Value[Any]:
    if not isinstance(entry, dict):
        raise RulebookError(file, key, "has no clause; write { value = ..., clause = ... }")
    if not has_value(key):
        return _clause(key, entry, {"clause"}, register, file)
    clause = _clause(key, entry, _ENTRY_KEYS, register, file)
    if "value" not in entry:
        raise RulebookError(file, key, "has no value")
    readings, alternatives = entry.get("readings", []), entry.get("alternatives", [])
    if not isinstance(readings, list) or any(type(each) is not int for each in readings):
        raise RulebookError(file, f"{key}.readings", "must be a list of numbers")
    if not isinstance(alternatives, list):
        raise RulebookError(file, f"{key}.alternatives", "must be a list of values")
    try:
        value = Value(
            value=read_value(key, entry["value"]),
            clause=clause,
            readings=tuple(readings),
            alternatives=tuple(read_value(key, each) for each in alternatives),
            choice=entry.get("choice"),
        )
    except ValueTextError as error:
        raise RulebookError(file, key, str(error)) from None
    _check_choice(key, value, file)
    return value


def _check_choice(key: str, value: Value[Any], file: str) -> None:
    """An option has alternatives to its default, or takes any amount; not both."""
    if value.value in value.alternatives:
        raise RulebookError(file, f"{key}.alternatives", "has the value itself among them")
    if value.choice is None:
        return
    if value.choice not in get_args(Choice) or not is_money(key) or value.alternatives:
        raise RulebookError(
            file,
            f"{key}.choice",
            f"is one of {', '.join(get_args(Choice))}, of money, without alternatives",
        )


def _clause(
    key: str, entry: dict[str, Any], allowed: set[str], register: ClauseRegister, file: str
) -> Clause:
    for extra in entry.keys() - allowed:
        raise RulebookError(file, f"{key}.{extra}", f"is unknown; there may be {sorted(allowed)}")
    clause = entry.get("clause")
    if not isinstance(clause, str):
        raise RulebookError(file, key, "has no clause")
    if not register.has(clause):
        raise RulebookError(file, key, f"cites {clause}, which is not in the register of clauses")
    return Clause(clause)


assert HINTS.keys() == PART_OF.keys(), "the keys of a rulebook are unique over its parts"
