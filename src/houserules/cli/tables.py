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

from houserules.rulebook.comparing import Side
from houserules.rulebook.readings import Alternative, Reading
from houserules.rulebook.render import ClauseView, ValueView

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Json = Union[dict[str, Any], "DataclassInstance"]


def put(*what: RenderableType) -> None:
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


def put_json(what: Json) -> None:
    """Print one JSON object."""
    typer.echo(json.dumps(what if isinstance(what, dict) else asdict(what), indent=2))


def heading(text: str) -> RenderableType:
    """Give a heading with a line left free above it."""
    return Padding(Text(text, style="bold"), (1, 0, 0, 0))


def grid(*widths: int | None) -> Table:
    """Give a table without lines: columns of a fixed width, or None for what is left."""
    table = Table.grid(padding=(0, 2, 0, 0), expand=False)
    for width in widths:
        table.add_column(width=width, overflow="fold")
    return table


def lined(*columns: str, whole: tuple[int, ...] = ()) -> Table:
    """Give a table with underlined titles; the columns in `whole` are not broken into lines."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold underline")
    for place, column in enumerate(columns):
        table.add_column(column, overflow="fold", no_wrap=place in whole)
    return table


def _number(text: str | int, width: int) -> Text:
    """Give the number of a clause, broken at a hyphen where it is a long name."""
    return Text("\n".join(wrap(str(text), width)), style="bold")


def lines(texts: Sequence[Text | str]) -> Text:
    """Put texts one under another in one cell."""
    return Text("\n").join(Text(each) if isinstance(each, str) else each for each in texts)


def clause_table(clauses: tuple[ClauseView, ...]) -> RenderableType:
    """Clauses: the number, what it says and what hangs on it, how the system stands to it."""
    table = grid(14, None, 18)
    for clause in clauses:
        says = [Text(clause.says), *(Text(line, style="cyan") for line in hangs_on(clause))]
        table.add_row(_number(clause.number, 14), lines(says), _stands(clause))
    return table


def _stands(clause: ClauseView) -> Text:
    if clause.planned:
        return Text(f"{clause.kind}, planned", style="dim")
    return lines([clause.kind, *(Text(module, style="green") for module in clause.by)])


def hangs_on(clause: ClauseView) -> Iterator[str]:
    """What hangs on a clause, a line each."""
    for value in clause.values:
        yield f"- {value.key}: {in_words(value)}"
    for part in clause.not_offered:
        yield f"- {part}: not in this game"
    if clause.readings:
        yield f"- see reading {', '.join(map(str, clause.readings))}"


def in_words(value: ValueView | Side) -> str:
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
        table.add_row(_number(each.number, 4), lines(text))
    return table


def _choosing(option: str | None, other: Alternative) -> str:
    """How a record or a table chooses an alternative, if it can."""
    if other.value is None:
        return "Not read as"
    value = f'"{other.value}"' if isinstance(other.value, str) else str(other.value).lower()
    return f"With {option} = {value}"
