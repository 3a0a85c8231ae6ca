"""Tables on a narrow screen: nothing is cut off, what is too wide is laid out another way."""

from collections.abc import Sequence
from typing import Final

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

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
        """Give the table as the screen has room for it."""
        names, *columns = self.table.columns
        if _width(self.table, self.table.columns, screen) <= options.max_width:
            yield self.table
            return
        for place, name in enumerate(names.cells):
            if str(name):
                yield Text(str(name), style="bold")
            told = [_told(column, list(column.cells)[place]) for column in columns]
            cells = Text("; ").join(each for each in told if each)
            cells.stylize(self.table.rows[place].style or "")
            yield Padding(cells, (0, 0, 0, _INDENT))


class InBlocks:
    """A table, or where that is too wide several, each with the first column and some others."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __rich_console__(self, screen: Console, options: ConsoleOptions) -> RenderResult:
        """Give the table in as many parts as the screen asks for."""
        names, *columns = self.table.columns
        part = [names]
        for column in columns:
            if len(part) > 1 and _width(self.table, [*part, column], screen) > options.max_width:
                yield self._part(part)
                part = [names]
            part.append(column)
        yield self._part(part)

    def _part(self, columns: Sequence[Column]) -> Table:
        """Give a table of some of the columns."""
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


def _told(column: Column, cell: RenderableType) -> Text:
    """Give a cell behind its title; nothing where the cell is empty."""
    style = cell.style if isinstance(cell, Text) else ""
    said = Text(str(cell).strip(), style=style)
    return Text(f"{column.header} ") + said if str(column.header) and said else said


def _width(table: Table, columns: Sequence[Column], screen: Console) -> int:
    """Give the least width at which hardly a word, and nothing that stays whole, is broken."""
    between = table.padding[1]
    return sum(_column_width(column, screen) + between for column in columns) - between


def _column_width(column: Column, screen: Console) -> int:
    vast = screen.options.update(max_width=_VAST)
    parts: list[RenderableType] = [column.header, *column.cells]
    found = [Measurement.get(screen, vast, each) for each in parts]
    if column.no_wrap:
        least = max(each.maximum for each in found)
    else:
        least = min(_WORD, max(each.minimum for each in found))
    return column.width or max(least, column.min_width or 0)
