"""`houserules irregularity`: what goes wrong at a table, and what the rules say happens then.

With `--json`: `{"rulebook": ..., "irregularities": [{id, what_happened, provided, rules_say:
[{clause, says}], who_decides: [{command, what, roles}], table_does}]}`.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from houserules.cli.common.options import AsJson, RulebookName, fail, find_rulebook, table_or_rows
from houserules.cli.render.tables import grid, heading, print_json, print_page, stack_lines
from houserules.core.codec import to_data
from houserules.rulebook.schema import Rulebook
from houserules.table.irregularities.catalogue import CatalogueEntry, irregularities

_ONE = Annotated[
    str | None,
    typer.Argument(metavar="ID", help="An irregularity, such as faced-card. Default: list them."),
]
_ALL = Annotated[bool, typer.Option("--all", help="Show all irregularities in full.")]


def irregularity(
    name: RulebookName, which: _ONE = None, *, everything: _ALL = False, as_json: AsJson = False
) -> None:
    """Show what can go wrong, and what happens then.

    Shows what the rules say, who decides and what the table does.

    Exit codes: 0 shown, 2 there is no such rulebook or irregularity.
    """
    rules = find_rulebook("irregularity", name, as_json=as_json)
    listed = irregularities(rules)
    if which is not None:
        listed = tuple(each for each in listed if each.id == which)
        if not listed:
            ids = ", ".join(each.id for each in irregularities(rules))
            fail("irregularity", f"no irregularity {which!r}; there are {ids}", as_json=as_json)
    if as_json:
        print_json({"rulebook": rules.id, "irregularities": [_as_data(each) for each in listed]})
    elif which is None and not everything:
        print_page(*_list(rules, listed))
    else:
        print_page(_title(rules), *(part for each in listed for part in _page(each)))


def _as_data(each: CatalogueEntry) -> dict[str, object]:
    return {
        "id": each.id,
        "what_happened": each.what_happened,
        "provided": each.provided,
        "rules_say": [{"clause": entry.number, "says": entry.says} for entry in each.rules_say],
        "who_decides": to_data(each.who_decides),
        "table_does": each.table_does,
    }


def _title(rules: Rulebook) -> Text:
    return Text(f"{rules.title}. {rules.edition} ({rules.id}): irregularities", style="bold")


def _list(rules: Rulebook, listed: Sequence[CatalogueEntry]) -> Iterator[RenderableType]:
    yield _title(rules)
    rows = [
        (
            each.id,
            each.what_happened,
            ", ".join(each.clauses) if each.provided else "not provided for",
        )
        for each in listed
    ]
    yield from table_or_rows(("Id", "What happened", "Clauses"), rows, whole=(0,))
    yield ""
    yield f"One of them:  houserules irregularity {rules.id} ID"
    yield f"All of them:  houserules irregularity {rules.id} --all"


def _page(each: CatalogueEntry) -> Iterator[RenderableType]:
    yield heading(f"{each.id}: {each.what_happened}")
    table = grid(14, None)
    says = [Text(f"{entry.number}  {entry.says}") for entry in each.rules_say]
    if not each.provided:
        says = [Text("This document has no clause for it. The nearest:"), *says]
    table.add_row("The rules say", stack_lines(says))
    acts = [Text(f"{act.command} ({', '.join(act.roles)}): {act.what}") for act in each.who_decides]
    if acts:
        table.add_row("Who decides", stack_lines(acts))
    if each.table_does:
        table.add_row("The table", stack_lines(each.table_does))
    yield table
