"""Tables: list them, show one as the caller sees it, give commands, set one up."""

import json
import time
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request
from pydantic import Field
from starlette.responses import Response

from houserules.core.codec import WHOLE_MOST, DataError, to_data
from houserules.floor.denial import Denied
from houserules.floor.tables.house_commands import MANAGERS
from houserules.floor.tables.run import Accepted, RunningTable
from houserules.floor.tables.settings import Chosen, Clocks, DealtBy, Kind, Setting
from houserules.floor.tables.view import SignShown, sign_of, table_listing
from houserules.shoe.state import PreShuffled
from houserules.web.auth import AnyCaller, OptionalCaller, Reader, Shared, TablesStaff
from houserules.web.errors import ApiError, command_error, error_for
from houserules.web.guard import address_of
from houserules.web.live.endpoint import outcome_label
from houserules.web.live.table_json import Shown
from houserules.web.models import AcceptedAnswer, Listed, Sent, TableAnswer, TablesAnswer
from houserules.web.schemas import GivenCommand, PrintedText, schema_of

router = APIRouter(prefix="/api", tags=["tables"])

TableId = Annotated[str, Path(max_length=40, description="The id of a table, as t1.")]


async def table_of(table: TableId, services: Shared, caller: OptionalCaller) -> RunningTable:
    """Return the requested table; a private one exists only for its owner and staff."""
    running = await services.floor.find(table)
    if running is None or not await services.floor.may_enter(caller, running.state.setting):
        raise replace(error_for(services.floor.why_no_table(table)), where="path.table")
    return running


RequestedTable = Annotated[RunningTable, Depends(table_of)]


@router.get("/tables", response_model=TablesAnswer)
async def tables(services: Shared) -> Any:
    """List the shared tables: game, limits, seats taken, practice or live."""
    floor = services.floor
    return {
        "tables": [
            to_data(table_listing(floor.shared[name].state)) for name in sorted(floor.shared)
        ],
        "now": floor.now(),
    }


@router.put("/me/practice-tables/{rulebook}", response_model=Listed)
async def open_practice_table(
    rulebook: Annotated[str, Path(max_length=60, description="A rulebook, as nz-pontoon.")],
    request: Request,
    caller: AnyCaller,
    services: Shared,
) -> Any:
    """Open your private practice table of a game, without clocks; the same table every time."""
    origin = address_of(request.scope)
    running = await services.private_tables.open(caller, rulebook, origin=origin)
    if isinstance(running, Denied):
        raise error_for(running)
    return to_data(table_listing(running.state))


@router.get("/tables/{table}", response_model=TableAnswer)
async def table(running: RequestedTable, caller: Reader, services: Shared) -> Response:
    """Show a table as you may see it; the same as the first message of its WebSocket."""
    state = running.state
    services.floor.presence.touch(state.setting.table, caller.handle)
    about = json.dumps(to_data(table_listing(state)))
    parts = Shown(state, before=state.position).parts_for(caller.person)
    text = f'{{"about":{about},"position":{state.position},"now":{services.floor.now()},{parts}}}'
    return Response(text, media_type="application/json")


@router.get("/tables/{table}/sign", response_model=list[schema_of(SignShown)])  # type: ignore[misc]
async def sign(running: RequestedTable, services: Shared) -> Any:
    """Show the sign of a table: limits, payouts and inscriptions, each line with its clause."""
    return to_data(sign_of(running.state, services.floor.zone))


@router.post("/tables/{table}/commands", response_model=AcceptedAnswer)
async def give_command(
    given: GivenCommand, running: RequestedTable, caller: AnyCaller, services: Shared
) -> Any:
    """Give a command; the answer comes when its events are durable, or says why it was refused."""
    began, table = time.perf_counter(), running.state.setting.table
    services.floor.presence.touch(table, caller.handle)
    try:
        name, id_, data = given.parts()
        outcome = await services.floor.carry_out(caller, table, name, data, id_)
    except DataError as wrong:
        services.metrics.commands.add(outcome="malformed")
        raise command_error(wrong) from None
    services.metrics.commands.add(outcome=outcome_label(outcome))
    if not isinstance(outcome, Accepted):
        raise error_for(outcome)
    services.metrics.latency.took(time.perf_counter() - began)
    return to_data(outcome)


Seconds = Annotated[int, Field(ge=0, le=86_400)]


class ClocksSent(Sent):
    """Seconds that the automatic dealer waits; 0: no limit."""

    betting: Seconds = 25
    offers: Seconds = 20
    decision: Seconds = 30
    cut: Seconds = 15
    clearing: Seconds = 6
    reconnecting: Seconds = 120
    idle: Seconds = 90


class SettingSent(Sent):
    """The setup of a new table, which never changes later."""

    table: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,30}$")
    title: PrintedText = Field(min_length=1, max_length=60)
    rulebook: PrintedText = Field(max_length=60)
    options: dict[str, bool | int | PrintedText] = Field(default_factory=dict, max_length=100)
    kind: Kind = "practice"
    dealt_by: DealtBy = "automatic dealer"
    clocks: ClocksSent = ClocksSent()
    pre_shuffled: PreShuffled | None = None  # who shuffled the cards that come to a real shoe
    float: int = Field(0, ge=0, le=WHOLE_MOST, description="Chips to open with, in cents; live.")


@router.post("/tables", response_model=Listed, status_code=201)
async def set_up(sent: SettingSent, caller: TablesStaff, services: Shared) -> Any:
    """Set up a table and open it; managers and the owner only."""
    if caller.role not in MANAGERS and not caller.owner:
        raise ApiError(403, "role.may-not", "Only a manager or the owner can set up a table.")
    options: Chosen = tuple(sent.options.items())
    setting = Setting(
        sent.table,
        sent.title,
        sent.rulebook,
        options,
        kind=sent.kind,
        dealt_by=sent.dealt_by,
        clocks=Clocks(**sent.clocks.model_dump()),
    )
    running = await services.floor.set_up(setting, by=caller.handle, pre_shuffled=sent.pre_shuffled)
    if isinstance(running, Denied):
        raise error_for(running)
    if sent.float and sent.kind == "live":
        filled = await services.floor.carry_out(
            caller, sent.table, "fill-float", {"amount": sent.float}, None
        )
        if not isinstance(filled, Accepted):
            raise error_for(filled)
    return to_data(table_listing(running.state))
