"""What every order about wagers has: a sign to stand on, and notices that it uses up."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.state import Table


def no_sign(rules: Rulebook) -> Refusal:
    """Refuse what needs a sign to stand on."""
    return Refusal("sign.none", rules.limits.minimum.clause, "No sign is up at this table.")


def told_anew(table: Table, to: str, about: str, player: str | None = None) -> bool:
    """Whether somebody was told of this since it was last ordered (S24 6.12, 6.13, 16.4.1)."""
    assert table.sign is not None
    spent = [s.notices for s in table.sign.orders.spent if (s.about, s.player) == (about, player)]
    notices = table.staff.notices[max(spent, default=0) :]
    return any((n.to, n.about, n.player) == (to, about, player) for n in notices)
