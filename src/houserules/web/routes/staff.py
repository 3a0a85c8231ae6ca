"""People, for staff: roles, Player Cards, suspension, lost access."""

from typing import Annotated, Any, Final, get_args

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import Field

from houserules.core.codec import WHOLE_MOST, to_data
from houserules.core.people import Moment, Role, handle_key
from houserules.core.refusal import Refusal
from houserules.floor.denial import Denied
from houserules.floor.people.profile import Profile
from houserules.floor.people.signed_in import Caller
from houserules.web.auth import PeopleStaff, RegistersStaff, Shared, prove_again
from houserules.web.errors import ApiError, error_for
from houserules.web.models import (
    OneTimePasswordAnswer,
    PersonsAnswer,
    PersonShown,
    ProofSent,
    Sent,
    person_data,
)
from houserules.web.routes.wallets import HandlePath, find_person
from houserules.web.schemas import PrintedText

router = APIRouter(prefix="/api", tags=["staff"])

OVERSEERS: Final = frozenset(get_args(Role)) - {"player", "dealer", "Tournament Manager", "cashier"}


def oversees(caller: Caller) -> bool:
    """Whether the caller is a supervisor, manager, inspector or Surveillance."""
    return caller.role in OVERSEERS


def check_overseer(caller: Caller) -> Caller:
    """Return the caller if they oversee the house; raises ApiError."""
    if not oversees(caller):
        raise ApiError(403, "role.may-not", f"Your role, {caller.role}, does not allow this.")
    return caller


def overseer(caller: RegistersStaff) -> Caller:
    """Return an overseer who may see registers and records."""
    return check_overseer(caller)


def people_overseer(caller: PeopleStaff) -> Caller:
    """Return an overseer who may look after people."""
    return check_overseer(caller)


Overseer = Annotated[Caller, Depends(overseer)]
PeopleOverseer = Annotated[Caller, Depends(people_overseer)]


class RoleSent(Sent):
    """A role and its licence number."""

    role: Role
    licence: PrintedText = Field(max_length=40)


class WhySent(Sent):
    """The reason, which is kept in the journal."""

    why: PrintedText = Field(max_length=200)


class ResetSent(WhySent, ProofSent):
    """The reason, and the caller's password or code."""


class CardSent(Sent):
    """A Player Card; without a number, one is assigned."""

    number: PrintedText | None = None
    valid_until: Annotated[int, Field(ge=0, le=WHOLE_MOST)] | None = None


def _person(outcome: Profile | Denied) -> Any:
    if isinstance(outcome, Denied):
        raise error_for(outcome)
    return person_data(outcome)


@router.get("/persons", response_model=PersonsAnswer)
async def persons(
    caller: PeopleOverseer,
    services: Shared,
    after: Annotated[str, Query(max_length=60)] = "",
    search: Annotated[str, Query(max_length=60)] = "",
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Any:
    """List persons by handle."""
    found = [
        each
        for each in await services.floor.people.all_persons()
        if each.key > handle_key(after) and handle_key(search) in each.key
    ]
    return {"persons": [person_data(each) for each in found[:limit]]}


@router.get("/persons/{handle}", response_model=PersonShown)
async def person(handle: HandlePath, caller: PeopleOverseer, services: Shared) -> Any:
    """Show one person."""
    return person_data(await find_person(services, handle))


@router.put("/persons/{handle}/role", response_model=PersonShown)
async def give_role(
    handle: HandlePath, sent: RoleSent, request: Request, caller: PeopleStaff, services: Shared
) -> Any:
    """Give a person a role instead of their current one; the owner only."""
    people = services.floor.people
    answer = _person(await people.give_role(caller, handle, role=sent.role, licence=sent.licence))
    await request.app.state.hub.recheck_person(handle)
    return answer


@router.post("/persons/{handle}/role/take-away", response_model=PersonShown)
async def take_role(
    handle: HandlePath, sent: WhySent, request: Request, caller: PeopleStaff, services: Shared
) -> Any:
    """Take a person's role away, so that they are a player; the owner only."""
    answer = _person(await services.floor.people.take_role(caller, handle, why=sent.why))
    await request.app.state.hub.recheck_person(handle)
    return answer


@router.post("/persons/{handle}/suspend", response_model=PersonShown)
async def suspend(
    handle: HandlePath, sent: WhySent, request: Request, caller: PeopleStaff, services: Shared
) -> Any:
    """Suspend a person; all their sessions end."""
    answer = _person(await services.floor.people.suspend(caller, handle, why=sent.why))
    await request.app.state.hub.recheck_person(handle)
    return answer


@router.post("/persons/{handle}/reinstate", response_model=PersonShown)
async def reinstate(
    handle: HandlePath, sent: WhySent, caller: PeopleStaff, services: Shared
) -> Any:
    """Lift a suspension or a lock-out."""
    return _person(await services.floor.people.reinstate(caller, handle, why=sent.why))


@router.post("/persons/{handle}/reset-access", response_model=OneTimePasswordAnswer)
async def reset_access(
    handle: HandlePath, sent: ResetSent, request: Request, caller: PeopleStaff, services: Shared
) -> Any:
    """Give a one-time password to a person who lost password or phone; the owner only, with a proof."""
    if caller.owner:
        await prove_again(services, request, caller, sent)
    outcome = await services.floor.people.reset_access(caller, handle, why=sent.why)
    if isinstance(outcome, Denied):
        raise error_for(outcome)
    return to_data(outcome)


@router.post("/persons/{handle}/cards", response_model=PersonShown, status_code=201)
async def issue_card(
    handle: HandlePath, sent: CardSent, caller: PeopleStaff, services: Shared
) -> Any:
    """Issue a Player Card; supervisors and managers only."""
    until = None if sent.valid_until is None else Moment(sent.valid_until)
    issued = await services.floor.people.issue_player_card(
        caller,
        handle,
        number=sent.number,
        valid_until=until,
        why_not=services.floor.carded_house.why_not_issue,
    )
    if isinstance(issued, Refusal):
        raise error_for(issued)
    answer = _person(issued)
    await services.floor.cards.present_new(answer["handle"])
    return answer


@router.post("/persons/{handle}/cards/{number}/withdraw", response_model=PersonShown)
async def withdraw_card(
    handle: HandlePath,
    number: Annotated[str, Path(max_length=40)],
    sent: WhySent,
    caller: PeopleStaff,
    services: Shared,
) -> Any:
    """Withdraw a Player Card."""
    people = services.floor.people
    profile = await people.withdraw_player_card(caller, handle, number=number, why=sent.why)
    answer = _person(profile)
    await services.floor.cards.end_withdrawn(answer["handle"], number, by=caller.handle)
    return answer
