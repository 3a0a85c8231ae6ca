"""A played tournament in the commands that read a journal: replay, export, audit, verify."""

import json
import re
from pathlib import Path

import pytest

from cli.journals import alter, at, copied, run
from floor.whole_tournament import write_tournament
from houserules.journal.sqlite import SqliteJournal


@pytest.fixture(scope="module")
def spring(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("spring") / "spring.db"
    write_tournament(SqliteJournal(file))
    return file


def test_a_tournament_is_told_from_its_conditions_to_its_prizes(spring: Path) -> None:
    result = run("replay", "--tournament", "spring", *at(spring))
    assert result.exit_code == 0
    told = " ".join(result.output.split())
    for words in (
        "drafts the conditions",
        "pays the entry fee of $100",
        "The order is opened",
        "Session 1 is over after 3 rounds: 1. ",
        "The final is over. Winners: ",
        "The tournament is over: every prize is paid.",
    ):
        assert words in told, words
    output = json.loads(run("replay", "--tournament", "spring", "--json", *at(spring)).output)
    assert output["phase"] == "finished"
    assert output["steps"][0]["name"] == "tournament.set-up"


def test_a_session_is_told_and_comes_with_its_record(spring: Path) -> None:
    result = run("replay", "--session", "spring/1", *at(spring))
    assert result.exit_code == 0 and "The session spring/1 begins" in result.output
    output = json.loads(run("replay", "--session", "spring/1", "--json", *at(spring)).output)
    assert output["no_record"] is None
    assert output["record"]["format"] == "houserules/session-1"
    forms = [step for step in output["steps"] if step["name"] == "form.handed-in"]
    assert all(step["payload"].keys() == {"box", "player"} for step in forms)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((), "name a table, or give --session, --tournament or --promotion"),
        (
            ("t1", "--session", "spring/1"),
            "name a table, or give --session, --tournament or --promotion",
        ),
        (("--session", "spring/99"), "no such session: spring/99"),
        (("--tournament", "autumn"), "no such tournament: autumn"),
    ],
)
def test_what_is_not_there_is_said(spring: Path, args: tuple[str, ...], says: str) -> None:
    result = run("replay", *args, *at(spring))
    assert result.exit_code == 2
    assert says in " ".join(re.sub("[│╭╮╰╯─]", " ", result.output).split())


def test_an_exported_tournament_settles(spring: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run("export", "--tournament", "spring", "--out", out, *at(spring)).exit_code == 0
    assert run("verify", "export", out).exit_code == 0
    lines = (out / "session-records.jsonl").read_text("utf-8").splitlines()
    args = ("tournament", "settle", "--json", "--lines", out / "session-records.jsonl")
    settled = run(*args)
    assert settled.exit_code == 0
    assert len(settled.output.splitlines()) == len(lines) == 3


def test_a_tournament_is_audited_and_a_doctored_event_is_found(
    spring: Path, tmp_path: Path
) -> None:
    result = run("audit", "--json", *at(spring))
    assert result.exit_code == 0
    output = json.loads(result.output)
    (tournament,) = output["tournaments"]
    assert tournament["tournament"] == "spring" and tournament["commands"] > 50
    forged = copied(spring, tmp_path)
    sql = "UPDATE records SET payload = replace(payload, ?, ?) WHERE name = ?"
    alter(forged, sql, '"entries":9', '"entries":8', "tournament.entries-closed")
    result = run("audit", *at(forged))
    assert result.exit_code == 1
    assert "tournament/spring" in result.output and "1 difference" in result.output
    verified = run("verify", "journal", *at(forged))
    assert verified.exit_code == 1 and "tournament/spring" in verified.output
