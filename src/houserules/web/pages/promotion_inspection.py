"""The inspection of a promotion: record, decisions, entries and draws verified, deadlines kept or missed."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from houserules.core.codec import WHOLE_MOST
from houserules.core.people import handle_key
from houserules.floor.local_time import local_text
from houserules.floor.promotions.history import PromotionHappening, promotion_history
from houserules.promotion.event_builder import terms_of
from houserules.promotion.prize_draw import player_code
from houserules.promotion.state import PromotionEntry
from houserules.promotion.view import STAFF
from houserules.table.narrator.sentence import Sentence
from houserules.web.app_state import Services
from houserules.web.auth import OptionalCaller, Shared
from houserules.web.errors import ApiError
from houserules.web.pages.promotion_desk import PHASES
from houserules.web.pages.templates import page, to_sign_in
from houserules.web.routes.promotions import Requested

router = APIRouter()

_CHECKS: Final = {
    "record": "Record",
    "list": "List of entries",
    "commitment": "Commitment",
    "value": "Outside chance",
    "order": "Order of events",
    "scrutineer": "Scrutineer",
    "winner": "Winner",
}
"""What the page calls the checks of a draw."""
_DATES: Final = {
    "done": "in time",
    "late": "late",
    "overdue": "missed",
    "soon": "due soon",
    "ahead": "to come",
}
"""What the page calls the states of a deadline."""
_WAYS: Final = {
    "face-to-face": "face to face",
    "mail": "by mail",
    "telephone": "by telephone",
    "email": "by email",
}
_SHOWN: Final = 200
"""Entries and records on a page."""


@router.get("/promotions/{promotion}/inspection", response_class=HTMLResponse)
async def promotion_inspection(
    request: Request,
    known: Requested,
    caller: OptionalCaller,
    services: Shared,
    *,
    player: Annotated[str, Query(max_length=60, description="Only this player's entries.")] = "",
    before: Annotated[int | None, Query(ge=1, le=WHOLE_MOST)] = None,
    count: Annotated[bool, Query(description="Count the entries that play earned again.")] = False,
) -> Response:
    """Verify a promotion, and show everything that is on record about it."""
    if caller is None or caller.pending is not None:
        return to_sign_in(request)
    if caller.role not in STAFF:
        detail = "Only staff in charge of promotions and inspectors may read it."
        raise ApiError(403, "role.may-not", detail)
    name = known.setting.promotion
    inspected = await services.floor.promotion_house.inspect(name, count=count)
    entries = [each for each in reversed(known.state.entries) if _is_of(each, player)]
    store, person = services.floor.store, caller.person
    told = await promotion_history(store, known, person, below=before, limit=_SHOWN + 1)
    return page(
        request,
        "promotion_inspection.html",
        caller,
        promotion=name,
        kind=known.setting.kind,
        rules=known.rules,
        terms=terms_of(known.state),
        state=known.state,
        inspected=inspected,
        missed=[each for each in inspected.dates if each.status in ("late", "overdue")],
        phases=PHASES,
        checks=_CHECKS,
        date_words=_DATES,
        ways=_WAYS,
        player=player,
        entries=entries[:_SHOWN],
        more_entries=max(0, len(entries) - _SHOWN),
        code=lambda each: player_code(known.state.salt, each),
        records=[_record(each, services) for each in told[:_SHOWN]],
        older=told[_SHOWN - 1].position if len(told) > _SHOWN else None,
    )


def _is_of(entry: PromotionEntry, player: str) -> bool:
    return not player.strip() or handle_key(entry.player) == handle_key(player)


def _record(told: PromotionHappening, services: Services) -> dict[str, Any]:
    """Return a record of the stream as the page shows it."""
    sentence = Sentence(**told.event["sentence"])
    template = sentence.template.replace(" ({clause})", "")
    zone = services.floor.zone
    text = Sentence(template, sentence.people, sentence.values).text(
        moment_text=lambda at: local_text(at, zone)
    )
    return {
        "position": told.position,
        "at": told.at,
        "by": told.by,
        "text": text,
        "clause": told.event["clause"],
    }
