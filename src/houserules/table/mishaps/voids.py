"""What goes back when a round, or hands of it, is void (S24 18.8 and 18.16.2, NZ 16.5)."""

from collections.abc import Callable, Iterable

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.course import Course
from houserules.table.events import WagerSettled
from houserules.table.mishaps.misdeal_events import PaymentTakenBack
from houserules.table.mishaps.past import round_of
from houserules.table.mishaps.proposing import why_not_moved
from houserules.table.office.events import WagerReturned
from houserules.table.office.returning import collected
from houserules.table.state import Table, changed
from houserules.table.voiding import void_round

Wanted = Callable[[WagerSettled], bool]
"""Which settlements of the round do not stand."""


def undone(table: Table, wanted: Wanted) -> list[WagerSettled]:
    """Give the settlements to undo: first what the house collected, then what it paid."""
    played = round_of(table)
    log = played.log if played is not None else ()
    kept = collected(changed(table, log=log))
    gone = {_wager(each) for each in log if isinstance(each, PaymentTakenBack)}
    paid = [each for each in log if isinstance(each, WagerSettled) and each.net > 0]
    rows = (*kept, *[each for each in paid if _wager(each) not in gone])
    return [each for each in rows if wanted(each)]


def _wager(row: WagerSettled | PaymentTakenBack) -> tuple[object, ...]:
    return row.box, row.hand, row.player, row.wager


def undo(course: Course, rows: Iterable[WagerSettled], clause: Clause) -> None:
    """Hand back what was collected, and take back what was paid."""
    for row in rows:
        at = (row.box, row.hand, row.player, row.wager)
        if row.net > 0:
            course.emit(PaymentTakenBack(*at, row.net, clause))
        else:
            tokens = row.token_stake - row.tokens
            course.emit(WagerReturned(*at, -row.net, clause, tokens))


def falls_with_round(rules: Rulebook) -> Wanted:
    """The final settlement; and of what was settled before, what was collected (18.8: to a player)."""
    everything = rules.misdeal.void_round_returns.value == "all but payments"
    return lambda row: row.stage == "final" or (everything and row.net < 0)


def why_not_void_round(rules: Rulebook, table: Table) -> Refusal | None:
    """Whether the money of the round can go back; the clause does not matter for that."""
    clause = rules.misdeal.misdeal_is_reconstructed
    return why_not_moved(rules, table, lambda course: void_whole_round(course, clause))


def void_whole_round(course: Course, clause: Clause) -> None:
    """Return all money of the round; interim settlements made to players stand."""
    undo(course, undone(course.table, falls_with_round(course.rules)), clause)
    if course.table.phase != "betting":
        void_round(course, clause)
