"""Rich in the terminal, plain text in a pipe; clauses, values and readings as tables."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Union

import typer
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houserules.rulebook.compare import Side
from houserules.rulebook.loader import RULEBOOKS, software
from houserules.rulebook.readings import Alternative, Reading
from houserules.rulebook.render import ClauseView, ValueView

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
from typing import Final

from rich.console import ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Column

Json = Union[dict[str, Any], "DataclassInstance"]


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


def print_json(what: Json) -> None:
    """Print one JSON object, with the software that made it."""
    typer.echo(
        json.dumps(with_software(what if isinstance(what, dict) else asdict(what)), indent=2)
    )


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


def headed_table(*columns: str, whole: tuple[int, ...] = ()) -> Table:
    """Return a table with underlined titles; the columns in `whole` are not broken into lines."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold underline")
    for place, column in enumerate(columns):
        table.add_column(column, overflow="fold", no_wrap=place in whole)
    return table


def _number(text: str | int, width: int) -> Text:
    """Return the number of a clause, broken at a hyphen where it is a long name."""
    return Text("\n".join(wrap(str(text), width)), style="bold")


def stack_lines(texts: Sequence[Text | str]) -> Text:
    """Put texts one under another in one cell."""
    return Text("\n").join(Text(each) if isinstance(each, str) else each for each in texts)


def clause_table(clauses: tuple[ClauseView, ...]) -> RenderableType:
    """Clauses: the number, what it says and what depends on it, how the system stands to it."""
    table = grid(14, None, 18)
    for clause in clauses:
        says = [Text(clause.says), *(Text(line, style="cyan") for line in dependents(clause))]
        table.add_row(_number(clause.number, 14), stack_lines(says), _enforcement(clause))
    return table


def _enforcement(clause: ClauseView) -> Text:
    if clause.planned:
        return Text(f"{clause.kind}, planned", style="dim")
    return stack_lines([clause.kind, *(Text(module, style="green") for module in clause.by)])


def dependents(clause: ClauseView) -> Iterator[str]:
    """What depends on a clause, a line each."""
    for value in clause.values:
        yield f"- {value.key}: {value_in_words(value)}"
    for part in clause.not_offered:
        yield f"- {part}: not in this game"
    if clause.readings:
        yield f"- see reading {', '.join(map(str, clause.readings))}"


def value_in_words(value: ValueView | Side) -> str:
    """A value, and in brackets what the operator may choose."""
    return value.shown if value.may_be is None else f"{value.shown} (option: {value.may_be})"


def reading_table(readings: tuple[Reading, ...], rulebook_id: str) -> RenderableType:
    """Readings: the question, the answer, other answers, the clauses of one rulebook."""
    table = grid(4, None)
    for each in readings:
        others = [f"{_choosing(each.option, other)}: {other.says}" for other in each.alternatives]
        text = [
            Text(each.question, style="bold"),
            Text(each.reading),
            *(Text(other, style="cyan") for other in others),
            Text(f"Clauses: {', '.join(each.clauses[rulebook_id])}", style="dim"),
        ]
        table.add_row(_number(each.number, 4), stack_lines(text))
    return table


def _choosing(option: str | None, other: Alternative) -> str:
    """How a record or a table chooses an alternative, if it can."""
    if other.value is None:
        return "Not read as"
    value = f'"{other.value}"' if isinstance(other.value, str) else str(other.value).lower()
    return f"With {option} = {value}"


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
            told = [_cell_text(column, list(column.cells)[place]) for column in columns]
            cells = Text("; ").join(each for each in told if each)
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
