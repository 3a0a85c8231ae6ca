"""Finished rounds as files and stories; shoes with their commitments and records."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.responses import Response

from houserules.core.codec import to_data
from houserules.floor.people.signed_in import Caller
from houserules.floor.rounds.record import Unwritten
from houserules.table.records.record import Record
from houserules.table.records.story import tell
from houserules.table.records.write import to_toml
from houserules.web.app_state import Services
from houserules.web.auth import Reader, Shared
from houserules.web.errors import ApiError
from houserules.web.history_access import find_finished_round, write_record
from houserules.web.models import Hour, ResponseModel, as_file
from houserules.web.routes.rounds import Number
from houserules.web.routes.tables import RequestedTable, TableId
from houserules.web.schemas import WholeNumber

router = APIRouter(prefix="/api", tags=["records"])

Commitment = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$", description="A SHA-256 hash.")]


class StoryStep(ResponseModel):
    """One sentence of the story of a round."""

    part: str
    text: str
    words: list[str]
    clauses: list[str]
    readings: list[int]
    arithmetic: str | None


class ShoeShown(ResponseModel):
    """A shuffled stack: its commitment, published before the cut; revealed when the shoe is over."""

    commitment: str
    shuffled: Hour
    first_round: WholeNumber
    refill: bool
    is_revealed: bool


class SegmentShown(ResponseModel):
    """A committed stack with its salt, and every card that came out of it."""

    commitment: str
    salt: str
    stack: str
    layout: str | None = None
    cut: dict[str, Any] | None
    cutting_card: dict[str, Any] | None
    burn: dict[str, Any] | None
    out: list[dict[str, Any]]
    left: int


class ShoeRecordShown(ResponseModel):
    """A shoe that is over, as `houserules verify shoe` reads it."""

    format: str
    rulebook: str
    table: dict[str, Any] | None = None
    source: str
    segments: list[SegmentShown]


async def _record(services: Services, table: str, number: int, caller: Caller) -> Record:
    past, steps = await find_finished_round(services, table, number, caller)
    record = await write_record(past.round, steps)
    if isinstance(record, Unwritten):
        detail = f"This round cannot be written as a record: {record.why}."
        raise ApiError(409, "round.no-record", detail)
    return record


@router.get(
    "/tables/{table}/rounds/{number}/record.toml",
    response_class=Response,
    responses=as_file("application/toml"),
)
async def record_file(
    table: TableId, number: Number, running: RequestedTable, caller: Reader, services: Shared
) -> Response:
    """Return the round record as a file that `houserules settle` and `explain` read."""
    record = await _record(services, table, number, caller)
    headers = {"Content-Disposition": f'attachment; filename="{table}-{number}.toml"'}
    return Response(to_toml(record), media_type="application/toml", headers=headers)


@router.get("/tables/{table}/rounds/{number}/story", response_model=list[StoryStep])
async def story(
    table: TableId, number: Number, running: RequestedTable, caller: Reader, services: Shared
) -> Any:
    """Tell a round as a story: every card, decision and payment, with clauses and arithmetic."""
    told = await asyncio.to_thread(tell, await _record(services, table, number, caller))
    return [{**to_data(step), "text": step.text} for step in told.steps]


@router.get("/tables/{table}/shoes", response_model=list[ShoeShown])
async def shoes(table: TableId, running: RequestedTable, caller: Reader, services: Shared) -> Any:
    """List the shoes of a table by their commitments, the newest first."""
    return [
        {**to_data(shoe), "is_revealed": shoe.revealed is not None}
        for shoe in await services.history.shoes(table)
    ]


@router.get("/tables/{table}/shoes/{commitment}", response_model=ShoeRecordShown)
async def shoe_record(
    table: TableId,
    commitment: Commitment,
    running: RequestedTable,
    caller: Reader,
    services: Shared,
) -> Response:
    """Return the record of a shoe that is over: stack, salt and every card, for anyone to verify."""
    shoe = await services.history.shoe(table, commitment)
    if shoe is None:
        detail = "No shoe of this table has that commitment."
        raise ApiError(404, "shoe.unknown", detail, where="path.commitment")
    text = await services.history.shoe_record(table, shoe)
    if text is None:
        detail = "This shoe is still in use; its stack and salt are revealed when it is over."
        raise ApiError(409, "shoe.in-use", detail)
    return Response(text, media_type="application/json")
