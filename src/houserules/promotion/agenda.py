"""What is to be done next in a promotion, by when, and by which clause."""

from collections.abc import Iterator
from dataclasses import dataclass

from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.promotion.amendments import is_amendment_due
from houserules.promotion.citations import registered
from houserules.promotion.draws import has_player_left, needs_scrutineer
from houserules.promotion.entries import closing_clause
from houserules.promotion.event_builder import terms_of
from houserules.promotion.findings import find_in_terms
from houserules.promotion.moments import HOUR
from houserules.promotion.promotion_file import TERMS
from houserules.promotion.state import PrizeDraw, PromotionState
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_promotion import Promotions
from houserules.rulebook.values import require_offered

_SECOND = 1_000_000
_HOUR = HOUR // _SECOND
SOON = 24 * _HOUR
"""Seconds before a deadline from which people are warned of it."""
REFUSAL_REMINDED = 48 * _HOUR
"""Seconds after which staff are reminded to tell the reason of a refusal (reading 237)."""


@dataclass(frozen=True, slots=True)
class DuePromotionStep:
    """One thing to do: the command that does it, the clause, and the deadline if there is one."""

    command: str  # as the API knows it
    what: str
    clause: Clause
    due: Moment | None = None  # the last moment at which it is in time
    prize: int | None = None
    number: int | None = None  # of a claim or a dispute
    player: str | None = None  # whom `what` names

    @property
    def what_unnamed(self) -> str:
        """What is to be done, for readers who may not know about whom."""
        return self.what.replace(self.player, "a player") if self.player else self.what

    def is_overdue(self, now: int) -> bool:
        """Whether the deadline has passed."""
        return self.due is not None and now > self.due


def due_steps(rules: Rulebook, state: PromotionState) -> tuple[DuePromotionStep, ...]:
    """Return everything that waits for somebody: what has a deadline comes first, by deadline."""
    steps = (*_steps(rules, state),)
    return tuple(sorted(steps, key=lambda step: (step.due is None, step.due or 0)))


def _steps(rules: Rulebook, state: PromotionState) -> Iterator[DuePromotionStep]:
    part = require_offered(rules.promotions)
    if state.phase in ("draft", "open", "closed"):
        if state.phase == "draft":
            yield from _before_start(rules, part, state)
        else:
            yield from _while_running(rules, part, state)
    if state.phase in ("open", "closed", "cancelled"):
        yield from _owed_to_others(part, state)
        for draw in state.draws:
            yield from _owed_to_winner(part, state, draw)
    if state.phase == "closed" and not state.postponed:
        for draw in state.draws:
            yield from _draw_steps(rules, part, state, draw)
        yield DuePromotionStep(
            "finish-promotion", "Finish the promotion.", part.may_run_promotion.clause
        )


def _before_start(
    rules: Rulebook, part: Promotions, state: PromotionState
) -> Iterator[DuePromotionStep]:
    terms = terms_of(state)
    for finding in find_in_terms(terms):
        clause = registered(rules, finding.clause)
        what = f"{finding.where}: {finding.message}"
        yield DuePromotionStep("draft-promotion", what, clause)
    starts = terms.starts // _SECOND
    if state.sent is None:
        hours = part.terms_sent_before
        due = Moment(starts - hours.value * _HOUR)
        yield DuePromotionStep("send-terms", "Send the terms to the Authority.", hours.clause, due)
    if not state.available:
        what = "Make the terms readily available."
        yield DuePromotionStep("publish-terms", what, part.terms_available, Moment(starts))
    if not state.marketing:
        what = "Record marketing material with its reference to the terms, if there is any."
        yield DuePromotionStep("add-marketing", what, part.terms_available)
    big = any((each.value or 0) > part.scrutineer_above.value for each in terms.prizes)
    if state.scrutineer is None and (big or state.outside == "scrutineer"):
        what = "Nominate a scrutineer for the draw."
        yield DuePromotionStep("nominate-scrutineer", what, part.scrutineer_above.clause)
    clause = part.may_run_promotion.clause
    yield DuePromotionStep("start-promotion", "Start the promotion.", clause, Moment(starts))


def _while_running(
    rules: Rulebook, part: Promotions, state: PromotionState
) -> Iterator[DuePromotionStep]:
    if is_amendment_due(rules, state):
        what = "Put the approved amendment into force."
        yield DuePromotionStep("amend-terms", what, part.amendment_approved)
    if state.postponed:
        what = "Resume the promotion when its integrity is validated, or cancel it."
        yield DuePromotionStep("resume-promotion", what, part.integrity_told_within.clause)
    closes = terms_of(state).entries_close
    if state.phase == "open" and closes is not None:
        what, due = "Close the entries.", Moment(-(-closes // _SECOND))
        yield DuePromotionStep("close-promotion-entries", what, closing_clause(rules), due)


def _owed_to_others(part: Promotions, state: PromotionState) -> Iterator[DuePromotionStep]:
    again, since = part.amendment_sent_within, state.amended_since
    if again.value is not None and since is not None:
        due = Moment(since + again.value * _HOUR)
        what = "Send the amended terms to the Authority again."
        yield DuePromotionStep("send-terms", what, again.clause, due)
    hours = part.integrity_told_within
    for doubt in state.doubts:
        if doubt.told_at is None:
            due = Moment(doubt.at + hours.value * _HOUR)
            what = "Tell the inspector that integrity is in doubt."
            yield DuePromotionStep("tell-inspector", what, hours.clause, due)
        elif not doubt.answered and state.phase != "cancelled":
            what = "Postpone the promotion until its integrity is validated, or cancel it."
            yield DuePromotionStep("postpone-promotion", what, hours.clause)
    for claim in state.claims:
        if claim.status == "open":
            what = f"Decide the claim of {claim.player}."
            yield DuePromotionStep(
                "refuse-claim",
                what,
                part.refusal_explained,
                None,
                claim.prize,
                claim.number,
                claim.player,
            )
        elif claim.refused_at is not None and claim.told_at is None:
            what = f"Tell {claim.player} why the claim was refused."
            due = Moment(claim.refused_at + REFUSAL_REMINDED)
            yield DuePromotionStep(
                "tell-refusal",
                what,
                part.refusal_explained,
                due,
                claim.prize,
                claim.number,
                claim.player,
            )
    for dispute in state.disputes:
        if dispute.decision is None:
            what = f"Decide the dispute of {dispute.player}, who may complain to an inspector."
            yield DuePromotionStep(
                "decide-promotion-dispute",
                what,
                part.complaint_advised,
                number=dispute.number,
                player=dispute.player,
            )


def _owed_to_winner(
    part: Promotions, state: PromotionState, draw: PrizeDraw
) -> Iterator[DuePromotionStep]:
    winner, hours = draw.winner, part.winner_told_within
    if winner is None or winner.paid is not None:
        return
    if not winner.notices and not terms_of(state).presence_required:
        due = Moment(winner.at + hours.value * _HOUR)
        what = f"Tell {winner.player} of winning prize {draw.prize + 1}."
        yield DuePromotionStep(
            "tell-winner", what, hours.clause, due, draw.prize, player=winner.player
        )
    is_money = terms_of(state).prizes[draw.prize].kind == "cash"
    command = "pay-promotion-prize" if is_money else "hand-over-prize"
    what = f"Award prize {draw.prize + 1} to {winner.player}."
    clause = part.may_award_promotion.clause
    yield DuePromotionStep(command, what, clause, None, draw.prize, player=winner.player)


def _draw_steps(
    rules: Rulebook, part: Promotions, state: PromotionState, draw: PrizeDraw
) -> Iterator[DuePromotionStep]:
    if draw.winner is not None or not has_player_left(state, draw):
        return
    clause = part.scrutineer_above.clause
    if state.scrutineer is None and needs_scrutineer(rules, state, draw.prize):
        what = f"Nominate a scrutineer for the draw of prize {draw.prize + 1}."
        yield DuePromotionStep("nominate-scrutineer", what, clause, None, draw.prize)
    if draw.value is None:
        what = f"Enter the result of the {state.outside} for prize {draw.prize + 1}."
        yield DuePromotionStep("give-draw-entropy", what, clause, None, draw.prize)
    else:
        what, held = f"Draw prize {draw.prize + 1}.", terms_of(state).held_on
        due = None if held is None or draw.winners else Moment(-(-held // _SECOND))
        held_clause = registered(rules, f"{part.terms_contain}.{TERMS['held_on']}")
        yield DuePromotionStep("draw-prize", what, held_clause, due, draw.prize)
