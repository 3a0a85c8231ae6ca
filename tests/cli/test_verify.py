"""`houserules verify shoe`: files and standard input; for a person and for a program."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from houserules.cli.app import app
from houserules.shoe.record import Cut, ShoeRecord
from houserules.shoe.record_format import shoe_to_dict, shoe_to_json
from shoe.shoes import S24, changed, dealt, example, refilled

EXAMPLES = Path(__file__).resolve().parents[1] / "shoe" / "examples"
GOOD = EXAMPLES / "shoe.json"
MOVED = EXAMPLES / "moved-cut.json"
COMMITMENT = example().segments[0].commitment


def run(*args: str | Path, given: str | bytes | None = None, columns: int = 100) -> Result:
    """Run the command in this process."""
    environment = {"COLUMNS": str(columns), "TERM": "dumb", "FORCE_COLOR": None}
    return CliRunner().invoke(
        app, ["verify", "shoe", *map(str, args)], input=given, env=environment
    )


def failed(result: Result) -> list[str]:
    """The names of the checks that failed, from JSON."""
    return [each["check"] for each in json.loads(result.output)["checks"] if not each["passed"]]


def write(folder: Path, record: ShoeRecord) -> Path:
    file = folder / "shoe.json"
    file.write_text(shoe_to_json(record), "utf-8")
    return file


def test_the_examples_are_what_the_tests_deal() -> None:
    """If this fails on purpose: write them again with `shoe_to_json`."""
    assert GOOD.read_text("utf-8") == shoe_to_json(example())
    assert MOVED.read_text("utf-8") == shoe_to_json(changed(example(), cut=Cut(40, "ann")))


def test_an_honest_shoe_is_verified() -> None:
    result = run(GOOD)
    assert result.exit_code == 0
    assert result.output.startswith("Pontoon, New South Wales, 16 August 2024 (nsw-pontoon-2024)\n")
    assert "Verified: all 13 checks passed." in result.output
    assert "FAIL" not in result.output
    assert "Use --published" in result.output


@pytest.mark.clause(S24, "5.5", "5.6")
def test_a_moved_cut_is_named_with_its_clause() -> None:
    result = run(MOVED)
    assert result.exit_code == 1
    assert "Not verified: 2 of 13 checks failed." in result.output
    lines = [line.split() for line in result.output.splitlines() if line.startswith("FAIL")]
    assert [line[1:3] for line in lines] == [["cut", "5.5"], ["order", "5.6"]]
    assert "  5.5: The person who cuts" in result.output  # what the clause says


def test_json_for_machines() -> None:
    result = run("--json", MOVED)
    assert result.exit_code == 1
    output = json.loads(result.output)
    assert list(output) == ["rulebook", "verified", "checks", "unchecked", "software"]
    assert (output["rulebook"], output["verified"]) == (S24, False)
    (cut,) = [each for each in output["checks"] if each["check"] == "cut"]
    assert cut == {
        "check": "cut",
        "segment": 0,
        "passed": False,
        "clause": "5.5",
        "detail": "ann cut behind card 40 of 384; there must be 48 cards or more on either side.",
    }
    (commitment,) = [each for each in output["checks"] if each["check"] == "commitment"]
    assert commitment["clause"] is None


def test_the_commitment_that_was_noted_is_compared() -> None:
    result = run("--published", COMMITMENT.upper(), GOOD)
    assert result.exit_code == 0
    assert "Verified: all 14 checks passed." in result.output
    assert "Use --published" not in result.output
    other = "0" * 64
    result = run("--json", "--published", other, GOOD)
    assert result.exit_code == 1
    assert failed(result) == ["published"]


@pytest.mark.parametrize("text", ["", "xyz", "0" * 63, "g" * 64])
def test_what_was_noted_has_to_be_a_commitment(text: str) -> None:
    result = run("--published", text, GOOD)
    assert result.exit_code == 2
    assert "64 hex digits" in result.output


def test_a_noted_commitment_belongs_to_one_file() -> None:
    result = run("--published", COMMITMENT, GOOD, MOVED)
    assert result.exit_code == 2
    assert "needs exactly one FILE" in result.output


def test_several_files_give_one_object_a_line_in_order(tmp_path: Path) -> None:
    missing = tmp_path / "none.json"
    result = run("--json", GOOD, MOVED, missing)
    lines = [json.loads(line) for line in result.output.splitlines()]
    assert [each.get("verified") for each in lines] == [True, False, None]
    assert lines[2] == {"malformed": {"where": str(missing), "message": "there is no such file"}}
    assert result.exit_code == 2
    assert run("--json", GOOD, MOVED).exit_code == 1
    assert run("--json", GOOD, GOOD).exit_code == 0


def test_several_files_are_headed_by_their_names() -> None:
    result = run(GOOD, MOVED)
    assert result.output.index("shoe.json") < result.output.index("moved-cut.json")
    assert result.exit_code == 1


def test_standard_input() -> None:
    assert run("-", given=GOOD.read_text("utf-8")).exit_code == 0
    result = run("-", given="")
    assert result.exit_code == 2
    assert "standard input: is not JSON" in result.output


def test_a_refill_is_shown_by_itself(tmp_path: Path) -> None:
    result = run(write(tmp_path, refilled(S24)))
    assert result.exit_code == 0, result.output
    for heading in ("The record", "The shoe", "Refill 1"):
        assert f"\n{heading}\n" in result.output


@pytest.mark.parametrize(
    ("noted", "told"),
    [((), " of the shoe and refill 1 "), ((0,), " of refill 1 "), ((0, 1), None)],
)
def test_a_commitment_that_nobody_compared_is_named(
    tmp_path: Path, noted: tuple[int, ...], told: str | None
) -> None:
    record = refilled(S24)
    hashes = [record.segments[each].commitment for each in noted]
    options = [word for each in hashes for word in ("--published", each)]
    result = run(write(tmp_path, record), *options)
    assert (
        (f"compare the commitment{told}with" in " ".join(result.output.split()))
        if told
        else ("Use --published" not in result.output)
    )


def malformed() -> dict[str, str | bytes]:
    record: dict[str, Any] = shoe_to_dict(example())
    return {
        "format": json.dumps({**record, "format": "houserules/round-1"}),
        "(the record)": "[]",
        "rulebook": json.dumps({**record, "rulebook": "x"}),
        "stack": json.dumps({**record, "stack": ""}),
        "is not JSON": "{",
        "stands twice": '{"format": "houserules/shoe-1", "format": "houserules/shoe-1"}',
        "UTF-8": b"\xff",
        "too deep": "[" * 100_000,
        "digits": "[" + "1" * 5000 + "]",
        "round": GOOD.read_text("utf-8").replace('"round": 1,', '"round": NaN,', 1),
    }


@pytest.mark.parametrize("what", sorted(malformed()))
def test_bad_files_get_one_clear_error(tmp_path: Path, what: str) -> None:
    text, file = malformed()[what], tmp_path / "shoe.json"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    result = run(file)
    assert result.exit_code == 2
    assert result.output.startswith("Malformed record\n")
    assert what in result.output.replace("\n  ", " ")
    assert isinstance(result.exception, SystemExit)
    assert json.loads(run("--json", file).output).keys() == {"malformed"}


def test_a_folder_is_no_record(tmp_path: Path) -> None:
    result = run(tmp_path)
    assert result.exit_code == 2
    assert "cannot be read" in result.output or "there is no such file" in result.output


def test_a_name_cannot_steer_the_terminal(tmp_path: Path) -> None:
    text = GOOD.read_text("utf-8").replace('"by": "ann"', '"by": "\\u001b[31mann"')
    (tmp_path / "shoe.json").write_text(text, "utf-8")
    result = run(tmp_path / "shoe.json")
    assert result.exit_code == 2
    assert "\x1b" not in result.output


def test_help_has_examples_and_exit_codes() -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert "houserules verify shoe shoe-17.json" in result.output
    assert "Exit codes: 0 no check failed, 1 a check failed, 2 a file is malformed" in result.output


def test_a_shoe_of_another_length_is_told_apart(tmp_path: Path) -> None:
    """A record of six decks whose options say eight."""
    record = dealt(S24, decks=6)
    data = {**shoe_to_dict(record), "table": {"decks": 8}}
    (tmp_path / "shoe.json").write_text(json.dumps(data), "utf-8")
    assert failed(run("--json", tmp_path / "shoe.json")) == ["stack"]


def test_nothing_is_asked_of_the_network() -> None:
    code = (
        "import socket\n"
        "def no(*args, **kwargs): raise AssertionError('the network')\n"
        "socket.socket = socket.create_connection = socket.getaddrinfo = no\n"
        "from houserules.cli.main import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "verify", "shoe", str(GOOD)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONUTF8": "1"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert hasattr(socket, "create_connection")
