"""Changes after the start: the Authority approves amendments first; S24 also conversions (22/21.4, 22/21.9.1)."""

from json import loads
from typing import Any

from houserules.core.money import format_money
from houserules.core.refusal import Refusal
from houserules.promotion.citations import registered, why_not_said
from houserules.promotion.commands import AmendTerms, ApproveConversion, RecordApproval
from houserules.promotion.drafting import (
    SECOND,
    commitments,
    document_of,
    read_terms,
    why_not_complete,
    why_not_stated,
)
from houserules.promotion.event_builder import PromotionEvents, terms_of
from houserules.promotion.events import AmendmentApproved, ConversionApproved, TermsAmended
from houserules.promotion.promotion_file import TERMS, read_promotion
from houserules.promotion.state import PromotionState
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered

_FIXED = ("name", "rulebook", "starts")


def why_not_record_approval(
    rules: Rulebook, state: PromotionState, command: RecordApproval
) -> Refusal | None:
    """What the Authority approved is complete, and keeps what has happened already."""
    clause = require_offered(rules.promotions).amendment_approved
    read = read_terms(rules, command.document)
    if isinstance(read, Refusal):
        return read
    return (
        _why_not_kept(rules, state, command.document)
        or why_not_complete(rules, read)
        or why_not_stated(rules, command.document, loads(state.criteria or "{}"))
        or why_not_said(clause, command.reference, "Quote the reference of the approval")
    )


def _why_not_kept(
    rules: Rulebook, state: PromotionState, document: dict[str, Any]
) -> Refusal | None:
    """Whether amended terms keep what has happened already: asked again when they come into force."""
    clause, read = require_offered(rules.promotions).amendment_approved, read_promotion(document)
    before = document_of(state)
    if any(document[key] != before[key] for key in _FIXED):
        return Refusal(
            "promotion.fixed", clause, "An amendment keeps the name, the rulebook and the start."
        )
    now = terms_of(state)
    if state.phase == "closed" and read.entries_close != now.entries_close:
        return Refusal("promotion.closing-fixed", clause, "Entries are closed: their time stays.")
    drawn = [draw.prize for draw in state.draws if draw.winners]
    kept = len(read.prizes) >= len(now.prizes) and all(
        document["prizes"][prize] == before["prizes"][prize] for prize in drawn
    )
    if not kept or (state.phase == "closed" and len(read.prizes) > len(now.prizes)):
        return Refusal(
            "promotion.prizes-fixed",
            clause,
            "An amendment drops no prize, changes none that was drawn, and adds none once "
            "entries are closed.",
        )
    return None


def record_approval(builder: PromotionEvents, command: RecordApproval) -> None:
    """Record which terms were approved."""
    builder.emit(
        AmendmentApproved(
            command.document,
            command.reference.strip(),
            command.by.name,
            command.at,
            builder.part.amendment_approved,
        )
    )


def why_not_amend(rules: Rulebook, state: PromotionState, command: AmendTerms) -> Refusal | None:
    """Terms change only as the Authority has approved (21.9.1)."""
    part = require_offered(rules.promotions)
    if not state.approvals:
        return Refusal(
            "promotion.not-approved",
            part.amendment_approved,
            "After the start, terms are amended only with the Authority's approval.",
        )
    document = loads(state.approvals[-1].document)
    closes = read_promotion(document).entries_close
    if state.phase == "open" and closes is not None and command.at * SECOND >= closes:
        item = f"{part.terms_contain}.{TERMS['entries_close']}"
        return Refusal(
            "promotion.over", registered(rules, item), "Entries would have closed already."
        )
    return _why_not_kept(rules, state, document)


def is_amendment_due(rules: Rulebook, state: PromotionState) -> bool:
    """Whether an approved amendment waits, and nothing has happened since that it cannot keep."""
    if not state.approvals:
        return False
    return _why_not_kept(rules, state, loads(state.approvals[-1].document)) is None


def amend(builder: PromotionEvents, command: AmendTerms) -> None:
    """Put the terms of the last approval into force; it is used up, and so are earlier ones."""
    document = loads(builder.state.approvals[-1].document)
    entropy = bytes.fromhex(command.entropy)
    more = commitments(read_promotion(document), entropy, first=len(builder.state.draws))
    builder.emit(
        TermsAmended(document, more, command.by.name, command.at, builder.part.amendment_approved)
    )


def why_not_convert(
    rules: Rulebook, state: PromotionState, command: ApproveConversion
) -> Refusal | None:
    """Only the alternative in the terms is approved, where the document asks for it (22/21.4)."""
    part = require_offered(rules.promotions)
    if not part.conversion_is_approved.value:
        return Refusal(
            "promotion.no-conversion",
            part.conversion_is_approved.clause,
            "These rules ask for no approval: the alternative is stated in the terms.",
        )
    prizes = terms_of(state).prizes
    if not 0 <= command.prize < len(prizes):
        return Refusal(
            "promotion.prize-unknown", part.terms_contain, f"There is no prize {command.prize}."
        )
    alternative = prizes[command.prize].cash_alternative
    if command.amount != alternative:
        offered = "none" if alternative is None else format_money(alternative)
        return Refusal(
            "promotion.no-alternative",
            part.no_alternative_to.clause,
            f"The alternative in money to this prize is {offered}.",
        )
    clause = part.conversion_is_approved.clause
    return why_not_said(clause, command.reference, "Quote the reference of the approval")


def convert(builder: PromotionEvents, command: ApproveConversion) -> None:
    """Record the approval."""
    builder.emit(
        ConversionApproved(
            command.prize,
            command.amount,
            command.reference.strip(),
            command.by.name,
            command.at,
            builder.part.conversion_is_approved.clause,
        )
    )
