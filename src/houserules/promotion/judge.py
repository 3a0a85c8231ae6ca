"""The one judge of a promotion: whether a command is allowed, and if not why. Then what it brings about."""

from collections.abc import Callable
from typing import Any, Final

from houserules.core.refusal import Refusal
from houserules.promotion import (
    amendments,
    claims,
    commands,
    drafting,
    draws,
    entries,
    integrity,
    prizes,
)
from houserules.promotion.commands import PromotionCommand
from houserules.promotion.event_builder import PromotionEvents
from houserules.promotion.evolve import evolve
from houserules.promotion.state import PromotionState
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_promotion import Promotions
from houserules.rulebook.values import NotOffered
from houserules.table.desk import why_not_by
from houserules.table.events import Event
from houserules.table.powers_table import Power, desk_powers

Judge = Callable[[Rulebook, PromotionState, Any], Refusal | None]
Doer = Callable[[PromotionEvents, Any], None]

COMMANDS: Final[dict[type[PromotionCommand], tuple[Judge, Doer]]] = {
    commands.DraftPromotion: (drafting.why_not_draft, drafting.draft),
    commands.SendTerms: (drafting.why_not_send, drafting.send),
    commands.PublishTerms: (drafting.why_not_publish, drafting.publish),
    commands.AddMarketing: (drafting.why_not_add_marketing, drafting.add_marketing),
    commands.NominateScrutineer: (drafting.why_not_nominate, drafting.nominate),
    commands.StartPromotion: (drafting.why_not_start, drafting.start),
    commands.RecordApproval: (amendments.why_not_record_approval, amendments.record_approval),
    commands.AmendTerms: (amendments.why_not_amend, amendments.amend),
    commands.ApproveConversion: (amendments.why_not_convert, amendments.convert),
    commands.AddEntries: (entries.why_not_add, entries.add),
    commands.EarnEntries: (entries.why_not_earn, entries.earn),
    commands.VoidEntry: (entries.why_not_void, entries.void),
    commands.VoidEarnedEntry: (entries.why_not_void_earned, entries.void_earned),
    commands.ClosePromotionEntries: (entries.why_not_close, entries.close),
    commands.GiveDrawEntropy: (draws.why_not_give_entropy, draws.give_entropy),
    commands.DrawPrize: (draws.why_not_draw, draws.draw),
    commands.PassOverWinner: (draws.why_not_pass_over, draws.pass_over),
    commands.TellWinner: (prizes.why_not_tell, prizes.tell),
    commands.ClaimPrize: (claims.why_not_claim, claims.claim),
    commands.RefuseClaim: (claims.why_not_refuse, claims.refuse),
    commands.TellRefusal: (claims.why_not_tell_refusal, claims.tell_refusal),
    commands.HandOverPrize: (prizes.why_not_hand_over, prizes.hand_over),
    commands.PayPromotionPrize: (prizes.why_not_pay, prizes.pay),
    commands.RaisePromotionDispute: (claims.why_not_raise, claims.raise_dispute),
    commands.DecidePromotionDispute: (claims.why_not_decide, claims.decide),
    commands.DoubtIntegrity: (integrity.why_not_doubt, integrity.doubt),
    commands.TellInspector: (integrity.why_not_tell_inspector, integrity.tell_inspector),
    commands.PostponePromotion: (integrity.why_not_postpone, integrity.postpone),
    commands.ResumePromotion: (integrity.why_not_resume, integrity.resume),
    commands.CancelPromotion: (integrity.why_not_cancel, integrity.cancel),
    commands.FinishPromotion: (integrity.why_not_finish, integrity.finish),
}


def why_not(rules: Rulebook, state: PromotionState, command: PromotionCommand) -> Refusal | None:
    """Return the reason why the command is refused; None: it is allowed."""
    if isinstance(rules.promotions, NotOffered):
        return Refusal(
            "promotion.none", rules.promotions.clause, "These rules have no promotional prizes."
        )
    return (
        _why_not_by(rules, state, command)
        or _why_not_now(rules, rules.promotions, state, command)
        or COMMANDS[type(command)][0](rules, state, command)
    )


def _why_not_by(
    rules: Rulebook, state: PromotionState, command: PromotionCommand
) -> Refusal | None:
    """Whether the person may; the scrutineer gives the draw's numbers, whatever their role."""
    gives = isinstance(command, commands.GiveDrawEntropy) and state.outside == "scrutineer"
    if gives and draws.is_scrutineer(state, command.by.name):
        return None
    return why_not_by(rules, command)


def _why_not_now(
    rules: Rulebook, part: Promotions, state: PromotionState, command: PromotionCommand
) -> Refusal | None:
    """Whether the promotion has come to the point where the command has its place."""
    match state.phase:
        case phase if phase in command.phases:
            return None
        case "new" | "draft":
            return Refusal(
                "promotion.not-started",
                part.terms_sent_before.clause,
                "The promotion has not started yet.",
            )
        case "cancelled":
            return Refusal(
                "promotion.cancelled",
                part.integrity_told_within.clause,
                "The promotion is cancelled.",
            )
        case "finished":
            return Refusal(
                "promotion.finished", part.may_run_promotion.clause, "The promotion is over."
            )
        case _ if "draft" in command.phases:
            return Refusal(
                "promotion.started",
                part.amendment_approved,
                "The promotion has started: its terms are amended with the Authority's approval.",
            )
        case "open":
            return Refusal(
                "promotion.entries-open", entries.closing_clause(rules), "Entries are still open."
            )
        case _:
            return Refusal(
                "promotion.entries-closed", entries.closing_clause(rules), "Entries are closed."
            )


def carry_out(
    rules: Rulebook, state: PromotionState, command: PromotionCommand
) -> tuple[tuple[Event, ...], PromotionState] | Refusal:
    """Decide a command: the events it brings about and the promotion after them, or a Refusal."""
    if refusal := why_not(rules, state, command):
        return refusal
    builder = PromotionEvents(rules, state, evolve)
    COMMANDS[type(command)][1](builder, command)
    return tuple(builder.events), builder.state


def promotion_powers(rules: Rulebook) -> tuple[Power, ...]:
    """Return every command with the roles that may give it; nobody where there are no promotions."""
    return desk_powers(rules, rules.promotions, COMMANDS)
