"""CSV, Parquet and drawings of a simulation: every table, the same numbers as in the object."""

import csv
import json
from collections import defaultdict
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import polars
import pytest

from cli.numbers import run
from houserules.cli import simulate_run
from houserules.rulebook.loader import RULEBOOKS
from houserules.sheets.files import SheetError

S24, S65, NZ, PJ = RULEBOOKS
pytestmark = pytest.mark.usefixtures("kernels")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """Every file of one simulation, and its object."""
    folder = tmp_path_factory.mktemp("files")
    given = ("--rounds", "4000", "--by", "upcard", "--side", "perfect-pairs", "--session", "20")
    given = (*given, "--sessions", "30", "--bankroll", "200", "--insure", "--json")
    asked = [
        part
        for name in ("csv", "parquet", "plot")
        for part in (f"--{name}", str(folder / f"a.{'svg' if name == 'plot' else name}"))
    ]
    done = run("simulate", S24, "--strategy", "mimic", *given, *asked)
    assert (done.exit_code, done.stderr) == (0, "")
    return folder, json.loads(done.stdout)


def tables(folder: Path) -> dict[str, dict[str, dict[str, str]]]:
    found: dict[str, dict[str, dict[str, str]]] = defaultdict(dict)
    with (folder / "a.csv").open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            found[row["table"]][row["key"]] = row
    return found


def test_csv_has_every_table(files: tuple[Path, dict[str, Any]]) -> None:
    folder, told = files
    found = tables(folder)
    assert float(found["figures"]["house_edge"]["value"]) == told["house_edge"]
    assert {kind: int(row["times"]) for kind, row in found["results"].items()} == told["results"]
    for cell, row in found["upcard"].items():
        assert int(row["times"]) == told["by"]["upcard"][cell]["rounds"]
        assert float(row["value"]) == told["by"]["upcard"][cell]["value"]
    for name in ("upcard", "distribution", "perfect-pairs"):
        assert sum(float(row["share"]) for row in found[name].values()) == pytest.approx(1)
    assert {end: int(row["times"]) for end, row in found["insurance"].items()} == (
        told["insurance"]["ends"]
    )
    assert len(found["session-final"]) == len(found["session-drawdown"]) == 30
    mean = sum(float(row["value"]) for row in found["session-final"].values()) / 30
    assert mean == pytest.approx(told["sessions"]["mean"])
    assert len(found["fan-05"]) == len(found["fan-95"]) == 20  # every round of a short session
    last = float(found["fan-50"]["20"]["value"])
    assert last == pytest.approx(told["sessions"]["final"][2])


def test_parquet_has_the_same_rows(files: tuple[Path, dict[str, Any]]) -> None:
    folder, _ = files
    frame = polars.read_parquet(folder / "a.parquet")
    again = polars.read_csv(folder / "a.csv", schema=frame.schema)
    assert frame.columns == ["table", "key", "times", "share", "value"]
    assert frame.equals(again)


def test_the_drawing_has_every_panel(files: tuple[Path, dict[str, Any]]) -> None:
    root = ElementTree.parse(files[0] / "a.svg").getroot()
    said = {"".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")}
    for panel in ("Convergence of the edge", "Money over the session"):
        assert panel in said
    assert any(each.startswith("How sessions end: ") for each in said)
    assert "4,000" in " ".join(said)


def test_a_count_and_an_exact_edge_have_panels_too(tmp_path: Path) -> None:
    given = ("simulate", S24, "--rounds", "3000", "--plot", str(tmp_path / "a.svg"))
    assert run(*given, "--count", "hi-lo-48", "--strategy", "mimic").exit_code == 0
    assert "What a true count is worth" in (tmp_path / "a.svg").read_text("utf-8")
    assert run(*given, "--fresh", "--decks", "6").exit_code == 0
    assert "Difference from the exact edge" in (tmp_path / "a.svg").read_text("utf-8")


def test_a_file_that_cannot_be_written_costs_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: object) -> None:
        raise SheetError("the disk is full")

    monkeypatch.setattr(simulate_run, "writers", lambda options: (full,))
    kept = tmp_path / "kept.json"
    given = ("simulate", S24, "--strategy", "mimic", "--rounds", "2000", "--json")
    done = run(*given, "--save", str(kept))
    assert done.exit_code == 74
    assert json.loads(done.stdout)["rounds"] == 2000
    assert done.stderr == "houserules simulate: not written: the disk is full\n"
    assert kept.exists()
