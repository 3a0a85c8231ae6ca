"""Who wagered on which rounds of a shoe, and who is held to the minimum for it."""

from dataclasses import replace

from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.table.cards.census import round_has_begun
from houserules.table.cards.events import CardsShuffled
from houserules.table.events import TableCleared
from houserules.table.sign.state import Attendance, Restriction
from houserules.table.state import Box, Table, changed


def bettors(table: Table) -> tuple[str, ...]:
    """Return everybody with a wager of any kind on the layout."""
    return tuple(dict.fromkeys([name for box in table.boxes for name in players_on(box)]))


def players_on(box: Box) -> list[str]:
    """Return the players with an initial or a side wager on a box."""
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


def round_never_began(table: Table, event: object) -> Table:
    """After RoundVoided or BetsReopened without a card: no round of play, so nobody sat it out (reading 70)."""
    before = table.before_round
    if table.sign is None or before is None or before.sign is None or round_has_begun(table):
        return table
    return changed(table, sign=changed(table.sign, attendance=before.sign.attendance))


def cards_shuffled(table: Table, event: CardsShuffled) -> Table:
    """After CardsShuffled within a round: the shoe is completed with it (S24 18.9, reading 66)."""
    if table.sign is None or event.new_shoe:
        return table
    attendance = replace(table.sign.attendance, refilled=True)
    return changed(table, sign=changed(table.sign, attendance=attendance))


def table_cleared(table: Table, event: TableCleared) -> Table:
    """After TableCleared: with the round that a reshuffle completed, restrictions for the shoe end."""
    sign = table.sign
    if sign is None or not sign.attendance.refilled:
        return table
    left = tuple([each for each in sign.orders.restrictions if each.length != "this shoe"])
    sign = changed(sign, attendance=Attendance(), orders=changed(sign.orders, restrictions=left))
    return changed(table, sign=sign)


def _with_round(before: Attendance, shoe: int, playing: tuple[str, ...]) -> Attendance:
    if before.shoe != shoe or before.rounds == 0:
        return Attendance(shoe, 1, playing, playing)
    every = tuple([player for player in before.every if player in playing])
    return replace(before, rounds=before.rounds + 1, every=every)


def shoe_of(table: Table) -> int:
    """Return the number of the shoe in use."""
    assert table.source is not None
    return table.source.shoe


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
