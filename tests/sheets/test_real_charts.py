"""The charts that the program finds, on the card."""

from pathlib import Path
from xml.etree import ElementTree

from houserules.odds.chart import Chart, find_chart
from houserules.odds.solved_game import solve
from houserules.rulebook.loader import rulebook
from houserules.sheets.chart_card import card_of, code
from houserules.sheets.drawings import draw_chart
from sheets.test_notation import read  # the reader of codes


def _codes(chart: Chart) -> None:
    for rows in (chart.hard, chart.soft):
        for row in rows.values():
            for cell in row.values():
                assert all(read(code(cell), n) == cell.action(n) for n in range(2, 9))


def test_a_real_chart_is_drawn_whole(tmp_path: Path) -> None:
    chart = find_chart(solve(rulebook("nsw-pontoon-2024")))
    _codes(chart)
    card = card_of(chart)
    assert [section.title for section in card.sections] == [
        *("Hard total", "Soft total", "Pair", "After a double", "Of one suit")
    ]
    draw_chart(chart, "Pontoon", tmp_path / "chart.svg")
    drawn = ElementTree.parse(tmp_path / "chart.svg").getroot()
    text = ["".join(each.itertext()) for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    for section in card.sections:
        for line in section.lines:
            assert line.label in text
            assert {square.code for square in line.squares} <= set(text)
