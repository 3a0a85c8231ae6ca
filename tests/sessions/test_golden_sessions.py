"""Golden sessions: each record comes to what the file beside it says, by product and by twin."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from houserules.core.record_keys import MalformedRecord
from houserules.rulebook.readings import readings
from houserules.table.records.report import malformed_output
from houserules.tournament.records.report import settle_session
from rounds.golden import Golden, read_golden
from twins import sessions as twin

FOLDER = Path(__file__).parent
GOLDENS = [read_golden(path) for path in sorted(FOLDER.glob("*/*.toml"))]
VIOLATIONS = {"20.9.5", "20.7.1", "20.8.1", "20.5.6.1", "20.6.1", "15.1", "20.8.2.4", "11.1"}


def parameters() -> list[Any]:
    """Return the records as parameters, each with the mark of the clauses that it proves."""
    return [
        pytest.param(
            golden,
            id=golden.name,
            marks=[pytest.mark.clause(golden.rulebook, *golden.clauses)] if golden.clauses else [],
        )
        for golden in GOLDENS
    ]


@pytest.mark.parametrize("golden", parameters())
def test_the_record_comes_to_what_is_written_beside_it(golden: Golden) -> None:
    try:
        outcome = settle_session(golden.record)
    except MalformedRecord as error:
        outcome = malformed_output(error)
    assert outcome == golden.expected


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: golden.name)
def test_the_twin_settles_the_record_alike(golden: Golden) -> None:
    expected = golden.expected
    for key in ("violation", "malformed"):
        expected.get(key, {}).pop("message", None)
    assert twin.settle(golden.record) == expected


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: golden.name)
def test_the_header_says_what_the_record_shows(golden: Golden) -> None:
    assert golden.shows
    assert {*golden.readings} <= {reading.number for reading in readings().entries}


def test_every_violation_of_the_contract_is_among_them() -> None:
    outcomes = [golden.expected for golden in GOLDENS if golden.rulebook.endswith("2017")]
    assert {each["violation"]["clause"] for each in outcomes if "violation" in each} == VIOLATIONS


def test_each_record_has_its_outcome() -> None:
    assert {golden.path for golden in GOLDENS} == {
        path.with_suffix(".toml") for path in FOLDER.glob("*/*.json")
    }
    assert all(json.loads(golden.output_path.read_text("utf-8")) for golden in GOLDENS)
    assert all(
        tomllib.loads(golden.path.read_text("utf-8"))["rulebook"] == golden.rulebook
        for golden in GOLDENS
        if "rulebook-without" not in golden.name
    )
