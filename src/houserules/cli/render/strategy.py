"""The chart in the terminal, laid out as the card that `--chart` draws."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from houserules.analysis.options import OddsOptions
from houserules.analysis.request import OddsRequest, read_request
from houserules.cli.render import drawings
from houserules.cli.render.console import progress_bar, progress_of, rulebook_title
from houserules.cli.render.odds import percent, shoe_in_words
from houserules.cli.render.tables import (
    InBlocks,
    grid,
    headed_table,
    heading,
    print_page,
    with_software,
)
from houserules.core.money import format_money
from houserules.odds.chart import Chart, find_chart
from houserules.odds.solved_game import SolvedGame, solve
from houserules.odds.strategy import strategy_rows
from houserules.sheets.chart_card import HOW_TO_READ, ChartCard, Look, Section, card_of
from houserules.version import __version__

_STYLES: Final[dict[Look, str]] = {
    "hit": "",
    "stand": "yellow",
    "double": "bold green",
    "split": "bold cyan",
    "surrender": "bold red",
    "forfeit": "bold red",
    "nothing": "dim",
}


def print_strategy(options: OddsOptions, *, chart_file: str | None, as_json: bool) -> None:
    """Solve, and print the strategy."""
    request = read_request(options)
    draw = drawings.chart_drawer(chart_file) if chart_file else None
    with progress_bar("Solving") as work:
        solved = solve(request.game, shoe=request.shoe, progress=progress_of(work))
        if work:
            work.now("Finding chart and values")
        chart = find_chart(solved) if draw or not as_json else None
        rows = strategy_rows(solved) if as_json else {}
    if draw and chart:
        draw(request, chart)
    if as_json:
        _put_rows({"rulebook": request.rules.id, "decks": request.game.decks}, rows)
    elif chart:
        print_page(*page(request, solved, chart))


def _put_rows(head: dict[str, str | int], lists: Mapping[str, Sequence[object]]) -> None:
    """Print one JSON object with long lists, one entry per line."""
    out = sys.stdout
    out.write("{" + json.dumps(head)[1:-1])
    for name, rows in lists.items():
        out.write(f",\n{json.dumps(name)}: [")
        for place, row in enumerate(rows):
            out.write((",\n" if place else "\n") + json.dumps(row))
        out.write("\n]" if rows else "]")
    out.write(f',\n"software": {json.dumps(with_software(head)["software"])}}}\n')


def page(request: OddsRequest, solved: SolvedGame, chart: Chart) -> Iterator[RenderableType]:
    """Yield the chart, part by part."""
    yield rulebook_title(request.rules)
    head = grid(10, None)
    head.add_row("Shoe", shoe_in_words(request))
    head.add_row("Wager", format_money(request.wager))
    head.add_row("House edge", Text(f"{percent(chart.house_edge)} by this chart", style="bold"))
    best = f"{percent(solved.house_edge)} with best play for the exact cards"
    head.add_row("", f"{best}: the chart costs {percent(chart.cost)}")
    yield head
    card = card_of(chart)
    for section in card.sections:
        yield ""
        yield _section(card, section)
    yield heading("How to read it")
    yield from _legend(card)
    yield Text(f"houserules {__version__}", style="dim")


def _section(card: ChartCard, section: Section) -> RenderableType:
    table = headed_table(section.title, *card.upcards, whole=tuple(range(1 + len(card.upcards))))
    table.padding = (0, 1, 0, 0)
    table.columns[0].min_width = 14
    for column in table.columns[1:]:
        column.min_width = 4
    for line in section.lines:
        squares = (Text(each.code, style=_STYLES[each.look]) for each in line.squares)
        table.add_row(line.label, *squares)
    return InBlocks(table)


def _legend(card: ChartCard) -> Iterator[RenderableType]:
    """Explain the plain codes one by one, and those with numbers together."""
    plain = [(square, means) for square, means in card.legend if len(square.code) == 1]
    table = grid(4, None)
    for square, means in plain:
        table.add_row(Text(square.code, style=_STYLES[square.look]), means)
    yield table
    if len(plain) < len(card.legend):
        square, means = next(each for each in card.legend if len(each[0].code) > 1)
        yield f"{HOW_TO_READ} {square.code}: {means}."
    yield from card.notes
    yield "The columns are the dealer's card; T is any ten-value card. Soft: an ace counts 11."
