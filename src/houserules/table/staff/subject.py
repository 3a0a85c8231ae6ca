"""The house around the game for `table.house`: commands with judge and doer, events with their step."""

from typing import Final

from houserules.table.staff import (
    closing,
    disputes,
    invalidation,
    late_payment,
    notices,
    opening,
    wrong_payments,
)
from houserules.table.staff import commands as c
from houserules.table.staff import disputes as deciding
from houserules.table.subject import Subject

STAFF: Final = Subject(
    commands={
        c.GiveNotice: (notices.why_not_notice, notices.give_notice),
        c.AskForRules: (notices.why_not_ask_for_rules, notices.ask_for_rules),
        c.InvalidateGame: (invalidation.why_not_invalidate, invalidation.invalidate),
        c.ShowClosingSign: (closing.why_not_show_sign, closing.show_sign),
        c.TakeDownClosingSign: (closing.why_not_take_down, closing.take_down),
        c.CloseTable: (closing.why_not_close, closing.close),
        c.ReopenTable: (opening.why_not_reopen, opening.reopen),
        c.RaiseDispute: (disputes.why_not_raise, disputes.raise_dispute),
        c.ReferDispute: (disputes.why_not_raise, disputes.raise_dispute),
        c.DecideDispute: (deciding.why_not_decide, deciding.decide),
        c.AskReview: (disputes.why_not_ask_review, disputes.ask_review),
        c.ReviewDispute: (deciding.why_not_review, deciding.decide),
        c.AcceptDecision: (disputes.why_not_accept, disputes.accept),
        c.AdviseOfComplaint: (deciding.why_not_advise, deciding.advise),
        c.CloseDispute: (deciding.why_not_close, deciding.close),
        c.ApproveLatePayment: (late_payment.why_not_approve, late_payment.approve),
        c.ReportWrongPayment: (wrong_payments.why_not_report, wrong_payments.report),
        c.RecordEnquiries: (wrong_payments.why_not_enquire, wrong_payments.enquire),
        c.IdentifyPatron: (wrong_payments.why_not_identify, wrong_payments.identify),
        c.RecordAttempt: (wrong_payments.why_not_attempt, wrong_payments.attempt),
        c.RectifyPayment: (wrong_payments.why_not_rectify, wrong_payments.rectify),
    },
    always=frozenset(
        {
            c.GiveNotice,
            c.AskForRules,
            c.InvalidateGame,
            c.ShowClosingSign,
            c.TakeDownClosingSign,
            c.RaiseDispute,
            c.ReferDispute,
            c.DecideDispute,
            c.AskReview,
            c.ReviewDispute,
            c.AcceptDecision,
            c.AdviseOfComplaint,
            c.CloseDispute,
            c.ApproveLatePayment,
            c.ReportWrongPayment,
            c.RecordEnquiries,
            c.IdentifyPatron,
            c.RecordAttempt,
            c.RectifyPayment,
        }
    ),
)
