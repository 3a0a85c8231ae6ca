"""`houserules settle`: files and standard input; for a person and for a program."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from cli.settling import RECORD, REFUSED, SETTLED, UNREADABLE, program, run
from houserules.table.records.read import read_record
from houserules.table.records.write import to_toml


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """The record in both languages, one that breaks a rule, one that is malformed."""
    texts = {
        "good.toml": to_toml(read_record(RECORD)),
        "good.json": json.dumps(RECORD),
        "refused.json": json.dumps(REFUSED),
        "malformed.json": json.dumps(UNREADABLE),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    return {name.replace(".", "_"): tmp_path / name for name in texts}


@pytest.mark.parametrize("name", ["good_toml", "good_json"])
def test_a_file_is_settled_as_the_contract_prints_it(files: dict[str, Path], name: str) -> None:
    result = run("--json", files[name])
    assert result.exit_code == 0
    assert json.loads(result.output) == json.loads(SETTLED)
    assert list(json.loads(result.output)) == list(json.loads(SETTLED))
    assert result.output.startswith('{\n  "rulebook"')


@pytest.mark.clause("nsw-pontoon-2024", "13.1")
def test_a_record_that_breaks_a_rule(files: dict[str, Path]) -> None:
    result = run("--json", files["refused_json"])
    assert result.exit_code == 1
    assert json.loads(result.output) == {
        "violation": {
            "decision": 1,
            "clause": "13.1",
            "message": "bob can double for at most $20.",
        }
    }


def test_a_wager_at_fault_has_no_decision() -> None:
    result = run("--json", "-", given=json.dumps({**RECORD, "table": {}}))
    assert result.exit_code == 1
    assert json.loads(result.output)["violation"]["decision"] is None


def test_a_malformed_record(files: dict[str, Path]) -> None:
    result = run("--json", files["malformed_json"])
    assert result.exit_code == 2
    problem = json.loads(result.output)["malformed"]
    assert problem["where"] == "cards[3]"
    assert "'7x' is not a card" in problem["message"]


def test_several_files_give_one_object_a_line_in_order(files: dict[str, Path]) -> None:
    result = run("--json", files["good_json"], files["refused_json"], files["good_toml"])
    lines = [json.loads(line) for line in result.output.splitlines()]
    assert [next(iter(line)) for line in lines] == ["rulebook", "violation", "rulebook"]
    assert result.exit_code == 1
    assert run("--json", files["malformed_json"], files["refused_json"]).exit_code == 2


@pytest.mark.parametrize("text", [to_toml(read_record(RECORD)), json.dumps(RECORD, indent=1)])
def test_standard_input_may_be_either_language(text: str) -> None:
    result = run("--json", "-", given=text)
    assert (result.exit_code, json.loads(result.output)) == (0, json.loads(SETTLED))


def test_a_mark_in_front_of_the_text_is_no_part_of_it(tmp_path: Path) -> None:
    file = tmp_path / "ROUND.JSON"
    file.write_text(json.dumps(RECORD), "utf-8-sig")
    assert run("--json", file).exit_code == 0


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("round.yaml", b"", "ends in .toml or .json"),
        ("round", b"", "ends in .toml or .json"),
        ("round.toml", None, "there is no such file"),
        ("round.toml", b"\xff\xfe", "is not UTF-8 text: byte 0 is 0xff"),
        ("round.toml", b"cards = = 1", "is not TOML: Invalid value (at line 1, column 9)"),
        ("round.json", b'{"cards": 1,}', "is not JSON: "),
        ("round.json", b"", "is not JSON: Expecting value (line 1, column 1)"),
        ("round.json", b"[" * 100_000, "too deep in one another"),
        ("round.toml", b"cards = " + b"[" * 100_000, "too deep in one another"),
        ("round.json", b'{"cards": ' + b"9" * 5000 + b"}", "thousands of digits"),
        ("round.toml", b"cards = " + b"9" * 5000, "thousands of digits"),
    ],
)
def test_a_file_that_is_no_record(
    tmp_path: Path, name: str, content: bytes | None, words: str
) -> None:
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content)
    result = run("--json", file)
    assert (result.exit_code, result.stderr) == (2, "")
    problem = json.loads(result.output)["malformed"]
    assert problem["where"] == str(file)
    assert words in problem["message"]
    shown = run(file, columns=400)
    assert (shown.exit_code, shown.stderr) == (2, "")
    assert words in shown.output


def test_a_directory_is_no_record(tmp_path: Path) -> None:
    folder = tmp_path / "rounds.toml"
    folder.mkdir()
    result = run("--json", folder)
    assert result.exit_code == 2
    assert "cannot be read" in json.loads(result.output)["malformed"]["message"]


def test_a_key_that_stands_twice_is_malformed() -> None:
    result = run("--json", "-", given='{"format": "houserules/round-1", "cards": "", "cards": ""}')
    assert result.exit_code == 2
    assert json.loads(result.output)["malformed"]["where"] == "cards"


def test_standard_input_that_is_neither() -> None:
    result = run("--json", "-", given="hello")
    message = json.loads(result.output)["malformed"]["message"]
    assert result.exit_code == 2
    assert message.startswith("is not TOML: ")
    assert "nor is it JSON" in message


@pytest.mark.parametrize("options", [["--json"], ["--lines"], []])
def test_nobody_reads_the_output_any_more(tmp_path: Path, options: list[str]) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(RECORD), "utf-8")
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        program("settle", *options, str(file)), stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("options", [["--json"], ["--lines"], []])
def test_a_full_disk_is_said_in_a_line(files: dict[str, Path], options: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            program("settle", *options, str(files["good_json"])),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 74
    assert done.stderr.decode().startswith("houserules: reading or writing failed: ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("columns", [80, 120])
def test_a_person_sees_hands_settlements_and_net(files: dict[str, Path], columns: int) -> None:
    result = run(files["good_toml"], columns=columns)
    lines = [line.rstrip() for line in result.output.splitlines()]
    assert result.exit_code == 0
    assert max(map(len, lines)) <= columns
    assert lines[0] == "Pontoon, New South Wales, 16 August 2024 (nsw-pontoon-2024)"
    assert "  Dealer  7♥ K♣     17" in lines
    assert "  Box 2   9♣ 5♣ 4♦  18  doubled" in lines
    rows = [" ".join(line.split()) for line in lines]
    assert "1 ann perfect pairs $5 win 25 to 1 $130 +$125 16.8.3" in rows
    assert "bob bonus $0 bonus $50 +$50 11.5" in rows
    assert rows.index("Interim settlement") < rows.index("Final settlement")
    assert "ann $30 $5,230 +$5,200" in rows
    assert lines[-1] == "Cards left over: none"


def test_a_person_sees_split_hands_by_their_number_and_what_is_left_over() -> None:
    record = {
        **RECORD,
        "cards": "8s 6c 8d Kc Ks 9c Kd 5d 2h",
        "decisions": ["1 split", "1 stand", "1 hit"],
        "wagers": RECORD["wagers"][:1],
        "side_wagers": [],
    }
    output = run("-", given=json.dumps(record)).output
    rows = [" ".join(line.split()) for line in output.splitlines()]
    assert "Box 1.1 8♠ K♣ 18 split" in rows
    assert "Box 1.2 8♦ K♠ 9♣ 27 bust, split" in rows
    assert "1.2 ann split $25 lose $0 −$25 12.5" in rows
    assert output.endswith("Cards left over: 2♥\n")


def test_a_long_name_folds_and_an_amount_does_not() -> None:
    text = json.dumps(RECORD).replace("ann", "Annabel Featherstonehaugh of Upper Hutt")
    output = run("-", given=text).output
    assert max(len(line.rstrip()) for line in output.splitlines()) <= 80
    assert "$5,000  +$5,000  11.5" in output


@pytest.mark.parametrize("columns", [30, 44])
def test_a_narrow_screen_loses_no_digit_and_no_clause(files: dict[str, Path], columns: int) -> None:
    output = run(files["good_toml"], columns=columns).output
    assert max(map(len, output.splitlines())) <= columns
    words = " ".join(output.split())
    assert "ann; Wager perfect pairs; Stake $5; Result win 25 to 1; Returned $130" in words
    assert "Net +$125; Clause 16.8.3" in words
    assert "bob; Wager original; Stake $20; Result win 1 to 1; Returned $40" in words
    assert "Net +$20; Clause 17.1.5" in words
    assert "+$5,200" in words


def test_no_line_ends_in_blanks(files: dict[str, Path]) -> None:
    output = run(files["good_toml"], columns=120).output
    assert [line for line in output.splitlines() if line != line.rstrip()] == []


@pytest.mark.parametrize("name", ["nowhere.toml", "nowhere"])
def test_a_missing_file_is_not_called_malformed(tmp_path: Path, name: str) -> None:
    result = run(tmp_path / name, columns=300)
    assert result.exit_code == 2
    assert result.output.startswith("Cannot read the file\n")
    assert "there is no such file" in result.output and "Malformed" not in result.output


def test_a_person_sees_what_the_clause_says(files: dict[str, Path]) -> None:
    result = run(files["refused_json"], columns=300)
    assert result.exit_code == 1
    assert result.output.splitlines()[:2] == [
        'Breaks a rule: decisions[1], "2 double 30"',
        "  bob can double for at most $20.",
    ]
    assert "  13.1: The controlling player may double" in result.output


def test_several_files_are_headed_by_their_names(files: dict[str, Path]) -> None:
    result = run(files["malformed_json"], files["good_json"], columns=300)
    assert result.exit_code == 2
    assert result.output.startswith(f"{files['malformed_json']} ─")
    assert f"{files['malformed_json']}, cards[3]: '7x' is not a card" in result.output
    assert f"{files['good_json']} ─" in result.output


def test_a_name_cannot_steer_the_terminal() -> None:
    text = json.dumps(RECORD).replace('"ann"', '"[red]a\\u001b[2Jnn"')
    output = run("-", given=text).output
    assert "\x1b" not in output
    assert "[red]a" in output


def test_colour_and_plain_letters_as_the_terminal_can(files: dict[str, Path]) -> None:
    plain = {**os.environ, "PYTHONIOENCODING": "ascii", "NO_COLOR": "1"}
    coloured = {**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color"}
    coloured.pop("NO_COLOR", None)
    outputs = [
        subprocess.run(
            program("settle", str(files["good_toml"])), capture_output=True, env=env, check=True
        ).stdout
        for env in (plain, coloured)
    ]
    assert b"Dealer  7h Kc" in outputs[0]
    assert b"\x1b[1;31m7\xe2\x99\xa5\x1b[0m" in outputs[1]
    assert b"\x1b[1mK\xe2\x99\xa3\x1b[0m" in outputs[1]
