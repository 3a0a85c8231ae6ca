"""The rulebooks to read: every clause with its kind and reading, two side by side, a table's sign."""

from functools import cache
from itertools import groupby

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse

from houserules.floor.lobby import listed, sign_of
from houserules.rulebook.comparing import compare
from houserules.rulebook.loading import RULEBOOKS, rulebook
from houserules.rulebook.render import RulebookView, whole
from houserules.web.asking import Maybe
from houserules.web.errors import ApiError
from houserules.web.pages.rendering import page
from houserules.web.routes.tables import Asked

router = APIRouter()


@cache
def _whole(name: str) -> RulebookView:
    return whole(rulebook(name))


def _known(name: str) -> str:
    if name not in RULEBOOKS:
        detail = f"There is no such rulebook; there are {', '.join(RULEBOOKS)}."
        raise ApiError(404, "rulebook.unknown", detail)
    return name


@router.get("/rules", response_class=HTMLResponse)
async def rules(request: Request, signed: Maybe) -> HTMLResponse:
    """List the rulebooks."""
    return page(request, "rules.html", signed, rulebooks=[_whole(name) for name in RULEBOOKS])


@router.get("/rules/{name}", response_class=HTMLResponse)
async def one(name: str, request: Request, signed: Maybe) -> HTMLResponse:
    """Show a whole rulebook, to be searched."""
    view = _whole(_known(name))
    readings = {each.number: each for each in view.readings}
    others = [_whole(each) for each in RULEBOOKS if each != name]
    return page(request, "rulebook.html", signed, view=view, readings=readings, others=others)


@router.get("/rules/{name}/with/{other}", response_class=HTMLResponse)
async def compared(name: str, other: str, request: Request, signed: Maybe) -> HTMLResponse:
    """Show two rulebooks side by side: what they differ in, with the clause of each."""
    left, right = _whole(_known(name)), _whole(_known(other))
    comparison = compare(rulebook(name), rulebook(other))
    parts = [
        (part.replace("_", " "), list(found))
        for part, found in groupby(comparison.differences, key=lambda each: each.part)
    ]
    return page(
        request,
        "compared.html",
        signed,
        left=left,
        right=right,
        parts=parts,
        rulebooks=[_whole(each) for each in RULEBOOKS],
    )


@router.get("/tables/{table}/sign", response_class=HTMLResponse)
async def sign(running: Asked, request: Request, signed: Maybe) -> HTMLResponse:
    """Show the sign of a table as it stands there."""
    lines = sign_of(running.standing)
    return page(request, "sign.html", signed, about=listed(running.standing), lines=lines)
