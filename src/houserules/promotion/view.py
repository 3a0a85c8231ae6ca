"""A promotion as one person sees it: the terms, the results, their own entries, and for staff the rest."""

from json import loads
from typing import Final

from houserules.core.people import Moment, Person, Role, handle_key
from houserules.promotion import commands
from houserules.promotion.agenda import due_steps
from houserules.promotion.checklist import checklist, current_findings
from houserules.promotion.event_builder import terms_of
from houserules.promotion.judge import why_not
from houserules.promotion.prize_draw import player_code
from houserules.promotion.state import PrizeDraw, PromotionState
from houserules.promotion.view_types import (
    MyPromotion,
    PrizeResult,
    PromotionStaffView,
    PromotionView,
    WonPrize,
)
from houserules.rulebook.schema import Rulebook

STAFF: Final[tuple[Role, ...]] = ("Gaming Manager", "Assistant Gaming Manager", "inspector")
"""Who sees entries, claims and refusals of others, with names and addresses."""

_SECOND: Final = 1_000_000


def promotion_view(
    rules: Rulebook, state: PromotionState, person: Person | None, *, now: Moment
) -> PromotionView | None:
    """Return what a person may see; None: nothing yet, as the terms are not published.

    `person` is None for a spectator who is not signed in.
    """
    is_staff = person is not None and person.role in STAFF
    is_published = state.phase not in ("new", "draft") or bool(state.available)
    if state.phase == "new" or not (is_staff or is_published):
        return None
    terms = terms_of(state)
    return PromotionView(
        name=terms.name,
        rulebook=rules.id,
        phase=state.phase,
        document=loads(state.document),
        version=state.version,
        starts=Moment(terms.starts // _SECOND),
        closes=_moment(terms.entries_close),
        held_on=_moment(terms.held_on),
        outside=state.outside,
        outside_event=state.outside_event,
        criteria=loads(state.criteria) if state.criteria else None,
        available=state.available,
        scrutineer=state.scrutineer,
        postponed=state.postponed,
        reason=state.reason,
        entries=len(state.counted),
        list_hash=state.list_hash,
        prize_values=tuple(each.value or 0 for each in terms.prizes),
        results=tuple(_result(state, each) for each in state.draws),
        may=_own_commands(rules, state, person),
        mine=None if person is None or person.role != "player" else _mine(state, person.name),
        staff=_staff(rules, state, now) if is_staff else None,
    )


def _moment(time: int | None) -> Moment | None:
    return None if time is None else Moment(time // _SECOND)


def _result(state: PromotionState, draw: PrizeDraw) -> PrizeResult:
    winner = draw.winner
    return PrizeResult(
        draw.prize,
        draw.commitment,
        is_drawn=winner is not None,
        entry=winner.entry if winner else None,
        code=player_code(state.salt, winner.player) if winner else None,
        is_awarded=winner is not None and winner.paid is not None,
    )


def _mine(state: PromotionState, player: str) -> MyPromotion | None:
    key = handle_key(player)

    def is_mine(other: str) -> bool:
        return handle_key(other) == key

    entries = tuple(each for each in state.entries if is_mine(each.player))
    claims = tuple(each for each in state.claims if is_mine(each.player))
    disputes = tuple(each for each in state.disputes if is_mine(each.player))
    if not (entries or claims or disputes):
        return None
    prizes = tuple(
        WonPrize(draw.prize, winner.at, winner.notices, winner.passed_over, winner.paid)
        for draw in state.draws
        for winner in draw.winners
        if is_mine(winner.player)
    )
    won = tuple(each.prize for each in prizes if not each.passed_over)
    return MyPromotion(player_code(state.salt, player), entries, won, prizes, claims, disputes)


def _own_commands(rules: Rulebook, state: PromotionState, person: Person | None) -> tuple[str, ...]:
    """Return what a player can do for themselves, asked of the judge with words that would do."""
    if person is None or person.role != "player":
        return ()
    by, at, name = person, Moment(0), person.name
    samples: list[commands.PromotionCommand] = [
        commands.RaisePromotionDispute(by, at, player=name, about="entries"),
        *(
            commands.ClaimPrize(by, at, player=name, prize=prize, name=name, address="here")
            for prize in range(len(state.draws))
        ),
    ]
    allowed = [each.api_name for each in samples if why_not(rules, state, each) is None]
    return tuple(dict.fromkeys(allowed))


# For staff.


def _staff(rules: Rulebook, state: PromotionState, now: Moment) -> PromotionStaffView:
    due = due_steps(rules, state)
    return PromotionStaffView(
        entries=state.entries,
        draws=state.draws,
        claims=state.claims,
        disputes=state.disputes,
        doubts=state.doubts,
        submissions=state.submissions,
        approvals=state.approvals,
        conversions=state.conversions,
        marketing=state.marketing,
        checklist=checklist(rules, terms_of(state)),
        due=due,
        overdue=tuple(step for step in due if step.is_overdue(now)),
        findings=current_findings(rules, state, now),
    )
