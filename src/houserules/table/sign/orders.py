"""What every order about wagers has: a sign to stand on, and notices that it uses up."""

from typing import Any

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.sign.state import Spent
from houserules.table.state import Table, changed


def no_sign(rules: Rulebook) -> Refusal:
    """Refuse what needs a sign to stand on."""
    return Refusal("sign.none", rules.limits.minimum.clause, "No sign is up at this table.")


def with_orders(table: Table, **changes: Any) -> Table:
    """Return the table with other orders."""
    assert table.sign is not None
    orders = changed(table.sign.orders, **changes)
    return changed(table, sign=changed(table.sign, orders=orders))


def told_anew(table: Table, to: str, about: str, player: str | None = None) -> bool:
    """Whether somebody was told of this since it was last ordered (S24 6.12, 6.13, 16.4.1)."""
    assert table.sign is not None
    spent = [s.notices for s in table.sign.orders.spent if (s.about, s.player) == (about, player)]
    notices = table.staff.notices[max(spent, default=0) :]
    return any((n.to, n.about, n.player) == (to, about, player) for n in notices)


def with_spent(table: Table, about: str, player: str | None = None) -> Table:
    """Return the table after an order: the notices about it are used up."""
    assert table.sign is not None
    others = [s for s in table.sign.orders.spent if (s.about, s.player) != (about, player)]
    spent = Spent(about, player, len(table.staff.notices))
    return with_orders(table, spent=(*others, spent))
