"""The registers of the house."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import Field

from houserules.core.codec import WHOLE_MOST, to_data
from houserules.core.people import Moment
from houserules.floor.local_time import HoursError, month_at, month_named, month_of
from houserules.floor.payment_reports import PaymentReport, payment_report
from houserules.floor.promotions.duties import open_duties
from houserules.floor.registers import (
    EXCEPTIONS,
    REGISTERS,
    EntryPlace,
    Register,
    entry_data,
    open_disputes,
    place_of,
    to_do,
)
from houserules.floor.rounds.index import WantedEntries
from houserules.floor.tables.decision import SECOND
from houserules.web.auth import Shared
from houserules.web.errors import ApiError
from houserules.web.models import Hour, ResponseModel
from houserules.web.routes.promotion_records import readable_promotions
from houserules.web.routes.staff import Overseer
from houserules.web.schemas import Registered, WholeNumber, schema_of

router = APIRouter(prefix="/api", tags=["registers"])

_BY_NAME = {register.name: register for register in REGISTERS}


class RegisterListed(ResponseModel):
    """A register and what it is about."""

    name: str
    says: str


class EntryShown(ResponseModel):
    """One entry: where, when, by whose command, and what."""

    table: str = Field(description="A table; or a tournament or promotion, as `tournament/spring`.")
    position: WholeNumber
    at: Hour
    by: str
    event: Registered


class RegisterAnswer(ResponseModel):
    """A register: its entries, newest first, and the open tasks by table."""

    name: str
    says: str
    entries: list[EntryShown]
    more: bool
    next: str | None = Field(description="The cursor of the next page; null: this is the last.")
    to_do: list[dict[str, Any]] = Field(description="At most `limit`, from `to_do_from` on.")
    to_do_count: WholeNumber = Field(description="The number of open tasks.")


def _register(name: str) -> Register:
    if name not in _BY_NAME:
        detail = f"Unknown register. Choose one of {', '.join(_BY_NAME)}."
        raise ApiError(404, "register.unknown", detail, where="path.name")
    return _BY_NAME[name]


PaymentReportAnswer: Any = schema_of(PaymentReport)


@router.get("/reports/payments", response_model=PaymentReportAnswer)
async def payments_of_month(
    caller: Overseer,
    services: Shared,
    month: Annotated[str | None, Query(max_length=7, description="2026-11; default: now.")] = None,
) -> Any:
    """Show the month's wrong payments to report to the regulator, in the casino's time zone."""
    floor = services.floor
    try:
        wanted = (
            month_named(month) if month else month_at(Moment(floor.now() // SECOND), floor.zone)
        )
    except HoursError as error:
        raise ApiError(422, "request.invalid", f"{error}.", where="query.month") from None
    tables = [floor.shared[name] for name in sorted(floor.shared)]
    hours = month_of(*wanted, floor.zone)
    registers = [(each.state.setting, await each.matters.payments_found(*hours)) for each in tables]
    return to_data(payment_report(registers, wanted, floor.zone))


@router.get("/registers", response_model=list[RegisterListed])
async def registers(caller: Overseer) -> Any:
    """List the registers."""
    return [{"name": each.name, "says": each.says} for each in REGISTERS]


@router.get("/registers/{name}", response_model=RegisterAnswer)
async def register(
    name: Annotated[str, Path(max_length=40)],
    caller: Overseer,
    services: Shared,
    *,
    table: Annotated[str | None, Query(max_length=60)] = None,
    before: Annotated[int | None, Query(ge=1, le=WHOLE_MOST)] = None,
    cursor: Annotated[str | None, Query(max_length=100, description="`next` of a page.")] = None,
    to_do_from: Annotated[int, Query(ge=0, le=WHOLE_MOST)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Any:
    """Show a page of a register, of everything or of one table, tournament or promotion.

    `before` is in milliseconds. Promotions are shown to Gaming Managers, Assistant Gaming Managers and
    inspectors only.
    """
    wanted, running = _register(name), services.floor.shared
    tournaments = services.floor.tournaments.shared
    promotions = readable_promotions(services, caller)
    tables = [each for each in (*running, *tournaments, *promotions) if table in (None, each)]
    places = [] if cursor is None else [_place_at(cursor)]
    places += [] if before is None else [(before, "", 0)]
    page = WantedEntries(tuple(tables), wanted.name, before=min(places, default=None))
    newest = await services.history.entries(page, limit=limit + 1)
    shown, more = newest[:limit], len(newest) > limit
    open_now = to_do(wanted, [running[each].state for each in tables if each in running])
    if wanted.name == EXCEPTIONS:
        open_now += open_disputes(tournaments[each] for each in tables if each in tournaments)
    open_now += open_duties(name, (promotions[each] for each in tables if each in promotions))
    return {
        "name": wanted.name,
        "says": wanted.says,
        "entries": [entry_data(entry) for entry in shown],
        "more": more,
        "next": "/".join(map(str, place_of(shown[-1]))) if more else None,
        "to_do": open_now[to_do_from : to_do_from + limit],
        "to_do_count": len(open_now),
    }


def _place_at(cursor: str) -> EntryPlace:
    at, _, rest = cursor.partition("/")
    table, _, position = rest.rpartition("/")
    if not (at.isdecimal() and position.isdecimal() and at.isascii() and position.isascii()):
        detail = "Invalid cursor; use `next` of the previous page."
        raise ApiError(422, "request.invalid", detail, where="query.cursor")
    return int(at), table, int(position)
