"""The month's report of wrong payments to the regulator, and what is still owed about each (S24 18.18-18.20)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import tzinfo

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.floor.local_time import local_text, month_of
from houserules.floor.tables.settings import table_stream
from houserules.floor.tables.stream import batches_of
from houserules.floor.tables.table import FloorTable, apply_events
from houserules.journal.protocol import Journal
from houserules.rulebook.values import NotOffered
from houserules.table.staff.payment_register import (
    REGULATOR,
    Duty,
    duties,
    is_excused,
    is_no_credit,
    month_report,
)
from houserules.table.staff.state import WrongPayment


@dataclass(frozen=True, slots=True)
class PaymentStatus:
    """What the rules say about one entry of the register of wrong payments."""

    duties: tuple[Duty, ...]  # what is left to do
    excused: bool  # no breach of the rules (18.18)
    no_credit: bool  # an overpayment that does not count as credit (18.20.2)


@dataclass(frozen=True, slots=True)
class PaymentReported:
    """One overpayment or underpayment that the regulator is told of."""

    table: str
    rulebook: str
    entry: int
    round: int
    box: int | None
    player: str | None
    paid: Cents
    due: Cents
    over: Cents  # paid too much; below zero: too little
    found: Moment  # when the house became aware of it
    found_local: str
    suspected: bool
    rectified: Moment | None
    excused: bool
    no_credit: bool
    duties: tuple[Duty, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class PaymentReport:
    """A month's report: every single error over the amount that the house became aware of."""

    to: str
    month: str
    zone: str
    begins: Moment
    ends: Moment  # the first moment of the next month
    payments: tuple[PaymentReported, ...]


def status_of(state: FloorTable, entry: WrongPayment) -> PaymentStatus:
    """Return what is left to do about an entry, and whether it is a breach or credit."""
    part = state.setting.rules.wrong_payments
    if isinstance(part, NotOffered):
        return PaymentStatus((), excused=False, no_credit=False)
    return PaymentStatus(
        duties(part, state.table, entry),
        excused=is_excused(state.table, entry),
        no_credit=is_no_credit(entry),
    )


def payment_report(
    states: Iterable[FloorTable], month: tuple[int, int], zone: tzinfo
) -> PaymentReport:
    """Return the report of a month in the casino's time zone, over the live tables."""
    begins, ends = month_of(*month, zone)
    found = [
        each
        for state in states
        if state.setting.kind == "live"
        for each in _of_table(state, begins, ends, zone)
    ]
    found.sort(key=lambda each: (each.found, each.table, each.entry))
    return PaymentReport(
        REGULATOR, f"{month[0]}-{month[1]:02d}", str(zone), begins, ends, tuple(found)
    )


def _of_table(
    state: FloorTable, begins: Moment, ends: Moment, zone: tzinfo
) -> Iterator[PaymentReported]:
    part = state.setting.rules.wrong_payments
    if isinstance(part, NotOffered):
        return
    for entry in month_report(part, state.table.staff.payments, begin=begins, end=ends):
        status = status_of(state, entry)
        yield PaymentReported(
            state.setting.table,
            state.setting.rulebook,
            entry.number,
            entry.round,
            entry.box,
            entry.player,
            entry.paid,
            entry.due,
            -entry.owed,
            entry.found,
            local_text(entry.found, zone),
            entry.suspected,
            entry.rectified,
            status.excused,
            status.no_credit,
            status.duties,
            part.wrong_payment_reported_over.clause,
        )


def load_state(journal: Journal, table: str) -> FloorTable:
    """Return a table as its stream leaves it, without its shoe."""
    batches = batches_of(journal.read(table_stream(table)))
    at, first = next(batches)
    state = apply_events(FloorTable(first[0].setting), first, at=at)
    for at, events in batches:
        state = apply_events(state, events, at=at)
    return state
