"""The pages of the past: the caller's rounds, a replay, and the proof of a shoe."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from houserules.floor.people.signed_in import Caller
from houserules.floor.rounds.record import Unwritten
from houserules.floor.tables.lobby import table_listing
from houserules.table.records.story import tell_corrections
from houserules.web.auth import OptionalCaller, Shared
from houserules.web.errors import ApiError
from houserules.web.history_access import (
    find_finished_round,
    replay_data,
    round_data,
    rounds_of,
    write_record,
)
from houserules.web.pages.table import info_of
from houserules.web.pages.templates import page
from houserules.web.routes.records import Commitment
from houserules.web.routes.rounds import Before, Number
from houserules.web.routes.staff import oversees
from houserules.web.routes.tables import RequestedTable, TableId

router = APIRouter()

_SHOWN = 50
_DRAWN = 2000
"""Rounds in a plot; a screen cannot show more."""


def reads(caller: Caller | None) -> bool:
    """Whether the caller has signed in completely."""
    return caller is not None and caller.why_not("read") is None


def _to_sign_in(request: Request) -> Response:
    return RedirectResponse(f"/sign-in?next={request.url.path}", 303)


def _series(rounds: list[dict[str, Any]]) -> dict[str, list[tuple[int, int]]]:
    """Return the time and result of each round, by kind of money: practice and chips never mix."""
    series: dict[str, list[tuple[int, int]]] = {}
    for each in reversed(rounds[:_DRAWN]):
        if each["net"] is not None:
            series.setdefault(each["kind"], []).append((each["began"], each["net"]))
    return series


@router.get("/history", response_class=HTMLResponse)
async def history(
    request: Request, caller: OptionalCaller, services: Shared, before: Before = None
) -> Response:
    """Show the caller's rounds and their results over time."""
    if caller is None or not reads(caller):
        return _to_sign_in(request)
    rounds = [
        {
            **round_data(past, played, caller),
            "kind": played.setting.kind,
            "is_private": played.setting.owner is not None,
            "title": played.setting.rules.title,
            "rulebook": played.setting.rulebook,
        }
        for past, played in await rounds_of(services, caller)
    ]
    shown = [each for each in rounds if before is None or each["began"] < before]
    return page(
        request,
        "history.html",
        caller,
        rounds=shown[:_SHOWN],
        more=shown[_SHOWN - 1]["began"] if len(shown) > _SHOWN else None,
        series=_series(rounds),
    )


@router.get("/history/{table}/{number}", response_class=HTMLResponse)
async def replay(
    table: TableId,
    number: Number,
    running: RequestedTable,
    request: Request,
    *,
    caller: OptionalCaller,
    services: Shared,
) -> Response:
    """Replay a round, step by step."""
    if caller is None or not reads(caller):
        return _to_sign_in(request)
    past, played, steps = await find_finished_round(services, table, number, caller)
    tables = await services.history.tables(played, steps)
    record = await write_record(played, steps)
    shoe = [each.commitment for each in past.shoes.values() if each.first_round <= number]
    context: dict[str, Any] = {
        "about": table_listing(running.state),
        "info": info_of(running.state, caller, services.floor),
        "round": round_data(past, played, caller),
        "replay": replay_data(past, played, steps, tables, caller),
        "shoe": shoe[-1] if shoe else None,
        "all_rounds": f"/inspection?table={table}#explorer" if oversees(caller) else "/history",
        "unwritten": record.why if isinstance(record, Unwritten) else None,
        "corrections": [] if isinstance(record, Unwritten) else tell_corrections(record),
    }
    return page(request, "replay.html", caller, **context)


@router.get("/shoes/{table}", response_class=HTMLResponse)
async def shoes(
    table: TableId,
    running: RequestedTable,
    request: Request,
    caller: OptionalCaller,
    services: Shared,
) -> Response:
    """List the shoes of a table with their commitments."""
    if not reads(caller):
        return _to_sign_in(request)
    found = tuple((await services.history.of(table)).shoes.values())[::-1]
    return page(request, "shoes.html", caller, about=table_listing(running.state), shoes=found)


@router.get("/shoes/{table}/{commitment}", response_class=HTMLResponse)
async def proof(
    table: TableId,
    commitment: Commitment,
    running: RequestedTable,
    request: Request,
    *,
    caller: OptionalCaller,
    services: Shared,
    noted: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    """Show the commitment of a shoe, and let the browser verify it."""
    if not reads(caller):
        return _to_sign_in(request)
    shoe = (await services.history.of(table)).shoes.get(commitment)
    if shoe is None:
        raise ApiError(404, "shoe.unknown", "No shoe of this table has that commitment.")
    about = table_listing(running.state)
    return page(request, "proof.html", caller, about=about, shoe=shoe, noted=noted)
