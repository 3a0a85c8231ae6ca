"""The registers of disputes and wrong payments: every entry from the first on, folded from events.

A table keeps what is open; a floor follows the table's events here and has the rest (S24 18.18-18.20,
20.13-20.14 and peers).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, get_args

from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.rulebook.schema_house import WrongPayments
from houserules.table.people.events import PlayerRenamed
from houserules.table.people.evolve import with_new_name
from houserules.table.staff import events
from houserules.table.staff.evolve import (
    REGULATOR,
    DisputeEvent,
    dispute_after,
    entry_named,
    new_dispute,
    new_payment,
    payment_after,
)
from houserules.table.staff.state import Dispute, WrongPayment

DISPUTE_EVENTS: Final = get_args(DisputeEvent)
PAYMENT_EVENTS: Final = (
    *(
        events.EnquiriesMade,
        events.PatronIdentified,
        events.AttemptRecorded,
        events.PaymentRectified,
        events.PaymentAnnulled,
    ),
)
FOLLOWED: Final = frozenset(
    kind.name
    for kind in (
        *(events.DisputeRaised, *DISPUTE_EVENTS),
        *(events.WrongPaymentEntered, *PAYMENT_EVENTS),
        *(events.NoticeGiven, PlayerRenamed),
    )
)
"""The names of the events that a register follows."""


@dataclass(slots=True)
class StaffRegister:
    """Every dispute and every wrong payment of one table, by number."""

    disputes: dict[int, Dispute] = field(default_factory=dict)
    payments: dict[int, WrongPayment] = field(default_factory=dict)

    def follow(self, event: Any) -> None:
        """Take in the next event of the table."""
        match event:
            case events.DisputeRaised():
                self.disputes[event.dispute] = new_dispute(event)
            case events.WrongPaymentEntered():
                self.payments[event.entry] = new_payment(event)
            case events.NoticeGiven() if (number := entry_named(event)) in self.payments:
                self.payments[number] = payment_after(self.payments[number], event)
            case PlayerRenamed(player=old, to=new):
                self.disputes = with_new_name(self.disputes, old, new)
                self.payments = with_new_name(self.payments, old, new)
            case _ if isinstance(event, DISPUTE_EVENTS):
                self.disputes[event.dispute] = dispute_after(self.disputes[event.dispute], event)
            case _ if isinstance(event, PAYMENT_EVENTS):
                self.payments[event.entry] = payment_after(self.payments[event.entry], event)


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that the house still has to do about a wrong payment, and where it is written."""

    clause: Clause
    what: str


def was_tried(entry: WrongPayment) -> bool:
    """Whether a reasonable attempt to put it right was made (S24 18.20.1)."""
    kinds = {attempt.kind for attempt in entry.attempts}
    if entry.player is None:
        return bool(kinds & {"identify", "contact", "liaise"})
    wanted = {"reimburse"} if entry.owed > 0 else {"request return", "demand return"}
    return bool(kinds & {*wanted, "not practical"})


def duties(part: WrongPayments, entry: WrongPayment) -> tuple[Duty, ...]:
    """Return what is left to do about an entry (S24 18.18, 18.19)."""
    left: list[Duty] = []
    if entry.annulled:
        return ()
    if entry.enquiries is None:
        left.append(Duty(part.wrong_payment_unintended, "Enquire whether it was intentional."))
    if entry.suspected:  # telling the regulator is not enough
        if entry.rectified is None and not was_tried(entry):
            left.append(Duty(part.suspected_payment_put_right, "Put it right, or try to."))
        if entry.player is None and "identify" not in {each.kind for each in entry.attempts}:
            left.append(Duty(part.suspected_patron_identified, "Try to identify the patron."))
    elif not _is_dealt_with(entry):
        left.append(
            Duty(part.wrong_payment_put_right, f"Put it right, try to, or tell the {REGULATOR}.")
        )
    return tuple(left)


def _is_dealt_with(entry: WrongPayment) -> bool:
    return entry.rectified is not None or was_tried(entry) or entry.regulator_told


def is_excused(entry: WrongPayment) -> bool:
    """Whether it was looked into, no breach is suspected, and it was dealt with (S24 18.18)."""
    return entry.enquiries is not None and not entry.suspected and _is_dealt_with(entry)


def is_no_credit(entry: WrongPayment) -> bool:
    """Whether an overpayment was unintended, and so does not count as credit (S24 18.20.2)."""
    return entry.owed < 0 and entry.enquiries is not None and not entry.suspected


def month_report(
    part: WrongPayments, entries: Iterable[WrongPayment], *, begin: Moment, end: Moment
) -> tuple[WrongPayment, ...]:
    """Return what the regulator is told at the end of a month: each single error over the amount.

    The month is from `begin` up to but not including `end`; what counts is when the house became
    aware of the error, whether or not it was put right (S24 18.20.2).
    """
    limit = part.wrong_payment_reported_over.value
    return tuple(
        entry for entry in entries if begin <= entry.found < end and abs(entry.owed) > limit
    )
