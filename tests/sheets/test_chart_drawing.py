"""The chart as a card: all that is on it, in every kind of file, the same every time."""

import itertools
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from houserules.odds.chart import Chart
from houserules.sheets.chart_card import card_of
from houserules.sheets.drawings import INKS, draw_chart
from houserules.sheets.files import SheetError


def texts(path: Path) -> list[str]:
    root = ElementTree.parse(path).getroot()
    return ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")]


def test_rows_that_say_the_same_are_one(chart: Chart) -> None:
    hard = card_of(chart).sections[0]
    assert [line.label for line in hard.lines] == ["4–10", "11", "12–14", "15", "16", "17–20"]


def test_a_row_has_a_square_for_every_upcard_in_order(chart: Chart) -> None:
    lines = {line.label: line for line in card_of(chart).sections[0].lines}
    assert [square.code for square in lines["16"].squares] == ["H"] * 8 + ["RH"] * 2
    assert [square.code for square in lines["15"].squares] == ["H"] * 4 + ["S6"] + ["H"] * 5


def test_spades_have_a_row_only_where_they_differ(chart: Chart) -> None:
    suited = card_of(chart).sections[-1]
    assert [line.label for line in suited.lines] == ["7 8", "6 8 ♥♦♣", "6 8 ♠"]


def test_only_totals_that_are_ever_given_up_are_shown(chart: Chart) -> None:
    forfeits = next(each for each in card_of(chart).sections if each.title == "After a double")
    assert [line.label for line in forfeits.lines] == ["12–16"]


def test_every_code_on_the_card_is_explained(chart: Chart) -> None:
    card = card_of(chart)
    shown = {s.code for sec in card.sections for line in sec.lines for s in line.squares}
    assert shown == {square.code for square, _ in card.legend}


def test_a_section_without_rows_is_left_out() -> None:
    bare = Chart(("2",), {}, {}, {}, (), {})
    assert card_of(bare).sections == ()


def test_the_svg_has_title_cells_and_footer(chart: Chart, tmp_path: Path) -> None:
    path = tmp_path / "chart.svg"
    draw_chart(chart, "Pontoon · 8 decks", path)
    found = texts(path)
    assert "Pontoon · 8 decks" in found
    assert found.count("D4S5") == 10 + 1  # the row of 11, and the legend
    assert found.count("RH") == 2 + 1
    assert found.count("F") == 1 + 1
    footer = "House edge when played by this chart: 1.2500 %. Cost of its simplicity: 0.0500 %."
    assert footer in found


def _small(chart: Chart) -> Chart:
    """The pairs of a chart alone: enough to see what file it becomes."""
    return replace(chart, hard={}, soft={}, suited=(), forfeit={})


@pytest.mark.parametrize(
    ("kind", "start"), [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("SVG", b"<?xml")]
)
def test_the_ending_says_what_is_drawn_and_it_is_always_the_same(
    chart: Chart, tmp_path: Path, kind: str, start: bytes
) -> None:
    for name in ("one", "two"):
        draw_chart(_small(chart), "Pontoon", tmp_path / f"{name}.{kind}")
    one = (tmp_path / f"one.{kind}").read_bytes()
    assert one.startswith(start)
    assert one == (tmp_path / f"two.{kind}").read_bytes()


def test_looks_differ_without_colour() -> None:
    inks = [(_grey(ink.fill), ink.hatch, ink.weight, ink.text) for ink in INKS.values()]
    assert len(set(inks)) == len(inks)
    greys = sorted(_grey(ink.fill) for ink in INKS.values() if ink.hatch is None)
    distinct = sorted(set(greys))
    assert all(b - a > 20 for a, b in itertools.pairwise(distinct))


def _grey(colour: str) -> int:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return round(0.299 * red + 0.587 * green + 0.114 * blue)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("c.jpg", "ends in '.jpg'; it may be .svg, .png, .pdf"),
        ("chart", "has no ending; it may be .svg, .png, .pdf"),
        ("missing/c.svg", "there is no folder"),
    ],
)
def test_a_path_that_cannot_be_is_refused(
    chart: Chart, tmp_path: Path, name: str, says: str
) -> None:
    with pytest.raises(SheetError, match=says):
        draw_chart(chart, "Pontoon", tmp_path / name)


def test_a_folder_is_no_file(chart: Chart, tmp_path: Path) -> None:
    (tmp_path / "c.svg").mkdir()
    with pytest.raises(SheetError, match="is a folder"):
        draw_chart(chart, "Pontoon", tmp_path / "c.svg")


def test_a_file_that_cannot_be_written_is_told(chart: Chart) -> None:
    with pytest.raises(SheetError, match=r"c\.svg cannot be written: "):
        draw_chart(_small(chart), "Pontoon", Path("/proc/self/c.svg"))


def test_without_matplotlib_the_extra_is_named(
    chart: Chart, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(SheetError, match=r"needs matplotlib.*pip install 'houserules\[sheets\]'"):
        draw_chart(chart, "Pontoon", tmp_path / "c.svg")
