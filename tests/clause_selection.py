"""`pytest --clause nsw-pontoon-2024:14.8` runs the tests that prove a clause and its sub-clauses."""

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

import pytest

from houserules.rulebook.clauses import DOCUMENTS, register_of
from houserules.rulebook.loader import RULEBOOKS, rulebook

NAMES = tuple(dict.fromkeys((*RULEBOOKS, *DOCUMENTS)))


@dataclass(frozen=True)
class Clause:
    """A clause where it is printed: an amendment's clause is the rulebook's own as well."""

    document: str
    number: str

    def includes(self, other: "Clause") -> bool:
        """Whether the other is this clause or a part of it: 14.8 includes 14.8.1 but not 14.80."""
        rest = other.number.removeprefix(self.number)
        part_of = rest != other.number and rest[:1] in ("", ".", "(", ":")
        return self.document == other.document and part_of


@cache
def clauses_of(name: str) -> dict[str, Clause]:
    """Return the clauses in force under a rulebook or document, by number."""
    registers = rulebook(name).registers if name in RULEBOOKS else (name,)
    entries = register_of(registers).entries
    return {entry.number: Clause(entry.document, entry.number) for entry in entries}


def find_clause(text: str) -> Clause:
    """Return the clause that the command line names; an error lists what is near."""
    name, _, number = text.partition(":")
    if name not in NAMES:
        raise pytest.UsageError(
            f"--clause {text}: give one of {', '.join(NAMES)}, a colon, a number"
        )
    if number not in clauses_of(name):
        near = get_close_matches(number, clauses_of(name), n=6, cutoff=0)
        raise pytest.UsageError(f"--clause {text}: no such clause; near it are {', '.join(near)}")
    return clauses_of(name)[number]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--clause",
        action="append",
        default=[],
        metavar="RULEBOOK:NUMBER",
        help="run the tests that prove this clause and its sub-clauses; may be repeated",
    )


def pytest_configure(config: pytest.Config) -> None:
    for text in config.getoption("clause"):
        find_clause(text)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files without clause marks: collecting all of them takes longer than most clauses."""
    is_test = collection_path.suffix == ".py" and config.getoption("clause")
    return True if is_test and "mark.clause" not in collection_path.read_text("utf-8") else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = [find_clause(text) for text in config.getoption("clause")]
    if not wanted:
        return
    chosen, others = [], []
    for item in items:
        proved = [
            clauses_of(mark.args[0])[number]
            for mark in item.iter_markers("clause")
            for number in mark.args[1:]
        ]
        is_wanted = any(clause.includes(part) for clause in wanted for part in proved)
        (chosen if is_wanted else others).append(item)
    items[:] = chosen
    config.hook.pytest_deselected(items=others)
