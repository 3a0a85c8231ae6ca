"""Wagers paid too much or too little: reported, looked into, put right (S24 18.18-18.20)."""

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered, require_offered
from houserules.table.event_builder import EventBuilder
from houserules.table.irregularities.previous_round import latest_round
from houserules.table.round.chips import why_not_held
from houserules.table.round.wagers import why_not_box
from houserules.table.staff.commands import (
    IdentifyPatron,
    RecordAttempt,
    RecordEnquiries,
    RectifyPayment,
    ReportWrongPayment,
)
from houserules.table.staff.events import (
    AttemptRecorded,
    EnquiriesMade,
    PatronIdentified,
    PaymentAnnulled,
    PaymentRectified,
    WrongPaymentEntered,
)
from houserules.table.staff.payment_limits import why_not_payment
from houserules.table.staff.state import Dispute, WrongPayment
from houserules.table.state import Table

_ASKS_BACK = ("request return", "demand return")


def why_not_report(rules: Rulebook, table: Table, command: ReportWrongPayment) -> Refusal | None:
    """Two amounts that differ and that settled wagers on a box can pay, in a round played here."""
    clause = require_offered(rules.wrong_payments).wrong_payment_found
    if command.paid == command.due or min(command.paid, command.due) < 0:
        return Refusal(
            "payment.amounts",
            clause,
            "Enter what was paid and what was due: two different amounts, neither below zero.",
        )
    if not 1 <= command.round <= table.rounds:
        return Refusal(
            "payment.round", clause, f"This table has played rounds 1 to {table.rounds}."
        )
    return why_not_box(rules, command.box) or why_not_payment(
        rules, table, clause, command, player=command.player
    )


def report(builder: EventBuilder, command: ReportWrongPayment) -> None:
    """Enter a wrong payment in the register."""
    builder.emit(
        WrongPaymentEntered(
            builder.table.staff.payments_entered + 1,
            command.round,
            command.box,
            command.player,
            command.paid,
            command.due,
            None,
            command.by.name,
            command.at,
            require_offered(builder.rules.wrong_payments).wrong_payment_found,
        )
    )


def enter_payment(
    builder: EventBuilder,
    dispute: Dispute,
    *,
    paid: Cents,
    due: Cents,
    by: str,
    at: Moment,
    clause: Clause,
) -> None:
    """Enter what the decision of a dispute orders to be paid or given back."""
    number = builder.table.staff.payments_entered + 1
    builder.emit(
        WrongPaymentEntered(
            number, dispute.round, None, dispute.player, paid, due, dispute.number, by, at, clause
        )
    )


def why_not_enquire(rules: Rulebook, table: Table, command: RecordEnquiries) -> Refusal | None:
    """Enquiries find something, in words, and do not overwrite a suspicion."""
    part = require_offered(rules.wrong_payments)
    clause, entry = part.wrong_payment_unintended, table.staff.payment(command.entry)
    if entry is None:
        return _not_at_hand(table, clause, command.entry)
    if not command.found.strip():
        return Refusal("enquiries.empty", clause, "Say what the enquiries found.")
    if entry.suspected and not command.suspected:
        return Refusal(
            "enquiries.suspected",
            part.suspected_payment,
            "This payment is suspected to be intentional. That stays on record.",
        )
    return None


def enquire(builder: EventBuilder, command: RecordEnquiries) -> None:
    """Record what enquiries found; a suspicion requires more (S24 18.19)."""
    part = require_offered(builder.rules.wrong_payments)
    clause = part.suspected_payment if command.suspected else part.wrong_payment_unintended
    builder.emit(
        EnquiriesMade(
            command.entry, command.found, command.suspected, command.by.name, command.at, clause
        )
    )


def why_not_identify(rules: Rulebook, table: Table, command: IdentifyPatron) -> Refusal | None:
    """A player with a settled wager there, named before the payment is put right."""
    clause = require_offered(rules.wrong_payments).attempt_is_enough
    entry = table.staff.payment(command.entry)
    if entry is None:
        return _not_at_hand(table, clause, command.entry)
    if refusal := _why_not_open(clause, entry):
        return refusal
    if not command.player.strip():
        return _no_patron(clause)
    if entry.box is None:  # ordered by the decision of a dispute, whose player is known
        return Refusal(
            "payment.identified", clause, f"This payment is for {entry.player}, who disputed it."
        )
    return why_not_payment(rules, table, clause, entry, player=command.player)


def identify(builder: EventBuilder, command: IdentifyPatron) -> None:
    """Record who was paid wrongly."""
    builder.emit(PatronIdentified(command.entry, command.player, command.by.name, command.at))


def why_not_attempt(rules: Rulebook, table: Table, command: RecordAttempt) -> Refusal | None:
    """What was tried fits the error: reimburse too little, ask back too much."""
    part = require_offered(rules.wrong_payments)
    entry = table.staff.payment(command.entry)
    if entry is None:
        return _not_at_hand(table, part.attempt_is_enough, command.entry)
    if not command.outcome.strip():
        return Refusal("attempt.empty", part.attempt_is_enough, "Say how the attempt ended.")
    if command.kind in _ASKS_BACK and entry.owed > 0:
        return Refusal(
            "attempt.kind",
            part.underpaid_is_reimbursed,
            "Too little was paid. Reimburse the patron.",
        )
    if command.kind == "reimburse" and entry.owed < 0:
        return Refusal(
            "attempt.kind",
            part.overpaid_is_asked_back,
            "Too much was paid. Ask the patron to return it.",
        )
    if entry.player is None and command.kind in ("reimburse", *_ASKS_BACK):
        return _no_patron(part.attempt_is_enough)
    return None


def attempt(builder: EventBuilder, command: RecordAttempt) -> None:
    """Record what was tried."""
    part = require_offered(builder.rules.wrong_payments)
    clause = part.attempt_is_enough
    if command.kind == "reimburse":
        clause = part.underpaid_is_reimbursed
    elif command.kind in _ASKS_BACK:
        clause = part.overpaid_is_asked_back
    builder.emit(
        AttemptRecorded(
            command.entry, command.kind, command.outcome, command.by.name, command.at, clause
        )
    )


def why_not_rectify(rules: Rulebook, table: Table, command: RectifyPayment) -> Refusal | None:
    """A known patron, once; what goes back to the house must be in the rack."""
    clause = rules.powers.may_correct_payment.clause
    entry = table.staff.payment(command.entry)
    if entry is None:
        return _not_at_hand(table, clause, command.entry)
    if refusal := _why_not_open(clause, entry):
        return refusal
    if entry.player is None:
        return _no_patron(clause)
    return why_not_held(rules, table, entry.player, -entry.owed)


def rectify(builder: EventBuilder, command: RectifyPayment) -> None:
    """Move the difference between rack and float tray."""
    entry = builder.table.staff.payment(command.entry)
    assert entry is not None and entry.player is not None
    builder.emit(
        PaymentRectified(
            command.entry,
            entry.player,
            entry.owed,
            command.by.name,
            command.at,
            _rectifying_clause(builder.rules, entry),
        )
    )


def _rectifying_clause(rules: Rulebook, entry: WrongPayment) -> Clause:
    part = rules.wrong_payments
    if isinstance(part, NotOffered):
        return rules.powers.may_correct_payment.clause
    return part.suspected_payment_put_right if entry.suspected else part.wrong_payment_put_right


def _not_at_hand(table: Table, clause: Clause, number: int) -> Refusal:
    if table.staff.was_entered(number):
        return Refusal(
            "payment.rectified", clause, f"Entry {number} is closed: it was put right or annulled."
        )
    return Refusal("payment.unknown", clause, f"The register has no entry {number}.")


def _no_patron(clause: Clause) -> Refusal:
    return Refusal("payment.no-patron", clause, "Identify the patron first.")


def _why_not_open(clause: Clause, entry: WrongPayment) -> Refusal | None:
    if entry.annulled:
        return Refusal(
            "payment.annulled",
            clause,
            "The round of this payment is void or was dealt again, so nothing is owed on it.",
        )
    if entry.rectified is not None:
        return Refusal("payment.rectified", clause, "This payment has been put right.")
    return None


def annul_payments(builder: EventBuilder, clause: Clause) -> None:
    """Undo the corrections of a round that is void or dealt again (reading 68)."""
    played = latest_round(builder.table)
    if played is None:
        return
    for entry in builder.table.staff.payments:
        if entry.round != played.before.rounds + 1 or entry.annulled:
            continue
        back = entry.owed if entry.rectified is not None else 0
        player = entry.player if back else None
        there = min(back, builder.table.racks.get(player, 0)) if player is not None else 0
        builder.emit(PaymentAnnulled(entry.number, player, there, back - there, clause))
