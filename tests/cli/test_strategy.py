"""`houserules strategy`: the chart for a person, every hand for a program, a drawing."""

from pathlib import Path
from typing import Any

import pytest

from cli.numbers import data, page, refused, squeezed
from houserules.odds.chart import find_chart
from houserules.odds.solved_game import SolvedGame, solve
from houserules.rulebook.loader import RULEBOOKS, rulebook, software
from houserules.rulebook.options import vary

S24, S65, NZ, PJ = RULEBOOKS
ACTIONS = ["stand", "hit", "double", "split", "surrender"]


@pytest.fixture(scope="module")
def rows() -> dict[str, Any]:
    return dict(data("strategy", S24, "--decks", "1"))


@pytest.fixture(scope="module")
def solved() -> SolvedGame:
    return solve(vary(rulebook(S24), "decks", 1))


def test_the_object_is_that_of_the_contract(rows: dict[str, Any]) -> None:
    assert list(rows)[:4] == ["rulebook", "decks", "hands", "forfeit"]
    assert rows["software"] == software(S24)
    assert (rows["rulebook"], rows["decks"]) == (S24, 1)
    for row in rows["hands"]:
        assert {"upcard", "cards", "suits", "split_from", "best", "values"} <= row.keys()
        assert list(row["values"]) == ACTIONS
        open_to = {name: value for name, value in row["values"].items() if value is not None}
        assert open_to[row["best"]] == max(open_to.values())
    for row in rows["forfeit"]:
        assert {"upcard", "cards", "total", "forfeit"} <= row.keys()


def test_the_rows_earn_the_edge(rows: dict[str, Any], solved: SolvedGame) -> None:
    values = {
        (row["upcard"], row["cards"]): row["values"][row["best"]]
        for row in rows["hands"]
        if row["split_from"] is None and row["suits"] is None and len(row["cards"]) == 3
    }
    compared = 0
    for each in solved.by_hand:
        if (each.upcard, each.cards) in values:
            assert values[each.upcard, each.cards] == pytest.approx(each.value, abs=1e-12)
            compared += 1
    assert compared > 400


def test_the_chart_is_printed_with_its_cost(solved: SolvedGame) -> None:
    text = page("strategy", S24, "--decks", "1")
    chart = find_chart(solved)
    words = squeezed(text)
    assert f"House edge {100 * chart.house_edge:.6f} % by this chart" in words
    assert f"the chart costs {100 * chart.cost:.6f} %" in words
    for title in ("Hard total", "Soft total", "Pair", "After a double", "How to read it"):
        assert title in text
    assert "S stand H hit D double P split" in words
    assert "A number in a code" in words
    pair = next(line for line in text.splitlines() if line.startswith("8 8"))
    marks = pair.split()[2:]
    assert [mark == "P" for mark in marks] == [chart.pairs["8"][u] for u in chart.upcards]
    for line in text.splitlines():
        assert len(line) <= 80 and line == line.rstrip()


def test_the_chart_is_drawn(tmp_path: Path) -> None:
    drawing = tmp_path / "chart.svg"
    page(
        "strategy",
        PJ,
        "--decks",
        "1",
        "--set",
        "hands_most=2",
        "--chart",
        str(drawing),
        wrote=drawing,
    )
    text = drawing.read_text("utf-8")
    assert "Pinkjack" in text and "hands_most" in text


def test_a_shoe_without_sevens_has_a_chart_too(tmp_path: Path) -> None:
    drawing = tmp_path / "chart.svg"
    without = ("--decks", "1", "--remove", "7s 7h 7d 7c", "--chart", str(drawing))
    lines = page("strategy", S24, *without, wrote=drawing).splitlines()
    assert any(line.split() == ["Hard", "total", *"2345689TA"] for line in lines)
    sevens = next(line for line in lines if line.startswith("7 7"))
    assert set(sevens.split()[2:]) == {"·"}
    assert drawing.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nonsense",), "no rulebook"),
        ((S24, "--set", "resplit=2"), "true or false"),
        ((S24, "--decks", "1001"), "from 1 to 1000"),
        ((S24, "--chart", "chart"), "it may be .svg, .png, .pdf"),
    ],
)
def test_what_is_impossible_is_refused(arguments: tuple[str, ...], said: str) -> None:
    assert said in refused("strategy", *arguments)
