"""`houserules told`: what players and staff must be told, because software cannot see it.

With `--json`: `{"rulebook": ..., "moments": [{id, title, who, told: [{clause, says}]}]}`.
"""

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from houserules.cli.common.options import AsJson, RulebookName, fail, find_rulebook
from houserules.cli.render.tables import grid, heading, print_json, print_page
from houserules.rulebook.conduct import MOMENTS, Moment, conduct
from houserules.rulebook.schema import Rulebook

_ONE = Annotated[
    str | None,
    typer.Argument(metavar="MOMENT", help=f"One of {', '.join(MOMENTS)}. Default: all."),
]


def told(name: RulebookName, moment: _ONE = None, *, as_json: AsJson = False) -> None:
    """Show what players and staff must be told, and when.

    Covers what software cannot see: conduct, the layout and the equipment.

    Exit codes: 0 shown, 2 there is no such rulebook or moment.
    """
    rules = find_rulebook("told", name, as_json=as_json)
    if moment is not None and moment not in MOMENTS:
        fail("told", f"no moment {moment!r}; there are {', '.join(MOMENTS)}", as_json=as_json)
    moments = [each for each in conduct(rules) if moment in (None, each.id)]
    if as_json:
        data = [
            {
                "id": each.id,
                "title": each.title,
                "who": each.who,
                "told": [{"clause": entry.number, "says": entry.says} for entry in each.told],
            }
            for each in moments
        ]
        print_json({"rulebook": rules.id, "moments": data})
    else:
        print_page(*_page(rules, moments))


def _page(rules: Rulebook, moments: list[Moment]) -> Iterator[RenderableType]:
    yield Text(f"{rules.title}. {rules.edition} ({rules.id}): what people are told", style="bold")
    if not moments:
        yield "This rulebook has nothing to tell at that moment."
    for moment in moments:
        yield heading(f"{moment.title} ({moment.who})")
        table = grid(14, None)
        for entry in moment.told:
            table.add_row(entry.number, entry.says)
        yield table
