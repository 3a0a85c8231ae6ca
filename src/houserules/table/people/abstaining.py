"""Rounds without a wager, and the seat that is lost by them (S24 20.10, S65 19.9, PJ 17.9)."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import offered
from houserules.table.course import Course
from houserules.table.people.admission import has_open_wager, not_here
from houserules.table.people.commands import RequireToVacate
from houserules.table.people.events import PresenceNoted, SeatVacated
from houserules.table.people.state import Patron
from houserules.table.state import Table, changed


def note_presence(course: Course) -> None:
    """Note who is at the table without a wager in the round that begins."""
    table = course.table
    if table.source is None or not table.patrons:
        return
    names = [patron.name for patron in table.patrons]
    abstained = tuple([name for name in names if not has_open_wager(table, name)])
    course.emit(PresenceNoted(abstained, is_full(course.rules, table)))


def is_full(rules: Rulebook, table: Table) -> bool:
    """Whether every place is in use: somebody sits there, or a wager lies there."""
    boxes = range(1, rules.equipment.boxes.value + 1)
    return all(table.seated(number) or table.box(number) for number in boxes)


def presence_noted(table: Table, event: PresenceNoted) -> Table:
    """After PresenceNoted."""
    patrons = [_after_round(each, event) for each in table.patrons]
    return changed(table, patrons=tuple(patrons))


def _after_round(patron: Patron, event: PresenceNoted) -> Patron:
    if patron.name not in event.abstained:
        return changed(patron, missed=0, held=0)
    held = patron.held + 1 if event.full and patron.seat is not None else 0
    return changed(patron, missed=patron.missed + 1, held=held)


def why_not_vacate(rules: Rulebook, table: Table, command: RequireToVacate) -> Refusal | None:
    """Only a seat held for so many rounds without a wager while all others were in use."""
    after, patron = offered(rules.vacating).vacate_after_rounds, table.patron(command.player)
    if patron is None:
        return not_here(rules, command.player)
    if patron.seat is None:
        return Refusal("seat.none", after.clause, f"{patron.name} stands and has no seat.")
    if not is_full(rules, table):
        return Refusal("seat.others-free", after.clause, "Not all other seats are in use.")
    wagers = has_open_wager(table, patron.name)
    if patron.held >= after.value and not wagers:
        return None
    why = "has a wager now" if wagers else f"has let {patron.held} go by"
    return Refusal(
        "seat.not-idle",
        after.clause,
        f"A seat is given up after {after.value} rounds in a row without a wager while all "
        f"other seats are in use; {patron.name} {why}.",
    )


def require_to_vacate(course: Course, command: RequireToVacate) -> None:
    """Have the player give up the seat; who stood up may stay at the table."""
    clause = offered(course.rules.vacating).vacate_after_rounds.clause
    patron = course.table.patron(command.player)
    assert patron is not None and patron.seat is not None
    course.emit(SeatVacated(patron.name, patron.seat, command.by.name, command.at, clause))


def seat_vacated(table: Table, event: SeatVacated) -> Table:
    """After SeatVacated."""
    patrons = [
        changed(each, seat=None, held=0) if each.name == event.player else each
        for each in table.patrons
    ]
    return changed(table, patrons=tuple(patrons))
