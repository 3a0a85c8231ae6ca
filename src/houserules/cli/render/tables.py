"""Rich in the terminal, plain text in a pipe; tables, also on a narrow screen."""

import json
from collections.abc import Collection, Sequence
from typing import Any, Final

import typer
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from houserules.rulebook.loader import RULEBOOKS, software


def print_page(*what: RenderableType) -> None:
    """Print for a person; into a pipe without colours, lines or blanks at the end of a line."""
    console = Console(markup=False, highlight=False, emoji=False)
    if console.is_terminal:
        for each in what:
            console.print(each)
        return
    with console.capture() as caught:
        for each in what:
            console.print(each)
    typer.echo("\n".join(line.rstrip() for line in caught.get().splitlines()))


def print_json(data: dict[str, Any]) -> None:
    """Print one JSON object, with the software that made it."""
    typer.echo(json.dumps(with_software(data), indent=2))


def with_software(data: dict[str, Any]) -> dict[str, Any]:
    """Add version and rulebook hashes to an answer, so that a laboratory can name what it tested."""
    if data.keys() <= {"error", "malformed", "violation"}:
        return data
    sides = (data, data.get("left"), data.get("right"))
    names = [side.get("rulebook") for side in sides if isinstance(side, dict)]
    return {**data, "software": software(*(name for name in names if name in RULEBOOKS))}


def heading(text: str) -> RenderableType:
    """Return a heading with a line left free above it."""
    return Padding(Text(text, style="bold"), (1, 0, 0, 0))


def grid(*widths: int | None) -> Table:
    """Return a table without lines: columns of a fixed width, or None for what is left."""
    table = Table.grid(padding=(0, 2, 0, 0), expand=False)
    for width in widths:
        table.add_column(width=width, overflow="fold")
    return table


def headed_table(*columns: str, whole: Collection[int] = (), right: Collection[int] = ()) -> Table:
    """Return a table with underlined titles; columns in `whole` and `right` (numbers) stay whole."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold underline")
    for place, column in enumerate(columns):
        table.add_column(
            column,
            overflow="fold",
            no_wrap=place in (*whole, *right),
            justify="right" if place in right else "left",
        )
    return table


def stack_lines(texts: Sequence[Text | str]) -> Text:
    """Put texts one under another in one cell."""
    return Text("\n").join(Text(each) if isinstance(each, str) else each for each in texts)


# Tables on a narrow screen: nothing is cut off, what is too wide is laid out another way.


_INDENT: Final = 2
_WORD: Final = 20
"""Longer words may be broken."""
_VAST: Final = 1000
"""So wide a screen that nothing is broken on it."""


class InRows:
    """A table, or where that is too wide its rows one under another: a name, and its cells below."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __rich_console__(self, screen: Console, options: ConsoleOptions) -> RenderResult:
        """Return the table as the screen has room for it."""
        names, *columns = self.table.columns
        if _width(self.table, self.table.columns, screen) <= options.max_width:
            yield self.table
            return
        for place, name in enumerate(names.cells):
            if str(name):
                yield Text(str(name), style="bold")
            titled = [_cell_text(column, list(column.cells)[place]) for column in columns]
            cells = Text("; ").join(cell for cell in titled if cell)
            cells.stylize(self.table.rows[place].style or "")
            yield Padding(cells, (0, 0, 0, _INDENT))


class InBlocks:
    """A table, or where that is too wide several, each with the first column and some others."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __rich_console__(self, screen: Console, options: ConsoleOptions) -> RenderResult:
        """Return the table in as many parts as the screen asks for."""
        names, *columns = self.table.columns
        part = [names]
        for column in columns:
            if len(part) > 1 and _width(self.table, [*part, column], screen) > options.max_width:
                yield self._part(part)
                part = [names]
            part.append(column)
        yield self._part(part)

    def _part(self, columns: Sequence[Column]) -> Table:
        """Return a table of some of the columns."""
        table = Table(
            *(column.copy() for column in columns),
            box=None,
            padding=self.table.padding,
            pad_edge=False,
            header_style=self.table.header_style,
        )
        rows = zip(*(column.cells for column in columns), strict=True)
        for cells, row in zip(rows, self.table.rows, strict=True):
            table.add_row(*cells, style=row.style)
        return table


def _cell_text(column: Column, cell: RenderableType) -> Text:
    """Return a cell behind its title; nothing where the cell is empty."""
    style = cell.style if isinstance(cell, Text) else ""
    said = Text(str(cell).strip(), style=style)
    return Text(f"{column.header} ") + said if str(column.header) and said else said


def _width(table: Table, columns: Sequence[Column], screen: Console) -> int:
    """Return the least width at which hardly a word, and nothing that stays whole, is broken."""
    vast, between, total = screen.options.update(max_width=_VAST), table.padding[1], 0
    for column in columns:
        cells: list[RenderableType] = [column.header, *column.cells]
        measures = [Measurement.get(screen, vast, cell) for cell in cells]
        if column.no_wrap:
            least = max(measure.maximum for measure in measures)
        else:
            least = min(_WORD, max(measure.minimum for measure in measures))
        total += between + (column.width or max(least, column.min_width or 0))
    return total - between
