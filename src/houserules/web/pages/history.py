"""The pages of the past: the caller's rounds, a replay, and the proof of a shoe."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from houserules.floor.people.signed_in import Caller
from houserules.floor.rounds.index import PastRound
from houserules.floor.rounds.record import Unwritten
from houserules.floor.tables.view import table_listing
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
from houserules.web.pages.templates import page, to_sign_in
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


def _series(rounds: list[PastRound], caller: Caller) -> dict[str, list[tuple[int, int]]]:
    """Return the time and result of each round, by kind of money: practice and chips never mix."""
    series: dict[str, list[tuple[int, int]]] = {}
    for past in reversed(rounds):
        result = (past.round.began, past.nets.get(caller.handle, 0))
        series.setdefault(past.round.setting.kind, []).append(result)
    return series


@router.get("/history", response_class=HTMLResponse)
async def history(
    request: Request, caller: OptionalCaller, services: Shared, before: Before = None
) -> Response:
    """Show the caller's rounds and their results over time."""
    if caller is None or not reads(caller):
        return to_sign_in(request)
    drawn = await rounds_of(services, caller, before=None, limit=_DRAWN)
    listed = await rounds_of(services, caller, before=before, limit=_SHOWN + 1)
    rounds = [
        {
            **round_data(past, caller),
            "kind": past.round.setting.kind,
            "is_private": past.round.setting.owner is not None,
            "title": past.round.setting.rules.title,
            "rulebook": past.round.setting.rulebook,
        }
        for past in listed[:_SHOWN]
    ]
    return page(
        request,
        "history.html",
        caller,
        rounds=rounds,
        more=rounds[-1]["began"] if len(listed) > _SHOWN else None,
        series=_series(drawn, caller),
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
        return to_sign_in(request)
    past, steps = await find_finished_round(services, table, number, caller)
    tables = await services.history.tables(past.round, steps)
    record = await write_record(past.round, steps)
    shoe = await services.history.shoe_of(table, number)
    context: dict[str, Any] = {
        "about": table_listing(running.state),
        "info": info_of(running.state, caller, services.floor),
        "round": round_data(past, caller),
        "replay": replay_data(past.round, steps, tables, caller),
        "shoe": shoe.commitment if shoe else None,
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
        return to_sign_in(request)
    shuffled = await services.history.shoes(table)
    return page(request, "shoes.html", caller, about=table_listing(running.state), shoes=shuffled)


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
        return to_sign_in(request)
    shoe = await services.history.shoe(table, commitment)
    if shoe is None:
        raise ApiError(404, "shoe.unknown", "No shoe of this table has that commitment.")
    about = table_listing(running.state)
    return page(request, "proof.html", caller, about=about, shoe=shoe, noted=noted)
