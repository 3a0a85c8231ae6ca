"""`houserules powers`: who may give which command at a table.

With `--json`: `{"rulebook": ..., "powers": [{command, what, roles, clause}]}`.
"""

from collections.abc import Iterator
from dataclasses import asdict
from typing import get_args

from rich.console import RenderableType
from rich.text import Text

from houserules.cli.options import AsJson, RulebookName, find_rulebook, table_or_rows
from houserules.cli.render.tables import print_json, print_page
from houserules.core.people import Role
from houserules.rulebook.schema import Rulebook
from houserules.table.powers_table import Power, powers_table


def powers(name: RulebookName, *, as_json: AsJson = False) -> None:
    """Show who may give which command at a table.

    Each command is listed with the roles that may give it and the clause that says so.

    Exit codes: 0 shown, 2 there is no such rulebook.
    """
    rules = find_rulebook("powers", name, as_json=as_json)
    table = powers_table(rules)
    if as_json:
        print_json({"rulebook": rules.id, "powers": [asdict(row) for row in table]})
    else:
        print_page(*_page(rules, table))


def _page(rules: Rulebook, rows: tuple[Power, ...]) -> Iterator[RenderableType]:
    yield Text(f"{rules.title}. {rules.edition} ({rules.id}): who may do what", style="bold")
    listed = [(row.command, row.what, ", ".join(row.roles) or "nobody", row.clause) for row in rows]
    yield from table_or_rows(("Command", "What", "Who", "Clause"), listed, whole=(0, 3))
    without = set(get_args(Role)) - {role for row in rows for role in row.roles}
    if without:
        yield ""
        yield f"Roles without a command here: {', '.join(sorted(without))}."
