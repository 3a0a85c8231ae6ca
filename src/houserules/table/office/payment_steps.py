"""The table after events about a wrong payment."""

from typing import Any

from houserules.table.evolve_parts import rack
from houserules.table.office import payment_events as e
from houserules.table.office.state import Attempt, WrongPayment
from houserules.table.state import Table, changed


def payment_entered(table: Table, event: e.WrongPaymentEntered) -> Table:
    """After WrongPaymentEntered."""
    new = WrongPayment(
        number=event.entry,
        round=event.round,
        box=event.box,
        paid=event.paid,
        due=event.due,
        found=event.at,
        by=event.by,
        player=event.player,
        dispute=event.dispute,
    )
    payments = (*table.office.payments, new)
    return changed(table, office=changed(table.office, payments=payments))


def enquiries_made(table: Table, event: e.EnquiriesMade) -> Table:
    """After EnquiriesMade."""
    return _with(table, event.entry, enquiries=event.found, suspected=event.suspected)


def patron_identified(table: Table, event: e.PatronIdentified) -> Table:
    """After PatronIdentified."""
    return _with(table, event.entry, player=event.player)


def attempt_recorded(table: Table, event: e.AttemptRecorded) -> Table:
    """After AttemptRecorded."""
    new = Attempt(event.kind, event.outcome, event.by, event.at)
    entry = table.office.payments[event.entry - 1]
    return _with(table, event.entry, attempts=(*entry.attempts, new))


def payment_rectified(table: Table, event: e.PaymentRectified) -> Table:
    """After PaymentRectified: between the rack and the float tray."""
    table = changed(
        table,
        racks=rack(table, event.player, event.amount),
        float_tray=table.float_tray - event.amount,
    )
    return _with(table, event.entry, rectified=event.at)


def _with(table: Table, number: int, **changes: Any) -> Table:
    old = table.office.payments
    payments = tuple([changed(p, **changes) if p.number == number else p for p in old])
    return changed(table, office=changed(table.office, payments=payments))
