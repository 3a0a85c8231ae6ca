"""`houserules powers`: who may give which command at a table.

With `--json`: `{"rulebook": ..., "powers": [{command, what, roles, clause}]}`.
"""

from collections.abc import Iterator
from dataclasses import asdict

from rich.console import RenderableType
from rich.text import Text

from houserules.cli.listing import JSON, NAME, named
from houserules.cli.tables import lined, put, put_json
from houserules.rulebook.schema import Rulebook
from houserules.table.powers_table import Power, powers_table


def powers(name: NAME, *, as_json: JSON = False) -> None:
    """Show who may do what at a table: roles against commands, with the clause for each."""
    rules = named("powers", name, as_json=as_json)
    table = powers_table(rules)
    if as_json:
        put_json({"rulebook": rules.id, "powers": [asdict(row) for row in table]})
    else:
        put(*_page(rules, table))


def _page(rules: Rulebook, rows: tuple[Power, ...]) -> Iterator[RenderableType]:
    yield Text(f"{rules.title}. {rules.edition} ({rules.id}): who may do what", style="bold")
    table = lined("Command", "What", "Who", "Clause", whole=(0, 3))
    for row in rows:
        table.add_row(row.command, row.what, ", ".join(row.roles) or "nobody", row.clause)
    yield table
