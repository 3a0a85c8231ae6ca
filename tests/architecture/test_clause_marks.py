"""Every clause that is built has a test that carries its mark, and every mark names a clause."""

import json
import os
import subprocess
import sys
from functools import cache

import pytest

from architecture.sources import ROOT
from houserules.rulebook.clauses import DOCUMENTS, Entry, register_of
from houserules.rulebook.loader import RULEBOOKS, rulebook


@cache
def marks() -> set[tuple[str, str]]:
    """Give the rulebook and number of every mark, collected over the whole suite."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.clause_table", "--marks"],
        cwd=ROOT,
        env={key: value for key, value in os.environ.items() if not key.startswith("PYTEST")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return {(name, number) for name, number, _ in json.loads(done.stdout)}


def entries(name: str) -> tuple[Entry, ...]:
    """Give the clauses in force in a rulebook, or those of a document."""
    return register_of(rulebook(name).registers if name in RULEBOOKS else (name,)).entries


def test_every_mark_names_a_clause() -> None:
    there = {(name, e.number) for name in {*RULEBOOKS, *DOCUMENTS} for e in entries(name)}
    assert sorted(marks() - there) == []


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_clause_that_is_built_has_a_test(name: str) -> None:
    built = [e for e in entries(name) if e.kind in ("enforced", "recorded") and not e.planned]
    assert built
    without = [
        entry.number
        for entry in built
        if (name, entry.number) not in marks() and (entry.document, entry.number) not in marks()
    ]
    assert without == [], f"{len(without)} clauses of {name} have no test"
