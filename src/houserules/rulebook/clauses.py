"""The register: every clause of the five documents, in our own words, and the code that carries it out."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Final, Literal

DOCUMENTS: Final = (
    "nsw-pontoon-2024",
    "nsw-pontoon-6to5-2017",
    "nz-pontoon",
    "nz-pontoon-amendment-2009",
    "nsw-pinkjack-2016",
)

Kind = Literal["enforced", "recorded", "shown"]
_KINDS: Final = ("enforced", "recorded", "shown")
_KEYS: Final = {"number", "says", "kind", "by", "planned", "replaced_by"}


class RegisterError(Exception):
    """A register file does not load; the message names the document and the clause."""


@dataclass(frozen=True, slots=True)
class ClauseEntry:
    """One clause: its place, what it says, and how the software relates to it."""

    document: str
    section: str
    title: str
    number: str
    says: str
    kind: Kind
    by: tuple[str, ...]  # the modules that carry it out
    planned: bool  # not built yet
    replaced_by: str | None  # the document whose clause of this number is in force instead


@dataclass(frozen=True)
class ClauseRegister:
    """The clauses of one rulebook, from one document or several."""

    entries: tuple[ClauseEntry, ...]

    @cached_property
    def _numbers(self) -> frozenset[str]:
        return frozenset(entry.number for entry in self.entries)

    def has(self, number: str) -> bool:
        return number in self._numbers

    def find(self, number: str) -> tuple[ClauseEntry, ...]:
        """Return the clauses of this number; a number printed twice needs no section."""
        exact = [entry for entry in self.entries if entry.number == number]
        return tuple(exact or [e for e in self.entries if e.number.endswith(f"/{number}")])


@cache
def register_of(documents: tuple[str, ...]) -> ClauseRegister:
    """Load the register of a rulebook; where a document replaces a clause, the new one is used."""
    entries = [entry for document in documents for entry in _document(document)]
    return ClauseRegister(tuple(entry for entry in entries if entry.replaced_by not in documents))


@cache
def _document(name: str) -> tuple[ClauseEntry, ...]:
    text = files(__package__).joinpath("clauses", f"{name}.toml").read_text("utf-8")
    return tuple(read_register(text, name))


def read_register(text: str, name: str) -> Iterator[ClauseEntry]:
    """Read the register of one document from its TOML text."""
    document = tomllib.loads(text)
    if document.get("document") != name:
        raise RegisterError(f"{name}: document = {document.get('document')!r}")
    seen: set[str] = set()
    for section in document["section"]:
        for clause in section.get("clause", ()):
            number = clause.get("number", f"a clause of section {section['number']}")
            problem = _problem(clause) or (number in seen and "stands twice")
            if problem:
                raise RegisterError(f"{name}: {number}: {problem}")
            seen.add(number)
            yield _entry(name, section, clause)


def _problem(clause: dict[str, Any]) -> str | None:
    if extra := clause.keys() - _KEYS:
        return f"unknown key {sorted(extra)[0]}"
    if not clause.get("number") or not str(clause.get("says", "")).strip():
        return "number or text is missing"
    if clause.get("kind") not in _KINDS:
        return f"kind is {clause.get('kind')!r}, not one of {', '.join(_KINDS)}"
    if bool(clause.get("by")) == bool(clause.get("planned")):
        return "either names what carries it out or is planned"
    return None


def _entry(name: str, section: dict[str, Any], clause: dict[str, Any]) -> ClauseEntry:
    return ClauseEntry(
        document=name,
        section=section["number"],
        title=section["title"],
        number=clause["number"],
        says=clause["says"],
        kind=clause["kind"],
        by=tuple(clause.get("by", ())),
        planned=clause.get("planned", False),
        replaced_by=clause.get("replaced_by"),
    )
