"""What a rulebook says on the decisions of staff around the game: general provisions, payments."""

from dataclasses import dataclass
from typing import Literal

from houserules.core.refusal import Clause
from houserules.rulebook.values import Money, Value

Returns = Literal["all but payments", "open wagers"]
"""What goes back when a game ends without a result: also what was collected in it, or not."""


@dataclass(frozen=True, slots=True)
class LatePayment:
    """Naturals, 21s and bonuses paid at the final settlement instead of at once."""

    late_payment_approved: Clause
    late_natural_pays: Clause
    late_21_pays: Clause
    late_super_bonus_pays: Clause


@dataclass(frozen=True, slots=True)
class WrongPayments:
    """Wagers paid too much or too little: what is done, what is kept, what is reported."""

    wrong_payment_found: Clause
    wrong_payment_unintended: Clause
    wrong_payment_put_right: Clause
    suspected_payment: Clause
    suspected_payment_put_right: Clause
    suspected_patron_identified: Clause
    attempt_is_enough: Clause
    underpaid_is_reimbursed: Clause
    overpaid_is_asked_back: Clause
    overpayment_is_no_credit: Clause
    wrong_payment_reported_over: Value[Money]


@dataclass(frozen=True, slots=True)
class Invalidation:
    """Making the outcome of a game invalid, and what becomes of its wagers."""

    invalidated_by_disruption: Clause
    invalidated_by_fraud: Clause
    invalidated_refunds: Value[Returns]
    fraud_is_forfeited: Clause


@dataclass(frozen=True, slots=True)
class TableClosing:
    """Closing a table with players at it."""

    closing_sign_minutes: Value[int]


@dataclass(frozen=True, slots=True)
class Disputes:
    """Disputes and complaints: two instances, and the right to go to an inspector."""

    dispute_goes_to_gaming_supervisor: Clause
    dispute_is_reviewed: Clause
    decision_is_final: Clause
    complaint_is_advised: Clause


@dataclass(frozen=True, slots=True)
class RulesCopy:
    """The rules themselves, for whoever asks."""

    rules_are_shown: Clause
