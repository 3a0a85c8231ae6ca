"""Pages of the Tournament Manager: a new tournament, the desk of one, and its conditions."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from houserules.core.people import Role
from houserules.floor.people.signed_in import Caller
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.desk import roles_for
from houserules.tournament.commands import DraftTournament
from houserules.tournament.conditions.document import FORMAT
from houserules.tournament.event_builder import conditions_of
from houserules.web.auth import OptionalCaller, Shared
from houserules.web.errors import ApiError
from houserules.web.pages.templates import page, to_sign_in
from houserules.web.routes.tournament_desk import check_desk
from houserules.web.routes.tournaments import Requested

router = APIRouter()

_EXAMPLES: Final = Path(__file__).parent / "conditions"
"""Complete conditions to start from, one file for each rulebook that has tournaments."""


@router.get("/tournaments/new", response_class=HTMLResponse)
async def new_tournament(request: Request, caller: OptionalCaller, services: Shared) -> Response:
    """Set up a tournament: start from an example, and complete its conditions."""
    if caller is None or caller.pending is not None:
        return to_sign_in(request)
    _check_drafter(caller)
    data = {**_editor_data(), "taken": sorted(services.floor.tournaments.all)}
    return page(request, "tournament_editor.html", caller, data=data, known=None, amendable=())


@router.get("/tournaments/{tournament}/desk", response_class=HTMLResponse)
async def tournament_desk(request: Request, known: Requested, caller: OptionalCaller) -> Response:
    """Show the desk of a tournament: what is due, entries, tables, sessions, disputes, money."""
    if caller is None or caller.pending is not None:
        return to_sign_in(request)
    check_desk(caller)
    data = {
        "tournament": known.setting.tournament,
        "me": caller.handle,
        "rulebook": known.rules.id,
    }
    return page(request, "tournament_desk.html", caller, data=data, known=known)


@router.get("/tournaments/{tournament}/desk/conditions", response_class=HTMLResponse)
async def tournament_conditions(
    request: Request, known: Requested, caller: OptionalCaller
) -> Response:
    """Edit the conditions of a tournament: replace a draft, or amend what was published."""
    if caller is None or caller.pending is not None:
        return to_sign_in(request)
    _check_drafter(caller)
    data = {**_editor_data(), "tournament": known.setting.tournament}
    amendable = conditions_of(known.state).changes.keys
    name = "tournament_editor.html"
    return page(request, name, caller, data=data, known=known, amendable=amendable)


def may_draft(caller: Caller | None) -> bool:
    """Whether a caller may set up tournaments and write their conditions."""
    return caller is not None and caller.role in _drafters()


def _check_drafter(caller: Caller) -> None:
    if not may_draft(caller):
        detail = f"Your role, {caller.role}, may not set up tournaments."
        raise ApiError(403, "role.may-not", detail)


@cache
def _drafters() -> frozenset[Role]:
    """Return the roles that may draft conditions under some rulebook."""
    books = map(rulebook, RULEBOOKS)
    return frozenset(
        role
        for rules in books
        if not isinstance(rules.tournament, NotOffered)
        for role in roles_for(rules, DraftTournament)
    )


def _editor_data() -> dict[str, Any]:
    books = [rulebook(name) for name in RULEBOOKS]
    return {
        "format": FORMAT,
        "rulebooks": [
            {"id": each.id, "title": each.title, "edition": each.edition} for each in books
        ],
        "examples": _examples(),
    }


@cache
def _examples() -> dict[str, Any]:
    files = sorted(_EXAMPLES.glob("*.toml"))
    return {file.stem: tomllib.loads(file.read_text("utf-8")) for file in files}
