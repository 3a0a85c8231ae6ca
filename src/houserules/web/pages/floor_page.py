"""The floor: every table as a card, and one click to a seat."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse

from houserules.floor.lobby import listed
from houserules.web.asking import Maybe, Shared
from houserules.web.pages.rendering import page

router = APIRouter()


@router.get("/", response_class=HTMLResponse)
async def floor(request: Request, signed: Maybe, serving: Shared) -> HTMLResponse:
    """Show all tables that are open, practice first."""
    tables = [listed(each.standing) for _, each in sorted(serving.floor.tables.items())]
    tables.sort(key=lambda each: (not each.is_open, each.kind == "live"))
    return page(request, "floor.html", signed, tables=tables)
