"""What staff do at the table, as a subject: notices, closing, disputes, payments."""

from typing import Final

from houserules.table.staff import (
    closing,
    commands,
    disputes,
    invalidation,
    late_payment,
    notices,
    opening,
    wrong_payments,
)
from houserules.table.subject import Doer, Judge, Subject

_COMMANDS: Final[dict[type, tuple[Judge, Doer]]] = {
    commands.GiveNotice: (notices.why_not_notice, notices.give_notice),
    commands.AskForRules: (notices.why_not_ask_for_rules, notices.ask_for_rules),
    commands.InvalidateGame: (invalidation.why_not_invalidate, invalidation.invalidate),
    commands.ShowClosingSign: (closing.why_not_show_sign, closing.show_sign),
    commands.TakeDownClosingSign: (closing.why_not_take_down, closing.take_down),
    commands.CloseTable: (closing.why_not_close, closing.close),
    commands.ReopenTable: (opening.why_not_reopen, opening.reopen),
    commands.RaiseDispute: (disputes.why_not_raise, disputes.raise_dispute),
    commands.ReferDispute: (disputes.why_not_raise, disputes.raise_dispute),
    commands.DecideDispute: (disputes.why_not_decide, disputes.decide),
    commands.AskReview: (disputes.why_not_ask_review, disputes.ask_review),
    commands.ReviewDispute: (disputes.why_not_review, disputes.decide),
    commands.AcceptDecision: (disputes.why_not_accept, disputes.accept),
    commands.AdviseOfComplaint: (disputes.why_not_advise, disputes.advise),
    commands.CloseDispute: (disputes.why_not_close, disputes.close),
    commands.ApproveLatePayment: (late_payment.why_not_approve, late_payment.approve),
    commands.ReportWrongPayment: (wrong_payments.why_not_report, wrong_payments.report),
    commands.RecordEnquiries: (wrong_payments.why_not_enquire, wrong_payments.enquire),
    commands.IdentifyPatron: (wrong_payments.why_not_identify, wrong_payments.identify),
    commands.RecordAttempt: (wrong_payments.why_not_attempt, wrong_payments.attempt),
    commands.RectifyPayment: (wrong_payments.why_not_rectify, wrong_payments.rectify),
}
STAFF: Final = Subject(
    commands=_COMMANDS, always=frozenset(_COMMANDS) - {commands.CloseTable, commands.ReopenTable}
)
