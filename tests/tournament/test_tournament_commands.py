"""`houserules tournament check` and `tournament plan`: what they print, and their exit codes."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from houserules.cli.app import app
from tournament.conditions import BOTH, EXAMPLE, MISSING, document


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["tournament", *arguments], env={"COLUMNS": "100"})


@pytest.fixture
def written(tmp_path: Path) -> Any:
    """Write conditions to a file, and return its name."""

    def write(**changes: Any) -> str:
        file = tmp_path / "conditions.json"
        file.write_text(json.dumps(document(**changes)), "utf-8")
        return str(file)

    return write


def test_complete_conditions() -> None:
    result = run("check", str(EXAMPLE))
    assert result.exit_code == 0
    assert "Complete: the conditions can be published." in result.stdout
    output = json.loads(run("check", "--json", str(EXAMPLE)).stdout)
    assert list(output) == ["rulebook", "name", "complete", "items"]
    assert output["complete"]
    assert {item["state"] for item in output["items"]} == {"given"}
    assert output["items"][0] == {
        "clause": "20.4.2(a)",
        "item": "Entry fee",
        "state": "given",
        "given": "$50",
        "findings": [],
    }


@pytest.mark.parametrize(("book", "section"), BOTH)
def test_incomplete_conditions(book: str, section: str, written: Any) -> None:
    file = written(book=book, entry_fee=MISSING, stages__0__advance=7)
    result = run("check", file)
    assert result.exit_code == 1
    assert "entry_fee: missing" in result.stdout
    assert f"1 to 6 of each table may advance, not 7. ({section}.10.1)" in result.stdout
    assert "2 findings: the conditions cannot be published yet." in result.stdout
    output = json.loads(run("check", "--json", file).stdout)
    assert not output["complete"]
    states = {item["clause"]: item["state"] for item in output["items"] if item["findings"]}
    assert states == {f"{section}.4.2(a)": "missing", f"{section}.4.2(e)": "wrong"}


@pytest.mark.parametrize("command", [("check",), ("plan", "--entries", "60")])
def test_malformed_conditions(command: tuple[str, ...], written: Any) -> None:
    file = written(book="nz-pontoon")
    result = run(*command, file)
    assert result.exit_code == 2
    assert "'nz-pontoon' has no tournament play" in " ".join(result.stdout.split())
    output = json.loads(run(*command, "--json", file).stdout)
    assert output["malformed"]["where"] == "rulebook"


def test_a_plan() -> None:
    result = run("plan", str(EXAMPLE), "--entries", "60", "--start", "22:30")
    assert result.exit_code == 0
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert "Heats 60 0 9 5 2 6 × 7, 3 × 6 18 (2 per table)" in lines
    assert "Final 6 0 1 1 1 1 × 6 3 with a prize" in lines
    assert "01:00 +1 d 01:30 +1 d Final 1 1 6" in lines
    assert "The tournament takes 3 h 00 min." in result.stdout
    output = json.loads(run("plan", str(EXAMPLE), "--entries", "60", "--json").stdout)
    assert output["works"]
    assert output["minutes"] == 180
    assert output["stages"][0] == {
        "name": "Heats",
        "kind": "heats",
        "entrants": 60,
        "sessions": [7, 7, 7, 7, 7, 7, 6, 6, 6],
        "tables": 5,
        "sittings": 2,
        "rounds": 20,
        "minutes": None,
        "byes": 0,
        "advance_per_table": 2,
        "advance": 18,
    }


def test_a_structure_that_does_not_work(written: Any) -> None:
    file = written(entry__maximum=70)
    result = run("plan", file, "--entries", "64", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["works"] is False
    shown = run("plan", file, "--entries", "64").stdout
    assert "With 64 entries 8 players reach Final" in shown


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--entries", "1"),
        ("--entries", "60", "--start", "24:00"),
        ("--entries", "60", "--break", "-1"),
        ("--entries", "60", "--rounds-per-hour", "0"),
        (
            "--entries",
            "10001",
        ),
    ],
)
def test_invalid_arguments(options: tuple[str, ...]) -> None:
    assert run("plan", str(EXAMPLE), *options).exit_code == 2
