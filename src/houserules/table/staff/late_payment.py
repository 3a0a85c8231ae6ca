"""Payments left to the final settlement, with approval (S24 11.3, S65 10.3)."""

from houserules.core.refusal import Refusal
from houserules.rulebook import schema_house
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered, require_offered
from houserules.table.event_builder import EventBuilder
from houserules.table.staff.commands import ApproveLatePayment
from houserules.table.staff.events import LatePaymentApproved
from houserules.table.state import Table


def why_not_approve(rules: Rulebook, table: Table, command: ApproveLatePayment) -> Refusal | None:
    """One approval per round."""
    part = require_offered(rules.late_payment)
    if table.staff.late_payment == _round(table):
        return Refusal(
            "late-payment.approved",
            part.late_payment_approved,
            "This round's payments already wait for the final settlement.",
        )
    return None


def approve(builder: EventBuilder, command: ApproveLatePayment) -> None:
    """Leave the payments of the round under way to its end; between rounds, those of the next."""
    part = require_offered(builder.rules.late_payment)
    builder.emit(
        LatePaymentApproved(
            _round(builder.table), command.by.name, command.at, part.late_payment_approved
        )
    )


def _round(table: Table) -> int:
    between = table.phase in ("betting", "over")
    return table.rounds + 1 if between else table.rounds


def paid_at_the_end(rules: Rulebook, table: Table) -> schema_house.LatePayment | None:
    """Return the part of the rulebook by which this round's payments wait; None: they do not."""
    part = rules.late_payment
    if table.staff.late_payment != table.rounds or isinstance(part, NotOffered):
        return None
    return part
