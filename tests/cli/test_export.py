"""`houserules export` and `houserules verify export`."""

import json
import os
from pathlib import Path

import pytest

from cli.journals import at, run


def test_a_round_is_written_and_verified(night_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "round"
    result = run("export", "--round", "t1/2", "--out", out, *at(night_file))
    assert result.exit_code == 0
    assert "records.jsonl" in result.output and "houserules verify export" in result.output
    assert {each.name for each in out.iterdir()} == {
        *("manifest.json", "records.jsonl", "rounds.jsonl", "payments.jsonl", "transfers.jsonl"),
        *("round-records.jsonl", "round-t1-2.toml"),
    }
    result = run("verify", "export", out)
    assert result.exit_code == 0
    assert "Verified: 6 files" in result.output


def test_what_is_exported_can_be_settled_and_explained(night_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "table"
    run("export", "--table", "t2", "--out", out, *at(night_file))
    lines = (out / "round-records.jsonl").read_text("utf-8").splitlines()
    result = run("settle", "--json", "--lines", out / "round-records.jsonl")
    assert result.exit_code == 0
    assert len(result.output.splitlines()) == len(lines) >= 3
    run("export", "--round", "t2/1", "--out", tmp_path / "round", *at(night_file))
    file = tmp_path / "round" / "round-t2-1.toml"
    assert run("settle", file).exit_code == 0
    assert run("explain", file).exit_code == 0


def test_json_is_the_manifest(night_file: Path, tmp_path: Path) -> None:
    result = run(
        "export", "--player", "ann", "--form", "csv", "--out", tmp_path, *at(night_file), "--json"
    )
    assert json.loads(result.output) == json.loads((tmp_path / "manifest.json").read_text("utf-8"))


def test_a_day_is_one_of_its_zone(night_file: Path, tmp_path: Path) -> None:
    day = ("export", "--day", "2026-11-18", "--json", *at(night_file))
    here = json.loads(run(*day, "--out", tmp_path / "utc").output)
    there = json.loads(run(*day, "--out", tmp_path / "late", "--zone", "Pacific/Kiritimati").output)
    assert here["streams"] and there["streams"] == {}  # it is 19 November there
    result = run(*day, "--out", tmp_path / "none", "--zone", "Atlantis")
    assert result.exit_code == 2 and "no such time zone" in result.output


@pytest.mark.parametrize("name", ["records.jsonl", "manifest.json"])
def test_a_pipe_in_an_export_is_refused_and_not_waited_for(
    night_file: Path, tmp_path: Path, name: str
) -> None:
    folder = tmp_path / "out"
    assert run("export", "--round", "t1/2", "--out", folder, *at(night_file)).exit_code == 0
    (folder / name).unlink()
    os.mkfifo(folder / name)
    os.mkfifo(folder / "more")
    result = run("verify", "export", folder)
    assert result.exit_code == (2 if name == "manifest.json" else 1)
    assert name in result.output and "not a regular file" in " ".join(result.output.split())


def test_a_changed_file_is_not_verified(night_file: Path, tmp_path: Path) -> None:
    run("export", "--round", "t1/1", "--out", tmp_path, *at(night_file))
    file = tmp_path / "records.jsonl"
    file.write_text(file.read_text("utf-8").replace('"actor": "Max"', '"actor": "Sam"', 1), "utf-8")
    result = run("verify", "export", tmp_path)
    assert result.exit_code == 1
    assert "Not verified: 2 findings." in result.output
    assert "table/t1 1: is not what was hashed" in result.output
    output = json.loads(run("verify", "export", tmp_path, "--json").output)
    assert output["verified"] is False and len(output["findings"]) == 2


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (
            (),
            "give exactly one of --round, --session, --tournament, --promotion, --player, --table, --day",
        ),
        (("--table", "t1", "--day", "2026-11-18"), "give exactly one of --round, --session"),
        (("--round", "t1/99"), "table t1 has no round 99; it has rounds 1 to "),
        (("--table", "t9"), "there is no table 't9'; there are t1, t2"),
        (("--player", "nobody"), "there is nobody named 'nobody'"),
        (("--day", "soon"), "'soon' is not a date"),
        (("--table", "t1", "--form", "xml"), "no such format: xml (formats: jsonl, csv, parquet)"),
    ],
)
def test_what_cannot_be_exported_is_said(
    night_file: Path, tmp_path: Path, args: tuple[str, ...], says: str
) -> None:
    result = run("export", *args, "--out", tmp_path / "new", *at(night_file))
    assert result.exit_code == 2
    assert says in " ".join(result.output.replace("│", "").split())
    assert not (tmp_path / "new").exists()


def test_a_folder_in_use_and_one_that_cannot_be_are_said(night_file: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run("export", "--table", "t1", "--out", tmp_path, *at(night_file))
    assert result.exit_code == 2 and "is not empty" in result.output
    result = run("export", "--table", "t1", "--out", tmp_path / "file" / "x", *at(night_file))
    assert result.exit_code == 2 and "cannot be written" in result.output
    result = run("verify", "export", tmp_path)
    assert result.exit_code == 2 and "manifest.json cannot be read" in result.output


def test_nobody_has_to_have_polars(
    night_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "polars", None)
    args = ("export", "--table", "t1", "--form", "parquet", "--out", tmp_path / "x")
    result = run(*args, *at(night_file))
    assert result.exit_code == 2 and "houserules[frames]" in result.output
