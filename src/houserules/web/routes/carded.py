"""Carded play: your limits, your time and your record; for staff, identities, assessments and cases."""

from typing import Annotated, Any, Final, Literal, Union

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import JSONResponse, PlainTextResponse, Response

from houserules.carded.commands import OwnCommand
from houserules.carded.view import CardedStaffView, CardedView, carded_staff_view
from houserules.core.codec import DataError, to_data
from houserules.floor.carded.authority import COMMANDS, own_fields
from houserules.floor.carded.house import AssessmentDue
from houserules.floor.carded.identity import Identity
from houserules.floor.carded.statement import CardedStatement, Span, StatementRow, as_csv
from houserules.floor.tables.run import Accepted
from houserules.web.app_state import Services
from houserules.web.auth import Reader, Shared
from houserules.web.errors import ApiError, command_error, error_for
from houserules.web.models import AcceptedAnswer, ResponseModel, Sent, as_file
from houserules.web.routes.staff import PeopleOverseer
from houserules.web.routes.wallets import HandlePath, find_person
from houserules.web.schemas import (
    PrintedText,
    SentCommand,
    StrictPhoto,
    WholeNumber,
    command_schema,
    schema_of,
)

router = APIRouter(prefix="/api", tags=["carded play"])

CSV: Final = "text/csv"
_View: Any = schema_of(CardedView)
_StaffView: Any = schema_of(CardedStaffView)
_Identity: Any = schema_of(Identity)
_Assessment: Any = schema_of(AssessmentDue)


class CardedAnswer(ResponseModel):
    """Your own carded play."""

    now: WholeNumber = Field(description="In seconds.")
    carded: _View


class CardedPersonAnswer(CardedAnswer):
    """A player's carded play, for staff."""

    staff: _StaffView


class AssessmentsAnswer(ResponseModel):
    """Whom staff have to speak to in person, the longest overdue first."""

    assessments: list[_Assessment]
    now: WholeNumber


class IdentitySent(Sent):
    """What you read from a document with a photo, and a photo that you took."""

    name: PrintedText
    born: PrintedText = Field(description="As 1990-05-31.")
    address: PrintedText = Field("", description="As on the document; left out if it shows none.")
    document: PrintedText
    number: PrintedText
    photo: StrictPhoto = Field(description="JPEG or PNG in base64, at most 40 kB.")
    is_namesake: bool = Field(
        default=False,
        description="You are sure that another account with this name and date of birth is another person's.",
    )


class WhyReadSent(Sent):
    """Why you read the details."""

    why: PrintedText


def _commands(*, own: bool) -> Any:
    kinds: dict[str, Any] = {
        name: kind for name, kind in COMMANDS.items() if issubclass(kind, OwnCommand) is own
    }
    schemas = tuple(command_schema(name, kind, own_fields(kind)) for name, kind in kinds.items())
    return Annotated[Union[schemas], Field(discriminator="do")]  # noqa: UP007


_OwnCommand: Any = _commands(own=True)
_StaffCommand: Any = _commands(own=False)


class GivenOwnCommand(SentCommand[_OwnCommand]):
    """What you decide for yourself; `do` says what."""


class GivenCardedCommand(SentCommand[_StaffCommand]):
    """What staff record about a player; `do` says what."""


def _require_on(services: Services) -> None:
    if not services.floor.carded.is_on:
        detail = "Carded play is not turned on in this house."
        raise ApiError(404, "carded.off", detail)


@router.get("/me/carded", response_model=CardedAnswer)
async def my_carded_play(caller: Reader, services: Shared) -> Any:
    """Show your limits, what counts towards them, and why you may not play now, if so."""
    return await _shown(services, caller.handle)


async def _shown(services: Services, handle: str) -> dict[str, Any]:
    _require_on(services)
    carded = services.floor.carded
    return {"now": carded.moment(), "carded": to_data(await carded.view(handle))}


@router.post("/me/carded/commands", response_model=AcceptedAnswer)
async def give_own_command(given: GivenOwnCommand, caller: Reader, services: Shared) -> Any:
    """Set limits, decline them, or stop yourself from playing, at once."""
    return await _give(services, caller, caller.handle, given)


@router.get(
    "/me/carded/record", response_model=None, responses=as_file(CSV), response_class=Response
)
async def my_record(
    caller: Reader,
    services: Shared,
    span: Annotated[Span, Query(description="How the sums are grouped.")] = "day",
    form: Annotated[Literal["json", "csv"], Query(description="JSON has every period.")] = "json",
) -> Response:
    """Download your own record: buy-ins, periods of play, games, turnover, wins and losses."""
    return await _record(services, caller.handle, span, form)


async def _record(services: Services, handle: str, span: Span, form: str) -> Response:
    _require_on(services)
    record = await services.floor.carded.statement(handle, span)
    name = f"play-by-{span}.{form}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    if form == "csv":
        return PlainTextResponse(as_csv(record.rows), media_type=CSV, headers=headers)
    return JSONResponse(_data(record), headers=headers)


def _data(record: CardedStatement) -> dict[str, Any]:
    return {
        "rows": [_row(row) for row in record.rows],
        "periods": to_data(record.periods),
        "cash": to_data(record.cash),
    }


def _row(row: StatementRow) -> dict[str, Any]:
    return {**to_data(row), "net": row.net}


# For staff.


@router.get("/carded/assessments", response_model=AssessmentsAnswer)
async def assessments(caller: PeopleOverseer, services: Shared) -> Any:
    """List whom staff have to speak to after six hours of play without a pause."""
    floor = services.floor
    due = await floor.carded_house.assessments()
    return {"assessments": to_data(due), "now": floor.carded.moment()}


@router.get("/persons/{handle}/carded", response_model=CardedPersonAnswer)
async def carded_play_of(handle: HandlePath, caller: PeopleOverseer, services: Shared) -> Any:
    """Show a player's carded play."""
    profile = await find_person(services, handle)
    answer = await _shown(services, profile.handle)
    player = await services.floor.carded.player(profile.handle)
    return {**answer, "staff": to_data(carded_staff_view(player, answer["now"]))}


@router.get(
    "/persons/{handle}/carded/record",
    response_model=None,
    responses=as_file(CSV),
    response_class=Response,
)
async def record_of(
    handle: HandlePath,
    caller: PeopleOverseer,
    services: Shared,
    span: Annotated[Span, Query(description="How the sums are grouped.")] = "day",
    form: Annotated[Literal["json", "csv"], Query(description="JSON has every period.")] = "json",
) -> Response:
    """Download a player's record."""
    profile = await find_person(services, handle)
    return await _record(services, profile.handle, span, form)


@router.post("/persons/{handle}/carded/commands", response_model=AcceptedAnswer)
async def give_staff_command(
    handle: HandlePath, given: GivenCardedCommand, caller: PeopleOverseer, services: Shared
) -> Any:
    """Record an assessment, open or close a case, or erase an identity that is no longer needed."""
    profile = await find_person(services, handle)
    return await _give(services, caller, profile.handle, given)


@router.post("/persons/{handle}/identity", response_model=AcceptedAnswer, status_code=201)
async def verify_identity(
    handle: HandlePath, sent: IdentitySent, caller: PeopleOverseer, services: Shared
) -> Any:
    """Record that you have verified a person's identity; the details are sealed."""
    _require_on(services)
    profile = await find_person(services, handle)
    identity = Identity(**sent.model_dump(exclude={"is_namesake"}))
    carded = services.floor.carded
    return _answer(
        await carded.verify_identity(caller, profile.handle, identity, is_namesake=sent.is_namesake)
    )


@router.post("/persons/{handle}/identity/read", response_model=_Identity)
async def read_identity(
    handle: HandlePath, sent: WhyReadSent, caller: PeopleOverseer, services: Shared
) -> Any:
    """Read the sealed details of an identity; that you did, and why, is recorded."""
    _require_on(services)
    profile = await find_person(services, handle)
    opened = await services.floor.carded.read_identity(caller, profile.handle, sent.why)
    if not isinstance(opened, Identity):
        raise error_for(opened)
    return to_data(opened)


async def _give(services: Services, caller: Any, handle: str, given: SentCommand[Any]) -> Any:
    _require_on(services)
    try:
        name, id_, data = given.parts()
        answer = await services.floor.carded_house.carry_out(caller, handle, name, data, id_)
    except DataError as wrong:
        raise command_error(wrong) from None
    return _answer(answer)


def _answer(answer: Any) -> Any:
    if not isinstance(answer, Accepted):
        raise error_for(answer)
    return to_data(answer)
