"""Solved games on disk: an unchanged rulebook is answered without NumPy, Numba or the table."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.numbers import data
from houserules.analysis import cache
from houserules.rulebook.loader import RULEBOOKS

S24 = RULEBOOKS[0]
GIVEN = ("odds", S24, "--decks", "1", "--set", "hands_most=2")
LOADED = """
import sys
from houserules.cli.main import main
try:
    main()
finally:
    heavy = {"numpy", "numba", "houserules.table", "houserules.floor", "houserules.shoe"}
    print(sorted(heavy & set(sys.modules)), file=sys.stderr)
"""


def without_time(answer: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key != "seconds"}


def test_a_solved_game_is_answered_from_the_disk_without_numpy() -> None:
    first = data(*GIVEN)
    command = [sys.executable, "-c", LOADED, *GIVEN, "--json"]
    again = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ})
    assert again.stderr == "[]\n"
    assert without_time(json.loads(again.stdout)) == without_time(first)


def test_a_damaged_file_is_ignored_and_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = data(*GIVEN)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert without_time(data(*GIVEN)) == without_time(first)
    (file,) = (tmp_path / "houserules").iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    assert without_time(data(*GIVEN)) == without_time(first)
    assert file.read_bytes() == whole


def test_another_wager_rule_or_source_is_another_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    edges = [data(*GIVEN, *more)["house_edge"] for more in ((), ("--set", "pontoon_pays=6:5"))]
    assert edges[0] != edges[1]
    insured = data(*GIVEN, "--set", "insurance_pays=3:1")["side_wagers"]["insurance"]
    assert insured != data(*GIVEN)["side_wagers"]["insurance"]
    stored = len(list((tmp_path / "houserules").iterdir()))
    monkeypatch.setattr(cache, "_sources", lambda: "other sources")
    assert data(*GIVEN)["house_edge"] == edges[0]
    assert len(list((tmp_path / "houserules").iterdir())) == stored + 1
