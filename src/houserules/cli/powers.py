"""`houserules powers`: who may give which command at a table, in a tournament and in a promotion.

With `--json`: `{"rulebook": ..., "powers": [{command, what, roles, clause}], "tournament": [...],
"promotion": [...]}`.
"""

from collections.abc import Iterator
from typing import get_args

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from houserules.cli.common.options import AsJson, RulebookName, find_rulebook
from houserules.cli.render.tables import print_json, print_page
from houserules.core.codec import to_data
from houserules.core.people import Role
from houserules.promotion.judge import promotion_powers
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.powers_table import Power, powers_table
from houserules.tournament.judge import tournament_powers


def powers(name: RulebookName, *, as_json: AsJson = False) -> None:
    """Show who may give which command at a table, in a tournament and in a promotion.

    Each command is listed with the roles that may give it and the clause that says so.

    Exit codes: 0 shown, 2 there is no such rulebook.
    """
    rules = find_rulebook("powers", name, as_json=as_json)
    table = powers_table(rules)
    tournament = () if isinstance(rules.tournament, NotOffered) else tournament_powers(rules)
    promotion = () if isinstance(rules.promotions, NotOffered) else promotion_powers(rules)
    if as_json:
        print_json(
            {
                "rulebook": rules.id,
                "powers": [to_data(row) for row in table],
                "tournament": [to_data(row) for row in tournament],
                "promotion": [to_data(row) for row in promotion],
            }
        )
    else:
        others = {"In a tournament": tournament, "In a promotion": promotion}
        print_page(*_page(rules, table, others))


def _page(
    rules: Rulebook, rows: tuple[Power, ...], others: dict[str, tuple[Power, ...]]
) -> Iterator[RenderableType]:
    yield Text(f"{rules.title}. {rules.edition} ({rules.id}): who may do what", style="bold")
    yield from _table(rows)
    for title, listed in others.items():
        if listed:
            yield ""
            yield Text(title, style="bold")
            yield from _table(listed)
    every = (*rows, *(row for listed in others.values() for row in listed))
    without = set(get_args(Role)) - {role for row in every for role in row.roles}
    if without:
        yield ""
        yield f"Roles without a command here: {', '.join(sorted(without))}."


def _table(rows: tuple[Power, ...]) -> Iterator[RenderableType]:
    for row in rows:
        who = ", ".join(row.roles) or "nobody"
        yield Text.assemble((row.command, "bold"), f" ({row.clause}): {who}")
        yield Padding(row.what, (0, 0, 0, 4))
