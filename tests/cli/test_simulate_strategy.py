"""The strategies of `houserules simulate`: the chart as it is printed, best play, files, kept ones."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cli.numbers import data
from houserules.analysis import cache as disk_cache
from houserules.analysis import strategies
from houserules.analysis.strategies import chart_rows
from houserules.odds.chart import Chart, ChartPlay, find_chart
from houserules.odds.solved_game import SolvedGame, solve
from houserules.odds.strategy import strategy_rows
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import vary
from houserules.simulator import BoxBettor, FullShoe, from_rows, game, run

S24, S65, NZ, PJ = RULEBOOKS
pytestmark = pytest.mark.usefixtures("kernels")
ROUNDS = 3_000_000


@cache
def solved() -> SolvedGame:
    return solve(vary(rulebook(S24), "decks", 6), wager=2500)


@cache
def chart() -> Chart:
    return find_chart(solved())


@cache
def rows() -> dict[str, list[dict[str, Any]]]:
    return chart_rows(chart(), strategy_rows(solved()))


def test_the_chart_is_played_as_it_is_valued() -> None:
    valued = solve(solved().game, policy=ChartPlay(chart()))
    rules = vary(rulebook(S24), "decks", 6)
    ready = game(rules, [BoxBettor(from_rows(rows()))], equipment=FullShoe())
    result = run(ready, rounds=ROUNDS)
    assert abs(result.house_edge - chart().house_edge) < 4 * result.standard_error
    ours, exact = result.results, valued.results
    common = [kind for kind, chance in exact.items() if chance * ROUNDS > 50]
    off = [(ours[kind] - exact[kind] * ROUNDS) / (exact[kind] * ROUNDS) ** 0.5 for kind in common]
    assert max(map(abs, off)) < 5
    assert len(common) > 15


def test_rows_say_what_the_chart_says() -> None:
    shown = {
        (row["upcard"], row["cards"], row["suits"]): row["best"]
        for row in rows()["hands"]
        if row["split_from"] is None
    }
    for upcard in chart().upcards:
        assert (shown[upcard, "8 8", None] == "split") == chart().pairs["8"][upcard]
        assert shown[upcard, "2 3 6", None] == chart().hard[11][upcard].action(3)
        assert shown[upcard, "A 7", None] == chart().soft[18][upcard].action(2)
    for row in chart().suited:
        assert shown[row.upcard, row.cards, row.suits] == row.action
    assert {row["forfeit"] for row in rows()["forfeit"]} == {True, False}
    assert "exceptions" not in rows()


def test_no_row_asks_for_what_the_rules_refuse() -> None:
    for row in rows()["hands"]:
        assert row["values"][row["best"]] is not None, row


GIVEN = ("simulate", S24, "--decks", "6", "--rounds", "30000", "--fresh", "--strategy")


@pytest.fixture(scope="module")
def by_chart() -> dict[str, Any]:
    """What the command plays as the chart, of the game that is solved here anyway."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strategies, "solve", lambda *args, **more: solved())
        patch.setattr(strategies, "find_chart", lambda found: chart())
        return dict(data(*GIVEN, "chart"))


def test_a_file_is_played_as_the_strategy_that_it_was_written_by(
    tmp_path: Path, by_chart: dict[str, Any]
) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(rows()), "utf-8")
    mine = data(*GIVEN, str(file))
    assert mine["results"] == by_chart["results"] and mine["strategies"] == [str(file)]
    assert by_chart["exact"]["house_edge"] == pytest.approx(chart().house_edge, abs=1e-12)
    assert mine["exact"] is None


def test_what_was_solved_is_not_solved_again(
    monkeypatch: pytest.MonkeyPatch, by_chart: dict[str, Any]
) -> None:
    def again(*args: object, **more: object) -> None:
        raise AssertionError("it is kept")

    monkeypatch.setattr(strategies, "solve", again)
    assert data(*GIVEN, "chart")["results"] == by_chart["results"]


def test_what_is_kept_goes_by_its_key_and_survives_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(disk_cache, "_MOST", 2)
    kept = disk_cache.load_or_make
    assert kept("one", lambda: 1) == 1
    assert kept("one", lambda: 2) == 1
    assert kept("two", lambda: 2) == 2
    for file in (tmp_path / "houserules").iterdir():
        file.write_bytes(b"damaged")
    assert kept("one", lambda: 3) == 3 and kept("one", lambda: 4) == 3
    assert kept("three", lambda: 5) == 5
    assert len(list((tmp_path / "houserules").iterdir())) == 2  # the oldest is gone
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))  # no folder can be made there
    assert kept("one", lambda: 6) == 6
