"""`houserules tournament check` and `tournament plan`: what they print, and their exit codes."""

import json
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
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
    assert "\\u{a}" not in result.stdout  # a statement of several lines
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


def test_the_copy_for_players_is_written(written: Any, tmp_path: Path) -> None:
    pdf = tmp_path / "copy.pdf"
    assert run("check", str(EXAMPLE), "--pdf", str(pdf)).exit_code == 0
    assert "Complete, not published" in PdfReader(pdf).pages[0].extract_text()
    file = written(entry_fee=MISSING)
    assert run("check", file, "--pdf", str(pdf)).exit_code == 1
    assert "Missing or wrong: Entry fee" in PdfReader(pdf).pages[0].extract_text()


def test_the_copy_must_be_a_pdf(tmp_path: Path) -> None:
    result = run("check", str(EXAMPLE), "--pdf", str(tmp_path / "copy.txt"))
    assert result.exit_code == 2
    assert "it may be .pdf" in " ".join(result.stderr.split())


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


QUICK = ("--entries", "60", "--tournaments", "50", "--strategy", "mimic")


def test_a_simulation() -> None:
    result = run("simulate", str(EXAMPLE), *QUICK)
    assert result.exit_code == 0
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert lines[0] == "Spring Pontoon Cup (nsw-pontoon-6to5-2017): 60 entries"
    assert lines[1] == "50 tournaments, seed 1"
    assert any(line.startswith("tactical 15 ") for line in lines)
    assert "Boxes in Semi-finals" in lines
    output = json.loads(run("simulate", str(EXAMPLE), *QUICK, "--json").stdout)
    assert list(output) == [
        *("rulebook", "name", "entries", "works", "tournaments", "seed", "strategy"),
        *("rounds_per_hour", "break", "styles", "length", "stages", "fair", "software"),
    ]
    assert [row["style"] for row in output["styles"]] == [
        *("steady", "aggressive", "tactical", "random"),
    ]
    assert sum(row["won"] for row in output["styles"]) == 50
    assert list(output["length"]["minutes"]) == [
        *("mean", "standard_deviation", "least", "percentile_5", "percentile_25"),
        *("percentile_50", "percentile_75", "percentile_95", "most"),
    ]
    heats = output["stages"][0]
    assert list(heats) == [
        *("name", "kind", "sessions", "mean_rounds", "concluded_early", "play_offs"),
        *("play_off_rounds", "styles", "boxes", "fairness"),
    ]
    assert heats["sessions"] == 9 * 50
    assert [row["box"] for row in heats["boxes"]] == [1, 2, 3, 4, 5, 6, 7]
    assert list(heats["fairness"]["won"]) == ["chi_square", "freedom", "p_value"]
    repechage = output["stages"][1]  # 30 minutes by the clock are 30 rounds
    assert 20 < repechage["mean_rounds"] <= 31


def test_a_simulation_repeats_itself() -> None:
    first = run("simulate", str(EXAMPLE), *QUICK, "--json", "--seed", "7").stdout
    assert run("simulate", str(EXAMPLE), *QUICK, "--json", "--seed", "7").stdout == first
    assert run("simulate", str(EXAMPLE), *QUICK, "--json", "--seed", "8").stdout != first


def test_a_simulation_takes_the_most_entries_and_the_styles_it_is_told(written: Any) -> None:
    file = written(entry__maximum=49)
    options = ("--tournaments", "5", "--strategy", "mimic", "--styles", "tactical, steady=6")
    output = json.loads(run("simulate", file, *options, "--json").stdout)
    assert output["entries"] == 49
    assert {row["style"]: row["players"] for row in output["styles"]} == {
        "tactical": 7,
        "steady": 42,
    }


def test_a_tournament_that_cannot_be_played_is_not_simulated(written: Any) -> None:
    for changes, key in (
        ({"chips__amount": MISSING}, "chips.amount"),
        ({"limits": MISSING}, "limits"),
        ({"play__pass_cards": MISSING}, "play.pass_cards"),
        ({"entry__maximum": 59}, "entry.maximum"),
    ):
        file = written(**changes)
        result = run("simulate", file, *QUICK, "--json")
        assert result.exit_code == 1
        output = json.loads(result.stdout)
        assert not output["works"]
        assert key in [finding["key"] for finding in output["findings"]]
        assert f"{key}:" in run("simulate", file, *QUICK).stdout


@pytest.mark.parametrize("book", ["nz-pontoon", "nsw-pinkjack-2016"])
def test_a_game_without_tournaments_is_not_simulated(book: str, written: Any) -> None:
    result = run("simulate", written(book=book), *QUICK)
    assert result.exit_code == 2
    assert f"'{book}' has no tournament play" in " ".join(result.stdout.split())


@pytest.mark.parametrize(
    "options",
    [
        ("--entries", "1"),
        ("--entries", "10001"),
        ("--tournaments", "0"),
        ("--tournaments", "10000001"),
        ("--tournaments", "many"),
        ("--rounds-per-hour", "0"),
        ("--break", "-1"),
        ("--workers", "0"),
        ("--styles", "bold"),
        ("--styles", ","),
        ("--strategy", "guess"),
    ],
)
def test_invalid_arguments_of_a_simulation(options: tuple[str, ...]) -> None:
    quick = dict(zip(QUICK[::2], QUICK[1::2], strict=True)) | {options[0]: options[1]}
    arguments = [word for pair in quick.items() for word in pair]
    assert run("simulate", str(EXAMPLE), *arguments).exit_code == 2


def test_without_a_maximum_the_entries_are_asked_for(written: Any) -> None:
    result = run("simulate", written(entry__maximum=MISSING), "--tournaments", "5")
    assert result.exit_code == 2
    assert "give --entries" in result.stderr
