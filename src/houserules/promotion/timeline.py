"""The dates of a promotion: what happens when, what must be done by when, and whether it was."""

from collections.abc import Iterator

from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.promotion.agenda import REFUSAL_REMINDED, SOON
from houserules.promotion.citations import registered
from houserules.promotion.desk_types import DateStatus, PromotionDate
from houserules.promotion.entries import closing_clause
from houserules.promotion.event_builder import terms_of
from houserules.promotion.moments import HOUR
from houserules.promotion.promotion_file import TERMS
from houserules.promotion.state import PrizeDraw, PromotionState
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_promotion import Promotions
from houserules.rulebook.values import require_offered

_SECOND = 1_000_000
_HOUR = HOUR // _SECOND


def status_at(now: Moment, due: Moment | None, done_at: Moment | None = None) -> DateStatus:
    """Return how something stands: what is done exactly at its deadline is in time."""
    if done_at is not None:
        return "late" if due is not None and done_at > due else "done"
    if due is None or due - now > SOON:
        return "ahead"
    return "overdue" if now > due else "soon"


def promotion_dates(
    rules: Rulebook, state: PromotionState, now: Moment
) -> tuple[PromotionDate, ...]:
    """Return every date in order of time: what is planned, and what is owed to people."""
    part = require_offered(rules.promotions)
    dates = (
        *planned_dates(rules, state, now),
        *(date for draw in state.draws for date in _winners(part, state, draw, now)),
        *_owed(part, state, now),
    )
    return tuple(sorted(dates, key=_moment))


def planned_dates(rules: Rulebook, state: PromotionState, now: Moment) -> tuple[PromotionDate, ...]:
    """Return the dates of the plan in order of time; once it is over, those that were kept."""
    part, is_over = require_offered(rules.promotions), state.phase in ("cancelled", "finished")
    planned = (*_before_start(part, state, now), *_entries_and_draws(rules, state, now))
    dates = (each for each in planned if not is_over or each.done_at is not None)
    return tuple(sorted(dates, key=_moment))


def _moment(date: PromotionDate) -> int:
    """Return when something was done; otherwise when it is due."""
    return (date.done_at if date.status == "done" else None) or date.due or date.done_at or 0


def _date(
    what: str, clause: str, due: Moment | None, done_at: Moment | None, *, now: Moment
) -> PromotionDate:
    return PromotionDate(what, Clause(clause), due, done_at, status_at(now, due, done_at))


def _planned(
    what: str, clause: str, at: Moment, done_at: Moment | None, *, now: Moment
) -> PromotionDate:
    """Return a date on which something begins: a little later is not late."""
    status: DateStatus = status_at(now, at) if done_at is None else "done"
    return PromotionDate(what, Clause(clause), at, done_at, status)


def _before_start(part: Promotions, state: PromotionState, now: Moment) -> Iterator[PromotionDate]:
    starts = Moment(terms_of(state).starts // _SECOND)
    started = state.draws[0].committed_at if state.draws else None
    hours = part.terms_sent_before
    due = Moment(starts - hours.value * _HOUR)
    if started is None:
        sent = state.sent.at if state.sent else None
    else:  # those in force at the start: the last ones that were sent in time
        sent = max((each.at for each in state.submissions if each.at <= due), default=None)
    yield _date("The Authority has the terms", hours.clause, due, sent, now=now)
    yield _planned("The promotion starts", part.may_run_promotion.clause, starts, started, now=now)


def _entries_and_draws(
    rules: Rulebook, state: PromotionState, now: Moment
) -> Iterator[PromotionDate]:
    part, terms = require_offered(rules.promotions), terms_of(state)
    if terms.entries_close is not None:
        closes = _rounded_up(terms.entries_close)
        clause = closing_clause(rules)
        yield _planned("Entries close", clause, closes, state.closed_at, now=now)
    if terms.held_on is None:
        return
    clause = registered(rules, f"{part.terms_contain}.{TERMS['held_on']}")
    held = _rounded_up(terms.held_on)
    for number in range(len(terms.prizes)):
        draw = state.draw_of(number)
        drawn = draw.winners[0].at if draw and draw.winners else None
        yield _planned(f"Prize {number + 1} is drawn", clause, held, drawn, now=now)


def _rounded_up(microseconds: int) -> Moment:
    return Moment(-(-microseconds // _SECOND))


def _winners(
    part: Promotions, state: PromotionState, draw: PrizeDraw, now: Moment
) -> Iterator[PromotionDate]:
    prize, hours = draw.prize + 1, part.winner_told_within
    for winner in draw.winners:
        told = winner.notices[0].at if winner.notices else None
        if told is not None or not (terms_of(state).presence_required or winner.paid):
            due = Moment(winner.at + hours.value * _HOUR)
            what = f"{winner.player} is told of winning prize {prize}"
            yield _date(what, hours.clause, due, told, now=now)
        if winner.paid is not None:
            what = f"Prize {prize} is awarded to {winner.player}"
            clause = part.may_award_promotion.clause
            yield _date(what, clause, None, winner.paid.at, now=now)


def _owed(part: Promotions, state: PromotionState, now: Moment) -> Iterator[PromotionDate]:
    again, inspector = part.amendment_sent_within, part.integrity_told_within
    amendments = (line.at for line in state.log if line.event == "terms-amended")
    for amended in amendments:
        if again.value is not None and state.draws and amended >= state.draws[0].committed_at:
            due = Moment(amended + again.value * _HOUR)
            sent = min((each.at for each in state.submissions if each.at >= amended), default=None)
            what = "The Authority has the amended terms"
            yield _date(what, again.clause, due, sent, now=now)
    for doubt in state.doubts:
        due = Moment(doubt.at + inspector.value * _HOUR)
        what = "The inspector knows that integrity is in doubt"
        yield _date(what, inspector.clause, due, doubt.told_at, now=now)
    for claim in state.claims:
        if claim.refused_at is not None:
            due = Moment(claim.refused_at + REFUSAL_REMINDED)
            what = f"{claim.player} knows why the claim was refused"
            yield _date(what, part.refusal_explained, due, claim.told_at, now=now)
