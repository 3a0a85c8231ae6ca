"""Golden rounds: each record comes to what the file beside it says, and together they reach it all."""

import json
from collections.abc import Iterable
from typing import Any

import pytest

from houserules.core.record_keys import MalformedRecord
from houserules.rulebook.loader import RULEBOOKS
from houserules.table.records.read import read_record
from houserules.table.records.replay import Violation, replay
from houserules.table.records.report import malformed_output, settle
from rounds.golden import FOLDER, Golden, goldens, register
from rounds.reach import BONUSES, ODDS, REFUSALS, RESULTS, column, wins
from twins.direct import settle as settle_directly
from twins.direct_rules import RULEBOOKS as TWIN

READINGS = {*range(1, 45), 52, 57}
"""The entries of the readings register that a record can show."""


def parameters(records: Iterable[Golden]) -> list[Any]:
    """Return the records as parameters, each with the mark of the clauses that it proves."""
    return [
        pytest.param(
            each,
            id=each.name,
            marks=[pytest.mark.clause(each.rulebook, *each.clauses)] if each.clauses else [],
        )
        for each in records
    ]


def of(outcome: str) -> list[Golden]:
    """Return the records whose expected output has that key: settlements, violation, malformed."""
    return [each for each in goldens() if outcome in each.expected]


def rows(rulebook: str) -> list[dict[str, Any]]:
    """Return every settlement in the records of a rulebook."""
    mine = [each for each in of("settlements") if each.rulebook == rulebook]
    return [row for each in mine for row in each.expected["settlements"]]


@pytest.mark.parametrize("golden", parameters(goldens()))
def test_the_record_comes_to_what_is_written_beside_it(golden: Golden) -> None:
    try:
        output = settle(read_record(golden.record))
    except MalformedRecord as error:
        output = malformed_output(error)
    assert output == golden.expected


@pytest.mark.parametrize("golden", of("settlements"), ids=lambda golden: golden.name)
def test_the_twin_settles_the_record_alike(golden: Golden) -> None:
    twin, expected = settle_directly(golden.record), golden.expected
    twin["settlements"].sort(key=json.dumps)
    expected["settlements"].sort(key=json.dumps)
    assert twin == expected


@pytest.mark.parametrize("golden", goldens(), ids=lambda golden: golden.name)
def test_the_header_says_what_the_record_shows(golden: Golden) -> None:
    assert golden.shows
    entries = register(golden.rulebook)
    assert [number for number in golden.clauses if not entries.has(number)] == []
    if "malformed" not in golden.expected:
        assert golden.record["rulebook"] == golden.rulebook
        assert golden.clauses
    if "violation" in golden.expected:
        assert golden.expected["violation"]["clause"] in golden.clauses


def test_every_file_is_a_record_or_its_output() -> None:
    files = {path for path in FOLDER.glob("*/*") if path.parent.name != "__pycache__"}
    assert files == {path for each in goldens() for path in (each.path, each.output_path)}
    assert {path.parent.name for path in files} == set(RULEBOOKS)


def test_there_are_enough_of_each_kind() -> None:
    assert len(of("settlements")) >= 150
    assert len(of("violation")) >= 40
    assert len(of("malformed")) >= 15


def test_every_reading_is_shown() -> None:
    assert {number for golden in goldens() for number in golden.readings} == READINGS


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_line_of_the_payout_tables_is_paid_at_its_odds(rulebook: str) -> None:
    mine = [each for each in of("settlements") if each.rulebook == rulebook]
    assert {pair for each in mine for pair in wins(each)} == column(ODDS, rulebook)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_bonus_is_paid(rulebook: str) -> None:
    paid = {(row["wager"], row["returned"]) for row in rows(rulebook) if row["result"] == "bonus"}
    assert paid == column(BONUSES, rulebook)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_wager_comes_to_every_result_that_it_can_have(rulebook: str) -> None:
    assert {(row["wager"], row["result"]) for row in rows(rulebook)} == column(RESULTS, rulebook)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_clause_by_which_wagers_are_settled_is_cited(rulebook: str) -> None:
    assert {row["clause"] for row in rows(rulebook)} == set(TWIN[rulebook]["clauses"].values())


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_refusal_that_a_record_can_meet_is_met(rulebook: str) -> None:
    met = set()
    for golden in of("violation"):
        if golden.rulebook == rulebook:
            outcome = replay(read_record(golden.record))
            assert isinstance(outcome, Violation)
            met.add((outcome.refusal.code, outcome.refusal.clause))
    assert met == column(REFUSALS, rulebook)
