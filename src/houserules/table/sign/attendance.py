"""Who wagered on which rounds of a shoe, and who is held to the minimum for it."""

from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.table.sign.state import Attendance, Restriction
from houserules.table.state import Box, Table, changed


def bettors(table: Table) -> tuple[str, ...]:
    """Give everybody with a wager of any kind on the layout."""
    return tuple(dict.fromkeys([name for box in table.boxes for name in players_on(box)]))


def players_on(box: Box) -> list[str]:
    """Give the players with an initial or a side wager on a box."""
    return [*[each.player for each in box.bettors], *[each.player for each in box.sides]]


def round_began(table: Table, event: object) -> Table:
    """After BetsClosed: the round has its limits; count who has wagered in this shoe."""
    if table.sign is None:
        return table
    sign = changed(table.sign, closed_with=table.sign.stated)
    if table.source is not None:
        attendance = _with_round(sign.attendance, shoe_of(table), bettors(table))
        sign = changed(sign, attendance=attendance)
    return changed(table, sign=sign)


def _with_round(before: Attendance, shoe: int, playing: tuple[str, ...]) -> Attendance:
    if before.shoe != shoe or before.rounds == 0:
        return Attendance(shoe, 1, playing, playing)
    every = tuple([player for player in before.every if player in playing])
    return Attendance(shoe, before.rounds + 1, before.first, every)


def shoe_of(table: Table) -> int:
    """Give the number of the shoe in use."""
    assert table.source is not None
    return table.source.shoe


def has_card_shoe(table: Table) -> bool:
    """Whether the cards come from a card shoe."""
    return table.source is not None and table.source.kind == "card shoe"


def sat_out(rules: Rulebook, table: Table, player: str) -> Clause | None:
    """Give the clause by which a player has sat out in this shoe; None: did not (S24 6.11)."""
    if table.sign is None or not has_card_shoe(table):
        return None
    attendance = table.sign.attendance
    if attendance.shoe != shoe_of(table) or attendance.rounds == 0:
        return None
    if player not in attendance.first:
        return rules.restrictions.sat_out_first_round
    return None if player in attendance.every else rules.restrictions.sat_out_later_round


def restriction_on(table: Table, player: str) -> Restriction | None:
    """Give what holds a player to the minimum now, the farthest-reaching first."""
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
