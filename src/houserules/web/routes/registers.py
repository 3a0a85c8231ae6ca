"""The registers of the house, for those who oversee it."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from houserules.floor.encoding import to_data
from houserules.floor.registers import REGISTERS, Register, to_do
from houserules.web.answers import Answer, Hour
from houserules.web.asking import Shared
from houserules.web.errors import ApiError
from houserules.web.event_shapes import Told
from houserules.web.routes.staff import Overseer
from houserules.web.shapes import WHOLE_MOST, WholeNumber

router = APIRouter(prefix="/api", tags=["registers"])

_BY_NAME = {register.name: register for register in REGISTERS}


class RegisterListed(Answer):
    """A register and what it is about."""

    name: str
    says: str


class EntryShown(Answer):
    """One entry: where and when, by whose command, and what."""

    table: str
    position: WholeNumber
    at: Hour
    by: str
    event: Told


class RegisterAnswer(Answer):
    """A register: its entries, the newest first, and what is still to be done at which table."""

    name: str
    says: str
    entries: list[EntryShown]
    more: bool
    to_do: list[dict[str, Any]]


def _register(name: str) -> Register:
    if name not in _BY_NAME:
        detail = f"There is no such register; there are {', '.join(_BY_NAME)}."
        raise ApiError(404, "register.unknown", detail, where="path.name")
    return _BY_NAME[name]


@router.get("/registers", response_model=list[RegisterListed])
async def registers(signed: Overseer) -> Any:
    """List the registers."""
    return [{"name": each.name, "says": each.says} for each in REGISTERS]


@router.get("/registers/{name}", response_model=RegisterAnswer)
async def register(
    name: Annotated[str, Path(max_length=40)],
    signed: Overseer,
    serving: Shared,
    *,
    table: Annotated[str | None, Query(max_length=40)] = None,
    before: Annotated[int | None, Query(ge=1, le=WHOLE_MOST)] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Any:
    """Show a register, of all tables or of one; `before` is an hour."""
    wanted, running = _register(name), serving.floor.tables
    tables = [each for each in running if table in (None, each)]
    entries = [
        entry
        for each in tables
        for entry in (await serving.history.of(each)).entries
        if entry.event["name"] in wanted.events and (before is None or entry.at < before)
    ]
    entries.sort(key=lambda entry: (entry.at, entry.table, entry.position), reverse=True)
    return {
        "name": wanted.name,
        "says": wanted.says,
        "entries": to_data(entries[:limit]),
        "more": len(entries) > limit,
        "to_do": to_do(wanted, [running[each].standing for each in tables]),
    }
