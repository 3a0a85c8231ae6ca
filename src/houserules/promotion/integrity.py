"""Integrity: doubted, told to the inspector, postponed, resumed, cancelled; and the end (21.12)."""

from houserules.core.refusal import Refusal
from houserules.promotion.agenda import due_steps
from houserules.promotion.citations import why_not_said
from houserules.promotion.commands import (
    CancelPromotion,
    DoubtIntegrity,
    FinishPromotion,
    PostponePromotion,
    ResumePromotion,
    TellInspector,
)
from houserules.promotion.draws import why_not_postponed
from houserules.promotion.event_builder import PromotionEvents
from houserules.promotion.events import (
    InspectorTold,
    IntegrityDoubted,
    PromotionCancelled,
    PromotionFinished,
    PromotionPostponed,
    PromotionResumed,
)
from houserules.promotion.state import PromotionState
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered


def why_not_doubt(rules: Rulebook, _: PromotionState, command: DoubtIntegrity) -> Refusal | None:
    """A finding says what is wrong."""
    clause = require_offered(rules.promotions).integrity_told_within.clause
    return why_not_said(clause, command.says, "Say what is compromised")


def doubt(builder: PromotionEvents, command: DoubtIntegrity) -> None:
    """Record the finding; the inspector has to be told from then on."""
    builder.emit(
        IntegrityDoubted(
            len(builder.state.doubts) + 1,
            command.says.strip(),
            command.by.name,
            command.at,
            builder.part.integrity_told_within.clause,
        )
    )


def why_not_tell_inspector(
    rules: Rulebook, state: PromotionState, command: TellInspector
) -> Refusal | None:
    """There is something to tell."""
    clause = require_offered(rules.promotions).integrity_told_within.clause
    if all(each.told_at is not None for each in state.doubts):
        return Refusal("promotion.nothing-to-tell", clause, "The inspector knows of every finding.")
    return why_not_said(clause, command.how, "Say how the inspector was told")


def tell_inspector(builder: PromotionEvents, command: TellInspector) -> None:
    """Record when the inspector was told."""
    builder.emit(
        InspectorTold(
            command.how.strip(),
            command.by.name,
            command.at,
            builder.part.integrity_told_within.clause,
        )
    )


def why_not_postpone(
    rules: Rulebook, state: PromotionState, command: PostponePromotion
) -> Refusal | None:
    """It is postponed once at a time, and for a reason."""
    clause = require_offered(rules.promotions).integrity_told_within.clause
    return why_not_postponed(rules, state) or why_not_said(clause, command.reason, "Say why")


def postpone(builder: PromotionEvents, command: PostponePromotion) -> None:
    """Stop all draws."""
    builder.emit(
        PromotionPostponed(
            command.reason.strip(),
            command.by.name,
            command.at,
            builder.part.integrity_told_within.clause,
        )
    )


def why_not_resume(
    rules: Rulebook, state: PromotionState, command: ResumePromotion
) -> Refusal | None:
    """It goes on when its integrity was validated."""
    clause = require_offered(rules.promotions).integrity_told_within.clause
    if not state.postponed:
        return Refusal("promotion.not-postponed", clause, "The promotion is not postponed.")
    return why_not_said(clause, command.validated, "Say how integrity was validated")


def resume(builder: PromotionEvents, command: ResumePromotion) -> None:
    """Allow draws again."""
    builder.emit(
        PromotionResumed(
            command.validated.strip(),
            command.by.name,
            command.at,
            builder.part.integrity_told_within.clause,
        )
    )


def why_not_cancel(rules: Rulebook, _: PromotionState, command: CancelPromotion) -> Refusal | None:
    """It is cancelled for a reason."""
    clause = require_offered(rules.promotions).integrity_told_within.clause
    return why_not_said(clause, command.reason, "Say why")


def cancel(builder: PromotionEvents, command: CancelPromotion) -> None:
    """End all draws."""
    builder.emit(
        PromotionCancelled(
            command.reason.strip(),
            command.by.name,
            command.at,
            builder.part.integrity_told_within.clause,
        )
    )


def why_not_finish(rules: Rulebook, state: PromotionState, _: FinishPromotion) -> Refusal | None:
    """It is finished when nothing is left to do."""
    for step in due_steps(rules, state):
        if step.command != "finish-promotion":
            return Refusal("promotion.not-over", step.clause, f"Still to do: {step.what}")
    return why_not_postponed(rules, state)


def finish(builder: PromotionEvents, command: FinishPromotion) -> None:
    """End the promotion."""
    builder.emit(
        PromotionFinished(command.by.name, command.at, builder.part.may_run_promotion.clause)
    )
