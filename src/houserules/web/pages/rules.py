"""The rulebook pages: every clause with its kind and reading, comparisons, and a table's sign."""

from functools import cache
from itertools import groupby
from math import cos, pi, sin
from typing import Annotated, Final

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from houserules.floor.tables.view import sign_of, table_listing
from houserules.rulebook.compare import compare
from houserules.rulebook.layouts import Layout, layouts_of
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.primer import pitch, primer
from houserules.rulebook.render import RulebookView, whole
from houserules.rulebook.schema import Rulebook
from houserules.table.sign.lines import inscriptions
from houserules.web.auth import OptionalCaller, Shared
from houserules.web.errors import ApiError
from houserules.web.pages.templates import page, to_sign_in
from houserules.web.routes.rulebooks import show_document
from houserules.web.routes.tables import RequestedTable

router = APIRouter()

_TURN: Final = pi / 180
_SIDE_AREAS: Final = {"perfect-pairs": "Perfect Pairs", "suits-you": "Suits You"}
TableQuery = Annotated[str | None, Query(max_length=40)]


@cache
def _whole(name: str) -> RulebookView:
    return whole(rulebook(name))


@cache
def _drawings(name: str) -> list[dict[str, object]]:
    """Return the drawing of every table layout of a rulebook."""
    rules = rulebook(name)
    return [_drawing(rules, layout) for layout in layouts_of(rules)]


def _drawing(rules: Rulebook, layout: Layout) -> dict[str, object]:
    """Place the boxes on an arc before the dealer; box 1 is farthest to the dealer's left."""
    count = rules.equipment.boxes.value
    angles = [(20 + 140 * place / (count - 1)) * _TURN for place in range(count)]
    side = next((mark for mark in layout.marks if mark in _SIDE_AREAS), None)
    return {
        "layout": layout,
        "boxes": [
            {"number": number, "x": 320 + 270 * cos(angle), "y": 40 + 250 * sin(angle)}
            for number, angle in enumerate(angles, start=1)
        ],
        "sides": [{"x": 320 + 205 * cos(angle), "y": 40 + 190 * sin(angle)} for angle in angles],
        "side_area": _SIDE_AREAS.get(side) if side else None,
        "inscriptions": [line.text for line in inscriptions(rules)],
    }


def _check_known(name: str) -> str:
    if name not in RULEBOOKS:
        detail = f"Unknown rulebook. Choose one of {', '.join(RULEBOOKS)}."
        raise ApiError(404, "rulebook.unknown", detail)
    return name


@router.get("/rules", response_class=HTMLResponse)
async def rules(request: Request, caller: OptionalCaller) -> HTMLResponse:
    """List the rulebooks."""
    pitches = {name: pitch(rulebook(name)) for name in RULEBOOKS}
    books = [_whole(name) for name in RULEBOOKS]
    return page(request, "rules.html", caller, rulebooks=books, pitches=pitches)


@router.get("/rules/{name}", response_class=HTMLResponse)
async def one(
    name: str, request: Request, caller: OptionalCaller, services: Shared
) -> HTMLResponse:
    """Show how a game is played, and then the whole rulebook, to be searched."""
    view = _whole(_check_known(name))
    readings = {each.number: each for each in view.readings}
    others = [_whole(each) for each in RULEBOOKS if each != name]
    document = services.floor.documents.of(name)
    return page(
        request,
        "rulebook.html",
        caller,
        view=view,
        primer=primer(rulebook(name)),
        readings=readings,
        others=others,
        drawings=_drawings(name),
        document=document,
    )


@router.get("/rules/{name}/document")
async def document(
    name: str, request: Request, caller: OptionalCaller, services: Shared, table: TableQuery = None
) -> Response:
    """Show the approved document to a signed-in caller, and record that."""
    if caller is None or caller.why_not("read") is not None:
        return to_sign_in(request)
    return await show_document(services, caller, _check_known(name), table)


@router.get("/rules/{name}/with/{other}", response_class=HTMLResponse)
async def compare_rulebooks(
    name: str, other: str, request: Request, caller: OptionalCaller
) -> HTMLResponse:
    """Show the differences between two rulebooks, each with its clause."""
    left, right = _whole(_check_known(name)), _whole(_check_known(other))
    comparison = compare(rulebook(name), rulebook(other))
    parts = [
        (part.replace("_", " "), list(found))
        for part, found in groupby(comparison.differences, key=lambda each: each.part)
    ]
    return page(
        request,
        "compared.html",
        caller,
        left=left,
        right=right,
        parts=parts,
        rulebooks=[_whole(each) for each in RULEBOOKS],
    )


@router.get("/tables/{table}/sign", response_class=HTMLResponse)
async def sign(
    running: RequestedTable, request: Request, caller: OptionalCaller, services: Shared
) -> HTMLResponse:
    """Show the sign of a table as it stands there."""
    lines = sign_of(running.state, services.floor.zone)
    return page(request, "sign.html", caller, about=table_listing(running.state), lines=lines)
