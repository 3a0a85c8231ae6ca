"""A rulebook as plain data for a reader: sections, clauses, values, readings.

`houserules rules --json` prints these dataclasses key for key, so that their fields are promises:
a field may be added, none is renamed or changes its meaning.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, fields
from difflib import SequenceMatcher
from itertools import groupby, takewhile
from typing import Any, Final

from houserules.core.refusal import Clause
from houserules.rulebook.clauses import ClauseEntry, Kind, register_of
from houserules.rulebook.options import allowed_values
from houserules.rulebook.readings import Reading, readings
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import PARTS, describe_value, write_value
from houserules.rulebook.values import NotOffered, Value

Written = str | int | bool

_ANY: Final = {"amount": "an amount", "amount or not offered": "an amount or not offered"}
_WORD: Final = re.compile(r"\d+|[A-Za-z-]+")


@dataclass(frozen=True, slots=True)
class ValueView:
    """One value of a rulebook."""

    key: str
    value: Written  # as a rulebook or a record writes it
    shown: str  # in words
    clause: str
    allowed: tuple[Written, ...] | str | None  # null: no option; a list: one of them; "amount"
    may_be: str | None  # the same in words
    readings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClauseView:
    """One clause: what it says, how the software relates to it, and what depends on it."""

    number: str
    document: str
    section: str
    title: str  # of the section
    says: str  # in our own words
    kind: Kind
    planned: bool  # not built yet
    by: tuple[str, ...]  # the modules of `houserules` that carry it out
    values: tuple[ValueView, ...]
    points: tuple[str, ...]  # keys without a value that cite the clause: refusals, settlements
    not_offered: tuple[str, ...]  # parts of other games that it leaves no room for
    readings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SectionView:
    """One section in the order of the document."""

    number: str
    title: str
    clauses: tuple[ClauseView, ...]


@dataclass(frozen=True, slots=True)
class RulebookView:
    """A whole rulebook."""

    rulebook: str
    title: str
    edition: str
    documents: tuple[str, ...]
    sections: tuple[SectionView, ...]
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A requested clause with its paragraphs."""

    clause: ClauseView
    paragraphs: tuple[ClauseView, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The clauses of a number: two where the number is printed twice."""

    rulebook: str
    asked: str
    found: tuple[Found, ...]
    readings: tuple[Reading, ...]


def value_view(key: str, value: Value[Any]) -> ValueView:
    """Return a value with what the operator may choose instead."""
    every = tuple(write_value(key, each) for each in (value.value, *value.alternatives))
    may_be = _ANY[value.choice] if value.choice else allowed_values(key, value)
    return ValueView(
        key=key,
        value=write_value(key, value.value),
        shown=describe_value(key, value.value),
        clause=value.clause,
        allowed=(value.choice or every) if value.is_option else None,
        may_be=may_be if value.is_option else None,
        readings=value.readings,
    )


def _citations(rules: Rulebook) -> Iterator[tuple[str, str, Clause | Value[Any] | NotOffered]]:
    """Yield every entry of a rulebook: its clause, its key or part, and the entry."""
    for name in PARTS:
        part = getattr(rules, name)
        if isinstance(part, NotOffered):
            yield part.clause, name, part
            continue
        for each in fields(part):
            entry = getattr(part, each.name)
            yield entry.clause if isinstance(entry, Value) else entry, each.name, entry


def entries_in_order(rules: Rulebook) -> tuple[ClauseEntry, ...]:
    """Return the clauses in document order, with an amendment's in their place."""
    entries = register_of(rules.registers).entries
    if len(rules.registers) == 1:
        return entries
    return tuple(sorted(entries, key=lambda each: (_place(each.section), _place(each.number))))


def _place(number: str) -> list[tuple[bool, int, str]]:
    """Sort 11.2, 11.2A, 11.3, 11.10; section 15.0, 15A, 16.0; anything without a number last."""
    words = _WORD.findall(number)
    return [(not word.isdigit(), int(word) if word.isdigit() else 0, word) for word in words]


def _clauses(rules: Rulebook) -> Iterator[ClauseView]:
    cited = defaultdict(list)
    for clause, key, what in _citations(rules):
        cited[clause].append((key, what))
    for entry in entries_in_order(rules):
        here = cited[entry.number]
        yield ClauseView(
            number=entry.number,
            document=entry.document,
            section=entry.section,
            title=entry.title,
            says=entry.says,
            kind=entry.kind,
            planned=entry.planned,
            by=entry.by,
            values=tuple(value_view(key, each) for key, each in here if isinstance(each, Value)),
            points=tuple(key for key, each in here if isinstance(each, str)),
            not_offered=tuple(key for key, each in here if isinstance(each, NotOffered)),
            readings=tuple(each.number for each in readings().at(rules.id, entry.number)),
        )


def whole(rules: Rulebook) -> RulebookView:
    """Return the whole rulebook, section by section."""
    sections = [
        SectionView(number, clauses[0].title, clauses)
        for number, group in groupby(_clauses(rules), key=lambda each: each.section)
        for clauses in [tuple(group)]
    ]
    return RulebookView(
        rulebook=rules.id,
        title=rules.title,
        edition=rules.edition,
        documents=rules.registers,
        sections=tuple(sections),
        readings=readings().of(rules.id),
    )


def look_up(rules: Rulebook, asked: str) -> Answer | None:
    """Return the clauses of a number or a section; None if there are none."""
    clauses = tuple(_clauses(rules))
    found = tuple(
        Found(clause, tuple(each for each in clauses if _is_below(each, clause)))
        for clause in _matching(clauses, asked.strip().rstrip("."))
    )
    cited = {
        number for each in found for c in (each.clause, *each.paragraphs) for number in c.readings
    }
    concerned = tuple(each for each in readings().of(rules.id) if each.number in cited)
    return Answer(rules.id, asked, found, concerned) if found else None


def _printed_number(clause: ClauseView) -> str:
    """The number as printed, without the section that distinguishes duplicates."""
    return clause.number.rpartition("/")[2]


def _matching(clauses: tuple[ClauseView, ...], asked: str) -> list[ClauseView]:
    """Match a number, one printed twice, one with its section in front, or a whole section."""
    return (
        [each for each in clauses if each.number == asked]
        or [each for each in clauses if asked in (_printed_number(each), _with_section(each))]
        or [each for each in clauses if each.section == asked and _stands_alone(each, clauses)]
    )


def _with_section(clause: ClauseView) -> str:
    return f"{clause.section}/{_printed_number(clause)}"


def _is_below(each: ClauseView, clause: ClauseView) -> bool:
    """Whether a clause is a paragraph of another: same section, longer number."""
    starts = tuple(_printed_number(clause) + mark for mark in ".(:")
    return each.section == clause.section and _printed_number(each).startswith(starts)


def _stands_alone(each: ClauseView, clauses: tuple[ClauseView, ...]) -> bool:
    return not any(_is_below(each, clause) for clause in clauses)


def near(rules: Rulebook, asked: str) -> tuple[str, ...]:
    """Return the clauses with the numbers most similar to an unknown one."""
    wanted = asked.strip().lower()

    def likeness(number: str) -> tuple[int, int]:
        printed = number.rpartition("/")[2].lower()
        same = takewhile(lambda pair: pair[0] == pair[1], zip(wanted, printed, strict=False))
        blocks = SequenceMatcher(None, wanted, printed).get_matching_blocks()
        return len(list(same)), sum(block.size for block in blocks)

    numbers = [entry.number for entry in entries_in_order(rules)]
    alike = [
        each
        for each in numbers
        if wanted in each.lower() or 4 * likeness(each)[1] >= len(wanted) + len(each)
    ]
    return tuple(sorted(alike, key=likeness, reverse=True)[:5])
