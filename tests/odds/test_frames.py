"""Solved games as data frames."""

import sys

import pytest

from houserules.odds import SolvedGame, solve
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import vary


@pytest.fixture(scope="module")
def solved() -> SolvedGame:
    return solve(vary(rulebook("nsw-pontoon-2024"), "decks", 1))


def test_tables_become_frames(solved: SolvedGame) -> None:
    hands = solved.to_frame()
    assert hands.columns == ["upcard", "cards", "probability", "value", "best"]
    assert (hands["probability"] * hands["value"]).sum() == pytest.approx(-solved.house_edge)
    assert solved.to_frame("by_upcard")["probability"].sum() == pytest.approx(1)
    assert set(solved.to_frame("results")["kind"]) == set(solved.results)
    assert solved.to_frame("distribution")["probability"].sum() == pytest.approx(1)


def test_the_strategy_is_a_frame_too(solved: SolvedGame) -> None:
    strategy = solved.to_frame("strategy")
    assert {"upcard", "cards", "best", "values.stand", "values.hit"} <= set(strategy.columns)
    assert len(strategy) > 20_000


def test_without_polars_the_error_names_what_to_install(
    solved: SolvedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ImportError, match=r"houserules\[frames\]"):
        solved.to_frame()
