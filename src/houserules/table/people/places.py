"""Coming to the table, sitting down, leaving."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.course import Course
from houserules.table.people.admission import has_open_wager, not_here
from houserules.table.people.commands import ComeToTable, LeaveTable
from houserules.table.people.events import PlayerCame, PlayerLeft
from houserules.table.people.state import Patron
from houserules.table.sign.placing import why_not_come_here
from houserules.table.state import Box, Table, changed
from houserules.table.wagering import why_not_box


def why_not_come(rules: Rulebook, table: Table, command: ComeToTable) -> Refusal | None:
    """There is room at the table; a seat is a box where nobody else sits or is to sit."""
    player, seat = command.player, command.seat
    if seat is not None and (refusal := why_not_box(rules, seat)):
        return refusal
    there = table.seated(seat) if seat is not None else None
    if there is not None and there.name != player:
        return Refusal(
            "box.seat-taken",
            rules.wagers.decisions_by_controller,
            f"{there.name} is seated at box {seat}.",
        )
    return why_not_come_here(rules, table, player, seat)


def come(course: Course, command: ComeToTable) -> None:
    """Give a player a place."""
    course.emit(PlayerCame(command.player, command.seat))


def why_not_leave(rules: Rulebook, table: Table, command: LeaveTable) -> Refusal | None:
    """Nobody leaves who is not there, or whose wagers are in play."""
    if table.patron(command.player) is None:
        return not_here(rules, command.player)
    if has_open_wager(table, command.player):
        return Refusal(
            "player.has-wagers",
            rules.wagers.no_wager_after_first_card,
            f"{command.player} has wagers on the layout; they are taken back or settled first.",
        )
    return None


def leave(course: Course, command: LeaveTable) -> None:
    """Take the player from the table; chips stay in the rack until they are taken."""
    course.emit(PlayerLeft(command.player))


def player_came(table: Table, event: PlayerCame) -> Table:
    """After PlayerCame."""
    old = table.patron(event.player)
    if old is None:
        return seated_anew(
            changed(table, patrons=(*table.patrons, Patron(event.player, event.seat)))
        )
    moved = [changed(p, seat=event.seat) if p is old else p for p in table.patrons]
    return seated_anew(changed(table, patrons=tuple(moved)))


def player_left(table: Table, event: PlayerLeft) -> Table:
    """After PlayerLeft."""
    left = [each for each in table.patrons if each.name != event.player]
    return seated_anew(changed(table, patrons=tuple(left)))


def seated_anew(table: Table) -> Table:
    """Give the table with its wagers before the first card marked by who sits where now."""
    if table.source is None or table.phase != "betting":
        return table
    return changed(table, boxes=tuple([_marked(table, box) for box in table.boxes]))


def _marked(table: Table, box: Box) -> Box:
    there = table.seated(box.number)
    name = there.name if there else None
    bettors = [changed(bettor, seated=bettor.player == name) for bettor in box.bettors]
    return changed(box, bettors=tuple(bettors))
