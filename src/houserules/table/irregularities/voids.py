"""What goes back when a round, or hands of it, is void (S24 18.8 and 18.16.2, NZ 16.5)."""

from collections.abc import Callable, Iterable

from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.table.event_builder import EventBuilder
from houserules.table.events import RoundVoided, WagerSettled
from houserules.table.irregularities.events import PaymentTakenBack
from houserules.table.irregularities.previous_round import latest_round
from houserules.table.round.payouts import pay_bonus_of_others
from houserules.table.round.settled_wagers import WagerBalance, wager_balances
from houserules.table.round.void import collected_wagers, end_open_wagers, return_wager
from houserules.table.staff.wrong_payments import annul_payments
from houserules.table.state import Table

Wanted = Callable[[WagerSettled], bool]
"""Which settlements of the round do not stand."""


def undone(table: Table, wanted: Wanted) -> list[WagerBalance]:
    """Return the settlements to undo: first what the house collected, then what it paid."""
    played = latest_round(table)
    log = played.log if played is not None else ()
    rows = (*collected_wagers(log), *[each for each in wager_balances(log) if each.kept < 0])
    return [each for each in rows if wanted(each.row)]


def undo(builder: EventBuilder, rows: Iterable[WagerBalance], clause: Clause) -> None:
    """Hand back what was collected, and take back what was paid; what is gone becomes a debt."""
    for each in rows:
        if each.kept > 0:
            return_wager(builder, each, clause)
            continue
        row, paid = each.row, -each.kept
        there = min(paid, builder.table.racks.get(row.player, 0))
        builder.emit(
            PaymentTakenBack(row.box, row.hand, row.player, row.wager, there, clause, paid - there)
        )


def falls_with_round(rules: Rulebook) -> Wanted:
    """The final settlement; and of what was settled before, what was collected (18.8: to a player)."""
    everything = rules.misdeal.void_round_returns.value == "all but payments"
    return lambda row: row.stage == "final" or (everything and row.net < 0)


def void_whole_round(builder: EventBuilder, clause: Clause) -> None:
    """Return all money of the round; interim settlements made to players stand.

    Open wagers come first: what they put back into the rack is there to take payments back from.
    """
    under_way = builder.table.phase != "betting"
    if under_way:
        pay_bonus_of_others(builder, no_more_cards=True)
    rows = undone(builder.table, falls_with_round(builder.rules))
    if under_way:
        end_open_wagers(builder, clause)
    undo(builder, rows, clause)
    annul_payments(builder, clause)
    if under_way:
        builder.emit(RoundVoided(clause))
