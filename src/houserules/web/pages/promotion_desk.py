"""Pages of staff who run promotions: a new promotion, the desk of one, and its terms."""

from functools import cache
from json import loads
from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from houserules.core.people import Role
from houserules.floor.people.signed_in import Caller
from houserules.floor.promotions.stream import FloorPromotion
from houserules.promotion.commands import DraftPromotion
from houserules.promotion.event_builder import terms_of
from houserules.promotion.promotion_file import DETAILS, FORMAT, KINDS
from houserules.promotion.view import STAFF
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered, require_offered
from houserules.table.desk import roles_for
from houserules.web.auth import OptionalCaller, Shared
from houserules.web.errors import ApiError
from houserules.web.pages.templates import page, to_sign_in
from houserules.web.routes.promotion_desk import check_desk
from houserules.web.routes.promotions import Requested

router = APIRouter()

PHASES: Final = {
    "draft": "Draft",
    "open": "Open to entry",
    "closed": "Entries closed",
    "finished": "Finished",
    "cancelled": "Cancelled",
}
"""What a page calls each phase."""


@router.get("/promotions/new", response_class=HTMLResponse)
async def new_promotion(request: Request, caller: OptionalCaller, services: Shared) -> Response:
    """Set up a promotion: state its terms and prizes, and see what they lack."""
    if caller is None or caller.pending is not None:
        return to_sign_in(request)
    _check_drafter(caller)
    data = {**_editor_data(), "taken": sorted(services.floor.promotions.all)}
    return page(request, "promotion_editor.html", caller, data=data, known=None, order="")


@router.get("/promotions/{promotion}/desk", response_class=HTMLResponse)
async def promotion_desk(request: Request, known: Requested, caller: OptionalCaller) -> Response:
    """Show the desk of a promotion: deadlines, terms, entries, draws, claims, integrity."""
    if caller is None or caller.pending is not None:
        return to_sign_in(request)
    check_desk(known, caller)
    data = {
        "promotion": known.setting.promotion,
        "me": caller.handle,
        "rulebook": known.rules.id,
        "phases": PHASES,
    }
    return page(
        request,
        "promotion_desk.html",
        caller,
        data=data,
        known=known,
        called=_called(known),
        sees_records=caller.role in STAFF,
    )


@router.get("/promotions/{promotion}/desk/terms", response_class=HTMLResponse)
async def promotion_terms(request: Request, known: Requested, caller: OptionalCaller) -> Response:
    """Edit the terms of a promotion: replace a draft, or record an amendment that was approved."""
    if caller is None or caller.pending is not None:
        return to_sign_in(request)
    _check_drafter(caller)
    state = known.state
    data = {
        **_editor_data(),
        "promotion": known.setting.promotion,
        "amends": state.phase != "draft",
        "draft": {
            "document": loads(state.document),
            "outside": state.outside,
            "outside_event": state.outside_event,
            "criteria": loads(state.criteria) if state.criteria else None,
        },
    }
    order = "draft-promotion" if state.phase == "draft" else "record-approval"
    return page(
        request,
        "promotion_editor.html",
        caller,
        data=data,
        known=known,
        order=order,
        called=_called(known),
    )


def _called(known: FloorPromotion) -> str:
    return terms_of(known.state).name


def may_draft_promotion(caller: Caller | None) -> bool:
    """Whether a caller may set up promotions and write their terms."""
    return caller is not None and caller.role in _drafters()


def _check_drafter(caller: Caller) -> None:
    if not may_draft_promotion(caller):
        detail = f"Your role, {caller.role}, may not set up promotions."
        raise ApiError(403, "role.may-not", detail)


def _books() -> list[Rulebook]:
    """Return the rulebooks that have promotional prizes."""
    books = map(rulebook, RULEBOOKS)
    return [each for each in books if not isinstance(each.promotions, NotOffered)]


@cache
def _drafters() -> frozenset[Role]:
    """Return the roles that may draft terms under some rulebook."""
    return frozenset(role for rules in _books() for role in roles_for(rules, DraftPromotion))


def _editor_data() -> dict[str, Any]:
    return {
        "format": FORMAT,
        "kinds": KINDS,
        "details": DETAILS,
        "rulebooks": [_book(each) for each in _books()],
    }


def _book(rules: Rulebook) -> dict[str, Any]:
    """Return what the form has to know of a rulebook, where the documents differ."""
    part = require_offered(rules.promotions)
    return {
        "id": rules.id,
        "title": rules.title,
        "edition": rules.edition,
        "cash": part.prize_money_by.value == "any way",
        "stated": part.alternative_is_stated.value,
    }
