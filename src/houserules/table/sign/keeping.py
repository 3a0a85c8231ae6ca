"""A wager that was lawful when it was placed stays so, whatever limits come after it (S24 7.3)."""

from houserules.table.controlling import shares
from houserules.table.course import Course
from houserules.table.evolve_parts import the_box, with_box
from houserules.table.sign.events import WagersKept
from houserules.table.state import Table, changed


def keep_wagers(course: Course, before: Table) -> None:
    """Let what lies on the layout play as it would have before an order changed the limits."""
    if before.phase != "betting":
        return
    kept = []
    for box in course.table.boxes:
        now = {bettor.player: plays for bettor, plays, _ in shares(course.rules, course.table, box)}
        for bettor, plays, _ in shares(course.rules, before, box):
            if plays > now[bettor.player]:
                kept.append((box.number, bettor.player, plays))
    if kept:
        clause = course.rules.limits.above_maximum_is_cut_back
        course.emit(WagersKept(tuple(kept), clause))


def wagers_kept(table: Table, event: WagersKept) -> Table:
    """After WagersKept."""
    for number, player, amount in event.wagers:
        box = the_box(table, number)
        bettors = [changed(b, kept=amount) if b.player == player else b for b in box.bettors]
        table = changed(table, boxes=with_box(table, changed(box, bettors=tuple(bettors))))
    return table
