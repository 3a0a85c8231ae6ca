"""What the register of wrong payments shows: duties left, breaches, the month's report.

Pure functions over entries: the floor puts the registers of its tables together (S24 18.18-18.20).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.rulebook.schema_house import WrongPayments
from houserules.table.staff.notices import was_told
from houserules.table.staff.state import WrongPayment
from houserules.table.state import Table

REGULATOR = "NICC"


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that the house still has to do about a wrong payment, and where it is written."""

    clause: Clause
    what: str


def about(entry: WrongPayment) -> str:
    """Return what a notice to the regulator about an entry is about."""
    return f"wrong payment {entry.number}"


def was_tried(entry: WrongPayment) -> bool:
    """Whether a reasonable attempt to put it right was made (S24 18.20.1)."""
    kinds = {attempt.kind for attempt in entry.attempts}
    if entry.player is None:
        return bool(kinds & {"identify", "contact", "liaise"})
    wanted = {"reimburse"} if entry.owed > 0 else {"request return", "demand return"}
    return bool(kinds & {*wanted, "not practical"})


def duties(part: WrongPayments, table: Table, entry: WrongPayment) -> tuple[Duty, ...]:
    """Return what is left to do about an entry (S24 18.18, 18.19)."""
    left: list[Duty] = []
    if entry.annulled:
        return ()
    if entry.enquiries is None:
        left.append(Duty(part.wrong_payment_unintended, "Enquire whether it was intentional."))
    if entry.suspected:
        left += _duties_of_suspicion(part, entry)
    elif not _is_dealt_with(table, entry):
        left.append(
            Duty(part.wrong_payment_put_right, f"Put it right, try to, or tell the {REGULATOR}.")
        )
    return tuple(left)


def _duties_of_suspicion(part: WrongPayments, entry: WrongPayment) -> list[Duty]:
    """Telling the regulator is not enough where intention is suspected."""
    left = []
    kinds = {attempt.kind for attempt in entry.attempts}
    if entry.rectified is None and not was_tried(entry):
        left.append(Duty(part.suspected_payment_put_right, "Put it right, or try to."))
    if entry.player is None and "identify" not in kinds:
        left.append(Duty(part.suspected_patron_identified, "Try to identify the patron."))
    return left


def _is_dealt_with(table: Table, entry: WrongPayment) -> bool:
    told = was_told(table, REGULATOR, about(entry))
    return entry.rectified is not None or was_tried(entry) or told


def is_excused(table: Table, entry: WrongPayment) -> bool:
    """Whether it is no breach of the rules: looked into, not suspected, dealt with (S24 18.18)."""
    return entry.enquiries is not None and not entry.suspected and _is_dealt_with(table, entry)


def is_no_credit(entry: WrongPayment) -> bool:
    """Whether an overpayment is safe from being called credit: it was not intended (S24 18.20.2)."""
    return entry.owed < 0 and entry.enquiries is not None and not entry.suspected


def month_report(
    part: WrongPayments, entries: Iterable[WrongPayment], *, begin: Moment, end: Moment
) -> tuple[WrongPayment, ...]:
    """Return what the regulator is told at the end of a month: each single error over the amount.

    The month is from `begin` up to but not including `end`; what counts is when the house became
    aware, put right or not (S24 18.20.2).
    """
    limit = part.wrong_payment_reported_over.value
    return tuple(
        entry for entry in entries if begin <= entry.found < end and abs(entry.owed) > limit
    )
