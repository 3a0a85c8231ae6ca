"""What every order about wagers has: a sign to stand on, and notices that it uses up."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.state import Table


def no_sign(rules: Rulebook) -> Refusal:
    """Refuse what needs a sign to stand on."""
    return Refusal("sign.none", rules.limits.minimum.clause, "This table has no sign yet.")


def was_told_first(table: Table, to: str, about: str, player: str | None = None) -> bool:
    """Whether somebody was told of this since it was last ordered (S24 6.12, 6.13, 16.4.1)."""
    told = (to, about, player)
    return any((n.to, n.about, n.player) == told for n in table.staff.notices)
