"""Rounds: of a table, the caller's own, and one round step by step."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import Field

from houserules.core.codec import WHOLE_MOST
from houserules.floor.people.signed_in import Caller
from houserules.floor.rounds.find import Wanted
from houserules.floor.rounds.index import PastRound
from houserules.floor.rounds.record import Unwritten
from houserules.table.records.record import Record
from houserules.table.records.write import to_dict
from houserules.web.auth import Reader, Shared
from houserules.web.history_access import (
    find_finished_round,
    round_data,
    rounds_of,
    steps_data,
    write_record,
)
from houserules.web.models import Hour, ResponseModel
from houserules.web.routes.tables import RequestedTable, TableId
from houserules.web.schemas import Told, WholeNumber

router = APIRouter(prefix="/api", tags=["rounds"])

Limit = Annotated[int, Query(ge=1, le=200)]
Before = Annotated[int | None, Query(ge=1, le=WHOLE_MOST)]
Number = Annotated[int, Path(ge=1, le=2**31, description="The number of a round at its table.")]


class RoundShown(ResponseModel):
    """A round with the caller's net result."""

    table: str
    number: WholeNumber
    began: Hour
    ended: Hour | None = Field(description="null: it is under way.")
    players: list[str]
    net: WholeNumber | None = Field(
        description="The caller's result; null: they had no wager in it."
    )


class RoundsAnswer(ResponseModel):
    """Rounds, newest first."""

    rounds: list[RoundShown]
    more: bool


class StepShown(ResponseModel):
    """Something that happened in a round."""

    position: WholeNumber
    at: Hour
    by: str | None = Field(description="Whose command caused it; staff only.")
    event: Told


class RoundAnswer(ResponseModel):
    """A finished round, step by step, and as a round record where possible."""

    round: RoundShown
    rulebook: str
    steps: list[StepShown]
    record: dict[str, Any] | None = Field(description="As `houserules settle` reads it.")
    unwritten: str | None = Field(description="Why there is no record.")


def _page(rounds: list[PastRound], caller: Caller, limit: int) -> dict[str, Any]:
    """Return a page; one more round than it shows was looked for."""
    return {
        "rounds": [round_data(past, caller) for past in rounds[:limit]],
        "more": len(rounds) > limit,
    }


@router.get("/tables/{table}/rounds", response_model=RoundsAnswer)
async def rounds(
    table: TableId,
    running: RequestedTable,
    caller: Reader,
    services: Shared,
    *,
    before: Before = None,
    limit: Limit = 50,
) -> Any:
    """List your rounds at a table, newest first; staff see all rounds."""
    wanted = Wanted((table,), None if caller.is_staff else caller.handle)
    newest = await services.history.rounds(wanted, limit=limit + 1, below=before)
    return _page(newest, caller, limit)


@router.get("/me/rounds", response_model=RoundsAnswer)
async def my_rounds(
    caller: Reader, services: Shared, before: Before = None, limit: Limit = 50
) -> Any:
    """List your rounds at all tables, newest first; `before` is in milliseconds."""
    newest = await rounds_of(services, caller, before=before, limit=limit + 1)
    return _page(newest, caller, limit)


@router.get("/tables/{table}/rounds/{number}", response_model=RoundAnswer)
async def one_round(
    table: TableId, number: Number, running: RequestedTable, caller: Reader, services: Shared
) -> Any:
    """Show a finished round: every step, and its round record."""
    past, steps = await find_finished_round(services, table, number, caller)
    record = await write_record(past.round, steps)
    return {
        "round": round_data(past, caller),
        "rulebook": past.round.setting.rulebook,
        "steps": steps_data(past.round, steps, caller),
        "record": to_dict(record) if isinstance(record, Record) else None,
        "unwritten": record.why if isinstance(record, Unwritten) else None,
    }
