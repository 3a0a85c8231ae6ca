"""`houserules explain`: the story of a round, for a person and as steps."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from houserules.cli.app import app

RECORD: dict[str, Any] = {
    "format": "houserules/round-1",
    "rulebook": "nsw-pontoon-2024",
    "cards": "As 9c 6h Kd 5c 4d Kc 2d",
    "decisions": ["2 hit"],
    "wagers": [
        {"box": 1, "player": "ann", "amount": "7.50", "seated": True},
        {"box": 2, "player": "bob", "amount": "20"},
    ],
}
FINISHED = {**RECORD, "decisions": ["2 hit", "2 stand"]}
REFUSED = {**RECORD, "decisions": ["2 hit", "2 double 30"]}


def run(record: object, *options: str, columns: int = 80) -> Result:
    environment = {"COLUMNS": str(columns), "TERM": "dumb", "FORCE_COLOR": None}
    text = record if isinstance(record, str) else json.dumps(record)
    return CliRunner().invoke(app, ["explain", *options, "-"], input=text, env=environment)


@pytest.mark.clause("nsw-pontoon-2024", "6.10", "11.1")
def test_the_steps_as_json() -> None:
    result = run(FINISHED, "--json")
    story = json.loads(result.output)
    assert result.exit_code == 0
    assert list(story) == ["rulebook", "steps", "software"]
    paid = next(step for step in story["steps"] if step["text"].startswith("ann's original"))
    assert paid["part"] == "deal"
    assert paid["text"] == "ann's original wager on box 1 wins at 3 to 2: pontoon."
    assert paid["arithmetic"] == (
        "$7.50 at 3 to 2 = $11.25, made up to $11.50 in chips of $0.50, and the wager back: $19"
    )
    assert [each["clause"] for each in paid["clauses"]] == ["11.1", "6.10"]
    assert all(each["says"] for each in paid["clauses"])
    assert [each["reading"] for each in paid["readings"]] == [20]
    assert all(each["says"] for each in paid["readings"])


@pytest.mark.parametrize("columns", [80, 120])
def test_a_person_reads_the_story_part_by_part(columns: int) -> None:
    result = run(FINISHED, columns=columns)
    lines = result.output.splitlines()
    assert result.exit_code == 0
    assert max(map(len, lines)) <= columns
    assert all(line == line.rstrip() for line in lines)
    titles = [line for line in lines[1:] if line and not line.startswith(" ")]
    assert titles == [
        "The wagers",
        "The initial deal",
        "The subsequent deal",
        "The dealer",
        "Final settlement",
        "Net results",
    ]
    assert "  Box 2 gets 4♦: 18." in lines
    paid = "ann's original wager on box 1 wins at 3 to 2: pontoon. [11.1, 6.10, reading 20]"
    assert paid in " ".join(result.output.split())
    assert "    $7.50 at 3 to 2 = $11.25, made up to $11.50 in chips of $0.50" in result.output


def test_a_clause_is_told_once() -> None:
    two = {
        **RECORD,
        "cards": "9s 9c 6h 9d 9h Kc 2d",
        "decisions": ["1 stand", "2 stand"],
    }
    output = run(two, columns=400).output
    assert output.count("[17.1.10]") == 2
    assert output.count("      17.1.10: ") == 1


@pytest.mark.clause("nsw-pontoon-2024", "13.1")
def test_a_refusal_ends_the_story() -> None:
    result = run(REFUSED, columns=300)
    lines = result.output.splitlines()
    assert result.exit_code == 1
    refused = lines.index("Rule broken")
    assert lines[refused + 1] == (
        '  Decision 1 (counted from 0), "2 double 30", is refused: '
        "bob can double for at most $20. [13.1]"
    )
    assert lines[refused + 2].startswith("      13.1: The controlling player may double")
    story = json.loads(run(REFUSED, "--json").output)
    assert story["violation"]["decision"] == 1
    assert story["steps"][-1]["part"] == "refusal"


def test_a_malformed_record_has_no_story() -> None:
    result = run(RECORD, "--json")
    assert result.exit_code == 2
    assert json.loads(result.output)["malformed"]["where"] == "decisions"
    shown = run("hello")
    assert shown.exit_code == 2
    assert shown.output.startswith("Malformed record\n  standard input: is not TOML")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["explain", "--json", str(tmp_path / "none.toml")])
    assert result.exit_code == 2
    assert json.loads(result.output)["malformed"]["message"] == "there is no such file"


def test_a_name_cannot_steer_the_terminal() -> None:
    result = run(json.dumps(FINISHED).replace('"ann"', '"[b]a\\u001b[2Jnn"'))
    assert "\x1b" not in result.output
    assert "[b]a" in result.output
