"""The monthly report of wrong payments to the regulator, and the duties still open (S24 18.18-18.20)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import tzinfo

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.floor.local_time import local_text, month_of
from houserules.floor.stored_events import event_of
from houserules.floor.tables.settings import Setting, table_stream
from houserules.journal.protocol import Journal
from houserules.rulebook.values import NotOffered
from houserules.table.staff.evolve import REGULATOR
from houserules.table.staff.register import (
    FOLLOWED,
    Duty,
    StaffRegister,
    duties,
    is_excused,
    is_no_credit,
    month_report,
)
from houserules.table.staff.state import WrongPayment


@dataclass(frozen=True, slots=True)
class PaymentStatus:
    """What the rules still require about one wrong payment."""

    duties: tuple[Duty, ...]  # what is left to do
    excused: bool  # no breach of the rules (18.18)
    no_credit: bool  # an overpayment that does not count as credit (18.20.2)


@dataclass(frozen=True, slots=True)
class PaymentReported:
    """One overpayment or underpayment in the report."""

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
    """A monthly report: every single error above the reporting amount that became known."""

    to: str
    month: str
    zone: str
    begins: Moment
    ends: Moment  # the first moment of the next month
    payments: tuple[PaymentReported, ...]


def status_of(setting: Setting, entry: WrongPayment) -> PaymentStatus:
    """Return the duties still open about an entry, and whether it is a breach or counts as credit."""
    part = setting.rules.wrong_payments
    if isinstance(part, NotOffered):
        return PaymentStatus((), excused=False, no_credit=False)
    return PaymentStatus(
        duties(part, entry), excused=is_excused(entry), no_credit=is_no_credit(entry)
    )


def payment_report(
    registers: Iterable[tuple[Setting, StaffRegister]], month: tuple[int, int], zone: tzinfo
) -> PaymentReport:
    """Return the report of a month in the casino's time zone, over the live tables."""
    begins, ends = month_of(*month, zone)
    payments = [
        payment
        for setting, register in registers
        if setting.kind == "live"
        for payment in _payments_of(setting, register, begins, ends, zone)
    ]
    payments.sort(key=lambda payment: (payment.found, payment.table, payment.entry))
    return PaymentReport(
        REGULATOR, f"{month[0]}-{month[1]:02d}", str(zone), begins, ends, tuple(payments)
    )


def _payments_of(
    setting: Setting, register: StaffRegister, begins: Moment, ends: Moment, zone: tzinfo
) -> Iterator[PaymentReported]:
    part = setting.rules.wrong_payments
    if isinstance(part, NotOffered):
        return
    for entry in month_report(part, register.payments.values(), begin=begins, end=ends):
        status = status_of(setting, entry)
        yield PaymentReported(
            setting.table,
            setting.rulebook,
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


def register_in(journal: Journal, table: str) -> tuple[Setting, StaffRegister]:
    """Read a table's disputes and wrong payments, and its setting, from its stream."""
    records = journal.read(table_stream(table))
    first = next(iter(records))
    setting: Setting = event_of(first).setting
    register = StaffRegister()
    for record in journal.read(table_stream(table), after=first.position):
        if record.name in FOLLOWED:
            register.follow(event_of(record))
    return setting, register
