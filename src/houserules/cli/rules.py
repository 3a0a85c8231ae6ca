"""`houserules rules`: read a rulebook, look up a clause, compare two rulebooks.

With `--json` the list is `{"rulebooks": [{rulebook, title, edition, clauses, planned}]}`; a rulebook
and a clause are `RulebookView` and `Answer` of `rulebook.render`, a comparison is `Comparison` of
`rulebook.compare`, key for key; and what cannot be answered is
`{"error": {"message": ..., "near": [...]}}` with exit code 2.
"""

from collections.abc import Iterator
from itertools import groupby
from textwrap import wrap
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from houserules.cli.common.options import AsJson
from houserules.cli.render.tables import (
    grid,
    headed_table,
    heading,
    print_json,
    print_page,
    stack_lines,
)
from houserules.core.codec import to_data
from houserules.rulebook import render
from houserules.rulebook.compare import Comparison, Side, compare
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.readings import Alternative, Reading
from houserules.rulebook.render import Answer, ClauseView, Found, RulebookView, ValueView
from houserules.rulebook.schema import Rulebook


def rules(
    name: Annotated[
        str | None,
        typer.Argument(metavar="RULEBOOK", help="A rulebook. Default: list them."),
    ] = None,
    clause: Annotated[
        str | None,
        typer.Argument(metavar="CLAUSE", help="A clause (14.8) or a section (14)."),
    ] = None,
    pair: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--compare", metavar="A B", help="Show only what differs between two rulebooks."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Read a rulebook or a clause, or compare two rulebooks.

    Shows sections, clauses, values and readings, and the modules that enforce them.

    Exit codes: 0 shown, 2 there is no such rulebook or clause.

    Examples:

        houserules rules
        houserules rules nsw-pontoon-2024 14.8
        houserules rules --compare nsw-pontoon-2024 nz-pontoon
    """
    try:
        data, page = _answer_request(name, clause, pair)
    except _UnknownError as unknown:
        if as_json:
            print_json({"error": {"message": str(unknown), "near": unknown.near}})
        else:
            typer.echo(f"houserules rules: {unknown}", err=True)
        raise typer.Exit(2) from None
    print_json(data) if as_json else print_page(*page)


class _UnknownError(Exception):
    """There is no such rulebook or clause; `near` has similar names."""

    def __init__(self, message: str, *near: str) -> None:
        super().__init__(message)
        self.near = near


def _answer_request(
    name: str | None, clause: str | None, pair: tuple[str, str] | None
) -> tuple[dict[str, Any], Iterator[RenderableType]]:
    """Return what was asked for, as data and as a page."""
    if pair is not None:
        if name is not None:
            raise _UnknownError(f"--compare takes two rulebooks; {name!r} is one too many")
        comparison = compare(*map(_rulebook, pair))
        return to_data(comparison), _comparison(comparison)
    if name is None:
        listed = [_summary(render.whole(rulebook(each))) for each in RULEBOOKS]
        return {"rulebooks": listed}, _list(listed)
    if clause is None:
        view = render.whole(_rulebook(name))
        return to_data(view), _whole(view)
    book = _rulebook(name)
    answer = render.look_up(book, clause)
    if answer is None:
        near = render.near(book, clause)
        hint = f"near it: {', '.join(near)}" if near else f"see houserules rules {book.id}"
        raise _UnknownError(f"{book.id} has no clause {clause!r}; {hint}", *near)
    return to_data(answer), _answer(answer)


def _rulebook(name: str) -> Rulebook:
    if name not in RULEBOOKS:
        raise _UnknownError(f"no rulebook {name!r}; there are {', '.join(RULEBOOKS)}", *RULEBOOKS)
    return rulebook(name)


def _summary(view: RulebookView) -> dict[str, str | int]:
    clauses = [clause for section in view.sections for clause in section.clauses]
    return {
        "rulebook": view.rulebook,
        "title": view.title,
        "edition": view.edition,
        "clauses": len(clauses),
        "planned": sum(clause.planned for clause in clauses),
    }


def _list(listed: list[dict[str, str | int]]) -> Iterator[RenderableType]:
    table = headed_table("Rulebook", "Game", "Edition", "Clauses", "Planned", whole=(0,))
    for each in listed:
        table.add_row(*map(str, each.values()))
    yield table
    yield ""
    yield "One rulebook:  houserules rules RULEBOOK [CLAUSE]"
    yield "Side by side:  houserules rules --compare RULEBOOK RULEBOOK"


def _whole(view: RulebookView) -> Iterator[RenderableType]:
    yield Text(f"{view.title}. {view.edition} ({view.rulebook})", style="bold")
    for section in view.sections:
        yield heading(f"{section.number}  {section.title}")
        yield _clause_table(section.clauses)
    yield heading("Readings: how unclear clauses are read")
    yield _reading_table(view.readings, view.rulebook)


def _answer(answer: Answer) -> Iterator[RenderableType]:
    for found in answer.found:
        yield from _clause_page(found, answer.rulebook)
    if answer.readings:
        yield heading("Readings")
        yield _reading_table(answer.readings, answer.rulebook)


def _clause_page(found: Found, rulebook_id: str) -> Iterator[RenderableType]:
    clause = found.clause
    yield heading(f"{rulebook_id}  {clause.number}  (section {clause.section}, {clause.title})")
    table = grid(14, None)
    table.add_row("Says", clause.says)
    table.add_row(
        "Kind", f"{clause.kind}, planned: not built yet" if clause.planned else clause.kind
    )
    if clause.by:
        table.add_row("Carried out by", ", ".join(f"houserules.{module}" for module in clause.by))
    if clause.document != rulebook_id:
        table.add_row("Document", clause.document)
    if clause.points:
        table.add_row("Cited for", ", ".join(clause.points))
    if lines := [Text(line, style="cyan") for line in _dependents(clause)]:
        table.add_row("Depends on it", stack_lines(lines))
    yield table
    if found.paragraphs:
        yield heading("Below it")
        yield _clause_table(found.paragraphs)


def _comparison(comparison: Comparison) -> Iterator[RenderableType]:
    if not comparison.differences:
        yield f"{comparison.left} and {comparison.right} do not differ in any value."
        return
    yield Text(f"{comparison.left} and {comparison.right}: only what differs", style="bold")
    table = headed_table("", comparison.left, "Clause", comparison.right, "Clause", whole=(2, 4))
    for part, group in groupby(comparison.differences, key=lambda each: each.part):
        differences = list(group)
        if differences[0].key is not None:
            table.add_row(Text(_name(part).capitalize(), style="bold"))
        for each in differences:
            point: RenderableType = Text(_name(part).capitalize(), style="bold")
            if each.key is not None:
                point = Padding(_name(each.key), (0, 0, 0, 2))
            table.add_row(point, *_side(each.left), *_side(each.right))
    yield table


def _name(name: str) -> str:
    return name.replace("_", " ")


def _side(side: Side | None) -> tuple[str, str]:
    return ("", "") if side is None else (_value_in_words(side), side.clause)


# Clauses, values and readings as tables.


def _number(text: str | int, width: int) -> Text:
    """Return the number of a clause, broken at a hyphen where it is a long name."""
    return Text("\n".join(wrap(str(text), width)), style="bold")


def _clause_table(clauses: tuple[ClauseView, ...]) -> RenderableType:
    """Clauses: the number, what it says and what depends on it, and what the system does about it."""
    table = grid(14, None, 18)
    for clause in clauses:
        says = [Text(clause.says), *(Text(line, style="cyan") for line in _dependents(clause))]
        enforced = stack_lines([clause.kind, *(Text(by, style="green") for by in clause.by)])
        if clause.planned:
            enforced = Text(f"{clause.kind}, planned", style="dim")
        table.add_row(_number(clause.number, 14), stack_lines(says), enforced)
    return table


def _dependents(clause: ClauseView) -> Iterator[str]:
    """Return what depends on a clause, each on a line of its own."""
    for value in clause.values:
        yield f"- {value.key}: {_value_in_words(value)}"
    for part in clause.not_offered:
        yield f"- {part}: not in this game"
    if clause.readings:
        yield f"- see reading {', '.join(map(str, clause.readings))}"


def _value_in_words(value: ValueView | Side) -> str:
    """A value, and in brackets what the operator may choose."""
    return value.shown if value.may_be is None else f"{value.shown} (option: {value.may_be})"


def _reading_table(readings: tuple[Reading, ...], rulebook_id: str) -> RenderableType:
    """Readings: the question, the answer, other answers, the clauses of one rulebook."""

    def choosing(option: str | None, other: Alternative) -> str:
        if other.value is None:
            return "Not read as"
        value = f'"{other.value}"' if isinstance(other.value, str) else str(other.value).lower()
        return f"With {option} = {value}"

    table = grid(4, None)
    for each in readings:
        others = [f"{choosing(each.option, other)}: {other.says}" for other in each.alternatives]
        text = [
            Text(each.question, style="bold"),
            Text(each.reading),
            *(Text(other, style="cyan") for other in others),
            Text(f"Clauses: {', '.join(each.clauses[rulebook_id])}", style="dim"),
        ]
        table.add_row(_number(each.number, 4), stack_lines(text))
    return table
