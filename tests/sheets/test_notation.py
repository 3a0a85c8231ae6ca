"""Codes say what the cells say, and no code says two things."""

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houserules.odds.chart import ChartCell
from houserules.sheets.chart_card import LETTERS, code, meaning

ACTIONS = {letter: action for action, letter in LETTERS.items()}


def read(text: str, cards: int) -> str:
    """Play by a code as the legend explains it, a surrender aside."""
    text = text.removeprefix("R")
    if text[-1].isdigit():
        text += "H"
    first, *rest = re.findall(r"[A-Z]|\d+", text)
    action = first
    for number, letter in zip(rest[::2], rest[1::2], strict=True):
        action = letter if cards >= int(number) else action
    return ACTIONS[action]


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (ChartCell(((2, "stand"),)), "S"),
        (ChartCell(((2, "stand"), (5, "hit"))), "S5"),
        (ChartCell(((2, "double"), (4, "stand"), (5, "hit"))), "D4S5"),
        (ChartCell(((2, "hit"), (4, "stand"))), "H4S"),
        (ChartCell(((2, "surrender"), (3, "hit")), "hit"), "RH"),
        (ChartCell(((2, "surrender"), (3, "stand"), (4, "hit")), "stand"), "RS4"),
        (ChartCell(((2, "surrender"), (3, "hit")), "double"), "RD3"),
        (ChartCell(((2, "surrender"),), "stand"), "RS"),
    ],
)
def test_a_cell_has_its_code(cell: ChartCell, expected: str) -> None:
    assert code(cell) == expected


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (ChartCell(((2, "hit"),)), "hit"),
        (ChartCell(((2, "stand"), (5, "hit"))), "stand; with 5 or more cards hit"),
        (
            ChartCell(((2, "double"), (4, "stand"), (5, "hit"))),
            "double; with 4 cards stand; with 5 or more hit",
        ),
        (
            ChartCell(((2, "hit"), (3, "stand"), (6, "hit"))),
            "hit; with 3 to 5 cards stand; with 6 or more hit",
        ),
        (
            ChartCell(((2, "surrender"), (4, "hit")), "stand"),
            "surrender; where that is not open stand; with 4 or more cards hit",
        ),
    ],
)
def test_a_cell_is_told_in_words(cell: ChartCell, expected: str) -> None:
    assert meaning(cell) == expected


@st.composite
def cells(draw: st.DrawFn) -> ChartCell:
    actions = draw(
        st.lists(st.sampled_from(["stand", "hit", "double"]), min_size=1, max_size=4).filter(
            lambda each: all(a != b for a, b in itertools.pairwise(each))
        )
    )
    numbers = sorted(
        draw(st.sets(st.integers(3, 9), min_size=len(actions) - 1, max_size=len(actions) - 1))
    )
    steps = tuple(zip([2, *numbers], actions, strict=True))
    if draw(st.booleans()):
        otherwise = steps[0][1]
        return ChartCell(((2, "surrender"), *steps[1:]), otherwise)
    return ChartCell(steps)


@given(cells())
def test_who_reads_a_code_plays_the_cell(cell: ChartCell) -> None:
    for cards in range(2, 12):
        assert read(code(cell), cards) == cell.action(cards)
    assert code(cell).startswith("R") == (cell.steps[0][1] == "surrender")
