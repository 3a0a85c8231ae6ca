"""Who wagered on which rounds of a shoe, and who is held to the minimum for it."""

from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.table.sign.evolve import shoe_of
from houserules.table.sign.state import Restriction
from houserules.table.state import Table


def has_card_shoe(table: Table) -> bool:
    """Whether the cards come from a card shoe."""
    return table.source is not None and table.source.kind == "card shoe"


def sat_out(rules: Rulebook, table: Table, player: str) -> Clause | None:
    """Return the clause by which a player has sat out in this shoe; None: did not (S24 6.11)."""
    if table.sign is None or not has_card_shoe(table):
        return None
    attendance = table.sign.attendance
    if attendance.shoe != shoe_of(table) or attendance.rounds == 0:
        return None
    if player not in attendance.first:
        return rules.restrictions.sat_out_first_round
    return None if player in attendance.every else rules.restrictions.sat_out_later_round


def restriction_on(table: Table, player: str) -> Restriction | None:
    """Return what holds a player to the minimum now, the farthest-reaching first."""
    if table.sign is None or not table.sign.orders.restrictions:
        return None
    mine = [r for r in table.sign.orders.restrictions if r.player == player and holds(table, r)]
    return next((r for r in mine if r.length == "one box"), mine[0] if mine else None)


def holds(table: Table, restriction: Restriction) -> bool:
    """Whether one is in force: not after its shoe, nor while no shoe is in use."""
    if restriction.length == "one box":
        return True
    if not has_card_shoe(table):
        return False
    return restriction.length == "further shoes" or restriction.shoe == shoe_of(table)
