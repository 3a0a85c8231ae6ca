"""The register of clauses: complete against the documents, none blank, each with what stands behind it.

`clause_numbers/` holds the numbers printed in the five documents, one a line. `printed_numbers` took
them out of the documents; where these lie beside the repository it does so again, and both must agree.
"""

import importlib
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path

import pytest

from houserules.rulebook.clauses import (
    DOCUMENTS,
    ClauseEntry,
    RegisterError,
    read_register,
    register_of,
)
from houserules.rulebook.loader import RULEBOOKS, rulebook

NUMBERS = Path(__file__).parent / "clause_numbers"
SEEDS = Path(__file__).parents[3] / "shared" / "seeds"
SEED_OF = {
    "nsw-pontoon-6to5-2017": "000_eb3a236e427b68c0.txt",
    "nsw-pontoon-2024": "001_60cb14b16226894e.txt",
    "nz-pontoon": "002_9634ac174c0ea8e4.txt",
    "nz-pontoon-amendment-2009": "003_c1da83c7a299089e.txt",
    "nsw-pinkjack-2016": "004_5b3ca85fd9ee5ddd.txt",
}
AMENDMENT = "nz-pontoon-amendment-2009"
BEGINS = {"nsw-pontoon-2024": "2.1 ", "nz-pontoon": "1.0 ", AMENDMENT: "1. "}  # others: 1.1
DEFINING = {"1.0", "1.1", "2.1", "20.1.1", "21.1.1", "2"}  # "2": the amendment's definitions
ROMAN = ("", "i", "ii", "iii", "iv", "v", "vi")

BEFORE = r"[\s#*“\"-]*"  # what stands before a number: dashes of a list, marks of a heading, quotes
CLAUSE = re.compile(BEFORE + r"(\d{1,2}[A-Z]?(?:\.\d+[A-Z]?)+)\.?\**\s+\S")
SECTION = re.compile(BEFORE + r"(\d{1,2}[A-Z]?)\.?\s+[A-Z]")
PARAGRAPH = re.compile(r"[\s-]*(\(?)([a-z]{1,3})\)\s*\S")
TERM = re.compile(r"[\s*]*[“\"]\**(.+?)\**[”\"]\**\s")

UNNUMBERED = {
    "nsw-pontoon-2024": "order:approval order:effect diagram:a diagram:b diagram:c",
    "nsw-pontoon-6to5-2017": "order:approval order:effect diagram:a diagram:b",
    "nz-pontoon": "appendix:1",
    AMENDMENT: "order:prescription order:effect",
    "nsw-pinkjack-2016": "order:approval order:effect diagram:a",
}
"""Parts of the documents that have no number: commencement, and drawings with their captions."""

in_every_document = pytest.mark.parametrize("document", DOCUMENTS)
with_the_documents = pytest.mark.skipif(
    not SEEDS.exists(), reason="the documents are not beside the repository"
)


def printed_numbers(document: str, text: str) -> list[str]:
    """Take the numbers of all clauses, paragraphs and definitions out of a document."""
    found = list(_numbers(document, text))
    sections = [section for section, _ in found]
    found = [(s, n) for s, n in found if s != n or sections.count(s) == 1]  # NZ 2.0 has no clauses
    numbers = [number for _, number in found]
    return [f"{s}/{n}" if numbers.count(n) > 1 else n for s, n in found]


def _numbers(document: str, text: str) -> Iterator[tuple[str, str]]:
    section, clause, letter, roman = "2" if document == "nsw-pontoon-2024" else "1", "", "", ""
    for line in _from_the_first_clause(document, text):
        if match := CLAUSE.match(line):
            clause, letter, roman = match[1], "", ""
            section = clause if clause.endswith(".0") else section
            yield section, clause
        elif match := SECTION.match(line):
            section, clause = match[1], match[1] if document == AMENDMENT else ""
            if clause and not clause.endswith("A"):
                yield "Amendment", clause
        elif clause in DEFINING and (match := TERM.match(line)):
            yield section, f"{'1.0' if document == AMENDMENT else clause}:{_slug(match[1])}"
        elif clause and (match := PARAGRAPH.match(line)):
            bracket, mark = match.groups()
            if mark in ROMAN and (not bracket or (letter and _follows(roman, mark))):
                roman = mark
                yield section, f"{clause}{letter}({roman})"
            else:
                letter, roman = f"({mark})", ""
                yield section, f"{clause}{letter}"


def _from_the_first_clause(document: str, text: str) -> list[str]:
    lines = re.sub(r"<\|.*?\|>", "", text).splitlines()
    begins = BEGINS.get(document, "1.1")
    return lines[next(place for place, line in enumerate(lines) if line.startswith(begins)) :]


def _follows(roman: str, mark: str) -> bool:
    return mark == ROMAN[ROMAN.index(roman) + 1]


def _slug(term: str) -> str:
    return re.sub(r"[^a-z-]", "", term.lower().replace(" ", "-"))


def _listed(document: str) -> list[str]:
    return (NUMBERS / f"{document}.txt").read_text("utf-8").split()


def _entries(document: str) -> tuple[ClauseEntry, ...]:
    return register_of((document,)).entries


def _registered(document: str) -> list[str]:
    """Return the printed numbers of the register; "prize(s)" may be named either way."""
    return [
        re.sub("prize$", "prizes", entry.number)
        for entry in _entries(document)
        if entry.number not in UNNUMBERED[document].split()
    ]


@in_every_document
def test_the_parts_without_a_number_are_there_in_their_order(document: str) -> None:
    there = [entry.number for entry in _entries(document)]
    unnumbered = UNNUMBERED[document].split()
    assert [number for number in there if number in unnumbered] == unnumbered


@in_every_document
def test_the_register_has_every_printed_number_and_no_other(document: str) -> None:
    registered, listed = _registered(document), _listed(document)
    if document == AMENDMENT:  # it strews its insertions between its own five clauses
        registered, listed = sorted(registered), sorted(listed)
    assert registered == listed


@with_the_documents
@in_every_document
def test_the_lists_of_numbers_agree_with_the_documents(document: str) -> None:
    text = (SEEDS / SEED_OF[document]).read_text("utf-8")
    assert printed_numbers(document, text) == _listed(document)


def test_numbers_are_taken_out_of_a_document() -> None:
    text = """1.1 In these rules:
“float tray” means a tray;
2. Cards
2.1 An ace counts 1 under rules 2.2 and
2.2. unless:
(h) the hand has:
(i) two aces;
(ii) three aces;
(i) it is split.
2.3 Prizes:
i) make
"""
    assert printed_numbers("nsw-pinkjack-2016", text) == [
        *("1.1", "1.1:float-tray", "2.1", "2.2", "2.2(h)", "2.2(h)(i)", "2.2(h)(ii)", "2.2(i)"),
        *("2.3", "2.3(i)"),
    ]


@in_every_document
def test_no_clause_is_blank(document: str) -> None:
    for entry in _entries(document):
        assert len(entry.says.split()) >= 3, entry.number
        assert entry.says.endswith((".", ".)")), entry.number
        assert entry.kind in ("enforced", "recorded", "shown"), entry.number
        assert entry.title, entry.number


@in_every_document
def test_what_is_built_names_modules_that_exist(document: str) -> None:
    modules = {module for entry in _entries(document) for module in entry.by}
    assert modules
    for module in modules:
        importlib.import_module(f"houserules.{module}")


@in_every_document
def test_what_is_planned_names_no_module_yet(document: str) -> None:
    for entry in _entries(document):
        assert entry.planned == (not entry.by), entry.number


@with_the_documents
@in_every_document
def test_clauses_are_told_in_our_own_words(document: str) -> None:
    said = _words((SEEDS / SEED_OF[document]).read_text("utf-8"))
    theirs = {tuple(said[place : place + 12]) for place in range(len(said))}
    for entry in _entries(document):
        ours = _words(entry.says)
        runs = {tuple(ours[place : place + 12]) for place in range(len(ours) - 11)}
        assert not runs & theirs, entry.number


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z]+", text.lower())


def _edition(name: str) -> dict[str, tuple[str, object]]:
    """Return the clause and value of every key that a rulebook's file offers."""
    file = resources.files("houserules.rulebook") / "editions" / f"{name}.toml"
    parts = tomllib.loads(file.read_text("utf-8"))
    rows = [row for part in parts.values() if isinstance(part, dict) for row in part.items()]
    return {
        key: (row["clause"], row.get("value"))
        for key, row in rows
        if row.get("offered", True) and row.get("value") not in ("nobody", False)
    }


def _in_force(name: str) -> dict[str, ClauseEntry]:
    return {entry.number: entry for entry in register_of(rulebook(name).registers).entries}


DIFFERENT = {
    "may_open_table": "New Zealand's cards are inspected by two people, which is recorded (6.1)",
    "minimum_kept": "New Zealand leaves limits to Division 1 (2.0)",
    "both_minimums_shown": "New Zealand leaves limits to Division 1 (2.0)",
    "new_minimum_for_newcomers": "New Zealand leaves limits to Division 1 (2.0)",
    "side_wagers_restricted": "New Zealand limits side wagers outright (15A.2), without a sign",
    "faced_cards_checked": "New Zealand has no check after a card that was found face up (16.1)",
    "may_correct_payment": "only the rules of 2024 say how a wrong payment is rectified (18.18.2)",
    "rules_are_shown": "the line on the copy has no number in the rules of 2024 (20.14)",
}
"""Values whose clauses have different kinds because the documents differ."""


def test_the_same_rule_has_the_same_kind_in_every_rulebook() -> None:
    kinds: dict[str, dict[str, str]] = {}
    for name in RULEBOOKS:
        entries = _in_force(name)
        for key, (clause, _) in _edition(name).items():
            kinds.setdefault(key, {})[f"{name} {clause}"] = entries[clause].kind
    differ = {key: there for key, there in kinds.items() if len(set(there.values())) > 1}
    assert len(kinds) > 300
    assert set(differ) == set(DIFFERENT), differ


NOT_DECIDING = (
    *("table.records.", "table.irregularities.catalogue", "table.sign.lines"),
    *("floor.rounds.differences", "web."),
)
"""Modules that tell of a value without deciding by it."""


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_clause_names_a_module_that_decides_by_its_values(name: str) -> None:
    """A `by` that no longer reads any value of its clause points at the wrong place."""
    entries, keys = _in_force(name), _edition(name)
    by_clause: dict[str, set[str]] = {}
    for key, (clause, _) in keys.items():
        if not key.startswith("may_"):  # a power is asked in one place for all commands
            by_clause.setdefault(clause, set()).add(key)
    wrong = {}
    for clause, read in by_clause.items():
        entry = entries[clause]
        if entry.kind == "shown" or entry.planned:
            continue
        deciding = {module for module, words in _words_of_modules().items() if read & words}
        if deciding and not deciding & set(entry.by):
            wrong[clause] = (entry.by, sorted(deciding))
    assert wrong == {}


@cache
def _words_of_modules() -> dict[str, set[str]]:
    """Return the identifiers of every module that decides something, by its name in the register."""
    root = Path(str(resources.files("houserules")))
    files = [
        file
        for layer in ("core", "shoe", "table", "floor")
        for file in (root / layer).rglob("*.py")
    ]
    named = {".".join(file.relative_to(root).with_suffix("").parts): file for file in files}
    return {
        name: set(re.findall(r"\w+", file.read_text("utf-8")))
        for name, file in named.items()
        if not name.startswith(NOT_DECIDING)
    }


def test_a_number_printed_twice_finds_both() -> None:
    register = register_of(("nsw-pontoon-2024",))
    assert [entry.number for entry in register.find("21.4")] == ["21/21.4", "22/21.4"]
    assert [entry.number for entry in register.find("22/21.4")] == ["22/21.4"]
    assert register.find("99.9") == ()


@pytest.mark.clause("nz-pontoon", "5.6", "3")
def test_the_amendment_replaces_a_clause_only_where_it_is_in_force() -> None:
    (alone,) = register_of(("nz-pontoon",)).find("5.6")
    (amended,) = register_of(("nz-pontoon", AMENDMENT)).find("5.6")
    assert alone.document == "nz-pontoon"
    assert amended.document == AMENDMENT


REGISTER = """
document = "a-document"
[[section]]
number = "1"
title = "Cards"
[[section.clause]]
number = "1.1"
says = "An ace counts 1 or 11."
kind = "enforced"
by = ["table.totals"]
[[section.clause]]
number = "1.2"
says = "A card may be burned."
kind = "shown"
planned = true
"""


def test_a_register_is_read() -> None:
    first, second = read_register(REGISTER, "a-document")
    assert (first.number, first.section, first.title) == ("1.1", "1", "Cards")
    assert (first.by, first.planned, second.by, second.planned) == (
        ("table.totals",),
        False,
        (),
        True,
    )


@pytest.mark.parametrize(
    ("written", "instead", "problem"),
    [
        ('"a-document"', '"another"', "another"),
        ('kind = "shown"', 'kind = "hidden"', "1.2: kind is 'hidden'"),
        ('kind = "shown"', "", "1.2: kind is None"),
        ('says = "A card may be burned."', 'says = " "', "1.2: number or text is missing"),
        ('number = "1.2"', "", "a clause of section 1: number or text is missing"),
        ('number = "1.2"', 'number = "1.1"', "1.1: stands twice"),
        ("planned = true", "", "1.2: either names what carries it out or is planned"),
        ("planned = true", 'planned = true\nby = ["x"]', "1.2: either names"),
        ("planned = true", "planned = true\nnote = 1", "1.2: unknown key note"),
    ],
)
def test_a_faulty_register_is_refused(written: str, instead: str, problem: str) -> None:
    assert written in REGISTER
    with pytest.raises(RegisterError, match=problem):
        list(read_register(REGISTER.replace(written, instead), "a-document"))
