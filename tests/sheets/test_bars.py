"""Bars of rule effects."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from houserules.sheets.drawings import AXIS, draw_effects
from houserules.sheets.files import SheetError

ROWS = [("pontoon pays 6 to 5", 1.25331), ("6 decks", -0.0123), ("nothing", 0.0)]


def texts(path: Path) -> list[str]:
    root = ElementTree.parse(path).getroot()
    return ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")]


def test_every_row_has_label_and_number(tmp_path: Path) -> None:
    draw_effects(ROWS, tmp_path / "bars.svg", title="What it is worth")
    found = texts(tmp_path / "bars.svg")
    assert {"pontoon pays 6 to 5", "6 decks", "+1.2533", "−0.0123", "+0.0000"} <= set(found)
    assert {AXIS, "What it is worth"} <= set(found)


def test_rows_stand_in_the_order_given(tmp_path: Path) -> None:
    draw_effects(ROWS, tmp_path / "bars.svg")
    found = texts(tmp_path / "bars.svg")
    labels = [each for each in found if each in dict(ROWS)]
    assert labels == [label for label, _ in ROWS]


@pytest.mark.parametrize("kind", ["png", "pdf", "svg"])
def test_bars_are_drawn_alike_twice(tmp_path: Path, kind: str) -> None:
    for name in ("one", "two"):
        draw_effects(ROWS[:2], tmp_path / f"{name}.{kind}")
    one = (tmp_path / f"one.{kind}").read_bytes()
    assert one == (tmp_path / f"two.{kind}").read_bytes()
    assert one.startswith({"png": b"\x89PNG", "pdf": b"%PDF", "svg": b"<?xml"}[kind])


@pytest.mark.parametrize("row", ROWS, ids=["more", "less", "same"])
def test_one_row_is_enough(tmp_path: Path, row: tuple[str, float]) -> None:
    draw_effects([row], tmp_path / "bars.svg")
    assert row[0] in texts(tmp_path / "bars.svg")


def test_without_effects_there_is_nothing_to_draw(tmp_path: Path) -> None:
    with pytest.raises(SheetError, match="no effects"):
        draw_effects([], tmp_path / "bars.svg")
    assert not (tmp_path / "bars.svg").exists()


def test_other_endings_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SheetError, match=r"ends in '\.gif'"):
        draw_effects(ROWS, tmp_path / "bars.gif")
