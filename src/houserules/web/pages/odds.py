"""The odds page: exact figures, rules as switches, and a simulation to compare with."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse

from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.web import odds_worker as worker
from houserules.web.auth import OptionalCaller, Shared
from houserules.web.models import ResponseModel
from houserules.web.pages.templates import page
from houserules.web.routes.odds import RequestedGame, limit_solves, refuse_at_live_table

router = APIRouter()
api = APIRouter(
    prefix="/api",
    tags=["odds"],
    dependencies=[Depends(refuse_at_live_table), Depends(limit_solves)],
)

BATCH: Final = 500_000
"""Rounds of one batch: a few tenths of a second."""


class Choice(ResponseModel):
    """Another value of a rule: as a request gives it, and in words."""

    value: str
    says: str


class Switch(ResponseModel):
    """A rule that can be changed."""

    name: str
    now: str
    clause: str
    group: str
    choices: list[Choice]


class SwitchesAnswer(ResponseModel):
    """The rules of a game that affect the odds and can be changed on their own."""

    rulebook: str
    switches: list[Switch]


class BatchAnswer(ResponseModel):
    """A batch of simulated rounds, in units of the wager."""

    rounds: int
    won: float
    squares: float


@router.get("/odds", response_class=HTMLResponse, dependencies=[Depends(refuse_at_live_table)])
async def odds(
    request: Request,
    caller: OptionalCaller,
    chosen: Annotated[str, Query(alias="rulebook", max_length=60)] = RULEBOOKS[0],
) -> HTMLResponse:
    """Show the odds page, for one of the games."""
    rulebooks = [rulebook(name) for name in RULEBOOKS]
    return page(request, "odds.html", caller, rulebooks=rulebooks, chosen=chosen)


@api.get("/odds/{rulebook}/switches", response_model=SwitchesAnswer)
async def switches(wanted: RequestedGame, services: Shared) -> Any:
    """List the rules of a game that can be changed, with their other values."""
    name, _, wager = wanted.parts
    return await services.solver.ask(worker.switches, name, wager)


@api.get(
    "/odds/{rulebook}/simulated",
    response_model=BatchAnswer,
    operation_id="simulated_api_odds__rulebook__simulated_get",
)
async def simulate_batch(
    wanted: RequestedGame, services: Shared, batch: Annotated[int, Query(ge=1, le=1_000_000)] = 1
) -> Any:
    """Simulate one batch of rounds with the best strategy; a batch always has the same rounds."""
    return await services.solver.ask(worker.simulate, *wanted.parts, batch, BATCH)
