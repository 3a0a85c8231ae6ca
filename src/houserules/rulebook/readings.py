"""The readings register: how unclear clauses are read, and the option for reading them differently."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from houserules.rulebook.clauses import register_of
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import options
from houserules.rulebook.value_text import ValueTextError, read_value

FILE: Final = "readings.toml"
FIRST_OF_OURS: Final = 101
"""Readings below this number were given to the project; from here on they are our own. Ours may have
gaps: the number of a reading that was replaced is not used again."""

_KEYS: Final = {"number", "question", "reading", "clauses", "alternatives", "option"}
_ALTERNATIVE_KEYS: Final = {"says", "value"}


class ReadingsError(Exception):
    """The readings do not load; the message names the entry and what is wrong with it."""

    def __init__(self, entry: str, problem: str) -> None:
        super().__init__(f"{FILE}: {entry}: {problem}")
        self.entry, self.problem = entry, problem


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another way to read the clauses, with the option value that chooses it, if there is one."""

    says: str
    value: str | int | bool | None


@dataclass(frozen=True, slots=True)
class Reading:
    """One question that the documents leave open, and our answer."""

    number: int
    question: str
    reading: str
    clauses: dict[str, tuple[str, ...]]  # by rulebook
    alternatives: tuple[Alternative, ...]
    option: str | None  # the option of those rulebooks that switches it


@dataclass(frozen=True, slots=True)
class Readings:
    """All readings, by number and by clause."""

    entries: tuple[Reading, ...]

    def by_number(self, number: int) -> Reading:
        for entry in self.entries:
            if entry.number == number:
                return entry
        last = [
            self.entries[place - 1].number for place in (self._given_readings, len(self.entries))
        ]
        raise KeyError(
            f"no reading {number}; they are numbered 1 to {last[0]} and {FIRST_OF_OURS} to {last[1]}"
        )

    @property
    def _given_readings(self) -> int:
        """The number of readings that are not our own."""
        return sum(entry.number < FIRST_OF_OURS for entry in self.entries)

    def of(self, rulebook_id: str) -> tuple[Reading, ...]:
        """Return the readings that concern a rulebook."""
        return tuple(entry for entry in self.entries if rulebook_id in entry.clauses)

    def at(self, rulebook_id: str, clause: str) -> tuple[Reading, ...]:
        """Return the readings of one clause of a rulebook."""
        return tuple(
            entry for entry in self.of(rulebook_id) if clause in entry.clauses[rulebook_id]
        )


@cache
def readings() -> Readings:
    """Load the project's own readings."""
    return read_readings(files(__package__).joinpath(FILE).read_text("utf-8"))


def read_readings(text: str) -> Readings:
    """Read the register of readings from its TOML text."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ReadingsError("(the file)", f"is not TOML: {error}") from None
    for extra in sorted(document.keys() - {"reading"}):
        raise ReadingsError(extra, "is unknown; there is only [[reading]]")
    entries = _tables(document.get("reading"), "reading", "(the file)")
    read: list[Reading] = []
    for entry in entries:
        read.append(_reading(entry, read[-1].number + 1 if read else 1))
    return Readings(tuple(read))


def _tables(raw: object, key: str, name: str) -> list[dict[str, Any]]:
    if not isinstance(raw, list) or not all(isinstance(each, dict) for each in raw):
        raise ReadingsError(name, f"{key} is missing or not a list of tables")
    return raw


def _reading(raw: dict[str, Any], place: int) -> Reading:
    """Read an entry: given ones are numbered without gaps, ours in ascending order."""
    name = f"reading {raw.get('number', f'(the one at place {place})')}"
    number = raw.get("number")
    if type(number) is int and number >= max(place, FIRST_OF_OURS):
        place = number
    for extra in sorted(raw.keys() - _KEYS):
        raise ReadingsError(name, f"{extra} is unknown; there may be {', '.join(sorted(_KEYS))}")
    if type(number) is not int or number != place:
        raise ReadingsError(name, f"number is missing or out of order; {place} stands here")
    option = raw.get("option")
    entry = Reading(
        number=place,
        question=_words(raw, "question", name),
        reading=_words(raw, "reading", name),
        clauses=_clauses(raw.get("clauses"), name),
        alternatives=tuple(
            _alternative(each, name)
            for each in _tables(raw.get("alternatives", []), "alternatives", name)
        ),
        option=None if option is None else _words(raw, "option", name),
    )
    _check_option(entry, name)
    return entry


def _words(raw: dict[str, Any], key: str, name: str) -> str:
    words = raw.get(key)
    if not isinstance(words, str) or not words.strip():
        raise ReadingsError(name, f"{key} is missing or not a text")
    return words


def _clauses(raw: object, name: str) -> dict[str, tuple[str, ...]]:
    if not isinstance(raw, dict) or not raw:
        raise ReadingsError(name, "clauses is missing; write them by rulebook")
    return {each: _clauses_of(each, numbers, name) for each, numbers in raw.items()}


def _clauses_of(rulebook_id: str, numbers: object, name: str) -> tuple[str, ...]:
    if rulebook_id not in RULEBOOKS:
        raise ReadingsError(
            name, f"{rulebook_id} is not a rulebook; there are {', '.join(RULEBOOKS)}"
        )
    if not isinstance(numbers, list) or not numbers:
        raise ReadingsError(name, f"clauses.{rulebook_id} is not a list of clauses")
    register = register_of(rulebook(rulebook_id).registers)
    for number in numbers:
        if not register.has(number):
            raise ReadingsError(name, f"{rulebook_id} {number} is not in the register of clauses")
        if numbers.count(number) > 1:
            raise ReadingsError(name, f"{rulebook_id} {number} is given twice")
    return tuple(numbers)


def _alternative(raw: dict[str, Any], name: str) -> Alternative:
    if raw.keys() - _ALTERNATIVE_KEYS:
        raise ReadingsError(name, "an alternative has says and, where an option takes it, value")
    return Alternative(_words(raw, "says", f"{name}: an alternative"), raw.get("value"))


def _check_option(entry: Reading, name: str) -> None:
    """Check that the option exists in every rulebook concerned and allows each value."""
    chosen = [each.value for each in entry.alternatives if each.value is not None]
    if (entry.option is None) == bool(chosen):
        raise ReadingsError(name, "option and an alternative with a value go together")
    if entry.option is None:
        return
    for rulebook_id in entry.clauses:
        option = options(rulebook(rulebook_id)).get(entry.option)
        if option is None:
            raise ReadingsError(name, f"{entry.option} is not an option of {rulebook_id}")
        for value in chosen:
            if not _may_be(entry.option, value, option.alternatives):
                raise ReadingsError(name, f"{entry.option} of {rulebook_id} may not be {value!r}")


def _may_be(option: str, value: object, alternatives: tuple[object, ...]) -> bool:
    try:
        return read_value(option, value) in alternatives
    except ValueTextError:
        return False
