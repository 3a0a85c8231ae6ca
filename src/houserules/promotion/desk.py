"""The desk of a promotion: what is due and why it must wait, what can be done now, dates, prizes."""

from collections.abc import Iterator
from dataclasses import replace
from json import loads

from houserules.core.people import Moment, Person, handle_key
from houserules.core.refusal import Clause, Refusal
from houserules.promotion import commands as c
from houserules.promotion.agenda import DuePromotionStep, due_steps
from houserules.promotion.checklist import checklist, current_findings
from houserules.promotion.desk_types import (
    DeskEntries,
    DeskPrize,
    DeskRecords,
    PromotionAct,
    PromotionDesk,
    PromotionStep,
)
from houserules.promotion.drafting import digest_of, document_of
from houserules.promotion.draws import needs_scrutineer
from houserules.promotion.entries import closing_clause, eligibility_clause
from houserules.promotion.event_builder import terms_of
from houserules.promotion.judge import why_not
from houserules.promotion.promotion_file import WAYS, Prize
from houserules.promotion.state import PrizeDraw, PromotionState
from houserules.promotion.timeline import planned_dates, promotion_dates, status_at
from houserules.promotion.view import STAFF
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_promotion import Promotions
from houserules.rulebook.values import require_offered
from houserules.table.desk import StepRefusal

SHOWN = 100
"""Entries that a desk shows at a time, the newest first."""

_SECRET_DIFFERS = "promotion.draw-differs"
_SAYS = "as due"


def promotion_desk(
    rules: Rulebook, state: PromotionState, person: Person, now: Moment, *, entries_of: str = ""
) -> PromotionDesk:
    """Return the desk for a member of staff; a scrutineer of another role sees nobody's name."""
    part, samples = require_offered(rules.promotions), _samples(rules, state, person, now)
    sees_people = person.role in STAFF
    return PromotionDesk(
        name=terms_of(state).name,
        rulebook=rules.id,
        phase=state.phase,
        version=state.version,
        digest=digest_of(state),
        resends=part.amendment_sent_within.value is not None,
        available=state.available,
        outside=state.outside,
        outside_event=state.outside_event,
        has_criteria=bool(state.criteria),
        scrutineer=state.scrutineer,
        postponed=state.postponed,
        reason=state.reason,
        list_hash=state.list_hash,
        steps=tuple(
            PromotionStep(step, status_at(now, step.due), _why_not_yet(rules, state, step, samples))
            for step in due_steps(rules, state)
            if sees_people or step.command == c.GiveDrawEntropy.api_name
        ),
        acts=tuple(
            _act(rules, part, state, each)
            for each in samples
            if _why_not(rules, state, each) is None
        ),
        dates=(promotion_dates if sees_people else planned_dates)(rules, state, now),
        prizes=_prizes(rules, part, state, with_winners=sees_people),
        records=_records(rules, state, now, entries_of) if sees_people else None,
    )


# What can be done now, asked of the judge with words that would do for what a person still says.


def _why_not(rules: Rulebook, state: PromotionState, command: c.PromotionCommand) -> Refusal | None:
    """Return why a command is refused; the secret of a draw is in the vault, not here."""
    no = why_not(rules, state, command)
    return None if no is not None and no.code == _SECRET_DIFFERS else no


def _samples(
    rules: Rulebook, state: PromotionState, by: Person, at: Moment
) -> tuple[c.PromotionCommand, ...]:
    document = document_of(state)
    prizes = enumerate(terms_of(state).prizes)
    return (
        c.DraftPromotion(by, at, document, state.outside, state.outside_event, _criteria(state)),
        c.SendTerms(by, at, _SAYS),
        c.PublishTerms(by, at, _SAYS),
        c.AddMarketing(by, at, _SAYS, _SAYS),
        c.NominateScrutineer(by, at, _SAYS),
        c.StartPromotion(by, at, ""),
        c.RecordApproval(by, at, document, _SAYS),
        c.AmendTerms(by, at, ""),
        c.AddEntries(by, at, _SAYS, 1, _SAYS),
        *(c.VoidEntry(by, at, each.number, _SAYS) for each in state.counted[:1]),
        c.ClosePromotionEntries(by, at),
        *(each for number, prize in prizes for each in _of_prize(rules, number, prize, by, at)),
        *(each for claim in state.claims for each in _of_claim(claim.number, by, at)),
        c.RaisePromotionDispute(by, at, _SAYS, _SAYS),
        *(
            c.DecidePromotionDispute(by, at, each.number, _SAYS, complaint_right_told=True)
            for each in state.disputes
        ),
        c.DoubtIntegrity(by, at, _SAYS),
        c.TellInspector(by, at, _SAYS),
        c.PostponePromotion(by, at, _SAYS),
        c.ResumePromotion(by, at, _SAYS),
        c.CancelPromotion(by, at, _SAYS),
        c.FinishPromotion(by, at),
    )


def _criteria(state: PromotionState) -> dict[str, object] | None:
    return loads(state.criteria) if state.criteria else None


def _of_prize(
    rules: Rulebook, number: int, prize: Prize, by: Person, at: Moment
) -> Iterator[c.PromotionCommand]:
    amount = prize.cash_alternative or 0
    yield c.ApproveConversion(by, at, number, amount, _SAYS)
    yield c.GiveDrawEntropy(by, at, number, _SAYS)
    yield c.DrawPrize(by, at, number, "")
    yield c.PassOverWinner(by, at, number, _SAYS)
    yield c.TellWinner(by, at, number, "email", _SAYS)
    yield c.ClaimPrize(by, at, by.name, number, _SAYS, _SAYS)
    yield c.HandOverPrize(by, at, number, _SAYS)
    way = _ways(require_offered(rules.promotions), prize)[0]
    due = (prize.value or 0) if prize.kind == "cash" else amount
    paid = {each: due if each == way else 0 for each in WAYS}
    yield c.PayPromotionPrize(by, at, number, **paid, chosen=True, reference=_SAYS)


def _of_claim(number: int, by: Person, at: Moment) -> Iterator[c.PromotionCommand]:
    yield c.RefuseClaim(by, at, number, _SAYS)
    yield c.TellRefusal(by, at, number, _SAYS)


def _why_not_yet(
    rules: Rulebook,
    state: PromotionState,
    step: DuePromotionStep,
    samples: tuple[c.PromotionCommand, ...],
) -> StepRefusal | None:
    """Return why a step that is due cannot be taken yet, or not by this person."""
    of_step = (
        each
        for each in samples
        if each.api_name == step.command
        and _prize_of(each) in (None, step.prize)
        and _number_of(each) in (None, step.number)
    )
    no = next((_why_not(rules, state, each) for each in of_step), None)
    return None if no is None else StepRefusal.of(no)


def _prize_of(command: c.PromotionCommand) -> int | None:
    number: int | None = getattr(command, "prize", None)
    return number


def _number_of(command: c.PromotionCommand) -> int | None:
    number: int | None = getattr(command, "claim", getattr(command, "dispute", None))
    return number


def _act(
    rules: Rulebook, part: Promotions, state: PromotionState, command: c.PromotionCommand
) -> PromotionAct:
    clause = _clause_of(rules, part, state, command)
    return PromotionAct(command.api_name, clause, _prize_of(command), _number_of(command))


def _clause_of(
    rules: Rulebook, part: Promotions, state: PromotionState, command: c.PromotionCommand
) -> Clause:
    """Return the clause by which a command has its place; otherwise that of its power."""
    match command:
        case c.DraftPromotion():
            return part.terms_contain
        case c.SendTerms() if state.amended_since is not None:
            return part.amendment_sent_within.clause
        case c.SendTerms() | c.StartPromotion():
            return part.terms_sent_before.clause
        case c.PublishTerms() | c.AddMarketing():
            return part.terms_available
        case c.RecordApproval() | c.AmendTerms():
            return part.amendment_approved
        case c.ApproveConversion():
            return part.conversion_is_approved.clause
        case c.AddEntries() | c.VoidEntry():
            return eligibility_clause(rules)
        case c.ClosePromotionEntries():
            return closing_clause(rules)
        case c.NominateScrutineer() | c.GiveDrawEntropy() | c.DrawPrize():
            return part.scrutineer_above.clause
        case c.TellWinner() | c.PassOverWinner() | c.ClaimPrize():
            return part.winner_told_within.clause
        case c.PayPromotionPrize():
            return part.prize_money_by.clause
        case c.RefuseClaim() | c.TellRefusal():
            return part.refusal_explained
        case c.HandOverPrize():
            return part.may_award_promotion.clause
        case c.RaisePromotionDispute() | c.DecidePromotionDispute():
            return part.complaint_advised
        case c.FinishPromotion():
            return part.may_run_promotion.clause
    return part.integrity_told_within.clause


# Prizes and records.


def _prizes(
    rules: Rulebook, part: Promotions, state: PromotionState, *, with_winners: bool
) -> tuple[DeskPrize, ...]:
    written = document_of(state)["prizes"]
    above = part.winner_chooses_above.value
    return tuple(
        DeskPrize(
            number,
            prize.kind,
            written[number].get("description", ""),
            prize.value,
            prize.cash_alternative,
            _ways(part, prize),
            prize.kind == "cash" and above is not None and (prize.value or 0) > above,
            needs_scrutineer(rules, state, number),
            _draw(state, number, with_winners=with_winners),
        )
        for number, prize in enumerate(terms_of(state).prizes)
    )


def _draw(state: PromotionState, number: int, *, with_winners: bool) -> PrizeDraw | None:
    draw = state.draw_of(number)
    return draw if draw is None or with_winners else replace(draw, winners=())


def _ways(part: Promotions, prize: Prize) -> tuple[str, ...]:
    """Return the ways in which money is paid for a prize (21.4)."""
    allowed = WAYS if part.prize_money_by.value == "any way" else WAYS[1:]
    stated = tuple(way for way in allowed if way in prize.paid_by)
    return stated if prize.kind == "cash" and stated else allowed


def _records(rules: Rulebook, state: PromotionState, now: Moment, entries_of: str) -> DeskRecords:
    return DeskRecords(
        entries=_entries(state, entries_of),
        claims=state.claims,
        disputes=state.disputes,
        doubts=state.doubts,
        submissions=state.submissions,
        approvals=state.approvals,
        conversions=state.conversions,
        marketing=state.marketing,
        checklist=checklist(rules, terms_of(state)),
        findings=current_findings(rules, state, now),
    )


def _entries(state: PromotionState, player: str) -> DeskEntries:
    key, counted = handle_key(player), state.counted
    wanted = [each for each in state.entries if not player or handle_key(each.player) == key]
    return DeskEntries(
        counted=len(counted),
        void=len(state.entries) - len(counted),
        players=len({handle_key(each.player) for each in counted}),
        shown=tuple(reversed(wanted[-SHOWN:])),
    )
