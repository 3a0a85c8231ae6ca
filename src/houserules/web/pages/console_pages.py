"""Consoles of those who look after the house: the pit, inspection, and the back office."""

from typing import get_args

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from houserules.core.people import Role
from houserules.floor.arranging import MANAGERS
from houserules.floor.encoding import to_data
from houserules.floor.lobby import listed
from houserules.floor.people.signed import Signed
from houserules.floor.registers import REGISTERS
from houserules.rulebook.loading import RULEBOOKS, rulebook
from houserules.rulebook.options import options
from houserules.rulebook.readings import readings
from houserules.rulebook.render import value_view
from houserules.rulebook.schema import Rulebook
from houserules.web.asking import Maybe, Shared
from houserules.web.pages.rendering import page
from houserules.web.routes.staff import overseer

router = APIRouter()


def _to_sign_in(request: Request) -> Response:
    return RedirectResponse(f"/sign-in?next={request.url.path}", 303)


def _oversees(signed: Signed | None) -> bool:
    """Whether somebody has signed in; raises ApiError for an office that this is not for."""
    if signed is None or signed.pending is not None:
        return False
    overseer(signed)
    return True


@router.get("/pit", response_class=HTMLResponse)
async def pit(request: Request, signed: Maybe) -> Response:
    """Show all tables at work, and what waits for somebody."""
    if not _oversees(signed):
        return _to_sign_in(request)
    return page(request, "pit.html", signed)


@router.get("/inspection", response_class=HTMLResponse)
async def inspection(request: Request, signed: Maybe, serving: Shared) -> Response:
    """Show registers, rounds, shoes and exports, and verify the journal."""
    if not _oversees(signed):
        return _to_sign_in(request)
    tables = sorted(serving.floor.tables)
    return page(request, "inspection.html", signed, registers=REGISTERS, tables=tables)


@router.get("/office", response_class=HTMLResponse)
async def office(request: Request, signed: Maybe, serving: Shared) -> Response:
    """Look after people and tables."""
    if signed is None or not _oversees(signed):
        return _to_sign_in(request)
    tables = serving.floor.tables
    data = {
        "me": signed.handle,
        "owner": signed.owner,
        "sets_up": signed.owner or signed.role in MANAGERS,
        "roles": [each for each in get_args(Role) if each != "player"],
        "games": [_game(rulebook(name)) for name in RULEBOOKS],
        "tables": [to_data(listed(tables[name].standing)) for name in sorted(tables)],
    }
    return page(request, "office.html", signed, data=data)


def _game(rules: Rulebook) -> dict[str, object]:
    """Give a rulebook with the options that an operator chooses when a table is set up."""
    return {
        "id": rules.id,
        "title": rules.title,
        "edition": rules.edition,
        "options": [
            {**to_data(value_view(name, value)), "reading": _reading(rules.id, name)}
            for name, value in options(rules).items()
        ],
    }


def _reading(rules: str, option: str) -> dict[str, object] | None:
    """Give the reading that an option chooses, with the other ways to read it; None: no reading."""
    for each in readings().entries:
        if each.option == option and rules in each.clauses:
            found: dict[str, object] = to_data(each)
            return found
    return None
