"""What has been: one's own rounds with their results, one of them again, and the proof of a shoe."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from houserules.floor.people.signed_in import Caller
from houserules.floor.rounds.record import Unwritten
from houserules.floor.tables.lobby import table_listing
from houserules.table.records.story import tell_corrections
from houserules.web.auth import Maybe, Shared
from houserules.web.errors import ApiError
from houserules.web.history_access import (
    replay_data,
    round_data,
    round_over,
    rounds_of,
    written_down,
)
from houserules.web.pages.table import info_of
from houserules.web.pages.templates import page
from houserules.web.routes.records import Commitment
from houserules.web.routes.rounds import Before, Number
from houserules.web.routes.staff import oversees
from houserules.web.routes.tables import Asked, TableId

router = APIRouter()

_SHOWN = 50
_DRAWN = 2000
"""Rounds of a plot: more cannot be told apart on a screen."""


def reads(signed: Caller | None) -> bool:
    """Whether somebody has signed in and owes nothing."""
    return signed is not None and signed.why_not("read") is None


def _to_sign_in(request: Request) -> Response:
    return RedirectResponse(f"/sign-in?next={request.url.path}", 303)


def _series(rounds: list[dict[str, Any]]) -> dict[str, list[tuple[int, int]]]:
    """Return hour and result of the rounds by kind of money: practice and chips never mix."""
    series: dict[str, list[tuple[int, int]]] = {}
    for each in reversed(rounds[:_DRAWN]):
        if each["net"] is not None:
            series.setdefault(each["kind"], []).append((each["began"], each["net"]))
    return series


@router.get("/history", response_class=HTMLResponse)
async def history(
    request: Request, signed: Maybe, serving: Shared, before: Before = None
) -> Response:
    """Show one's own rounds and their results over time."""
    if signed is None or not reads(signed):
        return _to_sign_in(request)
    rounds = [
        {
            **round_data(past, played, signed),
            "kind": played.setting.kind,
            "is_private": played.setting.owner is not None,
            "title": played.setting.rules.title,
            "rulebook": played.setting.rulebook,
        }
        for past, played in await rounds_of(serving, signed)
    ]
    shown = [each for each in rounds if before is None or each["began"] < before]
    return page(
        request,
        "history.html",
        signed,
        rounds=shown[:_SHOWN],
        more=shown[_SHOWN - 1]["began"] if len(shown) > _SHOWN else None,
        series=_series(rounds),
    )


@router.get("/history/{table}/{number}", response_class=HTMLResponse)
async def replay(
    table: TableId,
    number: Number,
    running: Asked,
    request: Request,
    *,
    signed: Maybe,
    serving: Shared,
) -> Response:
    """Show a round again, step by step."""
    if signed is None or not reads(signed):
        return _to_sign_in(request)
    past, played, steps = await round_over(serving, table, number, signed)
    tables = await serving.history.tables(played, steps)
    record = await written_down(played, steps)
    shoe = [each.commitment for each in past.shoes.values() if each.first_round <= number]
    context: dict[str, Any] = {
        "about": table_listing(running.state),
        "info": info_of(running.state, signed, serving.floor),
        "round": round_data(past, played, signed),
        "replay": replay_data(past, played, steps, tables, signed),
        "shoe": shoe[-1] if shoe else None,
        "all_rounds": f"/inspection?table={table}#explorer" if oversees(signed) else "/history",
        "unwritten": record.why if isinstance(record, Unwritten) else None,
        "corrections": [] if isinstance(record, Unwritten) else tell_corrections(record),
    }
    return page(request, "replay.html", signed, **context)


@router.get("/shoes/{table}", response_class=HTMLResponse)
async def shoes(
    table: TableId, running: Asked, request: Request, signed: Maybe, serving: Shared
) -> Response:
    """List the shoes of a table with their commitments."""
    if not reads(signed):
        return _to_sign_in(request)
    found = tuple((await serving.history.of(table)).shoes.values())[::-1]
    return page(request, "shoes.html", signed, about=table_listing(running.state), shoes=found)


@router.get("/shoes/{table}/{commitment}", response_class=HTMLResponse)
async def proof(
    table: TableId,
    commitment: Commitment,
    running: Asked,
    request: Request,
    *,
    signed: Maybe,
    serving: Shared,
    noted: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    """Show what a shoe was committed to, and let the browser verify it."""
    if not reads(signed):
        return _to_sign_in(request)
    shoe = (await serving.history.of(table)).shoes.get(commitment)
    if shoe is None:
        raise ApiError(404, "shoe.unknown", "No shoe of this table has that commitment.")
    about = table_listing(running.state)
    return page(request, "proof.html", signed, about=about, shoe=shoe, noted=noted)
