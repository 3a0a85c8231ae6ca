"""The cage: chips sold and redeemed today, requests waiting for approval, and the limits."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path
from pydantic import Field

from houserules.core.codec import to_data
from houserules.core.people import Moment
from houserules.floor.money.cage import (
    APPROVERS,
    MOST,
    CashHandled,
    CashLimits,
    CashRequested,
    Direction,
    used_by,
)
from houserules.floor.money.cashier import Requested
from houserules.floor.people.signed_in import Caller
from houserules.floor.tables.decision import SECOND
from houserules.web.app_state import Services
from houserules.web.auth import MoneyStaff, RegistersStaff, Shared
from houserules.web.errors import ApiError, check, error_for
from houserules.web.models import ResponseModel, Sent
from houserules.web.routes.staff import OVERSEERS, WhySent
from houserules.web.routes.wallets import CashAnswer, CashSent, cash_answer, find_person
from houserules.web.schemas import PrintedText, WholeNumber, schema_of

router = APIRouter(prefix="/api/cage", tags=["cage"])

LimitsShown: Any = schema_of(CashLimits)
RequestShown: Any = schema_of(CashRequested)
HandledShown: Any = schema_of(CashHandled)
SEES_CAGE: Final = OVERSEERS | {"cashier"}
Limit = Annotated[int, Field(ge=0, le=MOST, strict=True)]
Number = Annotated[int, Path(ge=1, le=2**31)]


def cage_staff(caller: RegistersStaff) -> Caller:
    """Return a cashier or overseer."""
    if caller.role not in SEES_CAGE:
        raise ApiError(403, "role.may-not", f"Your role, {caller.role}, does not allow this.")
    return caller


CageStaff = Annotated[Caller, Depends(cage_staff)]


class MineShown(ResponseModel):
    """What the caller may do at the cage, and how much today."""

    handles: bool = Field(description="May sell and redeem chips.")
    approves: bool = Field(description="May approve requests.")
    sets_limits: bool
    limit: WholeNumber = Field(description="Per day, in cents; 0 for roles that handle no cash.")
    used: WholeNumber = Field(description="Used today, in cents.")


class CageAnswer(ResponseModel):
    """The cage on the current casino day; amounts in cents, times in seconds."""

    limits: LimitsShown
    mine: MineShown
    waiting: list[RequestShown]
    today: list[HandledShown]


class LimitsSent(Sent):
    """Limits per person and casino day, and the amount above which a second person approves; in cents."""

    cashier: Limit
    assistant_manager: Limit
    manager: Limit
    approval_above: Limit


class RequestSent(CashSent):
    """A request for a second person's approval."""

    direction: Direction
    handle: PrintedText = Field(min_length=1, max_length=60)


class RequestAnswer(ResponseModel):
    """A waiting request."""

    request: RequestShown
    repeated: bool = Field(description="It had already been made under the same id.")


async def cage_data(services: Services, caller: Caller) -> dict[str, Any]:
    """Return the cage as the caller may see it."""
    floor = services.floor
    cage, moment = await floor.cashier.cage(), Moment(floor.now() // SECOND)
    today = cage.today(moment, floor.zone)
    may = caller.why_not("money") is None
    return {
        "limits": to_data(cage.limits),
        "mine": {
            "handles": may and caller.role == "cashier",
            "approves": may and caller.role in APPROVERS,
            "sets_limits": may and caller.owner,
            "limit": cage.limits.of(caller.role),
            "used": used_by(caller.handle, today),
        },
        "waiting": to_data(cage.waiting(moment, floor.zone)),
        "today": to_data(today[::-1]),
    }


@router.get("", response_model=CageAnswer)
async def cage(caller: CageStaff, services: Shared) -> Any:
    """Show today's cash, waiting requests and the limits."""
    return await cage_data(services, caller)


@router.put("/limits", response_model=CageAnswer)
async def set_limits(sent: LimitsSent, caller: MoneyStaff, services: Shared) -> Any:
    """Set the limits; the owner only."""
    floor, limits = services.floor, CashLimits(**sent.model_dump())
    check(await floor.cashier.set_limits(caller, limits, at=floor.now()))
    return await cage_data(services, caller)


@router.post("/requests", response_model=RequestAnswer, status_code=201)
async def ask_approval(sent: RequestSent, caller: MoneyStaff, services: Shared) -> Any:
    """Ask a second person to approve an amount; cashiers only."""
    profile, floor = await find_person(services, sent.handle), services.floor
    if profile.is_guest:
        raise ApiError(403, "guest.may-not", "Guests play with practice chips only.")
    outcome = await floor.cashier.request(
        sent.direction, caller, profile.handle, sent.amount, command_id=sent.id, at=floor.now()
    )
    if not isinstance(outcome, Requested):
        raise error_for(outcome)
    return to_data(outcome)


@router.post("/requests/{number}/approve", response_model=CashAnswer)
async def approve(number: Number, caller: MoneyStaff, services: Shared) -> Any:
    """Approve a request as the second person; the chips move at once."""
    floor = services.floor
    return cash_answer(await floor.cashier.approve(caller, number, at=floor.now()))


@router.post("/requests/{number}/decline", response_model=CageAnswer)
async def decline(number: Number, sent: WhySent, caller: MoneyStaff, services: Shared) -> Any:
    """Decline a request, or withdraw your own."""
    floor = services.floor
    check(await floor.cashier.decline(caller, number, sent.why, at=floor.now()))
    return await cage_data(services, caller)
